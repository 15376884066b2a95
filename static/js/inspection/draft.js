/** Where a visit begins: a car of today's list, a scanned seal or a typed plate. Pure but for the id that comes in. */

import { newEntry } from "../outbox/entries.js";
import { withFacts } from "./facts.js";
import { blankRecord } from "./record.js";

/**
 * A new draft entry.
 * @param {object} car {plate, sealIndex, how: "seal"|"plate", facts, booking?, occasion?, place?}
 * @param {object} told {id, accountId, now, startedAt, training, catalogue}
 */
export function draftOf(car, { id, accountId, now, startedAt, training, catalogue }) {
  const blank = blankRecord({ training, startedAt });
  const record = {
    ...blank,
    booking: car.booking ?? "",
    vehicle: { ...blank.vehicle, plate: car.plate, seal_index: car.sealIndex ?? null },
    identified: { ...blank.identified, how: car.how },
    place: { ...blank.place, text: car.place ?? "" },
  };
  const fields = {
    step: "identify", record, facts: {}, wanted: car.occasion ?? "", byHand: { occasion: false, fee: false }, seen: {},
  };
  const known = withFacts(fields, car.facts ?? {}, catalogue);
  return newEntry({ id, kind: "inspection", accountId, createdAt: now, label: car.plate, fields: known });
}
