/**
 * Where a notice begins: from a check of a car, or from the notice before it of the same approach.
 * Both give a draft entry for the outbox. Pure but for the new identifier that comes in.
 */

import { newEntry } from "../outbox/entries.js";
import { blankRecord, filledIn } from "./record.js";

const DRIVES_FOR_ITSELF = ["holder", "app"];

/**
 * A new draft about the car of a check.
 * @param {import("../field/check.js").Check} check
 * @param {object} told {id, plate, accountId, reasonWords, noPermit, training}
 */
export function draftOf(check, { id, plate, accountId, reasonWords, noPermit, training }) {
  const { card, token, driver, shown, stamp } = check;
  const authorised = standing(check);
  const record = {
    ...blankRecord(training),
    group: check.id,
    happened_at: stamp.happened_at,
  };
  record.vehicle = {
    ...record.vehicle,
    modality: card?.modality ?? "none",
    seal_index: token?.payload?.index ?? card?.index ?? null,
  };
  record.driver = { ...record.driver, id: driver?.id ?? "" };
  const fields = {
    record, step: "type", reasonWords, authorised, prefilled: {}, again: false,
    checkReasons: [...new Set(shown.findings.map(({ code }) => code))],
    drivers: (card?.drivers ?? []).map(({ id: key, name, role }) => ({ id: key, name, role })),
    operator: card?.operator ?? "",
    cardPlate: card?.plate ?? "",
  };
  const known = {
    "vehicle.plate": plate,
    "vehicle.make_model": card?.makeModel,
    "vehicle.colour": card?.colour,
    "driver.name": driver?.name,
    "permit.number": authorised ? card.permit : authorised === false ? noPermit : "",
  };
  return entryOf({ id, accountId, createdAt: check.at, plate, fields: filledIn(fields, known) });
}

/**
 * The next notice of the same approach: one infraction each (PLA art. 49 §1), so all that is
 * common stays, confirmations too, and what belongs to the infraction begins empty.
 * @param {object} former fields of the notice before @param {object} told {id, accountId, createdAt}
 */
export function another(former, { id, accountId, createdAt }) {
  const { group, stop_id, scope, place, happened_at, vehicle, driver, owner, permit, offender, witnesses, confirmed } = former.record;
  const record = {
    ...blankRecord(former.record.training), group, stop_id, scope, place, happened_at, vehicle, driver, owner, permit, offender, witnesses, confirmed,
  };
  const fields = { ...former, record, step: "type", again: false };
  return entryOf({ id, accountId, createdAt, plate: vehicle.plate, fields });
}

/**
 * Who answers, where the phone knows: the registry's word first, then the card's; `{name, tax_id}`,
 * each "" where it is not plain.
 */
export function likelyOffender({ record, drivers, operator, holder }) {
  const { driver, owner, offender: { kind } } = record;
  const atWheel = { name: driver.name, tax_id: driver.cpf };
  if (holder?.kind === kind) return holder;
  if (kind === "platform") return { name: operator, tax_id: "" };
  if (kind === "owner") return { name: owner.name, tax_id: owner.tax_id };
  if (kind === "auxiliary" || kind === "private_user") return atWheel;
  if (kind !== "authorised_driver") return { name: "", tax_id: "" };
  const onCard = drivers.find(({ id }) => id === driver.id);
  if (!onCard || DRIVES_FOR_ITSELF.includes(onCard.role)) return atWheel;
  return { name: drivers.find(({ role }) => role === "holder")?.name ?? "", tax_id: "" };
}

/** true: a living permit; false: the city has none; null: this phone cannot tell. */
function standing({ card, trust, shown }) {
  if (card && card.state !== "dead") return true;
  return !card && trust === "online" && shown.kind === "plate_absent" ? false : null;
}

function entryOf({ id, accountId, createdAt, plate, fields }) {
  return newEntry({ id, kind: "notice", accountId, createdAt, label: plate, outcome: "", fields });
}
