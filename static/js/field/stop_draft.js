/**
 * The record of a stop: begun from a check, saved at each keystroke, frozen at the end.
 * Saving never overlaps: the last state always wins, and finishing waits for it.
 */

import { finish, newId, saveDraft } from "../outbox/entries.js";
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
    label: plateSeen || plate,
    outcome: "",
    fields: { record, driverName: driver?.name ?? "", outcome: "", note: "", place: "", position: null },
    tries: 0,
    nextTryAt: 0,
    problem: null,
    receipt: null,
  };
}

/** Keeps one draft in step with what is typed. @param {(saved: boolean, error?: unknown) => void} onSaved */
export function createKeeper(onSaved) {
  let entry = null;
  let dirty = false;
  let saving = null;

  async function drain() {
    while (dirty) {
      dirty = false;
      await saveDraft(structuredClone(entry));
    }
  }

  function save() {
    dirty = true;
    saving ??= drain()
      .then(() => onSaved(true), (error) => {
        onSaved(false, error);
        throw error;
      })
      .finally(() => {
        saving = null;
      });
    saving.catch(() => undefined); // told by onSaved; finishing tries again
    return saving;
  }

  return {
    /** @param {import("../outbox/entries.js").Entry} next */
    hold(next) {
      entry = next;
    },
    current: () => entry,
    /** @param {object} changes of the typed fields */
    change(changes) {
      entry = { ...entry, outcome: changes.outcome ?? entry.outcome, fields: { ...entry.fields, ...changes } };
      return save();
    },
    save,
    /** Freeze: resolves when the phone holds the record for good; throws when it does not. */
    async finish() {
      await save();
      const { record, outcome, note, place, position } = entry.fields;
      const { payload, sha256 } = await seal({ ...record, outcome, note, place, position });
      await finish(entry.id, payload, sha256);
    },
  };
}
