/**
 * With signal, and only by the agent's tap (looking up a person is an event of its own): what the
 * city's registry knows of this car and its people is put in, each value waiting for its tap.
 */

import { say } from "../field/dom.js";
import { ask } from "../field/net.js";

const PATIENCE_MS = 8000;

/** @param {object} parts {root, sheet, t, state, redraw} */
export function createRegistry({ root, sheet, t, state, redraw }) {
  const buttons = [...root.querySelectorAll("[data-registry]")];
  const lines = [...root.querySelectorAll("[data-registry-said]")];

  function draw() {
    const online = state.get().connection === "online";
    for (const button of buttons) button.hidden = !online;
    for (const line of lines) say(line, "");
  }

  async function look() {
    for (const button of buttons) button.disabled = true;
    tell("registry.asking");
    const { vehicle, driver } = sheet.record();
    const answer = await ask("/campo/dados", { body: { plate: vehicle.plate, driver_id: driver.id }, timeout: PATIENCE_MS });
    for (const button of buttons) button.disabled = false;
    if (answer.kind !== "ok" || !answer.body.found) return tell(answer.kind === "ok" ? "registry.none" : "registry.failed");
    take(answer.body);
    redraw();
    return tell("registry.found");
  }

  function take(body) {
    const { vehicle, driver, owner, permit, operator, recent } = body;
    sheet.note({ recent: recent ?? [], holder: operator ?? null });
    // The list has short names: the whole one takes its place, and waits for the tap again.
    const { drivers, record } = sheet.fields();
    if (driver?.name && drivers.some(({ name }) => name === record.driver.name)) sheet.doubt("driver.name");
    sheet.fill({ ...paths("vehicle", vehicle), ...paths("driver", driver), ...paths("owner", owner), ...paths("permit", permit) });
    if (owner?.name) sheet.put("owner.pending", false);
  }

  function tell(key) {
    for (const line of lines) say(line, t(key));
  }

  for (const button of buttons) button.addEventListener("click", look);
  return { draw };
}

/** Only texts of the record's own members are taken. */
function paths(part, values) {
  return Object.fromEntries(Object.entries(values ?? {})
    .filter(([, value]) => typeof value === "string" && value)
    .map(([name, value]) => [`${part}.${name}`, value]));
}
