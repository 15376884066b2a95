/**
 * Photos of records: encrypted bytes by the SHA-256 that the record will name, each with its own
 * state (`held` while a draft, `ready` once the record is frozen, `attention`). They leave the phone
 * only when the server has them whole.
 *
 * @typedef {object} Photo
 * @property {string} entryId
 * @property {string} sha256
 * @property {string} accountId
 * @property {number} size bytes
 * @property {string} takenAt ISO
 * @property {number} addedAt milliseconds: the order
 * @property {"held"|"ready"|"attention"} state
 * @property {number} tries
 * @property {number} nextTryAt
 * @property {number} restarts how often the server found other bytes
 * @property {{cause: string} | null} problem
 */

import { isStorageFull, result, transact } from "./database.js";
import { announce } from "./entries.js";
import { hex } from "./signer.js";
import { keepKeys, lock, lockBytes, unlock, unlockBytes } from "./vault.js";

export const PHOTO_BYTES_MAX = 4_000_000;
// A photo is taken only when this much more would fit: what is typed afterwards must find room.
const ROOM_FOR_TEXT = 256 * 1024;
const MARGIN = ["margin", ""];

/** `code`: "empty", "too_big", "not_draft" or "storage_full". */
export class PhotoError extends Error {
  /** @param {"empty"|"too_big"|"not_draft"|"storage_full"} code */
  constructor(code) {
    super(`photo: ${code}`);
    this.name = "PhotoError";
    this.code = code;
  }
}

/**
 * Keep a photo of a stored draft; the same photo twice is one. Resolves when the phone holds it.
 * @param {string} entryId @param {string} accountId
 * @param {{bytes: ArrayBuffer, takenAt: string, caption?: string}} photo
 * @returns {Promise<{sha256: string, size: number, taken_at: string, caption: string}>} as a record names it
 */
export async function addPhoto(entryId, accountId, { bytes, takenAt, caption = "" }) {
  const size = bytes.byteLength;
  if (!size) throw new PhotoError("empty");
  if (size > PHOTO_BYTES_MAX) throw new PhotoError("too_big");
  const sha256 = hex(await crypto.subtle.digest("SHA-256", bytes));
  const face = await lock(accountId, contextOf(entryId, sha256, "face"), { caption });
  const box = await lockBytes(accountId, contextOf(entryId, sha256, "bytes"), bytes);
  const row = {
    entryId, sha256, accountId, size, takenAt, addedAt: Date.now(), state: "held",
    tries: 0, nextTryAt: 0, restarts: 0, problem: null, face,
  };
  await store(row, box);
  announce();
  return { sha256, size, taken_at: takenAt, caption };
}

async function store(row, box) {
  const names = ["entries", "attachments", "attachment_bytes", "vault"];
  try {
    await transact(names, "readwrite", async (entries, photos, bytes, vault) => {
      if ((await result(entries.get(row.entryId)))?.state !== "draft") throw new PhotoError("not_draft");
      await keepKeys(vault, row.face, box);
      await result(bytes.put(new ArrayBuffer(ROOM_FOR_TEXT), MARGIN));
      await result(bytes.put(box, [row.entryId, row.sha256]));
      await result(photos.put(row));
      await result(bytes.delete(MARGIN));
    });
  } catch (error) {
    throw isStorageFull(error) ? new PhotoError("storage_full") : error;
  }
}

/** The photos of an entry as its record names them, in the order they were taken in. */
export async function photosOf(entryId) {
  return Promise.all((await rowsOf(entryId)).map(async (row) => {
    const { caption } = await unlock(row.face, contextOf(entryId, row.sha256, "face"));
    return { sha256: row.sha256, size: row.size, taken_at: row.takenAt, caption };
  }));
}

/** Change the words under a photo of a draft. */
export async function captionPhoto(entryId, sha256, caption) {
  const row = (await rowsOf(entryId)).find((other) => other.sha256 === sha256);
  if (row?.state !== "held") throw new PhotoError("not_draft");
  const face = await lock(row.accountId, contextOf(entryId, sha256, "face"), { caption });
  await transact(["attachments", "vault"], "readwrite", async (photos, vault) => {
    const stored = await result(photos.get([entryId, sha256]));
    if (stored?.state !== "held") throw new PhotoError("not_draft");
    await keepKeys(vault, face);
    await result(photos.put({ ...stored, face }));
  });
}

