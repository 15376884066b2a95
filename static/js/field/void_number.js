/**
 * Using up the next number of a series without a document: voided with a reason, or lost with a
 * report (PLA art. 49 XI: the numbers of a block are accounted for one by one).
 */

import { explainNext, written } from "../outbox/numbers.js";
import { one, say } from "./dom.js";

const SHORTEST = 10; // letters, as the server counts them
const TRAINING = "TREINO-";
const YEAR = 4;

/** @param {object} parts {root, t, clock, device, accountId(), onFinished()} */
export function createVoidNumber({ root, t, clock, device, accountId, onFinished }) {
  const at = (name) => one(root, `[data-void-${name}]`);
  const form = at("form");
  const { number, reason } = form.elements;

  /** Rows of numbers.js `summary`; the choice of an open form stays. */
  function draw(rows) {
    const left = rows.filter(({ free }) => free > 0);
    at("open").hidden = !left.length || !form.hidden;
    const options = left.map(({ series, kind, next }) => ({ value: series, kind, text: written({ series, value: next }) }));
    if (!left.length) close();
    if (options.map(({ text }) => text).join() === Array.from(number.options, ({ text }) => text).join()) return;
    const chosen = number.value;
    number.replaceChildren(...options.map(({ value, kind, text }) => {
      const option = new Option(text, value, false, value === chosen);
      option.dataset.kind = kind;
      return option;
    }));
  }

  function open() {
    form.hidden = false;
    at("open").hidden = true;
    say(at("said"), "");
    ask();
    at("title").focus();
  }

  function close() {
    form.hidden = true;
    form.reset();
    refuse("");
  }

  function ask() {
    const { value } = form.elements.outcome;
    at("label").textContent = t(`void.${value}.label`);
    at("hint").textContent = t(`void.${value}.hint`);
  }

  function refuse(words) {
    say(at("error"), words);
    reason.toggleAttribute("aria-invalid", Boolean(words));
  }

  async function register() {
    const { value: outcome } = form.elements.outcome;
    const text = reason.value.trim();
    const short = [...text].length < SHORTEST;
    refuse(short ? t(`void.${outcome}.short`, { n: SHORTEST }) : "");
    if (short) return reason.focus();
    const [option] = number.selectedOptions;
    const used = await explainNext(accountId(), {
      deviceId: device.id, kind: option.dataset.kind, training: option.value.startsWith(TRAINING),
      year: option.value.slice(-YEAR), outcome, reason: text, at: new Date(clock.now()).toISOString(),
    });
    close();
    say(at("said"), used ? t(`void.${outcome}.done`, { number: written(used) }) : t("numbers.out"));
    at("said").focus();
    return onFinished();
  }

  async function submit(event) {
    event.preventDefault();
    const button = one(form, "[type=submit]");
    button.disabled = true;
    try {
      await register();
    } catch (error) {
      console.warn("number not explained", error);
      refuse(t("void.failed"));
    } finally {
      button.disabled = false;
    }
  }

  at("open").addEventListener("click", open);
  at("cancel").addEventListener("click", () => {
    close();
    at("open").hidden = false;
    at("open").focus();
  });
  form.addEventListener("change", ask);
  form.addEventListener("submit", submit);
  return { draw, leave: close, begin: () => say(at("said"), "") };
}
