/**
 * A visit while it is done: its record without what finishing adds, with the answers by item key.
 * Pure. `facts` is what the registry knows of the car (CarFacts), `{}` where nothing is known.
 */

export const TAIL_LENGTH = 6;
const NOTHING = { answer: "", number: "", date: "", choice: "", text: "", note: "", photos: [], from_record: false };
// A chassis number has no I, O or Q (ISO 3779): who reads one reads a digit.
const LOOK_ALIKE = { I: "1", O: "0", Q: "0" };

/** Every member that is filled on the way, empty. @param {{training: boolean, startedAt: string}} told */
export function blankRecord({ training, startedAt }) {
  return {
    training, occasion: "", previous: "", booking: "",
    vehicle: { plate: "", make_model: "", colour: "", modality: "", seal_index: null },
    identified: { how: "plate", chassis_tail: "", at: "" },
    presented_by: "",
    place: { text: "", position: null },
    fee: { guide: "", paid_on: "" },
    started_at: startedAt,
    shots: [], items: {}, photos: [],
  };
}

/** An answer with all its members. */
export function answerOf(record, key) {
  return { ...NOTHING, ...record.items[key] };
}

/** Letters and digits as on the car: upper case, I, O and Q as the digits they are, the last six. */
export function tailOf(text) {
  const read = text.toUpperCase().replace(/[^A-Z0-9]/g, "").replace(/[IOQ]/g, (letter) => LOOK_ALIKE[letter]);
  return read.slice(-TAIL_LENGTH);
}

/** "same", "differs", or "" while it is not all typed or the registry does not know it. */
export function compared(typed, known) {
  const ours = tailOf(known ?? "");
  if (typed.length < TAIL_LENGTH || ours.length < TAIL_LENGTH) return "";
  return typed === ours ? "same" : "differs";
}

/**
 * Occasions that may be chosen for this car, those that make sense first.
 * @param {object} catalogue @param {string} modality @param {object} facts
 * @returns {{likely: object[], others: object[]}}
 */
export function occasionsOf(catalogue, modality, facts) {
  const fits = catalogue.occasions.filter((row) => (
    (!row.modalities?.length || !modality || row.modalities.includes(modality)) && (!row.previous || Boolean(facts.previous))
  ));
  const sensible = (facts.occasions ?? []).map((id) => fits.find((row) => row.id === id)).filter(Boolean);
  const likely = sensible.length ? sensible : fits;
  return { likely, others: fits.filter((row) => !likely.includes(row)) };
}

/** What choosing an occasion puts into the record: the visit before it, and the guide of its fee. */
export function withOccasion(catalogue, facts, id) {
  const row = catalogue.occasions.find((other) => other.id === id);
  return { occasion: id, previous: (row?.previous && facts.previous?.id) || "", fee: feeOf(row, facts) };
}

/** Whether this occasion asks a guide that nobody has confirmed yet. */
export function asksGuide(catalogue, record, facts) {
  const row = catalogue.occasions.find(({ id }) => id === record.occasion);
  return Boolean(row?.fee?.asked) && !facts.guide;
}

/** Keys of the items that failed in the visit before. */
export function failedBefore(facts) {
  return facts.previous?.failed ?? [];
}

function feeOf(occasion, { guide }) {
  const known = occasion?.fee?.asked ? guide : null;
  return { guide: known?.number ?? "", paid_on: known?.paid_on ?? "" };
}