/** Take a photo off a draft, by its author's own hand. */
export async function removePhoto(entryId, sha256) {
  await transact(["entries", "attachments", "attachment_bytes"], "readwrite", async (entries, photos, bytes) => {
    if ((await result(entries.get(entryId)))?.state !== "draft") throw new PhotoError("not_draft");
    await result(photos.delete([entryId, sha256]));
    await result(bytes.delete([entryId, sha256]));
  });
  announce();
}

/** The bytes of a photo; null when they are no longer here. `VaultError` when they cannot be opened. */
export async function photoBytes(entryId, sha256) {
  const box = await transact(["attachment_bytes"], "readonly", (bytes) => result(bytes.get([entryId, sha256])));
  return box ? unlockBytes(box, contextOf(entryId, sha256, "bytes")) : null;
}

/** An address for an `<img>`, to be revoked by who asked; "" when the photo is no longer here. */
export async function photoUrl(entryId, sha256) {
  const bytes = await photoBytes(entryId, sha256);
  return bytes ? URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" })) : "";
}

/** All photos of an account still on this phone, without their bytes. @returns {Promise<Photo[]>} */
export async function photosOfAccount(accountId) {
  const rows = await transact(["attachments"], "readonly", (photos) => result(photos.getAll()));
  return rows.filter((row) => row.accountId === accountId).sort((a, b) => a.addedAt - b.addedAt);
}

/** Inside a transaction: the photos of an entry are those its record names, and may go; false when not. */
export async function freezePhotos(photos, entryId, named) {
  const rows = await result(photos.getAll(ofEntry(entryId)));
  const same = (row) => named.some(({ sha256, size }) => sha256 === row.sha256 && size === row.size);
  if (rows.length !== named.length || !rows.every(same)) return false;
  await Promise.all(rows.map((row) => result(photos.put({ ...row, state: "ready" }))));
  return true;
}

/** Change the state of a photo that waits. @param {Partial<Photo>} changes */
export async function markPhoto({ entryId, sha256 }, changes) {
  await transact(["attachments"], "readwrite", async (photos) => {
    const stored = await result(photos.get([entryId, sha256]));
    if (stored) await result(photos.put({ ...stored, ...changes }));
  });
  announce();
}

/** The server has it whole: the bytes leave the phone, the record counts it, in one step. */
export async function photoArrived({ entryId, sha256 }) {
  await transact(["entries", "attachments", "attachment_bytes"], "readwrite", async (entries, photos, bytes) => {
    if (!(await result(photos.get([entryId, sha256])))) return;
    await result(photos.delete([entryId, sha256]));
    await result(bytes.delete([entryId, sha256]));
    const entry = await result(entries.get(entryId));
    if (entry?.photos) await result(entries.put({ ...entry, photos: { ...entry.photos, sent: entry.photos.sent + 1 } }));
  });
  announce();
}

/** Photos of an account that failed may be tried at once. */
export function wakePhotos(accountId) {
  return again((row) => row.accountId === accountId && row.nextTryAt > 0, {});
}

/** The person asks to send the photos of a record once more that were given up. */
export function retryPhotos(entryId) {
  return again((row) => row.entryId === entryId && row.state === "attention", { state: "ready", tries: 0, restarts: 0 });
}

async function again(which, changes) {
  await transact(["attachments"], "readwrite", async (photos) => {
    const found = (await result(photos.getAll())).filter(which);
    await Promise.all(found.map((row) => result(photos.put({ ...row, ...changes, nextTryAt: 0 }))));
  });
}

async function rowsOf(entryId) {
  const rows = await transact(["attachments"], "readonly", (photos) => result(photos.getAll(ofEntry(entryId))));
  return rows.sort((a, b) => a.addedAt - b.addedAt);
}

function ofEntry(entryId) {
  return IDBKeyRange.bound([entryId, ""], [entryId, "\uffff"]);
}

function contextOf(entryId, sha256, part) {
  return `${entryId}:${sha256}:${part}`;
}
