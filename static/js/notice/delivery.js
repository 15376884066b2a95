/**
 * A copy handed over after the notice was finished: an annotation of its own, since the notice says
 * that none was delivered and never changes (PLA art. 48: one copy to the driver, where possible).
 */

import { getMeta, result, transact } from "../outbox/database.js";
import { announce, entriesOf, newEntry } from "../outbox/entries.js";
import { seal } from "../outbox/payload.js";
import { closeRow, putRow } from "../outbox/rows.js";
import { hex } from "../outbox/signer.js";

const DELIVERY = "delivery";

/** When it was registered, in milliseconds; 0 when it was not. */
export async function deliveredAt(accountId, noticeId) {
  const entries = await entriesOf(accountId);
  return entries.find(({ after, document }) => after === noticeId && document === DELIVERY)?.createdAt ?? 0;
}

/**
 * Register that the copy of a frozen notice was handed over; once, whatever is tapped.
 * @param {{id: string, accountId: string, label: string}} notice
 * @param {{text: string, now: number}} parts how, in words
 */
export async function registerDelivery({ id, accountId, label }, { text, now }) {
  const { id: deviceId } = await getMeta("device");
  const record = {
    account_id: accountId, device_id: deviceId, notice_id: id, kind: DELIVERY, text, at: new Date(now).toISOString(),
  };
  const { payload, sha256 } = await seal(record);
  const row = await closeRow(newEntry({
    id: await idOf(id), kind: "annotation", document: DELIVERY, accountId, label, state: "ready", createdAt: now, readyAt: now, after: id, payload, sha256,
  }));
  await transact(["entries", "vault"], "readwrite", async (entries, vault) => {
    if (!(await result(entries.get(row.id)))) await putRow(entries, vault, row);
  });
  announce();
}

/** The same for every tap and tab. */
async function idOf(noticeId) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${DELIVERY}:${noticeId}`));
  return hex(digest).slice(0, 32);
}
