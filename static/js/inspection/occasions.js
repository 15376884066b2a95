/** Why the car is inspected: the likeliest chosen, the other likely ones beside it, the rest behind a tap. */

import { copy, one, say } from "../field/dom.js";
import { occasionsOf, withOccasion } from "./record.js";

/** @param {object} parts {root, sheet, onChanged} */
export function createOccasions({ root, sheet, onChanged }) {
  const list = one(root, "[data-occasion-list]");
  const more = one(root, "[data-occasion-more]");
  let all = false;

  function draw() {
    const { likely, others } = occasionsOf(sheet.catalogue(), sheet.record().vehicle.modality, sheet.facts());
    const { occasion } = sheet.record();
    const open = all || others.some(({ id }) => id === occasion);
    const shown = open ? [...likely, ...others] : likely;
    more.hidden = open || !others.length;
    const words = shown.map(({ id }) => id).join();
    if (list.dataset.shown !== words) list.replaceChildren(...shown.map(row));
    list.dataset.shown = words;
    for (const input of list.querySelectorAll("input")) input.checked = input.value === occasion;
  }

  function row({ id, label, citation }) {
    const element = copy("[data-radio]");
    const input = one(element, "input");
    Object.assign(input, { name: "v-occasion", value: id });
    one(element, "[data-label]").textContent = label;
    say(one(element, "[data-more]"), citation);
    input.addEventListener("change", () => choose(id));
    return element;
  }

  function choose(id) {
    const { byHand = {}, record } = sheet.fields();
    const chosen = withOccasion(sheet.catalogue(), sheet.facts(), id);
    const fee = byHand.fee && !chosen.fee.guide ? record.fee : chosen.fee;
    sheet.take({ ...sheet.fields(), byHand: { ...byHand, occasion: true }, record: { ...record, ...chosen, fee } });
    onChanged("occasion");
  }

  more.addEventListener("click", () => {
    all = true;
    draw();
    list.querySelector("input:checked")?.focus();
  });
  return { draw };
}
