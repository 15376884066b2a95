/** What this phone tells the office of itself at each contact. */

import { allEntries, waits, waitsSince } from "./entries.js";
import { numbersReport } from "./numbers.js";
import { deviceKey } from "./signer.js";

/**
 * The body of POST /campo/ola, without the age of the list.
 * @param {string} accountId @param {{device: {id: string, label: string}, standalone: boolean, persisted: boolean}} parts
 */
export async function phoneReport(accountId, { device, standalone, persisted }) {
  const entries = await allEntries();
  const waiting = entries.filter(waits);
  const oldest = Math.min(...waiting.map(waitsSince));
  const facts = waiting.map(({ factAt }) => factAt).filter(Boolean);
  return {
    device_id: device.id,
    label: device.label,
    waiting: waiting.length,
    oldest_waiting_at: waiting.length ? new Date(oldest).toISOString() : null,
    oldest_fact_at: facts.length ? new Date(Math.min(...facts)).toISOString() : null,
    photos_waiting: entries.reduce((sum, { photos }) => sum + (photos ? photos.total - photos.sent : 0), 0),
    standalone,
    persisted,
    key: await deviceKey(),
    numbers: await numbersReport(accountId),
  };
}
