/**
 * What a person typed or photographed lies on the phone only encrypted, with a key of its author
 * that the browser will not hand out (AES-GCM 256, kept as a CryptoKey in `vault`).
 *
 * Encrypting is never done inside a transaction, which would end at the first foreign promise:
 * boxes are made before, opened after, and `keepKey` stores the key together with the box, so that
 * nothing can lie there whose key was wiped in between.
 *
 * @typedef {{key: string, iv: Uint8Array, data: ArrayBuffer}} Box
 */

import { result, transact } from "./database.js";

const known = new Map(); // key id → its row, as this page has met it
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** `code`: "key_lost" (its key is not on this phone) or "damaged". Nothing is ever deleted for it. */
export class VaultError extends Error {
  /** @param {"key_lost"|"damaged"} code */
  constructor(code) {
    super(`vault: ${code}`);
    this.name = "VaultError";
    this.code = code;
  }
}

/**
 * Bytes in a box that opens only under the same `context` (which row and part it belongs to).
 * @param {string} accountId @param {string} context @param {BufferSource} bytes @returns {Promise<Box>}
 */
export async function lockBytes(accountId, context, bytes) {
  const { id, key } = await keyOf(accountId);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: encoder.encode(context) }, key, bytes);
  return { key: id, iv, data };
}

/** `VaultError` when it cannot be opened. @param {Box} box @returns {Promise<ArrayBuffer>} */
export async function unlockBytes(box, context) {
  const row = known.get(box.key) ?? (await stored(box.key));
  if (!row) throw new VaultError("key_lost");
  try {
    const additionalData = encoder.encode(context);
    return await crypto.subtle.decrypt({ name: "AES-GCM", iv: box.iv, additionalData }, row.key, box.data);
  } catch {
    throw new VaultError("damaged");
  }
}

/** Any JSON value in a box. */
export function lock(accountId, context, value) {
  return lockBytes(accountId, context, encoder.encode(JSON.stringify(value)));
}

/** The value of a box of `lock`. @param {Box} box */
export async function unlock(box, context) {
  return JSON.parse(decoder.decode(await unlockBytes(box, context)));
}

/**
 * Inside a transaction that stores boxes: their keys are there too afterwards.
 * @param {IDBObjectStore} vault @param {...(Box | undefined)} boxes
 */
export async function keepKeys(vault, ...boxes) {
  for (const id of new Set(boxes.filter(Boolean).map(({ key }) => key))) {
    const present = await result(vault.getKey(id));
    if (present === undefined && known.has(id)) await result(vault.put(known.get(id), id));
  }
}

async function keyOf(accountId) {
  const own = () => [...known.values()].find((row) => row.accountId === accountId);
  if (!own()) await transact(["vault"], "readonly", async (vault) => (await result(vault.getAll())).forEach(remember));
  return own() ?? create(accountId);
}

/** The first key of an account; when another tab was faster, that tab's. */
async function create(accountId) {
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const row = await transact(["vault"], "readwrite", async (vault) => {
    const before = (await result(vault.getAll())).find((other) => other.accountId === accountId);
    if (!before) await result(vault.put({ id, accountId, key }, id));
    return before ?? { id, accountId, key };
  });
  return remember(row);
}

async function stored(id) {
  const row = await transact(["vault"], "readonly", (vault) => result(vault.get(id)));
  return row && remember(row);
}

function remember(row) {
  known.set(row.id, row);
  return row;
}
