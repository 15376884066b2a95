/**
 * The record as it is frozen: what was typed, and what finishing adds (who, when, under which
 * text, with which number). Pure: times, chain and number come in.
 */

import { dueOn } from "./due.js";
import { answered } from "./record.js";

/** What stands in for number and chain until the record is frozen. */
export const NOT_YET = { number: null, chain: { seq: 1, prev: "0".repeat(64) }, key_id: "0".repeat(16), beacon: "" };

const BY_HAND = ["driver", "owner", "offender"];

/**
 * @param {import("./record.js").Fields} fields
 * @param {object} told `{session, deviceId, meta, stamp}`; `stamp` of the clock at this moment
 * @param {{number: object | null, chain: object, key_id: string, beacon: string}} taken what only the outbox
 * knows; `NOT_YET` while reviewing
 */
export function completed(fields, { session, deviceId, meta, stamp }, taken) {
  const record = answered(fields);
  const { agent } = session;
  const notices = meta.notices;
  const whole = {
    ...record,
    ...normalised(record),
    account_id: agent.account_id, device_id: deviceId, key_id: taken.key_id,
    chain: taken.chain, number: taken.number,
    ruleset: meta.ruleset,
    written_at: stamp.happened_at, device_time: stamp.device_time, offset_ms: stamp.offset_ms,
    last_server_time: stamp.last_server_time, beacon: taken.beacon,
    agent: { name: agent.name, registration: agent.registration, act: agent.act },
    body: notices.body,
  };
  return { ...whole, deadline: deadlineOf(notices, whole) };
}

/** The term in words, and its last day where this ending is itself the notification. */
function deadlineOf(catalogue, record) {
  if (!catalogue.deadline || record.kind !== "notice") return null;
  const { days, words, citation } = catalogue.deadline;
  return { days, words, citation, due_on: dueOn(catalogue, record) };
}

/** Whether the law's hours to send it have passed. */
export function isLate(record, hours, now) {
  return Boolean(hours) && now - Date.parse(record.happened_at) > hours.hours * 3600_000;
}

/** Digits of documents without their marks, amounts with a point: as the server compares them. */
function normalised(record) {
  const parts = Object.fromEntries(BY_HAND.map((name) => [name, documentsOf(record[name])]));
  const { fine, ending, driver, copy } = record;
  const signer = ending?.signer === "driver" ? { signer_name: driver.name } : {};
  return {
    ...parts,
    ending: ending && { ...ending, ...signer },
    copy: { ...copy, how: copy.how || "none" },
    fine: { ...fine, ufm: fine.ufm.replace(",", ".") },
  };
}

function documentsOf(person) {
  const plain = { ...person };
  for (const name of ["cpf", "tax_id"]) {
    if (name in plain) plain[name] = plain[name].toUpperCase().replace(/[^0-9A-Z]/g, "");
  }
  return plain;
}
