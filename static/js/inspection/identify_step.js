/**
 * Which car stands here: plate, make and colour to compare, the end of its chassis number read from
 * the car itself, and why it is inspected. What the registry has as chassis is compared, never shown.
 */

import { copy, drawIcon, one, say } from "../field/dom.js";
import { positionWords } from "../field/place.js";
import { display, isPlate } from "../kernel/plate.js";
import { checkIdentity } from "./identity.js";
import { createOccasions } from "./occasions.js";
import { compared, tailOf, TAIL_LENGTH } from "./record.js";

/** @param {object} parts {root, t, sheet, clock, whereabouts, modalities, lookup, onChanged} */
export function createIdentifyStep({ root, t, sheet, clock, whereabouts, modalities, lookup, onChanged }) {
  const step = copy("[data-identify-step]");
  const at = (name) => one(step, `[data-${name}]`);
  const changed = (path) => {
    onChanged(path);
    draw();
  };
  const occasions = createOccasions({ root: step, sheet, onChanged: changed });
  root.replaceChildren(step);

  function enter() {
    draw();
    if (!sheet.record().place.position) whereabouts.measure();
    lookup.look(); // with signal the registry says more than the list: chassis, guide, what is due
  }

  function draw() {
    const { vehicle, identified, place } = sheet.record();
    at("plate").textContent = isPlate(vehicle.plate) ? display(vehicle.plate) : vehicle.plate;
    const known = Boolean(sheet.facts().make_model);
    say(at("car"), known ? t("identify.car", { makeModel: vehicle.make_model, colour: vehicle.colour }) : "");
    at("unknown").hidden = known;
    say(at("registry-said"), t(`identify.registry.${lookup.state()}`));
    for (const input of step.querySelectorAll("[data-path]")) write(input, valueOf(input.dataset.path));
    drawModality(vehicle.modality);
    write(at("chassis"), identified.chassis_tail);
    drawChassis(identified.chassis_tail);
    drawCars();
    drawPlace(place);
    occasions.draw();
  }

  function valueOf(path) {
    return path.split(".").reduce((part, name) => part[name], sheet.record());
  }

  /** Several cars of the registry carry this plate: the person in front of it says which. */
  function drawCars() {
    const { cars = [] } = sheet.fields();
    at("cars").hidden = cars.length < 2;
    at("car-list").replaceChildren(...cars.map((car) => {
      const row = copy("[data-radio]");
      const input = one(row, "input");
      Object.assign(input, { name: "v-car", checked: car.vehicle === sheet.facts().vehicle });
      one(row, "[data-label]").textContent = `${car.make_model} ${car.colour}`;
      say(one(row, "[data-more]"), modalities().find(({ value }) => value === car.modality)?.name ?? "");
      input.addEventListener("change", () => {
        lookup.take(car);
        compareChassis();
      });
      return row;
    }));
  }

  function drawModality(modality) {
    const select = at("modality");
    at("modality-field").hidden = Boolean(sheet.facts().modality);
    if (select.options.length < 2) for (const { value, name } of modalities()) select.add(new Option(name, value));
    select.value = modality;
  }

  function drawChassis(tail) {
    const result = compared(tail, sheet.facts().chassis_tail);
    const missing = TAIL_LENGTH - tail.length;
    const key = missing ? (missing === 1 ? "one" : "many") : result || "unknown";
    const box = at("chassis-said");
    box.dataset.result = missing ? "" : result || "unknown";
    at("chassis-icon").hidden = Boolean(missing) || !result;
    if (result) drawIcon(at("chassis-icon"), result === "same" ? "check" : "cross");
    at("chassis-words").textContent = tail || !missing ? t(`identify.chassis.${key}`, { n: missing }) : t("identify.chassis.none");
  }

  function drawPlace({ position }) {
    say(at("visit-position"), position ? positionWords(position, clock.now(), t) : t("position.asking"));
  }

  /** What is read on the car, as it is typed; the item of identity follows it. */
  function compareChassis() {
    checkIdentity({ sheet, t });
    changed("identified.chassis_tail");
  }

  at("chassis").addEventListener("input", ({ target }) => {
    const tail = tailOf(target.value);
    const whole = tail.length === TAIL_LENGTH;
    if (target.value !== tail) target.value = tail;
    // The car was identified when its number was read first: a letter mended later makes no photo older.
    const { at: first } = sheet.record().identified;
    sheet.putAll({ "identified.chassis_tail": tail, "identified.at": first || (whole ? clock.stamp().happened_at : "") });
    compareChassis();
  });
  at("modality").addEventListener("change", ({ target }) => {
    sheet.put("vehicle.modality", target.value);
    lookup.take(sheet.facts());
    changed("vehicle.modality");
  });
  step.addEventListener("input", ({ target }) => {
    if (!target.dataset.path) return;
    sheet.put(target.dataset.path, target.value);
    onChanged(target.dataset.path);
  });

  return {
    enter,
    draw,
    /** The phone knows where it is, or cannot. */
    placed: (words) => (words ? say(at("visit-position"), words) : drawPlace(sheet.record().place)),
    settled: async () => undefined,
    leave: () => step.remove(),
  };
}

/** A field in use keeps its caret. */
function write(input, value) {
  if (input.value !== value) input.value = value;
}
