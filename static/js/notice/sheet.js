/** The open notice as its steps use it: a draft's sheet, with what the agent confirms field by field. */

import { createDraftSheet } from "../field/draft_sheet.js";
import { chosen, confirmed, doubted, filledIn, typed } from "./record.js";
import { kindOf, typeOf } from "./types.js";

/** @param {ReturnType<import("../field/keeper.js").createKeeper>} keeper @param {() => object} catalogue */
export function createSheet(keeper, catalogue) {
  const sheet = createDraftSheet(keeper, catalogue);
  const { fields, record, take } = sheet;
  return {
    ...sheet,
    type: () => typeOf(catalogue(), record().infraction.code),
    kind: () => kindOf(catalogue(), record().kind),
    /** The agent typed or chose. */
    write: (path, value) => take(typed(fields(), path, value)),
    choose: (path, value) => take(chosen(fields(), path, value)),
    doubt: (path) => take(doubted(fields(), path)),
    confirm: (path) => take(confirmed(fields(), path)),
    /** The phone puts values in, to be compared. @param {Record<string, string>} values */
    fill: (values) => take(filledIn(fields(), values)),
  };
}
