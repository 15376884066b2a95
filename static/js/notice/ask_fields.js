/**
 * The text fields of all steps: each is found by its path in the record. Shows what the record
 * holds, takes what is typed, and keeps the tap that a filled-in value waits for.
 */

import { one } from "../field/dom.js";
import { stateOf, valueAt } from "./record.js";

/**
 * @param {HTMLElement} root @param {ReturnType<import("./sheet.js").createSheet>} sheet
 * @param {(key: string) => string} t @param {(path: string) => void} onChanged after a change by hand
 */
export function createAskFields(root, sheet, t, onChanged) {
  const inputs = [...root.querySelectorAll("[data-path]")];

  /** Write the record into the fields; a field in use keeps its caret. */
  function draw() {
    for (const input of inputs) {
      const value = String(valueAt(sheet.record(), input.dataset.path) ?? "");
      if (input.value !== value) input.value = value;
      drawState(input);
    }
  }

  function drawState(input) {
    const field = input.closest("[data-ask]");
    const state = stateOf(sheet.fields(), input.dataset.path);
    field.dataset.state = state;
    const button = field.querySelector("[data-confirm]");
    if (!button) return;
    button.hidden = !["waiting", "confirmed"].includes(state);
    if (button.hidden) return;
    button.setAttribute("aria-pressed", String(state === "confirmed"));
    one(button, "[data-tap-word]").textContent = t(`tap.${state}`);
  }

  root.addEventListener("input", ({ target }) => {
    if (!target.matches("[data-path]")) return;
    sheet.write(target.dataset.path, target.value);
    drawState(target);
    clearError(target.closest("[data-ask]"));
    onChanged(target.dataset.path);
  });
  root.addEventListener("click", ({ target }) => {
    const tap = target.closest("[data-confirm], [data-answer]");
    if (!tap) return;
    if (tap.dataset.confirm) sheet.confirm(tap.dataset.confirm);
    else sheet.write(tap.dataset.answer, tap.textContent);
    const path = tap.dataset.confirm ?? tap.dataset.answer;
    const input = one(root, `[data-path="${path}"]`);
    input.value = String(valueAt(sheet.record(), path));
    drawState(input);
    clearError(input.closest("[data-ask]"));
    onChanged(path);
  });
  return { draw };
}

/** Show an error under its field or group, linked to it. @param {HTMLElement} field `[data-ask]` */
export function showError(field, text) {
  const line = field.querySelector("[data-error]");
  if (!line) return;
  line.textContent = text;
  line.hidden = !text;
  field.classList.toggle("has-error", Boolean(text));
  for (const input of field.querySelectorAll("[data-path], [data-fact-day], [data-fact-hour]")) {
    input.setAttribute("aria-invalid", String(Boolean(text)));
  }
  if (!field.matches("fieldset")) return;
  // Radios and ticks are read with their group: the group carries the error.
  line.id ||= `n-error-${field.dataset.ask}`;
  if (text) field.setAttribute("aria-describedby", line.id);
  else field.removeAttribute("aria-describedby");
}

function clearError(field) {
  if (field.classList.contains("has-error")) showError(field, "");
}
