/**
 * With signal, at the review: has the city a notice of this car and infraction of the last day?
 * Asked without names and without waiting; what comes in time stands beside the phone's own.
 */

import { ask } from "../field/net.js";

const PATIENCE_MS = 3000;

/** @param {object} parts {sheet, state} */
export function createRecent({ sheet, state }) {
  /** Never blocks, never fails: without an answer the phone's own notices are all there is. */
  async function look() {
    if (state.get().connection !== "online") return;
    const id = sheet.id();
    const { vehicle: { plate }, infraction: { code } } = sheet.record();
    if (!plate || !code) return;
    const answer = await ask("/campo/recentes", { body: { plate, code }, timeout: PATIENCE_MS });
    const found = answer.kind === "ok" && answer.body.recent;
    if (Array.isArray(found) && found.length && sheet.isOpen(id)) sheet.note({ recent: joined(sheet.fields().recent ?? [], found) });
  }

  return { look };
}

/** What was known, and what came now in its place. Pure. */
export function joined(known, found) {
  return [...known.filter(({ id }) => !found.some((one) => one.id === id)), ...found];
}
