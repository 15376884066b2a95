/**
 * One item of the list: its name, its article, how it is answered, and, where it fails, what is asked
 * at that very point. Built once; a draw changes only what is not so yet.
 */

import { copy, one, say } from "../field/dom.js";
import { showError } from "../notice/ask_fields.js";
import { isMarked, photosAsked } from "./answers.js";
import { createItemFail } from "./item_fail.js";
import { createItemStrip } from "./item_strip.js";
import { createItemValues } from "./item_values.js";
import { limitWords, valueWords } from "./item_words.js";

/**
 * @typedef {object} RowView
 * @property {import("./answers.js").Answer} shown the answer, or what the registry told
 * @property {boolean} waiting it is the registry's, not yet compared
 * @property {boolean} own what the visit itself says: its guide, its occasion
 * @property {string} word as judged @property {string} why @property {string[]} missing
 *
 * @param {object} parts
 * @param {import("./answers.js").Item} parts.item
 * @param {(key: string, values?: object) => string} parts.t
 * @param {string} parts.day of the visit
 * @param {{note: string, photos: number} | undefined} parts.last what failed last time
 * @param {string[]} parts.sides of the car whose shots serve
 * @param {{failure: {photo: boolean}, rules: Record<string, {message: string}>}} parts.catalogue
 * @param {(changes: object) => void} parts.onChange by hand
 * @param {() => void} parts.onPhoto open the camera for this item
 * @param {(sha256: string) => void} parts.onRemove
 * @param {(sha256: string) => Promise<string>} parts.urlOf
 */
export function createItemRow({ item, t, day, last, sides, catalogue, onChange, onPhoto, onRemove, urlOf }) {
  const element = copy("[data-check-row]");
  const at = (name) => one(element, `[data-item-${name}]`);
  const id = `check-${item.key.replaceAll(".", "-")}`;
  const path = `items.${item.key}`;
  const values = createItemValues({ root: at("values"), item, id, t, hint: (name) => limitWords(item, name, day, t), onChange });
  const radios = [...element.querySelectorAll("[data-item-marks] input")];
  let fail = null;
  let strip = null;
  let drawn = "";
  let reproached = ""; // the part whose lack is told
  let editing = false; // what the registry told is being corrected
  let known = ""; // of the told answer, to be confirmed by its button

  element.dataset.ask = path;
  element.toggleAttribute("data-of", Boolean(item.of));
  at("of").textContent = item.of ? `${item.of}: ` : "";
  at("name").textContent = item.label;
  say(at("cite"), item.of ? "" : item.citation);
  say(at("sides"), sides.length && !item.fixed ? t("check.sides", { sides: sides.join(", ").toLowerCase() }) : "");
  say(at("last"), last ? lastWords() : "");
  prepareMarks();

  function prepareMarks() {
    at("marks").hidden = Boolean(item.fixed) || !isMarked(item);
    for (const radio of radios) {
      radio.name = id;
      radio.closest("label").hidden = radio.value === "na" && !item.na;
      radio.addEventListener("change", () => onChange({ answer: radio.value }));
    }
  }

  function lastWords() {
    const photos = last.photos ? t(`check.last.photos.${last.photos === 1 ? "one" : "many"}`, { n: last.photos }) : "";
    return [t("check.last", last), photos].filter(Boolean).join(" · ");
  }

  /** @param {RowView} view */
  function draw(view) {
    const face = JSON.stringify(view);
    if (face === drawn) return;
    drawn = face;
    const { shown, waiting, word } = view;
    element.toggleAttribute("data-waiting", waiting);
    element.dataset.word = word;
    for (const radio of radios) {
      radio.checked = !waiting && word === radio.value;
      radio.closest("label").toggleAttribute("data-told", waiting && word === radio.value);
    }
    if (!view.missing.includes(reproached)) reproach("");
    values.draw(shown, waiting);
    drawTold(view);
    drawWord(view);
    drawMore(view);
  }

  /** What the registry knows is compared by one tap; its fields open only to be corrected. */
  function drawTold({ shown, waiting, own, word }) {
    const told = (waiting || shown.from_record) && !item.fixed;
    const read = !isMarked(item);
    known = waiting && read && word !== "nc" ? word : "";
    at("told").hidden = !told;
    at("told-words").textContent = told ? t(own ? "check.told.own" : waiting ? "check.told" : "check.told.seen", { value: valueWords(item, shown, word, t) }) : "";
    at("confirm").hidden = !known;
    at("correct").hidden = !told || !read || editing || item.source === "fee";
    at("values").hidden = !at("values").childElementCount || (told && read && !editing);
  }

  /** The mark says a word of its own; only what was judged or explained needs a line. */
  function drawWord({ shown, waiting, word, why: reason }) {
    const why = item.fixed ? t("check.fixed") : reason;
    const silent = isMarked(item) && !why;
    const pending = word !== "nc" && item.pends.includes(shown.choice);
    const key = pending ? "check.pending" : why ? (waiting ? "check.why.told" : "check.why") : "check.word.only";
    const words = word && !silent ? t(key, { word: t(`check.word.${word}`), why, citation: word === "nc" ? item.citation : "" }) : "";
    at("word").hidden = !words;
    if (!words) return;
    at("word-icon").replaceChildren(copy(`[data-check-icon-${word}]`));
    at("word-words").textContent = words;
  }

  function drawMore(view) {
    const { shown, word } = view;
    if (word === "nc") fail ??= made(createItemFail({ item, id, path, t, onNote: (note) => onChange({ note }) }));
    const wanted = photosAsked(item, shown, word, catalogue.failure);
    if (wanted || shown.photos.length || word === "nc") {
      strip ??= made(createItemStrip({ item, path, t, onPhoto, onRemove, urlOf }));
    }
    fail?.draw(view);
    strip?.draw(view, wanted);
  }

  /** What is missing, in the words of the rule, linked to what asks for it; "" takes it back. */
  function reproach(part) {
    if (reproached) showError(errorAt(reproached), "");
    reproached = part;
    if (!part) return;
    const rule = { answer: "item_unanswered", note: "item_note", photo: element.dataset.word === "nc" ? "item_photo" : "item_evidence" }[part];
    showError(errorAt(part), catalogue.rules[rule].message.replaceAll("{label}", item.label));
  }

  function errorAt(part) {
    return { note: fail?.field, photo: strip?.element }[part] ?? element;
  }

  function made(part) {
    at("more").append(part.element);
    return part;
  }

  at("confirm").addEventListener("click", () => known && onChange({ answer: known }));
  at("correct").addEventListener("click", () => {
    editing = true;
    at("values").hidden = false;
    at("correct").hidden = true;
    one(at("values"), "input").focus();
  });
  return {
    element,
    draw,
    reproach,
    /** It fails now: what is asked comes into sight from under the bar. */
    showFail: () => fail?.element.scrollIntoView({ block: "nearest" }),
    /** Where the hand is needed: the note, the camera, or the answer itself. @param {string} part */
    focus(part) {
      const wanted = { note: () => fail?.note, photo: () => strip?.button }[part]?.();
      const first = element.querySelector("input:checked:not([hidden] *)") ?? element.querySelector("input:not([hidden] *), button:not([hidden])");
      (wanted ?? first ?? element).focus({ preventScroll: true });
    },
  };
}
