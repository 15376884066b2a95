/**
 * Numbers leased to this phone: blocks of a series, used in order, each number once. What the
 * server knows as explained is never used again; a number is taken only inside the transaction that
 * freezes its record, or that says why it has none.
 *
 * @typedef {object} Block
 * @property {string} accountId
 * @property {string} id
 * @property {string} series "TREINO-AI-2026"
 * @property {string} kind of document: notice, warning, regularisation
 * @property {number} first
 * @property {number} last
 * @property {number} next the number that comes next
 * @property {number[]} used numbers that the server knows as ended
 * @property {boolean} open the server still counts on it
 */

import { result, transact } from "./database.js";
import { announce, allEntries, newEntry } from "./entries.js";
import { closeRow, putRow } from "./rows.js";
import { seal } from "./payload.js";

const FEW = 6;
const TRAINING = "TREINO-";

/** "TREINO-AI-2026-000017". @param {{series: string, value: number}} number */
export function written({ series, value }) {
  return `${series}-${String(value).padStart(6, "0")}`;
}

/**
 * The number that comes next, or null: of the open blocks of that kind, the series of the year
 * first, then the lowest. Pure.
 * @param {Block[]} blocks @param {{kind: string, training: boolean, year?: string}} wanted
 */
export function nextOf(blocks, { kind, training, year = "" }) {
  const usable = blocks
    .filter((block) => block.open && block.kind === kind && block.next <= block.last)
    .filter((block) => block.series.startsWith(TRAINING) === training);
  const rank = (block) => (year && block.series.endsWith(`-${year}`) ? 0 : 1);
  const [block] = usable.sort((a, b) => rank(a) - rank(b) || a.first - b.first);
  return block ? { series: block.series, value: block.next, block: block.id } : null;
}

/** A block as the server tells it, joined with what this phone knows of it. Pure. */
export function joined(accountId, told, known) {
  const { id, series, kind, first, last, used = [] } = told;
  // Of a block first seen here, a number below an ended one may stand on a paper: it is not used.
  const from = known?.next ?? Math.max(first, ...used.map((value) => value + 1));
  return onwards({ accountId, id, series, kind, first, last, used, next: from, open: true });
}

/** The block with `next` past the numbers that have ended. */
function onwards(block) {
  let { next } = block;
  while (next <= block.last && block.used.includes(next)) next += 1;
  return { ...block, next: Math.min(next, block.last + 1) };
}

/**
 * Take the blocks of a contact. Those no longer told are closed. Nothing is taken when the phone
 * was wiped since it named itself: those blocks belong to what it was before.
 * @param {string} accountId @param {object[]} blocks @param {string} deviceId
 */
export async function storeBlocks(accountId, blocks, deviceId) {
  if (!Array.isArray(blocks)) return;
  await transact(["meta", "blocks"], "readwrite", async (meta, store) => {
    if ((await result(meta.get("device")))?.id !== deviceId) return;
    const known = await result(store.getAll(ofAccount(accountId)));
    const before = new Map(known.map((block) => [block.id, block]));
    const rows = blocks.map((told) => joined(accountId, told, before.get(told.id)));
    const closed = known.filter(({ id }) => !blocks.some((told) => told.id === id)).map((block) => ({ ...block, open: false }));
    await Promise.all([...rows, ...closed].map((row) => result(store.put(row))));
  });
}

/** The blocks of an account on this phone. @returns {Promise<Block[]>} */
export function blocksOf(accountId) {
  return transact(["blocks"], "readonly", (store) => result(store.getAll(ofAccount(accountId))));
}

/** How many numbers are left for a kind of document. */
export async function free(accountId, kind, training) {
  return (await summary(accountId))
    .filter((row) => row.kind === kind && row.series.startsWith(TRAINING) === training)
    .reduce((sum, row) => sum + row.free, 0);
}

/** The number that would come next, or null. It is not taken. */
export async function peek(accountId, kind, training, year = "") {
  return nextOf(await blocksOf(accountId), { kind, training, year });
}

/** `[{series, kind, free, next}]` of the open blocks, `next` 0 when there is none: device view and contact. */
export async function summary(accountId) {
  const bySeries = new Map();
  for (const block of (await blocksOf(accountId)).sort((a, b) => a.first - b.first)) {
    const row = bySeries.get(block.series) ?? { series: block.series, kind: block.kind, free: 0, next: 0, used: 0 };
    const left = block.open ? leftOf(block) : 0;
    row.free += left;
    if (left && !row.next) row.next = block.next;
    row.used = Math.max(row.used, block.next);
    bySeries.set(block.series, row);
  }
  return [...bySeries.values()];
}

/** `[{series, next, waiting}]` as the server wants to hear it: what comes next, and what still waits here. */
export async function numbersReport(accountId) {
  const waiting = (await writtenNumbers(accountId)).filter(({ state }) => state !== "sent");
  return (await summary(accountId)).map(({ series, next, used }) => ({
    series,
    next: next || used,
    waiting: waiting.filter((number) => number.series === series).map(({ value }) => value).sort((a, b) => a - b),
  }));
}

/** A series has few numbers left: look for the server soon. */
export async function runLow(accountId) {
  return (await summary(accountId)).some((row) => row.free < FEW);
}

/** `[{series, value, state, id}]` of the numbers on records of this phone, for the device view. */
export async function writtenNumbers(accountId) {
  return (await allEntries())
    .filter((entry) => entry.accountId === accountId && entry.number)
    .map(({ number, state, id }) => ({ series: number.series, value: number.value, state, id }));
}

/**
 * Use the next number up without a document, with the reason, as an entry of its own.
 * @param {string} accountId
 * @param {{deviceId: string, kind: string, training: boolean, year?: string, outcome: "voided"|"lost"|"returned", reason: string, at: string}} parts
 * @returns {Promise<{series: string, value: number, block: string} | null>} null: no numbers left
 */
export async function explainNext(accountId, { deviceId, kind, training, year, outcome, reason, at }) {
  for (;;) {
    const number = await peek(accountId, kind, training, year);
    if (!number) return null;
    const record = { account_id: accountId, device_id: deviceId, ...number, outcome, reason, at };
    const { payload, sha256 } = await seal(record);
    const now = Date.parse(at);
    const entry = newEntry({ kind: "number", accountId, state: "ready", createdAt: now, readyAt: now, label: written(number), number, payload, sha256 });
    const row = await closeRow(entry);
    const taken = await transact(["entries", "vault", "blocks"], "readwrite", async (entries, vault, blocks) => {
      if (!(await takeNumber(blocks, accountId, number))) return false;
      await putRow(entries, vault, row);
      return true;
    });
    if (!taken) continue;
    announce();
    return number;
  }
}

/** Inside a transaction: the number is used from now on; false when another tab was faster. */
export async function takeNumber(blocks, accountId, number) {
  const block = await result(blocks.get([accountId, number.block]));
  if (!block?.open || block.next !== number.value) return false;
  await result(blocks.put(onwards({ ...block, next: block.next + 1 })));
  return true;
}

function leftOf({ next, last, used }) {
  return Math.max(0, last - next + 1) - used.filter((value) => value > next && value <= last).length;
}

function ofAccount(accountId) {
  return IDBKeyRange.bound([accountId, ""], [accountId, "\uffff"]);
}
