/** The steps of a visit, and where each part of its record is asked. Pure. */

import { asksGuide } from "./record.js";

const PLACES = [
  ["shots", ["shots", "photos"]],
  ["checklist", ["items"]],
  ["fee", ["fee"]],
  ["review", ["presented_by", "result"]],
];

/** The step that asks for a field of the record: "items.PV01.note" → "checklist". */
export function stepOf(field) {
  const [name] = field.split(".");
  return PLACES.find(([, names]) => names.includes(name))?.[0] ?? "identify";
}

/** In order. @param {{record: object, facts: object}} fields @param {object} catalogue */
export function stepsOf({ record, facts }, catalogue) {
  return ["identify", ...(asksGuide(catalogue, record, facts) ? ["fee"] : []), "shots", "checklist", "review"];
}
