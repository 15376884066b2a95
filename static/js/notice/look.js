/**
 * How a rule finds what it speaks of: fields of the record, the chosen type and the catalogue.
 * Twin of app/regulation/notice_look.py; both are held to tests/regulation/data/notice_cases.json.
 */

import { civilDay } from "../field/civil.js";

// Spaces, controls and the invisible: a field of these alone is empty.
const BLANK = /[\u0000-\u0020\u007f-\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/g;
const INSTANT = /^2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;
const HOUR = 3_600_000;

/** @typedef {(path: string) => unknown} Look value at a dotted path, null where there is none */

/**
 * Paths of the record, or behind `$type`, `$kind`, `$codes`, `$catalogue`.
 * @param {object} catalogue @param {object} record @returns {Look}
 */
export function looking(catalogue, record) {
  const types = rows(catalogue.types);
  const roots = {
    $catalogue: catalogue,
    $codes: types.map(({ code }) => code),
    $type: types.find(({ code }) => code === at(record, "infraction.code")) ?? null,
    $kind: rows(catalogue.kinds).find(({ kind }) => kind === record.kind) ?? null,
  };
  return (path) => {
    if (!path.startsWith("$")) return at(record, path);
    const [root, ...rest] = path.split(".");
    return at(roots[root] ?? null, rest.join("."));
  };
}

/** What stands at a dotted path of nested objects, or null. */
export function at(value, path) {
  return path.split(".").filter(Boolean)
    .reduce((part, name) => (isObject(part) && Object.hasOwn(part, name) ? part[name] : null), value) ?? null;
}

/** The objects of a list; none for anything else. */
export function rows(value) {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Equal as JSON; lists item by item, objects never. */
export function same(one, other) {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((each, index) => same(each, other[index]));
}

/** Text with something to read, a list with items, an object, a number, true or false. */
export function filled(value) {
  if (typeof value === "string") return visible(value).length > 0;
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined;
}

/** The characters one can see. @returns {string[]} */
export function visible(text) {
  return [...text.replace(BLANK, "")];
}

/** Milliseconds of `2026-11-30T20:05:00.000Z`; null for anything else. */
export function instant(value) {
  if (typeof value !== "string" || !INSTANT.test(value)) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) || date.toISOString() !== value ? null : date.getTime();
}

/** The civil day of an instant in the city of the catalogue. @param {Look} look */
export function cityDay(ms, look) {
  return civilDay(ms, String(look("$catalogue.zone")));
}

/** Whether all conditions `[path, op, values]` of a rule hold. @param {Look} look */
export function applies(when, look) {
  return when.every(([path, op, values]) => holds(look, path, op, values));
}

function holds(look, path, op, values) {
  const value = look(path);
  if (op === "filled") return filled(value);
  if (op === "empty") return !filled(value);
  if (op === "late") return isLate(look, value, values[0]);
  return values.some((each) => same(value, each)) !== (op === "not");
}

function isLate(look, written, since) {
  const [end, start, hours] = [instant(written), instant(look(since)), look("$catalogue.hours.hours")];
  return end !== null && start !== null && Number.isInteger(hours) && end - start > hours * HOUR;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
