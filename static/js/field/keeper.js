/**
 * Keeps one draft in step with what is typed. Saving never overlaps: the last state always wins,
 * and finishing waits for it.
 */

import { saveDraft } from "../outbox/entries.js";

/** @param {(saved: boolean, error?: unknown) => void} onSaved after each attempt */
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
    /** @param {import("../outbox/entries.js").Entry | null} next */
    hold(next) {
      entry = next;
    },
    current: () => entry,
    /** @param {object} changes of the typed fields @param {object} [head] of the entry itself */
    change(changes, head = {}) {
      entry = { ...entry, ...head, fields: { ...entry.fields, ...changes } };
      return save();
    },
    save,
    /** Resolves when nothing more can be done for what is still on its way. */
    settled: async () => entry && save().catch(() => undefined),
  };
}
