/** What keeps a visit from being finished: the catalogue's rules, each with the step that asks. Pure. */

import { defects } from "./defects.js";
import { failedBefore } from "./record.js";
import { stepOf, stepsOf } from "./steps.js";

/**
 * In the order of the steps. @param {{record: object, facts: object}} fields
 * @param {object} record as it would be frozen now @param {object} catalogue
 * @returns {import("../notice/problems.js").Problem[]}
 */
export function problemsOf(fields, record, catalogue) {
  const order = stepsOf(fields, catalogue);
  const found = defects(catalogue, record, failedBefore(fields.facts));
  // The car is identified by reading its chassis: one thing is missing, not two.
  const same = found.some(({ rule }) => rule === "chassis");
  return found.filter(({ rule }) => rule !== "identified" || !same)
    .map(({ field, key, message, citation }) => ({ field: pathOf(field, key), message, citation }))
    .map((problem) => ({ ...problem, step: placed(stepOf(problem.field), order) }))
    .sort((a, b) => order.indexOf(a.step) - order.indexOf(b.step));
}

/** "items" and "PV01" → "items.PV01". */
function pathOf(field, key) {
  return key && !field.includes(key) ? `${field}.${key}` : field;
}

/** A guide that the office confirmed has no step of its own. */
function placed(step, order) {
  return order.includes(step) ? step : "identify";
}
