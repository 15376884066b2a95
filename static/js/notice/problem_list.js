/** What is missing, on top of the step, each line with a tap to its field; and under the fields. */

import { copy, one } from "../field/dom.js";
import { showError } from "./ask_fields.js";

/** @param {HTMLElement} root @param {(problem: import("./problems.js").Problem) => void} onJump */
export function createProblemList(root, t, onJump) {
  const box = one(root, "[data-problems]");

  let shown = [];

  function show(problems, { focus = true } = {}) {
    clear();
    shown = problems;
    box.hidden = !problems.length;
    one(box, "[data-summary-title]").textContent = t(problems.length === 1 ? "problems.one" : "problems.many", { n: problems.length });
    one(box, "[data-summary-list]").replaceChildren(...problems.map(line));
    for (const problem of problems) {
      const field = fieldOf(root, problem.field);
      if (field && field.closest("[data-step]").dataset.step === root.dataset.now) showError(field, problem.message);
    }
    if (problems.length && focus) box.focus();
  }

  function line(problem) {
    const row = copy("[data-problem]");
    const link = one(row, "a");
    link.textContent = problem.message;
    one(row, "[data-cite]").textContent = problem.citation;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      onJump(problem);
    });
    return row;
  }

  /** Of those shown, only what is still so; how many are left. */
  function keepOnly(problems) {
    const left = shown.filter((old) => problems.some(({ field, message }) => field === old.field && message === old.message));
    if (left.length < shown.length) show(left, { focus: false });
    return left.length;
  }

  function clear() {
    shown = [];
    box.hidden = true;
    for (const field of root.querySelectorAll("[data-ask].has-error")) showError(field, "");
  }

  return { show, keepOnly, clear };
}

/** The field or group that asks for a path, or the nearest above it: "owner.name", then "owner". */
export function fieldOf(root, path) {
  for (let part = path; part; part = part.slice(0, Math.max(0, part.lastIndexOf(".")))) {
    const field = root.querySelector(`[data-ask="${part}"]`);
    if (field) return field;
  }
  return null;
}

/** Bring a field into sight and put the focus where the hand is needed. */
export function reach(field) {
  const folded = field.closest("details");
  if (folded) folded.open = true;
  const waiting = field.querySelector('[data-confirm][aria-pressed="false"]:not([hidden])');
  const target = waiting ?? field.querySelector("input, textarea, select") ?? field;
  field.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}
