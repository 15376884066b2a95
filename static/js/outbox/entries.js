/**
 * Records on their way from this phone to the server:
 * `draft → ready → sending → sent | attention`. Each step is one transaction that looks at the
 * stored state first, so a late autosave or a second tab can never take a record backwards.
 *
 * @typedef {object} Entry
 * @property {string} id 32 hexadecimal characters, born here
 * @property {"stop"|"notice"|"inspection"|"number"|"annotation"} kind
 * @property {string} accountId whose it is
 * @property {"draft"|"ready"|"sending"|"sent"|"attention"} state
 * @property {number} createdAt milliseconds
 * @property {number} [readyAt] when it was finished
 * @property {number} [factAt] when it happened (notices)
 * @property {number} [settledAt] when its receipt came
 * @property {string} label the plate, for the list (encrypted)
 * @property {string} [outcome] how a stop or a visit ended (encrypted)
 * @property {string} [document] the kind of document (encrypted)
 * @property {Record<string, any>} fields as typed (drafts; encrypted)
 * @property {string} [payload] canonical JSON, frozen at the end of the draft (encrypted)
 * @property {string} [sha256]
 * @property {string} [signature] of this phone, hexadecimal (frozen kinds)
 * @property {{series: string, value: number, block: string} | null} [number]
 * @property {string} [after] id of the record that must be settled before
 * @property {{total: number, sent: number}} [photos] of a frozen record
 * @property {boolean} [explained] a late record that says why
 * @property {string} [check] of which check a stop is the record: its notices carry it as their group
 * @property {number} tries
 * @property {number} nextTryAt
 * @property {{cause: string, quarantined?: boolean} | null} problem
 * @property {string} [message] the server's words for it (encrypted)
 * @property {{received_at: string, given?: object} | null} receipt `given`: what the server made of it (encrypted)
 */

import { result, transact } from "./database.js";
import { staysReadable } from "./kinds.js";
import { closeRow, columnsOf, openFace, openRow, putRow } from "./rows.js";

const listeners = new Set();
const lines = new Map(); // id → the last change in hand: changes of one record never overtake
let channel = null; // to the other tabs of this app

