/** Typing a plate: what does not fit is explained, look-alikes (O/0, I/1) are offered. */

import { display, parse, suggestions } from "../kernel/plate.js";
import { copy, one, say } from "./dom.js";

/** @param {object} parts {state, t, onPlate, onCard} */
export function createPlateView({ state, t, onPlate }) {
  const root = one(document, '[data-view="plate"]');
  const form = one(root, "[data-plate-form]");
  const input = form.elements.placa;

  function enter({ keep } = {}) {
    if (!keep) input.value = "";
    showProblem(null);
    offer([]);
    input.focus();
  }

  function submit(event) {
    event.preventDefault();
    const { plate, problem } = parse(input.value);
    showProblem(problem);
    offer(plate ? [] : suggestions(input.value));
    if (plate) onPlate(plate);
    else input.focus();
  }

  function showProblem(problem) {
    say(one(root, "[data-plate-error]"), problem && problemWords(problem, t));
    one(root, "[data-plate-field]").classList.toggle("has-error", Boolean(problem));
    input.setAttribute("aria-invalid", String(Boolean(problem)));
  }

  function offer(plates) {
    const known = plates.filter((plate) => state.get().list?.pack.byPlate(plate).length);
    const shown = (known.length ? known : plates).slice(0, 3);
    one(root, "[data-suggestions]").hidden = !shown.length;
    say(one(root, "[data-suggestions-title]"), t("suggestion.title"));
    one(root, "[data-suggestion-list]").replaceChildren(...shown.map((plate) => {
      const button = copy("[data-action]");
      button.textContent = display(plate);
      button.addEventListener("click", () => onPlate(plate));
      return button;
    }));
  }

  form.addEventListener("submit", submit);
  return { enter };
}

/** "Qual destes?": one of several cars found for a plate, or near plates that do exist. */
export function createChoiceView({ t, currentCheck, onCard }) {
  const root = one(document, '[data-view="choice"]');
  return {
    enter({ check: id }) {
      const check = currentCheck();
      if (check?.id !== id) return false;
      one(root, "[data-choice-list]").replaceChildren(...check.cards.map((card) => {
        const item = copy("[data-option]");
        one(item, "[data-face]").remove();
        one(item, "[data-name]").textContent = `${display(card.plate)} · ${t("choice.seal", card)}`;
        one(item, "[data-role]").textContent = t("choice", { ...card, modality: t(`modality.${card.modality}`) });
        one(item, "button").addEventListener("click", () => onCard(check, card));
        return item;
      }));
      return true;
    },
  };
}

/** "A placa é outra": which plate is on the car in front of the agent? */
export function createOtherView({ t, currentCheck, plateOf, onSeen }) {
  const root = one(document, '[data-view="other"]');
  const form = one(root, "[data-other-form]");
  const input = form.elements.outra;

  function problemOf(plate, problem, check) {
    if (problem) return problemWords(problem, t);
    return plate === plateOf(check) ? t("plate.same") : "";
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { plate, problem } = parse(input.value);
    const words = problemOf(plate, problem, currentCheck());
    say(one(root, "[data-other-error]"), words);
    one(root, "[data-other-field]").classList.toggle("has-error", Boolean(words));
    if (words) input.focus();
    else onSeen(currentCheck(), plate);
  });

  return {
    enter({ check: id }) {
      const check = currentCheck();
      if (check?.id !== id) return false;
      one(root, "[data-read-plate]").textContent = display(plateOf(check));
      input.value = "";
      say(one(root, "[data-other-error]"), "");
      input.focus();
      return true;
    },
  };
}

function problemWords(problem, t) {
  const key = problem.code === "slot" ? `slot.${problem.wants === "either" ? "digit" : problem.wants}` : problem.code;
  return t(`plate.${key}`, problem);
}
