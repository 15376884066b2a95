/** What was done on the spot (only what the city's text offers), what must be put right, witnesses. */

import { copy, one } from "../field/dom.js";
import { dayCount } from "../field/words.js";
import { drawRadios } from "./choices.js";

const WITNESSES_MAX = 4;

/** @param {object} parts {root, sheet, t, clock} */
export function createMeasuresStep({ root, sheet, t, clock }) {
  const at = (name) => one(root, `[data-${name}]`);

  function draw() {
    const { record } = sheet.fields();
    const offered = record.kind === "regularisation" ? [] : measuresOf();
    at("measures").hidden = !offered.length;
    at("measure-list").replaceChildren(...offered.map(measureRow));
    at("witness-list").replaceChildren(...record.witnesses.map(witnessRow));
    at("witness-add").hidden = record.witnesses.length >= WITNESSES_MAX;
    at("regularise").hidden = !record.regularise;
    if (record.regularise) drawDays(record.regularise.days);
  }

  function drawDays(chosen) {
    const days = sheet.catalogue().regularise?.days ?? [];
    const options = days.map((n) => ({ value: String(n), label: dayCount(n, t) }));
    drawRadios(one(root, '[data-choices="regularise.days"]'), options, String(chosen), (value) => {
      sheet.put("regularise.days", Number(value));
    });
  }

  function measuresOf() {
    const allowed = sheet.type()?.measures ?? [];
    return sheet.catalogue().measures.filter(({ kind }) => allowed.includes(kind));
  }

  function measureRow({ kind, name, citation, needs }) {
    const row = copy("[data-measure-row]");
    const taken = () => sheet.record().measures.find((measure) => measure.kind === kind);
    one(row, "[data-label]").textContent = name;
    one(row, "[data-more]").textContent = citation;
    const tick = one(row, "input");
    const more = one(row, "[data-measure-more]");
    tick.checked = Boolean(taken());
    more.hidden = !taken();
    tick.addEventListener("change", () => {
      take(kind, tick.checked);
      more.hidden = !tick.checked;
    });
    for (const input of row.querySelectorAll("[data-measure-field]")) {
      const name_ = input.dataset.measureField;
      input.closest("[data-need]").hidden = !needs.includes(name_);
      input.value = taken()?.[name_] ?? "";
      input.addEventListener("input", () => write(kind, name_, input.value));
      link(input, `n-measure-${kind}-${name_}`);
    }
    return row;
  }

  function take(kind, wanted) {
    const { measures } = sheet.record();
    const others = measures.filter((measure) => measure.kind !== kind);
    const measure = { kind, reason: "", items: "", place: "", at: new Date(clock.now()).toISOString() };
    sheet.put("measures", wanted ? [...others, measure] : others);
  }

  function write(kind, name, value) {
    sheet.put("measures", sheet.record().measures.map((measure) => (
      measure.kind === kind ? { ...measure, [name]: value } : measure
    )));
  }

  function witnessRow(witness, index) {
    const row = copy("[data-witness-row]");
    for (const input of row.querySelectorAll("[data-witness-field]")) {
      const name = input.dataset.witnessField;
      input.value = witness[name];
      link(input, `n-witness-${index}-${name}`);
      input.addEventListener("input", () => change(index, { [name]: input.value }));
    }
    one(row, "[data-witness-remove]").addEventListener("click", () => {
      sheet.put("witnesses", sheet.record().witnesses.filter((_, at_) => at_ !== index));
      draw();
    });
    return row;
  }

  function change(index, changes) {
    sheet.put("witnesses", sheet.record().witnesses.map((witness, at_) => (at_ === index ? { ...witness, ...changes } : witness)));
  }

  at("witness-add").addEventListener("click", () => {
    sheet.put("witnesses", [...sheet.record().witnesses, { name: "", document: "", address: "" }]);
    draw();
    at("witness-list").lastElementChild.querySelector("input").focus();
  });
  return { draw };
}

function link(input, id) {
  input.id = id;
  input.closest(".field").querySelector("label").htmlFor = id;
}