/** Called after any change, in this tab or another. @param {() => void} listener */
export function onChange(listener) {
  listeners.add(listener);
  if (channel || typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel("confere-outbox");
  channel.addEventListener("message", tell);
}

/** Tell every tab that the outbox changed. */
export function announce() {
  channel?.postMessage("changed");
  tell();
}

/** A new identifier: 32 hexadecimal characters. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The values that every new entry begins with. @param {Partial<Entry>} own @returns {Entry} */
export function newEntry(own) {
  return { id: newId(), state: "draft", label: "", fields: {}, tries: 0, nextTryAt: 0, problem: null, receipt: null, ...own };
}

/** The clear columns of all entries, oldest first: no label, no content. @returns {Promise<Entry[]>} */
export async function allEntries() {
  return (await allRows()).map(columnsOf);
}

/** One author's entries as lists show them (label, outcome, document, message), oldest first. */
export async function entriesOf(accountId) {
  return Promise.all((await allRows()).filter((row) => row.accountId === accountId).map(openFace));
}

/** The clear columns of one entry. @param {string} id @returns {Promise<Entry | undefined>} */
export async function getEntry(id) {
  const row = await rowOf(id);
  return row && columnsOf(row);
}

/** One entry with all it holds; `VaultError` when it cannot be opened. @returns {Promise<Entry | undefined>} */
export async function openEntry(id) {
  const row = await rowOf(id);
  return row && openRow(row);
}

/** Save what was typed; false when the record is no longer a draft. @param {Entry} entry */
export function saveDraft(entry) {
  return inLine(entry.id, async () => put(await closeRow(entry), (stored) => !stored || stored.state === "draft"));
}

/** The person is done: freeze the payload. False when it was finished before. */
export function finish(id, payload, sha256) {
  return rewrite(id, "draft", { state: "ready", payload, sha256, fields: {}, nextTryAt: 0 });
}

/** Throw a draft away, by its author's own hand; its photos go with it. */
export async function discardDraft(id) {
  await transact(["entries", "attachments", "attachment_bytes"], "readwrite", async (entries, photos, bytes) => {
    if ((await result(entries.get(id)))?.state !== "draft") return;
    const all = IDBKeyRange.bound([id, ""], [id, "\uffff"]);
    await Promise.all([entries.delete(id), photos.delete(all), bytes.delete(all)].map(result));
  });
  announce();
}

/** Take a ready record for sending; null when it is not ready (any more). */
export async function claim(id) {
  return (await step(id, "ready", { state: "sending" })) ? openEntry(id) : null;
}

/** Not delivered: back to the queue, not before `nextTryAt`. */
export function release(id, problem, tries, nextTryAt) {
  return step(id, "sending", { state: "ready", problem, tries, nextTryAt });
}

/** Delivered. Some kinds stay readable for a day (see retention.js), other content leaves the phone. */
export async function settle(id, receipt, now) {
  const entry = await openEntry(id);
  const payload = staysReadable(entry?.kind) ? entry.payload : "";
  return rewrite(id, "sending", { state: "sent", receipt, payload, problem: null, message: "", settledAt: now });
}

/** The server did not take it: the phone keeps it, for a person. `message` is the server's. */
export function refuse(id, problem, message = "") {
  return rewrite(id, "sending", { state: "attention", problem, message });
}

/** It cannot be opened here: set aside as it is, and said. */
export function setAside(id, cause) {
  return step(id, "sending", { state: "attention", problem: { cause } });
}

/** The person asks to send a refused record once more. */
export function retry(id) {
  return step(id, "attention", { state: "ready", problem: null, tries: 0, nextTryAt: 0 });
}

/** Every waiting record of an account may go at once (the network is back). */
export async function wake(accountId) {
  await eachOf(accountId, "ready", (entry) => entry.nextTryAt > 0 && { ...entry, nextTryAt: 0 });
}

/** Records left in "sending" by a killed tab; call it holding the sender's lock. */
export async function recoverStuck(accountId) {
  await eachOf(accountId, "sending", (entry) => ({ ...entry, state: "ready", nextTryAt: 0 }));
}

/** States that still have to leave the phone. @param {Entry} entry */
export function waits(entry) {
  return entry.state === "ready" || entry.state === "sending" || entry.state === "attention";
}

/** Its text is there, photos of it are still here. @param {Entry} entry */
export function lacksPhotos(entry) {
  return entry.state === "sent" && Boolean(entry.photos) && entry.photos.sent < entry.photos.total;
}

/** The finished record of a stop that began with this check, or undefined. @returns {Promise<Entry | undefined>} */
export async function stopOfCheck(accountId, checkId) {
  return (await allEntries()).find(({ kind, state, accountId: whose, check }) => (
    kind === "stop" && state !== "draft" && whose === accountId && check === checkId
  ));
}

/** Since when it waits. @param {Entry} entry */
export function waitsSince(entry) {
  return entry.readyAt ?? entry.createdAt;
}

async function allRows() {
  const rows = await transact(["entries"], "readonly", (store) => result(store.getAll()));
  return rows.sort((a, b) => a.createdAt - b.createdAt);
}

function rowOf(id) {
  return transact(["entries"], "readonly", (store) => result(store.get(id)));
}

/** Change of clear columns alone. */
async function step(id, from, changes) {
  const changed = await transact(["entries"], "readwrite", async (store) => {
    const stored = await result(store.get(id));
    if (stored?.state !== from) return false;
    await result(store.put({ ...stored, ...changes }));
    return true;
  });
  if (changed) announce();
  return changed;
}

/** Change of content: opened and closed outside the transaction, stored only from that state. */
function rewrite(id, from, changes) {
  return inLine(id, async () => {
    const entry = await openEntry(id);
    if (entry?.state !== from) return false;
    return put(await closeRow({ ...entry, ...changes }), (stored) => stored?.state === from);
  });
}

async function put(row, allowed) {
  const changed = await transact(["entries", "vault"], "readwrite", async (entries, vault) => {
    if (!allowed(await result(entries.get(row.id)))) return false;
    await putRow(entries, vault, row);
    return true;
  });
  if (changed) announce();
  return changed;
}

/** Encrypting takes a moment: the next change of the same record waits for the one before. */
function inLine(id, work) {
  const mine = (lines.get(id) ?? Promise.resolve()).catch(() => undefined).then(work);
  lines.set(id, mine);
  mine.catch(() => undefined).finally(() => lines.get(id) === mine && lines.delete(id));
  return mine;
}

async function eachOf(accountId, state, next) {
  const changed = await transact(["entries"], "readwrite", async (store) => {
    const found = (await result(store.getAll()))
      .filter((entry) => entry.accountId === accountId && entry.state === state)
      .map(next)
      .filter(Boolean);
    await Promise.all(found.map((entry) => result(store.put(entry))));
    return found.length;
  });
  if (changed) announce();
}

function tell() {
  for (const listener of listeners) listener();
}
