/** The fields of an item that is read: number, date, choice or text, each with the right keyboard. */

import { copy, one, say } from "../field/dom.js";
import { isAsked, isPaper, notShown, numberOf, readings } from "./answers.js";
import { numberWords } from "./item_words.js";

/**
 * @param {object} parts {root: Element, item, id: string, t, hint: (name: string) => string, onChange: (changes: object) => void}
 * `id` begins every id in here
 */
export function createItemValues({ root, item, id, t, hint, onChange }) {
  const fields = new Map(readings(item).map((name) => [name, name === "choice" ? choices() : input(name)]));
  const failing = isPaper(item) || item.kind === "text" ? failMark() : null;
  root.append(...[...fields.values()].map(({ element }) => element), ...(failing ? [failing.element] : []));

  function input(name) {
    const element = copy("[data-check-value]");
    const field = one(element, "input");
    field.id = `${id}-${name}`;
    one(element, "label").htmlFor = field.id;
    one(element, "label").textContent = t(labelOf(name));
    Object.assign(field, {
      number: { inputMode: "decimal", maxLength: 14 },
      date: { type: "date" },
      text: { maxLength: 200, autocapitalize: "sentences" },
    }[name]);
    if (hint(name)) describe(element, field, hint(name));
    field.addEventListener("input", () => onChange({ [name]: name === "number" ? numberOf(field.value) : field.value }));
    return { element, draw: (answer) => write(field, answer[name], name) };
  }

  function describe(element, field, words) {
    const line = one(element, ".hint");
    line.id = `${field.id}-hint`;
    say(line, words);
    field.setAttribute("aria-describedby", line.id);
  }

  function labelOf(name) {
    if (name === "number" && item.year_rule) return "check.value.year";
    if (name === "number" && item.source === "insurance") return "check.value.reais";
    if (name !== "date") return `check.value.${name}`;
    return { not_past: "check.value.until", not_before_months: "check.value.since" }[item.date_rule?.kind] ?? "check.value.date";
  }

  /** A field in use keeps its caret and what the hand wrote. */
  function write(field, value, name) {
    const shown = name === "number" ? numberOf(field.value) : field.value;
    if (shown !== value) field.value = name === "number" && value ? numberWords(value) : value;
  }

  function choices() {
    const element = document.createElement("div");
    element.className = "check-picks";
    const options = item.choices.map((choice) => {
      const option = copy("[data-check-choice]");
      const radio = one(option, "input");
      Object.assign(radio, { name: `${id}-choice`, value: choice });
      one(option, "span").textContent = choice;
      radio.addEventListener("change", () => onChange({ choice }));
      element.append(option);
      return { option, radio, choice };
    });
    return {
      element,
      draw(answer, waiting) {
        for (const { option, radio, choice } of options) {
          radio.checked = !waiting && answer.choice === choice;
          option.toggleAttribute("data-told", waiting && answer.choice === choice);
        }
      },
    };
  }

  /** A paper that was not shown has no value; a text that is there may still be the wrong one. */
  function failMark() {
    const element = copy("[data-check-missing]");
    const tick = one(element, "input");
    one(element, "[data-missing-word]").textContent = t(item.kind === "text" ? "check.word.nc" : "check.missing");
    tick.addEventListener("change", () => {
      if (item.kind === "text") onChange({ answer: tick.checked ? "nc" : "" });
      else onChange(tick.checked ? notShown() : { [item.kind]: "", answer: "" });
    });
    return { element, tick };
  }

  return {
    /** @param {object} answer as shown @param {boolean} waiting the registry's, not yet compared */
    draw(answer, waiting) {
      for (const [name, field] of fields) {
        field.element.hidden = !isAsked(item, answer, name);
        field.draw(answer, waiting);
      }
      if (failing) failing.tick.checked = answer.answer === "nc" && (item.kind === "text" || !answer[item.kind]);
    },
  };
}
