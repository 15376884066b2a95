/**
 * What is missing or contradictory in a notice before it is frozen: the rules of the catalogue,
 * read as app/regulation/notice_defects.py reads them. Messages come from the catalogue. Pure.
 *
 * @typedef {{rule: string, field: string, message: string, citation: string}} Defect
 */

import { applies, looking } from "./look.js";
import { passes } from "./rule_tests.js";

/**
 * In the form's order; empty: complete. @param {object} catalogue `meta.notices`
 * @param {object} record notice 1, finished or not @returns {Defect[]}
 */
export function defects(catalogue, record) {
  const look = looking(catalogue, record);
  return catalogue.rules
    .filter(({ when, field, test, args }) => applies(when, look) && !passes(test, look(field), { field, ...args }, look))
    .map(({ id, field, message, citation }) => ({ rule: id, field, message, citation }));
}
