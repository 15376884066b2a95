/** The guide of the inspection fee, read from the paper in the driver's hand where the office has not confirmed one. */

import { zoneOf } from "../field/check.js";
import { civilDay } from "../field/civil.js";
import { copy, one, say } from "../field/dom.js";

/** @param {object} parts {root, t, sheet, clock, state, onChanged} */
export function createFeeStep({ root, t, sheet, clock, state, onChanged }) {
  const step = copy("[data-fee-step]");
  const inputs = [...step.querySelectorAll("[data-path]")];
  root.replaceChildren(step);

  function draw() {
    const { record, catalogue } = sheet;
    const row = catalogue().occasions.find(({ id }) => id === record().occasion);
    one(step, "[data-fee-words]").textContent = row?.fee?.words ?? "";
    say(one(step, "[data-fee-cite]"), row?.fee?.citation);
    const { session, list } = state.get();
    one(step, '[data-path="fee.paid_on"]').max = civilDay(clock.now(), zoneOf(session, list));
    for (const input of inputs) input.value = record().fee[input.dataset.path.split(".")[1]];
    say(one(step, "[data-fee-said]"), t("fee.waits"));
  }

  step.addEventListener("input", ({ target }) => {
    const { byHand = {}, record } = sheet.fields();
    const fee = { ...record.fee, [target.dataset.path.split(".")[1]]: target.value };
    sheet.take({ ...sheet.fields(), byHand: { ...byHand, fee: true }, record: { ...record, fee } });
    onChanged(target.dataset.path);
  });
  return { enter: draw, draw, settled: async () => undefined, leave: () => step.remove() };
}
