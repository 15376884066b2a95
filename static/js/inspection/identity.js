/**
 * The item that asks whether this is the car of the registry answers itself where the chassis
 * differs: it fails, with its note begun; and opens again when the number was only misread.
 */

import { compared } from "./record.js";

/** Hold the item against what was read, as it stands now. @param {object} parts {sheet, t} */
export function checkIdentity({ sheet, t }) {
  const { identity } = sheet.catalogue();
  const item = sheet.items().find(({ id }) => id === identity);
  if (!item) return;
  const { chassis_tail: tail } = sheet.record().identified;
  const { answer, note } = sheet.answer(item.key);
  const own = note.startsWith(t("identify.note"));
  if (compared(tail, sheet.facts().chassis_tail) === "differs") {
    sheet.write(item.key, { answer: "nc", note: note && !own ? note : `${t("identify.note")} ${tail}.`, from_record: false });
  } else if (answer === "nc" && own) {
    sheet.write(item.key, { answer: "", note: "" });
  }
}
