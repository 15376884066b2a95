/**
 * An open draft as the steps of any form use it: read the record, change one thing, and it is
 * already on its way into the phone's storage. Knows no page and no kind.
 */

import { withValue } from "../notice/record.js";

/** @param {ReturnType<import("./keeper.js").createKeeper>} keeper @param {() => object} catalogue */
export function createDraftSheet(keeper, catalogue) {
  const fields = () => keeper.current().fields;
  const record = () => fields().record;
  const take = (next) => keeper.change(next, { label: next.record.vehicle.plate });
  const putAll = (values) => take({
    ...fields(),
    record: Object.entries(values).reduce((whole, [path, value]) => withValue(whole, path, value), record()),
  });
  return {
    id: () => keeper.current().id,
    isOpen: (id) => keeper.current()?.id === id,
    accountId: () => keeper.current().accountId,
    fields,
    record,
    catalogue,
    /** All fields at once, as a pure function made them. */
    take,
    /** Anything at a path of the record. */
    put: (path, value) => putAll({ [path]: value }),
    /** Several at once, so that no half of a choice is ever stored. @param {Record<string, unknown>} values */
    putAll,
    /** Beside the record: step, drivers… */
    note: (changes) => keeper.change(changes),
  };
}
