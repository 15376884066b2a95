/**
 * When an ending is itself the notification, and the last day to appeal that follows.
 * Twin of app/regulation/notice_signature.py. Pure.
 */

import { fold } from "../kernel/names.js";
import { cityDay, filled, instant, looking } from "./look.js";

const HOLDER = "authorised_driver";
// A copy shown on the screen is in nobody's hands.
const IN_HAND = ["printed", "shared"];

/** "2026-12-10", or "" where the term does not run from this ending. */
export function dueOn(catalogue, record) {
  return dueBy(looking(catalogue, record));
}

/** The same for one who already looks. @param {import("./look.js").Look} look */
export function dueBy(look) {
  const ended = instant(look("ending.at"));
  if (ended === null || !notifies(look)) return "";
  const due = look(`$catalogue.deadline.dueBySignatureOn.${cityDay(ended, look)}`);
  return typeof due === "string" ? due : "";
}

/** Whether the ending counts as notification by the city's reading. @param {import("./look.js").Look} look */
export function notifies(look) {
  const counts = look("$catalogue.deadline.counts");
  const ending = look("ending.kind");
  if (!counts?.endings.includes(ending)) return false;
  if (ending !== "signed") return true;
  if (look("ending.signer") !== "driver") return false;
  if (counts.holder && !isHolder(look)) return false;
  return !counts.withCopy || inHand(look);
}

function inHand(look) {
  return look("copy.delivered") === true && IN_HAND.includes(look("copy.how"));
}

/** The driver is the authorised driver who answers: by number, or by name where one lacks it. */
function isHolder(look) {
  if (look("offender.kind") !== HOLDER) return false;
  const [mine, his] = [digits(look("driver.cpf")), digits(look("offender.tax_id"))];
  if (mine && his) return mine === his;
  const [name, held] = [look("driver.name"), look("offender.name")];
  if (typeof name !== "string" || typeof held !== "string" || !filled(name)) return false;
  return fold(name) === fold(held);
}

function digits(value) {
  return typeof value === "string" ? value.replace(/[^0-9]/g, "") : "";
}
