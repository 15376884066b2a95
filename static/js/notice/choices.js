/** Groups of radios and ticks whose options come from the catalogue. */

import { copy, one, say } from "../field/dom.js";

/**
 * Fill a `[data-choices]` group. @param {HTMLElement} group
 * @param {{value: string, label: string, more?: string}[]} options @param {string} chosen
 * @param {(value: string) => void} onChosen
 */
export function drawRadios(group, options, chosen, onChosen) {
  group.hidden = options.length < 2;
  const name = `n-${group.dataset.choices}`;
  one(group, "[data-choice-list]").replaceChildren(...options.map(({ value, label, more }) => {
    const row = copy("[data-radio]");
    const input = one(row, "input");
    Object.assign(input, { name, value, checked: value === chosen });
    fillRow(row, label, more);
    input.addEventListener("change", () => onChosen(value));
    return row;
  }));
}

/**
 * Fill a list of ticks. @param {HTMLElement} list
 * @param {{name: string, label: string, more?: string, checked: boolean}[]} options
 * @param {(name: string, checked: boolean) => void} onTicked
 */
export function drawTicks(list, options, onTicked) {
  list.replaceChildren(...options.map(({ name, label, more, checked }) => {
    const row = copy("[data-tick]");
    const input = one(row, "input");
    input.checked = checked;
    fillRow(row, label, more);
    input.addEventListener("change", () => onTicked(name, input.checked));
    return row;
  }));
}

function fillRow(row, label, more) {
  one(row, "[data-label]").textContent = label;
  say(one(row, "[data-more]"), more);
}
