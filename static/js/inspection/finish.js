/** The last tap: everything there? Then freeze, once. */

import { isStorageFull } from "../outbox/database.js";
import { freeze } from "../outbox/freeze.js";
import { defects } from "./defects.js";
import { failedBefore } from "./record.js";

const WORDED = new Set(["photos", "too_large", "storage_full", "wiped", "busy", "not_draft", "defects"]);

/**
 * @param {object} parts {sheet, keeper, t, catalogue, whole, left, problems, onBusy, onFrozen}
 * `left()` all that is missing; `whole(taken)` the record with what only the outbox knows
 */
export function createFinish({ sheet, keeper, t, catalogue, whole, left, problems, onBusy, onFrozen }) {
  let running = null;

  /** Several taps are one: a second run would find the draft finished and reproach it. */
  function run() {
    running ??= once().finally(() => {
      running = null;
    });
    return running;
  }

  async function once() {
    const missing = left();
    problems.show(missing);
    if (missing.length) return;
    onBusy(true);
    try {
      await keeper.save();
      const id = sheet.id();
      const record = sheet.record();
      await freeze(id, (taken) => lawful(whole(taken)));
      onFrozen(id, record);
    } catch (error) {
      console.warn("visit not frozen", error);
      const code = isStorageFull(error) ? "storage_full" : WORDED.has(error.code) ? error.code : "unknown";
      problems.show([{ field: "", step: "", message: t(`visit.freeze.${code}`), citation: "" }]);
      onBusy(false);
    }
  }

  /** The rules once more, on the very record: what they refuse is never frozen. */
  function lawful(record) {
    if (defects(catalogue(), record, failedBefore(sheet.facts())).length) throw Object.assign(new Error("refused by the rules"), { code: "defects" });
    return record;
  }

  return { run };
}
