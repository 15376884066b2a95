/**
 * The tests a rule of the form may ask of a field, one small function each. Pure.
 * Twin of app/regulation/notice_tests.py: each takes the value, the arguments and `look`.
 */

import { isPlate } from "../kernel/plate.js";
import { fold } from "../kernel/names.js";
import { parseCnpj, parseCpf } from "../kernel/tax_id.js";
import { dueBy } from "./due.js";
import { at, cityDay, filled, instant, rows, same, visible } from "./look.js";
import { isSignature } from "./strokes.js";

const NEW_YEAR_GRACE = 7 * 86_400_000; // last year's block still serves a phone without signal
const [LATITUDE, LONGITUDE] = [900_000_000, 1_800_000_000];

const TESTS = {
  filled,
  empty: (value) => !filled(value),
  all_filled: (value, { value: keys, cnpj }) =>
    keys.every((key) => filled(at(value, key))) && (!cnpj || parseCnpj(at(value, cnpj)) !== null),
  min_length: (value, { value: least }) => typeof value === "string" && visible(value).length >= least,
  one_of: (value, args) => allowed(args).some((each) => same(value, each)),
  equals: (value, args) => same(value, args.value),
  not_equals: (value, args) => !same(value, args.value),
  any_of: (value, args, look) => args.of.some(({ field, test, args: own }) => passes(test, look(field), own, look)),
  confirmed: (value, { field }, look) => listOf(look("confirmed")).includes(field),
  cpf: (value) => parseCpf(value) !== null,
  cnpj: (value) => parseCnpj(value) !== null,
  tax_id: (value) => parseCpf(value) !== null || parseCnpj(value) !== null,
  plate: (value) => typeof value === "string" && isPlate(value),
  hex32: (value) => typeof value === "string" && /^[0-9a-f]{32}$/.test(value),
  integer: (value, { value: limits }) => between(value, ...limits),
  ufm_range: ufmRange,
  instant: (value) => instant(value) !== null,
  // True also where either is no instant: another rule says so.
  not_after: (value, args) => inOrder(value, args.value),
  not_before: (value, args) => inOrder(args.value, value),
  position: (value, { value: metres }) => between(at(value, "lat"), -LATITUDE, LATITUDE)
    && between(at(value, "lon"), -LONGITUDE, LONGITUDE) && between(at(value, "accuracy_m"), 0, metres),
  series: isSeries,
  due_on: (value, args, look) => value === dueBy(look) && value !== "",
  signature: isSignature,
  min_items: minItems,
  each_filled: (value, { value: keys }) =>
    Array.isArray(value) && rows(value).length === value.length && allKeys(value, keys),
  each_one_of: eachOneOf,
  each_needs: eachNeeds,
};

/** Whether the value passes; `args.from` is looked up into `args.value` first. */
export function passes(test, value, args, look) {
  const known = args?.from ? { ...args, value: look(args.from) } : { ...args };
  return TESTS[test](value, known, look);
}

function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/** The list of `value`, or one key of its rows. */
function allowed({ value, key }) {
  return key ? rows(value).map((row) => row[key]) : listOf(value);
}

function between(value, low, high) {
  return Number.isInteger(value) && low <= value && value <= high;
}

/** Ten-thousandths, so that no fraction is rounded. */
function ufmRange(value, { value: top }) {
  const [asked, most] = [parts(value), parts(top)];
  return asked !== null && most !== null && asked > 0 && asked <= most;
}

function parts(text) {
  const found = typeof text === "string" && /^(0|[1-9][0-9]{0,3})(?:\.([0-9]{1,4}))?$/.exec(text);
  return found ? Number(found[1]) * 10_000 + Number((found[2] ?? "").padEnd(4, "0")) : null;
}

function inOrder(first, second) {
  const [one, other] = [instant(first), instant(second)];
  return one === null || other === null || one <= other;
}

/** `TREINO-AI-2026`: of training or not, letters of the kind, civil year of writing. */
function isSeries(value, args, look) {
  const written = instant(look("written_at"));
  if (written === null) return true; // another rule says so
  const start = look("training") === true ? "TREINO-" : "";
  return [written, written - NEW_YEAR_GRACE]
    .some((ms) => value === `${start}${look("$kind.letters")}-${cityDay(ms, look).slice(0, 4)}`);
}

/** At least `value` items named, not counting the person named at `other_than`. */
function minItems(value, { value: least, key, other_than: self }, look) {
  const names = new Set(rows(value).map((row) => nameOf(row[key])).filter(Boolean));
  names.delete(nameOf(look(self)));
  return names.size >= least;
}

function nameOf(value) {
  return typeof value === "string" && filled(value) ? fold(value) : "";
}

function allKeys(listed, keys) {
  return listed.every((row) => keys.every((key) => filled(row[key] ?? null)));
}

/** Every item's `key` is among the allowed ones, and none comes twice. */
function eachOneOf(value, { value: known, key }) {
  if (!Array.isArray(value) || !Array.isArray(known)) return false;
  const names = value.map((row) => at(row, key));
  return names.every((name) => known.includes(name)) && new Set(names).size === names.length;
}

/** Every item has what the row of its kind needs, and its time. */
function eachNeeds(value, { value: table, key }) {
  return rows(value).every((row) => {
    const needs = rows(table).find((each) => each[key] === row[key])?.needs ?? [];
    return allKeys([row], needs) && instant(row.at) !== null;
  });
}
