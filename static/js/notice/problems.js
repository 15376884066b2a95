/**
 * What keeps a notice from being finished: the rules of the catalogue, read by defects.js as on
 * the server, and the taps that filled-in values still wait for. Each names the step that asks. Pure.
 *
 * @typedef {{field: string, message: string, citation: string, step: string}} Problem
 */

import { defects } from "./defects.js";
import { unconfirmed } from "./record.js";
import { stepOf } from "./steps.js";

/**
 * In the order of the steps. @param {import("./record.js").Fields} fields
 * @param {object} record as it would be frozen now @param {object} catalogue
 * @param {(key: string) => string} t
 * @returns {Problem[]}
 */
export function problemsOf(fields, record, catalogue, t) {
  // The number is taken by finishing itself, and looked at again there.
  const found = defects(catalogue, record).filter(({ field }) => record.number || !field.startsWith("number")).map(({ field, message, citation }) => ({ field, message, citation }));
  // Nothing was chosen yet: the question is how, not why not.
  const unasked = found.find(({ field }) => field === "copy.why" && !fields.record.copy.how);
  if (unasked) Object.assign(unasked, { field: "copy.how", message: t("problem.copy") });
  const known = new Set(found.map(({ field }) => field));
  const waiting = unconfirmed(fields).filter((path) => !known.has(path))
    .map((path) => ({ field: path, message: t("problem.unconfirmed"), citation: "" }));
  return [...found, ...waiting].map((problem) => ({ ...problem, step: stepOf(problem.field) }));
}
