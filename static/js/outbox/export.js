/** Last resort: everything of one author that has not reached the server, as one file. */

import { allEntries, waits } from "./entries.js";

/**
 * `{name, text, count}`: a JSON file with the records exactly as they would be sent, and drafts
 * as typed. @param {string} accountId @param {number} now
 */
export async function exportUnsent(accountId, now) {
  const own = (await allEntries()).filter((entry) => entry.accountId === accountId);
  const records = own.filter(waits).map(({ id, kind, sha256, payload, state, problem }) => (
    { id, kind, schema: 1, sha256, payload, state, problem }
  ));
  const drafts = own.filter((entry) => entry.state === "draft").map(({ id, kind, fields }) => (
    { id, kind, fields }
  ));
  const exportedAt = new Date(now).toISOString();
  const file = { format: "confere-outbox/1", exported_at: exportedAt, account_id: accountId, records, drafts };
  return {
    name: `confere-${exportedAt.slice(0, 10)}.json`,
    text: JSON.stringify(file, null, 1),
    count: records.length + drafts.length,
  };
}

/** Hand a text to the phone as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
