/** How long a finished notice can be shown and printed again. Pure. */

import { isReadable } from "../outbox/retention.js";

/** Whether an entry's copy can still be shown. @param {import("../outbox/entries.js").Entry} entry @param {number} now */
export function hasCopy(entry, now) {
  return entry.kind === "notice" && Boolean(entry.number) && isReadable(entry, now);
}
