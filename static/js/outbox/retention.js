/** What leaves the phone by itself, and when: only what the server has, never what waits. */

import { result, transact } from "./database.js";
import { announce } from "./entries.js";
import { staysReadable } from "./kinds.js";

const KEEP_COPY_MS = 24 * 3600_000; // a notice is printed again, a result shown, the same day
const KEEP_RECEIPT_MS = 30 * 24 * 3600_000;

/** The content of sent records after a day, their receipts after a month. @param {number} now */
export async function forgetOld(now) {
  const changed = await transact(["entries", "attachments"], "readwrite", async (entries, photos) => {
    const withPhotos = new Set((await result(photos.getAllKeys())).map(([entryId]) => entryId));
    let count = 0;
    for (const row of await result(entries.getAll())) {
      const next = withPhotos.has(row.id) ? row : afterTime(row, now);
      if (next === row) continue;
      await result(next ? entries.put(next) : entries.delete(row.id));
      count += 1;
    }
    return count;
  });
  if (changed) announce();
}

/** Whether the content of a finished entry is still here to be shown. Pure. */
export function isReadable(entry, now) {
  if (!staysReadable(entry.kind) || entry.state === "draft" || entry.unreadable) return false;
  return entry.state !== "sent" || now - (entry.settledAt ?? entry.createdAt) < KEEP_COPY_MS;
}

/** The row as it is kept at that time; null when it is forgotten, itself when nothing changes. Pure. */
export function afterTime(row, now) {
  if (row.state !== "sent") return row;
  const settled = row.settledAt ?? row.createdAt;
  if (settled < now - KEEP_RECEIPT_MS) return null;
  if (row.box && settled < now - KEEP_COPY_MS) {
    const { box: _content, ...rest } = row;
    return rest;
  }
  return row;
}
