/**
 * The open notice as the steps use it: read the record, change one thing, and it is already on its
 * way into the phone's storage. Knows no page.
 */

import { chosen, confirmed, doubted, filledIn, typed, withValue } from "./record.js";
import { kindOf, typeOf } from "./types.js";

/** @param {ReturnType<import("../field/keeper.js").createKeeper>} keeper @param {() => object} catalogue */
export function createSheet(keeper, catalogue) {
  const fields = () => keeper.current().fields;
  const take = (next) => keeper.change(next, { label: next.record.vehicle.plate });
  const record = () => fields().record;
  return {
    id: () => keeper.current().id,
    isOpen: (id) => keeper.current()?.id === id,
    accountId: () => keeper.current().accountId,
    fields,
    record,
    catalogue,
    type: () => typeOf(catalogue(), record().infraction.code),
    kind: () => kindOf(catalogue(), record().kind),
    /** The agent typed or chose. */
    write: (path, value) => take(typed(fields(), path, value)),
    choose: (path, value) => take(chosen(fields(), path, value)),
    doubt: (path) => take(doubted(fields(), path)),
    confirm: (path) => take(confirmed(fields(), path)),
    /** The phone puts values in, to be compared. @param {Record<string, string>} values */
    fill: (values) => take(filledIn(fields(), values)),
    /** Anything that is not a text of a field. */
    put: (path, value) => take({ ...fields(), record: withValue(record(), path, value) }),
    /** Several at once, so that no half of a choice is ever stored. @param {Record<string, unknown>} values */
    putAll: (values) => take({
      ...fields(),
      record: Object.entries(values).reduce((whole, [path, value]) => withValue(whole, path, value), record()),
    }),
    /** Beside the record: step, drivers… */
    note: (changes) => keeper.change(changes),
  };
}
