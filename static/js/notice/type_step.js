/** Which infraction, under which offender, and which document: only what the city's text allows. */

import { copy, one, say } from "../field/dom.js";
import { drawRadios, drawTicks } from "./choices.js";
import { blankRecord } from "./record.js";
import { fineOf, infractionOf, kindOf, offendersOf, offered, warningOf } from "./types.js";

// What each warning rests on; the words come with the catalogue.
const TICKS = { verbal: ["involuntary", "minor"], warning: ["minor", "primary"] };

/** @param {object} parts {root, sheet, t, modalities, onChosen, onChanged} `onChosen` when nothing else is to be chosen here */
export function createTypeStep({ root, sheet, t, modalities, onChosen, onChanged }) {
  const at = (name) => one(root, `[data-${name}]`);
  const search = one(root, "#n-search");
  const offender = at("offender");
  const group = (name) => one(root, `[data-choices="${name}"]`);

  function draw() {
    const chosen = sheet.type();
    at("type-search").hidden = Boolean(chosen);
    at("type-chosen").hidden = !chosen;
    if (chosen) drawChosen(chosen);
    else drawSearch();
  }

  function drawSearch() {
    const { record, authorised } = sheet.fields();
    // What the list says of the car is not asked again.
    at("modality-field").hidden = authorised === true;
    fillSelect(at("modality"), [...modalities(), { value: "none", name: t("modality.none") }], record.vehicle.modality);
    drawOffenders();
    drawLists();
    const { unauthorised } = sheet.catalogue();
    const said = unauthorised && record.vehicle.modality === "none";
    say(at("unauthorised"), said ? `${unauthorised.words} (${unauthorised.citation})` : "");
  }

  function drawOffenders() {
    const { record } = sheet.fields();
    const choices = offendersOf(sheet.catalogue(), record.vehicle.modality);
    const kept = choices.some(({ kind }) => kind === record.offender.kind);
    if (!kept) sheet.put("offender.kind", choices[0]?.kind ?? "");
    fillSelect(offender, choices.map(({ kind, name }) => ({ value: kind, name })), sheet.record().offender.kind);
  }

  function drawLists() {
    const { record, checkReasons } = sheet.fields();
    const { suggested, others } = offered(sheet.catalogue(), {
      modality: record.vehicle.modality, offender: record.offender.kind, reasons: checkReasons, question: search.value,
    });
    at("suggested-title").hidden = !suggested.length;
    at("suggested-list").replaceChildren(...suggested.map(row));
    say(at("others-title"), others.length ? t(suggested.length ? "type.others" : "type.all") : "");
    at("type-list").replaceChildren(...others.map(row));
    at("type-none").hidden = suggested.length + others.length > 0;
  }

  function row(type) {
    const item = copy("[data-type-row]");
    one(item, "[data-title]").textContent = type.title;
    one(item, "[data-class]").textContent = consequenceOf(type);
    one(item, "[data-cite]").textContent = type.citations.join("; ");
    one(item, "button").addEventListener("click", () => choose(type));
    return item;
  }

  function consequenceOf({ className, consequence }) {
    return className ? t("type.class", { name: className, consequence }) : consequence;
  }

  function choose(type) {
    // An auto unless a warning applies (PLA art. 48): the other documents stand beside it.
    const kind = type.kinds.length === 1 || type.kinds[0] === "notice" ? type.kinds[0] : "";
    sheet.putAll({ infraction: infractionOf(type), ...ofKind(type, kind) });
    draw();
    onChanged();
    if (type.kinds.length === 1 && type.choices.length < 2 && !warningOf(kind)) onChosen();
    else at("chosen-card").focus();
  }

  function ofKind(type, kind) {
    const regularise = kind === "regularisation" ? { what: "", days: 0 } : null;
    return { kind, fine: fineOf(type, kind), warning: warningOf(kind), measures: [], regularise, ending: null, copy: blankRecord().copy };
  }

  function drawChosen(type) {
    at("chosen-title").textContent = type.title;
    at("chosen-text").textContent = type.text;
    at("chosen-cite").textContent = type.citations.join("; ");
    say(at("chosen-consequence"), consequenceOf(type));
    say(at("chosen-note"), type.note);
    const { infraction, kind } = sheet.record();
    const choices = type.choices.map(({ ref, words }) => ({ value: ref, label: words, more: ref }));
    drawRadios(group("infraction.choice"), choices, infraction.choice, (ref) => {
      sheet.put("infraction.choice", ref);
      onChanged();
    });
    const kinds = type.kinds.map((value) => kindOf(sheet.catalogue(), value)).filter(Boolean)
      .map(({ kind: value, name, citation }) => ({ value, label: name, more: citation }));
    drawRadios(group("kind"), kinds, kind, (value) => {
      sheet.putAll(ofKind(type, value));
      drawWarning();
      onChanged();
    });
    drawWarning();
  }

  function drawWarning() {
    const { warning } = sheet.record();
    at("warning").hidden = !warning;
    if (!warning) return;
    const { [sheet.record().kind]: asked } = TICKS;
    const words = sheet.catalogue().warnings;
    const options = asked.map((name) => ({ name, label: words[name], checked: warning[name] }));
    say(at("warning-cite"), [words.validation, words.citation].filter(Boolean).join(" "));
    drawTicks(at("warning-list"), options, (name, checked) => {
      sheet.put(`warning.${name}`, checked);
      onChanged();
    });
  }

  search.addEventListener("input", drawLists);
  search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  offender.addEventListener("change", () => {
    sheet.put("offender.kind", offender.value);
    drawLists();
  });
  at("modality").addEventListener("change", ({ target }) => {
    sheet.put("vehicle.modality", target.value);
    drawSearch();
  });
  at("type-change").addEventListener("click", () => {
    sheet.putAll({ "infraction.code": "", ...ofKind(undefined, "") });
    draw();
    onChanged();
    search.focus();
  });
  return { draw };
}

function fillSelect(select, options, chosen) {
  select.replaceChildren(...options.map(({ value, name }) => {
    const option = document.createElement("option");
    Object.assign(option, { value, textContent: name, selected: value === chosen });
    return option;
  }));
}
