/** Is it this car? The plate very large, each field compared by the agent or corrected. */

import { one, say } from "../field/dom.js";
import { display, isPlate, parse, suggestions } from "../kernel/plate.js";

/** @param {object} parts {root, sheet, t, cardsOf, redraw} `cardsOf(plate)` cards of the phone's list */
export function createVehicleStep({ root, sheet, t, cardsOf, redraw }) {
  const at = (name) => one(root, `[data-${name}]`);

  function draw() {
    const { vehicle } = sheet.record();
    at("vehicle-plate").textContent = isPlate(vehicle.plate) ? display(vehicle.plate) : vehicle.plate;
    at("vehicle-missing").hidden = !["make_model", "chassis", "renavam"].some((name) => !vehicle[name]);
  }

  /** A field was typed or confirmed. */
  function changed(path) {
    if (path === "vehicle.plate") plateChanged();
    draw();
  }

  /** Another plate is another car: what the list says of it is put in, to be compared. */
  function plateChanged() {
    const { plate, problem } = parse(sheet.record().vehicle.plate);
    if (!plate) {
      const near = suggestions(sheet.record().vehicle.plate).map(display).slice(0, 2);
      return say(at("plate-said"), problem.code === "empty" || !near.length ? "" : t("plate.near", { plates: near.join(", ") }));
    }
    if (plate !== sheet.record().vehicle.plate) sheet.write("vehicle.plate", plate);
    const card = cardsOf(plate)[0];
    const another = card && card.plate !== sheet.fields().cardPlate;
    say(at("plate-said"), another ? t("plate.listed", { plate: display(plate), ...card, colour: card.colour.toLowerCase() }) : "");
    if (another) adopt(card);
    return undefined;
  }

  function adopt(card) {
    sheet.note({ cardPlate: card.plate });
    sheet.fill({ "vehicle.make_model": card.makeModel, "vehicle.colour": card.colour, "permit.number": card.permit });
    sheet.putAll({ "vehicle.modality": card.modality, "vehicle.seal_index": card.index });
    redraw();
  }

  return { draw, changed };
}
