/** Who drives, whose the car is, under which permit, and who answers: each value confirmed or typed. */

import { copy, one } from "../field/dom.js";
import { likelyOffender } from "./draft.js";

const ABOUT_DRIVER = ["name", "cpf", "id_card", "id_card_issued_on", "licence", "licence_category", "address"];

/** @param {object} parts {root, sheet, t, redraw} `redraw` writes the record into the fields again */
export function createPeopleStep({ root, sheet, t, redraw }) {
  const at = (name) => one(root, `[data-${name}]`);

  function draw() {
    const { record, drivers } = sheet.fields();
    at("driver-choice").hidden = !drivers.length;
    at("driver-names").replaceChildren(...drivers.map((driver) => chip(driver, record.driver.id)));
    at("owner-pending").checked = record.owner.pending;
    const { kind } = record.offender;
    const offender = sheet.catalogue().offenders.find((known) => known.kind === kind);
    at("offender-kind").textContent = offender ? t("offender.kind", { name: offender.name }) : "";
    at("no-permit").textContent = sheet.catalogue().withoutPermit;
    offer();
    drawMissing();
  }

  function chip(driver, chosen) {
    const button = copy("[data-action]");
    button.className = "chip";
    button.textContent = driver.name;
    button.setAttribute("aria-pressed", String(driver.id === chosen));
    button.addEventListener("click", () => choose(driver));
    return button;
  }

  /** Choosing from the list is the agent's own act: the name counts as confirmed. */
  function choose({ id, name }) {
    sheet.put("driver.id", id);
    sheet.choose("driver.name", name);
    redraw();
    draw();
  }

  /** Who answers is put in once the driver is known, and waits for the tap like the rest. */
  function offer() {
    const { name, tax_id: taxId } = likelyOffender(sheet.fields());
    sheet.fill({ "offender.name": name, "offender.tax_id": taxId });
    redraw();
  }

  function changed(path) {
    if (path === "driver.name" && sheet.record().driver.id) sheet.put("driver.id", idOf(sheet.record().driver.name));
    if (["driver.name", "driver.cpf", "owner.name"].includes(path)) offer();
    drawMissing();
  }

  function idOf(name) {
    return sheet.fields().drivers.find((driver) => driver.name === name)?.id ?? "";
  }

  function drawMissing() {
    const { driver } = sheet.record();
    at("driver-missing").hidden = ABOUT_DRIVER.every((name) => driver[name]);
  }

  at("owner-pending").addEventListener("change", ({ target }) => {
    sheet.put("owner.pending", target.checked);
  });
  at("owner-drives").addEventListener("click", () => {
    const { id, cpf, missing, ...person } = sheet.record().driver;
    sheet.put("owner", { ...sheet.record().owner, ...person, tax_id: cpf, pending: false });
    redraw();
    draw();
  });
  at("no-permit").addEventListener("click", () => {
    sheet.write("permit.number", sheet.catalogue().withoutPermit);
    redraw();
  });
  return { draw, changed };
}
