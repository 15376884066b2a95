/** From what is on the screen to a draft: the car, the driver, and why the answer was what it was. */

import { isTraining, zoneOf } from "../field/check.js";
import { reasonLines } from "../field/reasons.js";
import { plateOf } from "../field/verdict_view.js";
import { newId } from "../outbox/entries.js";
import { draftOf } from "./draft.js";

/** A new draft about the car of a check. @param {object} parts {state, t} */
export function startNotice(check, { state, t }) {
  const { session, list } = state.get();
  return draftOf(check, {
    id: newId(),
    plate: plateOf(check),
    accountId: session.agent.account_id,
    reasonWords: reasonWords(check, session, list, t),
    noPermit: list.pack.meta.notices.withoutPermit,
    training: isTraining(session, list),
  });
}

/** The reasons as sentences, for the account of the facts; "" where there is nothing to tell. */
function reasonWords(check, session, list, t) {
  const lines = reasonLines(check.shown, {
    catalogue: list.pack.meta.catalogue, today: check.today, zone: zoneOf(session, list),
    windowStart: check.token?.payload?.windowStart ?? null,
  }, t).filter(({ level }) => level !== "info");
  return lines.map(({ text, detail }) => `${text}${detail ? ` (${detail})` : ""}.`).join(" ");
}
