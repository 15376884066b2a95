/**
 * Records on their way from this phone to the server:
 * `draft → ready → sending → sent | attention`. Each step is one transaction that looks at the
 * stored state first, so a late autosave or a second tab can never take a record backwards.
 *
 * @typedef {object} Entry
 * @property {string} id 32 hexadecimal characters, born here
 * @property {"stop"} kind
 * @property {string} accountId whose it is
 * @property {"draft"|"ready"|"sending"|"sent"|"attention"} state
 * @property {number} createdAt milliseconds
 * @property {string} label the plate, for the list
 * @property {Record<string, any>} fields as typed (drafts)
 * @property {string} [payload] canonical JSON, frozen at the end of the draft
 * @property {string} [sha256]
 * @property {number} tries
 * @property {number} nextTryAt
 * @property {{cause: string, message?: string} | null} problem
 * @property {{received_at: string} | null} receipt
 */

import { result, transact } from "./database.js";

const KEEP_SENT_MS = 30 * 24 * 3600_000;
const listeners = new Set();
let channel = null; // to the other tabs of this app

/** Called after any change, in this tab or another. @param {() => void} listener */
export function onChange(listener) {
  listeners.add(listener);
  if (channel || typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel("confere-outbox");
  channel.addEventListener("message", tell);
}

/** A new identifier: 32 hexadecimal characters. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** All entries, oldest first. @returns {Promise<Entry[]>} */
export async function allEntries() {
  const entries = await transact(["entries"], "readonly", (store) => result(store.getAll()));
  return entries.sort((a, b) => a.createdAt - b.createdAt);
}

/** @param {string} id @returns {Promise<Entry | undefined>} */
export function getEntry(id) {
  return transact(["entries"], "readonly", (store) => result(store.get(id)));
}

/** Save what was typed; false when the record is no longer a draft. @param {Entry} entry */
export function saveDraft(entry) {
  return change(entry.id, (stored) => (stored && stored.state !== "draft" ? null : entry));
}

/** The person is done: freeze the payload. False when it was finished before. */
export function finish(id, payload, sha256) {
  return step(id, "draft", { state: "ready", payload, sha256, fields: {}, nextTryAt: 0 });
}

/** Throw a draft away, by its author's own hand. */
export async function discardDraft(id) {
  await transact(["entries"], "readwrite", async (store) => {
    const stored = await result(store.get(id));
    if (stored?.state === "draft") await result(store.delete(id));
  });
  announce();
}

/** Take a ready record for sending; null when it is not ready (any more). */
export async function claim(id) {
  return (await step(id, "ready", { state: "sending" })) ? getEntry(id) : null;
}

/** Not delivered: back to the queue, not before `nextTryAt`. */
export function release(id, problem, tries, nextTryAt) {
  return step(id, "sending", { state: "ready", problem, tries, nextTryAt });
}

/** Delivered: the receipt is kept, the content leaves the phone. */
export function settle(id, receipt) {
  return step(id, "sending", { state: "sent", receipt, payload: "", problem: null });
}

/** The server keeps it in quarantine: the phone keeps it too, for a person. */
export function refuse(id, problem) {
  return step(id, "sending", { state: "attention", problem });
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

/** Forget receipts after a month. @param {number} now */
export async function forgetOldReceipts(now) {
  await transact(["entries"], "readwrite", async (store) => {
    for (const entry of await result(store.getAll())) {
      if (entry.state === "sent" && entry.createdAt < now - KEEP_SENT_MS) store.delete(entry.id);
    }
  });
}

/** States that still have to leave the phone. @param {Entry} entry */
export function waits(entry) {
  return entry.state === "ready" || entry.state === "sending" || entry.state === "attention";
}

function step(id, from, changes) {
  return change(id, (stored) => (stored?.state === from ? { ...stored, ...changes } : null));
}

async function change(id, next) {
  const changed = await transact(["entries"], "readwrite", async (store) => {
    const value = next(await result(store.get(id)));
    if (value) await result(store.put(value));
    return Boolean(value);
  });
  if (changed) announce();
  return changed;
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

function announce() {
  channel?.postMessage("changed");
  tell();
}

function tell() {
  for (const listener of listeners) listener();
}
