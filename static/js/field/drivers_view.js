/** Who is at the wheel: the drivers linked to the car, or a name that is not on its list. */

import { display } from "../kernel/plate.js";
import { copy, one } from "./dom.js";
import { drawFace } from "./faces.js";
import { onDay, withDriver } from "./judge.js";

// The reason for a person who is not on the car's list; without such a check the word is amber.
const NOT_LINKED = "driver_linked.link_missing";

/** @param {object} parts {state, t, currentCheck, onChosen, onNobody} */
export function createDriversView({ state, t, currentCheck, onChosen, onNobody }) {
  const root = one(document, '[data-view="drivers"]');
  const list = one(root, "[data-driver-list]");
  const form = one(root, "[data-other-driver]");

  function enter({ check: id }) {
    const check = currentCheck();
    if (check?.id !== id || !check.card) return false;
    one(root, "[data-driver-plate]").textContent = t("driver.for", { plate: display(check.card.plate) });
    list.replaceChildren(...check.card.drivers.map((driver) => row(check, driver)));
    if (!check.card.drivers.length) one(root, "[data-driver-plate]").textContent = t("driver.none_listed");
    form.reset();
    return true;
  }

  function row(check, driver) {
    const item = copy("[data-option]");
    const { level, findings } = onDay(driver.segments, check.today);
    const pair = withDriver(check.judgement, findings, level);
    one(item, "[data-name]").textContent = driver.name;
    one(item, "[data-role]").textContent = state.get().list?.pack.meta.roles?.[driver.role] ?? "";
    badge(one(item, "[data-badge]"), pair, check.judgement);
    drawFace(one(item, "[data-face]"), driver);
    one(item, "button").addEventListener("click", () => {
      choose(check, { id: driver.id, name: driver.name }, pair);
    });
    return item;
  }

  function badge(element, pair, car) {
    if (car.kind !== "verdict") return;
    element.hidden = false;
    element.classList.add(pair.level);
    element.textContent = t(`level.${pair.level}`);
  }

  function chooseTyped(event) {
    event.preventDefault();
    const name = form.elements.motorista.value.trim();
    const check = currentCheck();
    if (!name || !check) return;
    const required = Boolean(state.get().list?.pack.meta.catalogue?.[NOT_LINKED]);
    const level = required ? "red" : "amber";
    const finding = { code: NOT_LINKED, params: {}, level, text: t("driver.not_linked", { name }) };
    choose(check, { id: null, name }, withDriver(check.judgement, [finding], level));
  }

  function choose(check, driver, pair) {
    check.driver = driver;
    check.shown = check.judgement.kind === "verdict" ? pair : check.judgement;
    onChosen(check);
  }

  form.addEventListener("submit", chooseTyped);
  one(root, "[data-no-driver]").addEventListener("click", () => onNobody(currentCheck()));
  return { enter };
}
