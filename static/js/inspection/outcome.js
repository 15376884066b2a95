/**
 * What a record leads to: approved, failed or pending, with the term to cure. Pure.
 * Twin of app/regulation/inspection_outcome.py.
 *
 * @typedef {object} Outcome
 * @property {""|"approved"|"failed"|"pending"} result "" while an item is unanswered
 * @property {string[]} failed keys that fail or pend, in the order of the list
 * @property {string} cure_by civil day or "" @property {boolean} stopped no work until approved
 */

import { answersOf, dayOf, itemsFor, judge, occasionOf, pends } from "./items.js";

/** @param {string[]} [previousFailed] keys, for a return @returns {Outcome} */
export function outcome(catalogue, record, previousFailed = []) {
  const { occasion, vehicle } = record;
  const row = occasionOf(catalogue, occasion, vehicle?.modality);
  const items = itemsFor(catalogue, occasion, vehicle?.modality, previousFailed);
  const day = dayOf(catalogue, record);
  const answers = new Map(answersOf(record).map((answer) => [answer.key, answer]));
  const words = items.map((item) => judge(item, answers.get(item.key), day));
  if (row === null || items.length === 0 || words.includes("")) return { result: "", failed: [], cure_by: "", stopped: false };
  const wrong = items.filter((item, index) => words[index] === "nc");
  const waits = items.filter((item) => pends(item, answers.get(item.key)));
  const failed = items.filter((item) => wrong.includes(item) || waits.includes(item)).map(({ key }) => key);
  const blocking = wrong.filter((item) => item.blocking);
  if (blocking.length > 0) return failure(catalogue, row, failed, blocking, day);
  return { result: waits.length > 0 ? "pending" : "approved", failed, cure_by: "", stopped: false };
}

/** Without a cure term (exit of the service) the list of defects alone is told. */
function failure({ cure, stop }, row, failed, blocking, day) {
  if (!row.cures) return { result: "failed", failed, cure_by: "", stopped: false };
  const stopped = stop.when === "always" || (stop.when === "safety" && blocking.some(({ safety }) => safety));
  return { result: "failed", failed, cure_by: cure?.dates[day] ?? "", stopped };
}
