/**
 * The end of a draft, once and for all: number, chain, canonical bytes, hash and signature, stored
 * in one transaction. After any crash the record is still a draft, with its number unused, or it is
 * frozen with all of that. Tabs take turns; where a browser has no locks, the transaction compares.
 */

import { canonical } from "../kernel/canonical.js";
import { getMeta, isStorageFull, result, transact } from "./database.js";
import { announce, openEntry } from "./entries.js";
import { FROZEN } from "./kinds.js";
import { blocksOf, nextOf, takeNumber } from "./numbers.js";
import { freezePhotos, photosOf } from "./photos.js";
import { closeRow, putRow } from "./rows.js";
import { deviceKey, hex, sign } from "./signer.js";

const LOCK = "confere-freeze";
const PAYLOAD_BYTES_MAX = 128 * 1024;
const NO_RECORD = "0".repeat(64);
const ATTEMPTS = 5;
const STORES = ["meta", "entries", "vault", "blocks", "attachments"];

/**
 * `code`: "not_draft", "no_numbers", "photos" (those kept are not those named), "too_large",
 * "wiped" (the phone lost its storage: open the app again), "storage_full", "busy".
 */
export class FreezeError extends Error {
  /** @param {string} code */
  constructor(code) {
    super(`freeze: ${code}`);
    this.name = "FreezeError";
    this.code = code;
  }
}

/**
 * Freeze a stored draft, as its kind asks (kinds.js). Whether it takes a number, and of which
 * series, is read from `fields.record`. What `build` throws leaves all as it was.
 * @param {string} entryId
 * @param {(given: {number: {series: string, value: number, block: string} | null,
 *   chain: {seq: number, prev: string}, key_id: string, device_id: string, beacon: string,
 *   photos: object[]}) => object | Promise<object>} build the record, from what only the outbox knows
 * @param {{year?: string}} [options] year of the series to prefer
 * @returns {Promise<{number: object | null, sha256: string, record: object}>}
 */
export function freeze(entryId, build, options = {}) {
  return inTurn(async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const frozen = await tryOnce(entryId, build, options);
      if (frozen) return frozen;
    }
    throw new FreezeError("busy");
  });
}

/** The record of a frozen entry while it is kept to be shown (24 h after its receipt), or null. */
export async function frozenRecord(entryId) {
  const entry = await openEntry(entryId);
  if (!entry?.payload || entry.state === "draft") return null;
  const { sha256, signature = "", number = null, receipt, state } = entry;
  return { record: JSON.parse(entry.payload), sha256, signature, number, receipt, state };
}

async function tryOnce(entryId, build, { year = "" }) {
  const entry = await openEntry(entryId);
  if (entry?.state !== "draft") throw new FreezeError("not_draft");
  const { accountId, fields } = entry;
  const kind = FROZEN[entry.kind];
  const chain = kind.chain(accountId);
  const head = (await getMeta(chain)) ?? { seq: 0, hash: NO_RECORD };
  const device = await getMeta("device");
  if (!device) throw new FreezeError("wiped");
  const number = kind.numbered(fields.record) ? await numberFor(accountId, fields.record, year) : null;
  const { key_id: keyId } = await deviceKey();
  const record = await build({
    number, chain: { seq: head.seq + 1, prev: head.hash }, key_id: keyId, device_id: device.id,
    beacon: (await getMeta(beaconKey(accountId))) ?? "", photos: await photosOf(entryId),
  });
  const frozen = await frozenEntry(entry, record, number);
  const row = await closeRow(frozen);
  const stored = await store({ row, record, number, head, chain, accountId, deviceId: device.id });
  if (!stored) return null;
  announce();
  return { number, sha256: frozen.sha256, record };
}

async function numberFor(accountId, { kind, training }, year) {
  const number = nextOf(await blocksOf(accountId), { kind, training, year });
  if (!number) throw new FreezeError("no_numbers");
  return number;
}

async function frozenEntry(entry, record, number) {
  const bytes = canonical(record);
  if (bytes.length > PAYLOAD_BYTES_MAX) throw new FreezeError("too_large");
  const { context, columns } = FROZEN[entry.kind];
  const { key_id: keyId, signature } = await sign(bytes, context);
  if (keyId !== record.key_id) throw new FreezeError("wiped");
  return {
    ...entry,
    ...columns(record),
    state: "ready",
    fields: {},
    payload: new TextDecoder().decode(bytes),
    sha256: hex(await crypto.subtle.digest("SHA-256", bytes)),
    signature,
    number,
    photos: { total: record.photos.length, sent: 0 },
    nextTryAt: 0,
  };
}

/** The one transaction; false when something moved meanwhile and it must be made anew. */
async function store({ row, record, number, head, chain, accountId, deviceId }) {
  try {
    return await transact(STORES, "readwrite", async (meta, entries, vault, blocks, photos) => {
      const before = await result(entries.get(row.id));
      // The connection may have died after the commit: then it is done.
      if (before?.sha256 === row.sha256 && before.state !== "draft") return true;
      if (before?.state !== "draft") throw new FreezeError("not_draft");
      if ((await result(meta.get("device")))?.id !== deviceId) throw new FreezeError("wiped");
      const { seq } = (await result(meta.get(chain))) ?? { seq: 0 };
      if (seq !== head.seq) return false;
      if (!(await freezePhotos(photos, row.id, record.photos))) throw new FreezeError("photos");
      if (number && !(await takeNumber(blocks, accountId, number))) throw new Moved();
      await putRow(entries, vault, row);
      await result(meta.put({ seq: record.chain.seq, hash: row.sha256 }, chain));
      return true;
    });
  } catch (error) {
    if (error instanceof Moved) return false;
    throw isStorageFull(error) ? new FreezeError("storage_full") : error;
  }
}

/** Thrown inside the transaction, so that it takes back what it had written. */
class Moved extends Error {}

/** Keep the server's sealed instant for the next records. @param {string} beacon */
export async function keepBeacon(accountId, beacon) {
  if (typeof beacon !== "string" || !beacon) return;
  await transact(["meta"], "readwrite", (meta) => result(meta.put(beacon, beaconKey(accountId))));
}

function inTurn(work) {
  return navigator.locks ? navigator.locks.request(LOCK, work) : work();
}

function beaconKey(accountId) {
  return `beacon:${accountId}`;
}
