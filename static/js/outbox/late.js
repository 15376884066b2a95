/**
 * The hours the law gives to forward a notice, counted from the fact (PLA art. 49 §2), and the
 * reason for a late one: a record of its own that follows the notice and leaves it untouched.
 */

import { result, transact } from "./database.js";
import { announce, newEntry, openEntry, saveDraft } from "./entries.js";
import { seal } from "./payload.js";
import { closeRow, putRow } from "./rows.js";

const HOUR_MS = 3600_000;

/**
 * `{dueAt, late, asks}` of a notice; null where no hours are counted. `late`: it had not arrived in
 * time; `asks`: and nobody said why. Pure.
 * @param {import("./entries.js").Entry} entry @param {number | undefined} hours @param {number} now
 */
export function forwarding(entry, hours, now) {
  if (!hours || !entry.factAt || entry.state === "draft") return null;
  const dueAt = entry.factAt + hours * HOUR_MS;
  const late = (entry.receipt ? Date.parse(entry.receipt.received_at) : now) > dueAt;
  return { dueAt, late, asks: late && !entry.explained };
}

/** The reason of a notice as typed so far, or undefined. @param {import("./entries.js").Entry[]} entries */
export function reasonDraft(entries, noticeId) {
  return entries.find(({ kind, state, after }) => kind === "annotation" && state === "draft" && after === noticeId);
}

/** Keep what was typed. @param {{id: string, accountId: string}} notice @param {string} draftId */
export function saveReason(notice, draftId, text, now) {
  const { accountId, id: after } = notice;
  return saveDraft(newEntry({ id: draftId, kind: "annotation", accountId, createdAt: now, after, fields: { text } }));
}

/**
 * Finish the reason and mark the notice as explained, in one transaction; false when it was before.
 * @param {{id: string, accountId: string}} notice
 * @param {string} draftId @param {{text: string, deviceId: string, now: number}} parts
 */
export async function finishReason(notice, draftId, { text, deviceId, now }) {
  const { accountId, id: noticeId } = notice;
  const at = new Date(now).toISOString();
  const record = { account_id: accountId, device_id: deviceId, notice_id: noticeId, kind: "late_reason", text, at };
  const { payload, sha256 } = await seal(record);
  const { label = "" } = (await openEntry(noticeId)) ?? {};
  const entry = newEntry({
    id: draftId, kind: "annotation", accountId, state: "ready", createdAt: now, readyAt: now, after: noticeId, label, payload, sha256,
  });
  const row = await closeRow(entry);
  const done = await transact(["entries", "vault"], "readwrite", async (entries, vault) => {
    const before = await result(entries.get(draftId));
    const about = await result(entries.get(noticeId));
    if ((before && before.state !== "draft") || !about || about.explained) return false;
    await putRow(entries, vault, row);
    await result(entries.put({ ...about, explained: true }));
    return true;
  });
  if (done) announce();
  return done;
}
