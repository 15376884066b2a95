/** How long a finished notice can be shown and printed again. Pure. */

const REPRINT_MS = 24 * 3600_000; // as long as the outbox keeps it after its receipt

/** Whether an entry's copy can still be shown. @param {import("../outbox/entries.js").Entry} entry @param {number} now */
export function hasCopy(entry, now) {
  if (entry.kind !== "notice" || entry.state === "draft" || !entry.number || entry.unreadable) return false;
  return entry.state !== "sent" || now - (entry.settledAt ?? entry.createdAt) < REPRINT_MS;
}
