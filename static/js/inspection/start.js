/** From a car on the screen to a draft: of a check, or of today's list. */

import { isTraining } from "../field/check.js";
import { plateOf } from "../field/verdict_view.js";
import { newId } from "../outbox/entries.js";
import { draftOf } from "./draft.js";
import { factsOfCard } from "./facts.js";

/** A car of a check: scanned, or its plate typed. @param {object} kept the day's list (day_store.js) or null */
export function carOfCheck(check, kept) {
  const plate = plateOf(check);
  const planned = carOfDay(kept, plate);
  const sealIndex = check.token?.payload?.index ?? check.card?.index ?? null;
  const how = check.token?.payload ? "seal" : "plate";
  return { ...planned, plate, sealIndex, how, facts: planned?.facts ?? factsOfCard(check.card) };
}

/** A car of today's list by its plate, or undefined. */
export function carOfDay(kept, plate) {
  const booking = kept?.bookings.find(({ car, state }) => car.plate === plate && ["booked", "arrived"].includes(state));
  if (booking) return carOfBooking(booking);
  const recheck = kept?.rechecks.find((car) => car.plate === plate);
  return recheck && carOfRecheck(recheck);
}

/** @param {object} booking a row of the day's list */
export function carOfBooking({ booking, occasion, place, car }) {
  return { plate: car.plate, sealIndex: car.seal_index, how: "plate", facts: car, booking, occasion, place };
}

/** @param {object} car CarFacts of a car that was drawn */
export function carOfRecheck(car) {
  return { plate: car.plate, sealIndex: car.seal_index, how: "plate", facts: car, occasion: "recheck" };
}

/** A new draft about that car. @param {object} parts {state, clock} */
export function startInspection(car, { state, clock }) {
  const { session, list } = state.get();
  return draftOf(car, {
    id: newId(), accountId: session.agent.account_id, now: clock.now(), startedAt: clock.stamp().happened_at,
    training: isTraining(session, list), catalogue: list.pack.meta.inspections,
  });
}
