/** Where, when and what: the place measured or written, the hour of the fact, the account, the fine. */

import { civilDay, clockTime, instantOf } from "../field/civil.js";
import { one, say } from "../field/dom.js";
import { positionWords, watchPosition } from "../field/place.js";
import { ago } from "../field/words.js";
import { isLate } from "./complete.js";
import { showError } from "./ask_fields.js";

/** @param {object} parts {root, sheet, t, clock, zone, redraw} */
export function createFactsStep({ root, sheet, t, clock, zone, redraw }) {
  const at = (name) => one(root, `[data-${name}]`);
  let stopWatching = () => undefined;

  function draw() {
    const { place, happened_at: happened } = sheet.record();
    const ms = Date.parse(happened);
    at("fact-day").value = happened && civilDay(ms, zone());
    at("fact-hour").value = happened && clockTime(ms, zone());
    at("take-reasons").hidden = !sheet.fields().reasonWords;
    drawPosition(place.position);
    drawWhen();
    drawFine();
    if (!place.position) measure();
  }

  function measure() {
    stopWatching();
    say(at("notice-position"), t("position.asking"));
    at("position-again").hidden = true;
    stopWatching = watchPosition({
      offset: () => clock.now() - Date.now(),
      onBetter(position) {
        sheet.put("place.position", position);
        drawPosition(position);
      },
      onProblem(cause) {
        say(at("notice-position"), t(`position.${cause}`));
        at("position-again").hidden = false;
      },
    });
  }

  function drawPosition(position) {
    if (position) say(at("notice-position"), positionWords(position, clock.now(), t));
    at("position-again").hidden = !position;
  }

  function drawWhen() {
    const { happened_at: happened } = sheet.record();
    const { hours } = sheet.catalogue();
    const known = Boolean(happened) && Date.parse(happened) <= clock.now();
    say(at("fact-said"), known ? t("fact.ago", { ago: ago(Date.parse(happened), clock.now(), t) }) : "");
    at("late").hidden = !known || !isLate(sheet.record(), hours, clock.now());
    if (hours) say(at("late-said"), t("fact.late", { hours: hours.hours, citation: hours.citation }));
  }

  /** Whatever was typed is kept: half a time leaves none, and the rules refuse one ahead. */
  function whenChanged() {
    const ms = instantOf(at("fact-day").value, at("fact-hour").value, zone());
    sheet.put("happened_at", Number.isNaN(ms) ? "" : new Date(ms).toISOString());
    const wrong = Number.isNaN(ms) ? "fact.when_missing" : ms > clock.now() ? "fact.future" : "";
    showError(one(root, '[data-ask="happened_at"]'), wrong && t(wrong));
    drawWhen();
  }

  function drawFine() {
    const { fine } = sheet.record();
    const law = sheet.type()?.fine;
    at("fine").hidden = fine.rule === "none";
    at("fine-fixed").hidden = fine.rule !== "fixed";
    at("fine-proposed").hidden = fine.rule !== "proposed";
    if (!law) return;
    if (fine.rule === "fixed") at("fine-fixed").textContent = t("fine.fixed", { ufm: fine.ufm.replace(".", ","), citation: law.citation });
    if (fine.rule === "proposed") at("fine-most").textContent = t("fine.most", { max: law.max_ufm, citation: law.citation });
  }

  /** By the agent's tap, what the verdict found becomes the beginning of the account. */
  function takeReasons() {
    const { facts } = sheet.record();
    const { reasonWords } = sheet.fields();
    if (!facts.includes(reasonWords)) sheet.write("facts", [facts.trim(), reasonWords].filter(Boolean).join("\n"));
    redraw();
    one(root, '[data-path="facts"]').focus();
  }

  at("position-again").addEventListener("click", measure);
  for (const name of ["fact-day", "fact-hour"]) at(name).addEventListener("input", whenChanged);
  at("take-reasons").addEventListener("click", takeReasons);
  return { draw, changed: () => undefined, leave: () => stopWatching() };
}
