/** A finished record as the text that is hashed, sent and compared: canonical JSON and its SHA-256. */

import { canonical } from "../kernel/canonical.js";

/**
 * `{payload, sha256}` of a record; throws for what has no canonical form (fractions, for one).
 * @param {Record<string, unknown>} record
 */
export async function seal(record) {
  const bytes = canonical(record);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { payload: new TextDecoder().decode(bytes), sha256 };
}
