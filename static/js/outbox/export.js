/** Last resort: everything of one author that has not reached the server, as files. */

import { allEntries, openEntry, waits } from "./entries.js";
import { numbersReport } from "./numbers.js";
import { photoBytes, photosOf, photosOfAccount } from "./photos.js";
import { deviceKey } from "./signer.js";
import { VaultError } from "./vault.js";

const FORMAT = "confere-outbox/2";
const ONE_FILE_BYTES = 6_000_000; // more photos than that go into a file for each record

/**
 * `{files: [{name, text}], count}`: JSON with the records exactly as they would be sent, drafts as
 * typed, numbers, and photos in base64 (in files of their own where they are many).
 * @param {string} accountId @param {number} now
 */
export async function exportUnsent(accountId, now) {
  const photos = await photosOfAccount(accountId);
  const withPhotos = new Set(photos.map(({ entryId }) => entryId));
  const own = (await allEntries()).filter((entry) => entry.accountId === accountId);
  const wanted = own.filter((entry) => waits(entry) || entry.state === "draft" || withPhotos.has(entry.id));
  const exportedAt = new Date(now).toISOString();
  const head = { format: FORMAT, exported_at: exportedAt, account_id: accountId };
  const inside = photos.reduce((sum, { size }) => sum + size, 0) <= ONE_FILE_BYTES;
  const entries = await Promise.all(wanted.map((entry) => written(entry)));
  const files = [];
  for (const entry of entries.filter(({ id }) => withPhotos.has(id))) {
    const content = await photosAsText(entry.id, photos);
    if (inside) entry.photos = content;
    else files.push(fileOf(`${exportedAt.slice(0, 10)}-${entry.id.slice(0, 8)}`, { ...head, entry_id: entry.id, photos: content }));
  }
  const records = entries.filter(({ state }) => state !== "draft");
  const drafts = entries.filter(({ state }) => state === "draft");
  const numbers = await numbersReport(accountId);
  const first = fileOf(exportedAt.slice(0, 10), { ...head, key: await deviceKey(), numbers, records, drafts });
  return { files: [first, ...files], count: entries.length };
}

/** Hand a text to the phone as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What cannot be opened is named, so that the file says what is missing. */
async function written({ id, kind, state, sha256, signature, number, problem }) {
  const clear = { id, kind, schema: 1, state, ...(number && { number }), ...(sha256 && { sha256 }), ...(signature && { signature }), problem };
  try {
    const { payload, fields, message } = await openEntry(id);
    const content = state === "draft" ? { fields } : { payload };
    return { ...clear, ...content, ...(message && { message }) };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return { ...clear, unreadable: error.code };
  }
}

async function photosAsText(entryId, rows) {
  const found = [];
  for (const { sha256, size, takenAt } of rows.filter((row) => row.entryId === entryId)) {
    try {
      const bytes = await photoBytes(entryId, sha256);
      const { caption = "" } = (await photosOf(entryId)).find((photo) => photo.sha256 === sha256) ?? {};
      found.push({ sha256, size, taken_at: takenAt, caption, base64: bytes ? base64(bytes) : "" });
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      found.push({ sha256, size, taken_at: takenAt, unreadable: error.code });
    }
  }
  return found;
}

function fileOf(name, content) {
  return { name: `confere-${name}.json`, text: JSON.stringify(content, null, 1) };
}

function base64(buffer) {
  const bytes = new Uint8Array(buffer);
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 0x8000) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(""));
}
