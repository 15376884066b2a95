/** The record of a stop: begun from a check, kept at each keystroke, frozen at the end. */

import { finish, newId } from "../outbox/entries.js";
import { seal } from "../outbox/payload.js";
import { plateOf } from "./verdict_view.js";

/** A new draft entry of a check. @param {string} plateSeen "" when it is the plate that was read */
export function draftOf(check, { session, list, deviceId, plateSeen }) {
  const differs = Boolean(plateSeen);
  const { shown, card, token, driver } = check;
  const plate = plateOf(check);
  const codes = shown.findings.map(({ code }) => code);
  const record = {
    account_id: session.agent.account_id,
    device_id: deviceId,
    ...check.stamp,
    seal_index: token?.payload?.index ?? card?.index ?? null,
    plate_read: plate,
    plate_seen: plateSeen,
    plate_confirmed: differs ? "different" : "same",
    driver_id: driver?.id ?? null,
    driver_other: driver && !driver.id ? driver.name : "",
    how: shown.how,
    verdict: differs ? "red" : shown.level,
    findings: [...new Set(differs ? ["seal_genuine.plate", ...codes] : codes)],
    pack_generated_at: check.trust === "online" || !list ? null : list.pack.meta.generatedAt,
  };
  return {
    id: newId(),
    kind: "stop",
    accountId: session.agent.account_id,
    state: "draft",
    createdAt: check.at,
    check: check.id,
    label: plateSeen || plate,
    outcome: "",
    fields: { record, driverName: driver?.name ?? "", outcome: "", note: "", place: "", position: null },
    tries: 0,
    nextTryAt: 0,
    problem: null,
    receipt: null,
  };
}

/** Freeze: resolves when the phone holds the record for good; throws when it does not. */
export async function finishStop(keeper) {
  await keeper.save();
  const { id, fields: { record, outcome, note, place, position } } = keeper.current();
  const { payload, sha256 } = await seal({ ...record, outcome, note, place, position });
  await finish(id, payload, sha256);
}
