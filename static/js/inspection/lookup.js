/** What the registry knows of the car of this draft, asked with signal, once a draft and opening. */

import { ask } from "../field/net.js";
import { theCar, withFacts } from "./facts.js";

const PATIENCE_MS = 8000;

/** @param {object} parts {sheet, state, onKnown() the draft has other facts now, onState()} */
export function createLookup({ sheet, state, onKnown, onState }) {
  let now = "none"; // "asking", "known", "absent", "none" (no signal)
  let asked = "";

  function tell(next) {
    now = next;
    onState();
  }

  function take(facts) {
    sheet.take(withFacts(sheet.fields(), facts, sheet.catalogue()));
  }

  async function look() {
    const id = sheet.id();
    if (asked === id) return undefined;
    now = sheet.facts().vehicle ? "known" : "none";
    if (state.get().connection !== "online") return tell(now);
    asked = id;
    tell("asking");
    const { plate, seal_index: index } = sheet.record().vehicle;
    const answer = await ask("/campo/vistoria/dados", { body: { plate }, timeout: PATIENCE_MS });
    if (!sheet.isOpen(id)) return undefined; // another draft, or finished meanwhile
    const cars = answer.kind === "ok" && Array.isArray(answer.body.cars) ? answer.body.cars : null;
    if (!cars) asked = "";
    if (!cars?.length) return tell(cars ? "absent" : sheet.facts().vehicle ? "known" : "none");
    return heard(cars, index);
  }

  function heard(cars, index) {
    sheet.note({ cars });
    const held = cars.find(({ vehicle }) => vehicle === sheet.facts().vehicle);
    const car = held ?? theCar(cars, index);
    if (car) take(car);
    now = "known";
    onKnown();
  }

  return {
    look,
    take,
    state: () => now,
    /** Another draft is opened: ask anew. */
    forget: () => {
      asked = "";
    },
  };
}
