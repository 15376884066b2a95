/** What is wrong, in the inspector's words: asked where the item fails, with ready words for equipment. */

import { copy, one } from "../field/dom.js";
import { readings } from "./answers.js";
import { valueWords } from "./item_words.js";

const READY = 4;

/** @param {object} parts {item, id, path, t, onNote: (note: string) => void} */
export function createItemFail({ item, id, path, t, onNote }) {
  const element = copy("[data-check-fail]");
  const note = one(element, "textarea");
  const chips = one(element, "[data-fail-chips]");
  const field = one(element, "[data-fail-field]");
  field.dataset.ask = `${path}.note`;
  note.id = `${id}-note`;
  note.dataset.path = `${path}.note`;
  one(field, "label").htmlFor = note.id;
  one(field, "[data-error]").id = `${id}-note-error`;
  note.setAttribute("aria-describedby", `${id}-note-error`);
  note.addEventListener("input", () => onNote(note.value));

  function put(words) {
    const before = note.value.trim();
    note.value = before ? `${before}; ${words.toLowerCase()}` : words;
    onNote(note.value);
  }

  /** What was read against what is asked, or what equipment usually suffers from. */
  function ready({ shown, word, why }) {
    const read = readings(item).some((name) => shown[name]) ? valueWords(item, shown, word, t) : "";
    if (read && why) return [t("check.note.read", { value: read, why })];
    if (!item.general_knowledge) return [];
    return Array.from({ length: READY }, (_, index) => t(`check.chip.${index + 1}`));
  }

  return {
    element,
    field,
    note,
    draw(view) {
      element.hidden = view.word !== "nc";
      if (note.value !== view.shown.note) note.value = view.shown.note;
      const words = element.hidden ? [] : ready(view);
      if (words.join() === chips.dataset.words) return;
      chips.dataset.words = words.join();
      chips.hidden = !words.length;
      chips.replaceChildren(...words.map((text) => {
        const chip = copy("[data-check-chip]");
        chip.textContent = text;
        chip.addEventListener("click", () => put(text));
        return chip;
      }));
    },
  };
}
