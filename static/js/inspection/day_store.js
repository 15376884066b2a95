/**
 * Today's bookings and the cars drawn for another look, kept for a yard without signal: one list
 * for each account, with the hour it was heard. Leaves the phone with the list of the city.
 *
 * @typedef {{at: number, day: string, places: object[], bookings: object[], rechecks: object[]}} Day
 */

import { ask } from "../field/net.js";
import { getMeta, setMeta } from "../outbox/database.js";

export const DAY_KEY = "inspections:";
const PATIENCE_MS = 15_000;

/** What this phone last heard, or null. @returns {Promise<Day | null>} */
export async function storedDay(accountId) {
  return (await getMeta(DAY_KEY + accountId)) ?? null;
}

/** Ask for the list of today; null when it did not come. @param {number} now the corrected time */
export async function fetchDay(accountId, now) {
  const answer = await ask("/campo/vistorias", { timeout: PATIENCE_MS });
  if (answer.kind !== "ok" || !Array.isArray(answer.body.bookings)) return null;
  const { day, places = [], bookings, rechecks = [] } = answer.body;
  const heard = { at: now, day, places, bookings, rechecks };
  await setMeta(DAY_KEY + accountId, heard);
  return heard;
}

/** What was just inspected is done on the list of this phone too, before the next one is heard. */
export async function tickOff(accountId, record) {
  const kept = await storedDay(accountId);
  if (kept) await setMeta(DAY_KEY + accountId, without(kept, record));
}

/** The list without what that visit was to do. @param {Day} kept @param {object} record */
export function without(kept, { booking, occasion, vehicle }) {
  const done = (row) => (booking && row.booking === booking ? { ...row, state: "done" } : row);
  const left = ({ plate }) => occasion !== "recheck" || plate !== vehicle.plate;
  return { ...kept, bookings: kept.bookings.map(done), rechecks: kept.rechecks.filter(left) };
}
