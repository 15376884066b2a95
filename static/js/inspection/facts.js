/** What is known of the car, from the list on the phone or the registry, taken into a draft. Pure. */

import { occasionsOf, withOccasion } from "./record.js";

/** CarFacts of a card of the field list: less than the registry tells, and never the chassis. */
export function factsOfCard(card) {
  if (!card) return {};
  const { plate, makeModel, colour, modality, index, operator } = card;
  return { plate, make_model: makeModel, colour, modality, seal_index: index, operator };
}

/** The one car that is meant, or null when several share the plate. */
export function theCar(cars, sealIndex) {
  if (cars.length < 2) return cars[0] ?? null;
  return cars.find(({ seal_index: index }) => index !== null && index === sealIndex) ?? null;
}

/**
 * The fields of a draft with these facts. What the registry says of the car takes the place of what
 * the list said; an occasion, a guide or a place chosen by hand stays, and so does what was booked.
 * @param {object} fields @param {object} told CarFacts @param {object} catalogue
 */
export function withFacts(fields, told, catalogue) {
  const { record, byHand = {} } = fields;
  const facts = wanting(fields, told);
  const known = (name) => facts[name] || record.vehicle[name];
  const vehicle = {
    ...record.vehicle,
    make_model: known("make_model"), colour: known("colour"), modality: known("modality"),
    seal_index: record.vehicle.seal_index ?? facts.seal_index ?? null,
  };
  const next = { ...fields, facts, record: { ...record, vehicle } };
  const { likely, others } = occasionsOf(catalogue, vehicle.modality, facts);
  const possible = [...likely, ...others].some(({ id }) => id === record.occasion);
  const occasion = byHand.occasion && possible ? record.occasion : likely[0]?.id ?? "";
  const chosen = withOccasion(catalogue, facts, occasion);
  const typed = byHand.fee && !facts.guide ? { fee: record.fee } : {};
  return { ...next, record: { ...next.record, ...chosen, ...typed } };
}

/**
 * The occasion that was booked, or drawn, comes first. The registry, asked by the plate alone, knows
 * neither it nor the visit before it: what the day's list told of them stays.
 */
function wanting({ wanted, facts: held = {} }, told) {
  if (!wanted) return told;
  const occasions = [wanted, ...(told.occasions ?? []).filter((id) => id !== wanted)];
  if (!held.vehicle || held.vehicle !== told.vehicle) return { ...told, occasions };
  return {
    ...told, occasions, previous: held.previous ?? told.previous, answers: { ...held.answers, ...told.answers },
  };
}
