/**
 * The notice while it is written: its record, field by field, and which fields the agent has
 * answered for. Pure. A value that the phone filled in says nothing until the agent confirms it.
 *
 * @typedef {object} Fields what a draft of a notice keeps
 * @property {object} record as it will be frozen, without what finishing adds
 * @property {string} step where the agent stands
 * @property {string[]} checkReasons codes of the verdict's findings
 * @property {string} reasonWords the same in words, to be taken into the account of the facts
 * @property {Record<string, string>} prefilled path → value put in by the phone
 * @property {object[]} drivers of the car's card, to choose from
 * @property {boolean | null} authorised whether the car has a permit; null: not known here
 */

// One wrong character is another car: the plate needs its look and its tap, typed or not.
const ALWAYS_TAPPED = "vehicle.plate";
// What else the rules want confirmed: typing it by hand is looking at it.
const BY_HAND = ["vehicle.make_model", "vehicle.colour", "vehicle.chassis", "vehicle.renavam", "driver.name"];
const PERSON = { name: "", id_card: "", id_card_issued_on: "", licence: "", licence_category: "", address: "" };
const UPPER = new Set(["vehicle.plate", "vehicle.chassis"]);

/** Every member of schema 1 that is typed, empty. @param {boolean} training decides the series of its number */
export function blankRecord(training) {
  return {
    training, kind: "", stop_id: "", group: "", scope: "street", facts: "", late_reason: "", happened_at: "",
    infraction: { code: "", text: "", title: "", class: "", basis: [], choice: "" },
    fine: { rule: "none", ufm: "", reasons: "" },
    place: { text: "", position: null },
    vehicle: { plate: "", make_model: "", colour: "", chassis: "", renavam: "", modality: "none", seal_index: null, missing: "" },
    driver: { id: "", cpf: "", missing: "", ...PERSON },
    owner: { tax_id: "", pending: false, ...PERSON },
    permit: { number: "" },
    offender: { kind: "", name: "", tax_id: "" },
    confirmed: [], warning: null, measures: [], regularise: null, witnesses: [], photos: [], ending: null,
    copy: { delivered: false, how: "", why: "" },
  };
}

/** The value at "vehicle.plate"; undefined where there is none. */
export function valueAt(record, path) {
  return path.split(".").reduce((part, name) => part?.[name], record);
}

/** A record with another value at a path. */
export function withValue(record, path, value) {
  const [name, ...rest] = path.split(".");
  return { ...record, [name]: rest.length ? withValue(record[name] ?? {}, rest.join("."), value) : value };
}

/** The agent typed: the value is the agent's own, and an earlier confirmation is over. */
export function typed(fields, path, value) {
  const { [path]: gone, ...prefilled } = fields.prefilled;
  const record = withValue(fields.record, path, UPPER.has(path) ? value.toUpperCase() : value);
  return { ...fields, prefilled, record: { ...record, confirmed: without(record.confirmed, path) } };
}

/** The agent chose a value from what the phone offers: put in and confirmed by the same tap. */
export function chosen(fields, path, value) {
  const put = { ...fields, record: withValue(fields.record, path, value), prefilled: { ...fields.prefilled, [path]: value } };
  return confirmed(put, path);
}

/** Something better may come: the value waits for its tap again. */
export function doubted(fields, path) {
  return { ...fields, record: { ...fields.record, confirmed: without(fields.record.confirmed, path) } };
}

/** The agent compared and tapped "confere". */
export function confirmed(fields, path) {
  const { record } = fields;
  return { ...fields, record: { ...record, confirmed: [...without(record.confirmed, path), path].sort() } };
}

/**
 * Put values in for the agent to compare. What was typed or confirmed is never replaced; an
 * empty value puts nothing in. @param {Record<string, string>} values by path
 */
export function filledIn(fields, values) {
  return Object.entries(values).reduce((changed, [path, value]) => {
    const { record, prefilled } = changed;
    const present = valueAt(record, path);
    const ours = path in prefilled && !record.confirmed.includes(path);
    if (!value || (present && !ours)) return changed;
    return { ...changed, record: withValue(record, path, value), prefilled: { ...prefilled, [path]: value } };
  }, fields);
}

/** Paths that wait for the agent's tap. */
export function unconfirmed(fields) {
  return [...new Set([ALWAYS_TAPPED, ...Object.keys(fields.prefilled)])].filter((path) => stateOf(fields, path) === "waiting");
}

/** "waiting" for the tap, "confirmed", "typed", or "" for nothing there. */
export function stateOf({ record, prefilled }, path) {
  if (!valueAt(record, path)) return "";
  if (record.confirmed.includes(path)) return "confirmed";
  return path in prefilled || path === ALWAYS_TAPPED ? "waiting" : "typed";
}

/** The record with all that was typed by hand counted as answered for, and no stray spaces. */
export function answered(fields) {
  const { record } = fields;
  const byHand = BY_HAND.filter((path) => stateOf(fields, path) === "typed");
  return { ...tidy(record), confirmed: [...new Set([...record.confirmed, ...byHand])].sort() };
}

function without(list, value) {
  return list.filter((other) => other !== value);
}

function tidy(value) {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(tidy);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, tidy(part)]));
}
