/**
 * What keeps an inspection from closing. Pure; twin of app/regulation/inspection_defects.py.
 * Messages and citations come from the catalogue.
 *
 * @typedef {{rule: string, field: string, key: string, message: string, citation: string}} Defect
 */

import { isPlate } from "../kernel/plate.js";
import { filled, instant, rows } from "../notice/look.js";
import { answersOf, dayOf, feeAsked, isCivilDay, itemsFor, occasionOf } from "./items.js";
import { itemDefects } from "./item_defects.js";

const HEX32 = /^[0-9a-f]{32}$/;
const HEX64 = /^[0-9a-f]{64}$/;
const CHASSIS = /^[A-Z0-9]{6}$/;

/**
 * In the order of the screen; empty: complete. @param {object} catalogue `meta.inspections`
 * @param {object} record the payload, finished or not; `items` a list or an object by key
 * @param {string[]} [previousFailed] keys that failed before, for a return
 * @param {boolean|null} [feeDue] whether a fee is due, where the registry knows better
 * @returns {Defect[]}
 */
export function defects(catalogue, record, previousFailed = [], feeDue = null) {
  const row = occasionOf(catalogue, record.occasion, record.vehicle?.modality);
  const visit = {
    catalogue,
    record,
    row,
    items: itemsFor(catalogue, record.occasion, record.vehicle?.modality, previousFailed),
    day: dayOf(catalogue, record),
    started: instant(record.started_at),
    finished: instant(record.finished_at),
    hashes: new Set(rows(record.photos).map(({ sha256 }) => sha256)),
    feeDue: feeDue ?? (row !== null && feeAsked(row)),
    answers: answersOf(record),
  };
  return [...actDefects(visit), ...carDefects(visit), ...timeDefects(visit), ...shotDefects(visit),
    ...photoDefects(visit), ...itemDefects(visit)].map(([rule, field, item]) => told(catalogue, rule, field, item));
}

/** A defect with the words of its rule; one of an item cites the item's provisions. */
function told(catalogue, rule, field, item) {
  const { message, citation } = catalogue.rules[rule];
  const label = item ? nameOf(item) : "";
  return {
    rule, field, key: item?.key ?? "", message: message.replaceAll("{label}", label), citation: item?.citation || citation,
  };
}

function nameOf({ of, label }) {
  return of ? `${of}: ${label}` : label;
}

function* actDefects({ catalogue, record, row, items }) {
  if (catalogue.training && record.training !== true) yield ["training", "training"];
  if (row === null) yield ["occasion", "occasion"];
  if (row?.previous && !HEX32.test(textOf(record.previous))) yield ["previous", "previous"];
  if (row?.failed_only && items.length === 0) yield ["nothing_failed", "previous"];
  const whole = ["name", "registration", "act"].every((key) => isFilledText(record.agent?.[key]));
  if (!whole) yield ["person", "agent"];
}

function* carDefects({ record, day, feeDue }) {
  const { identified } = record;
  if (!isPlate(textOf(record.vehicle?.plate))) yield ["plate", "vehicle.plate"];
  if (!["seal", "plate"].includes(identified?.how) || instant(identified?.at) === null) yield ["identified", "identified"];
  if (!CHASSIS.test(textOf(identified?.chassis_tail))) yield ["chassis", "identified.chassis_tail"];
  const paid = record.fee?.paid_on;
  if (feeDue && !(isFilledText(record.fee?.guide) && isCivilDay(paid))) yield ["fee", "fee"];
  if (isCivilDay(paid) && day && paid > day) yield ["fee_day", "fee.paid_on"];
}

function* timeDefects({ record, started, finished }) {
  if (started === null) yield ["started", "started_at"];
  if (started !== null && finished !== null && finished < started) yield ["finished", "finished_at"];
  if (!isFilledText(record.place?.text) && !isObject(record.place?.position)) yield ["place", "place"];
}

function* shotDefects({ catalogue, record, started, finished, hashes }) {
  const { min, parts } = catalogue.shots;
  const shots = rows(record.shots);
  const missing = parts.filter(({ id }) => !shots.some(({ part }) => part === id));
  for (const part of missing) yield ["shot_missing", `shots.${part.id}`, sideOf(part)];
  if (missing.length === 0 && shots.length < min) yield ["shots_few", "shots"];
  const identified = instant(record.identified?.at);
  const seen = new Set();
  for (const shot of shots) {
    const part = parts.find(({ id }) => id === shot.part);
    if (!part) {
      yield ["shot_part", "shots"];
      continue;
    }
    yield* shotWrongs(shot, { started, finished, identified, hashes, seen })
      .map((rule) => [rule, `shots.${part.id}`, sideOf(part)]);
    seen.add(shot.sha256);
  }
}

/** A side of the car told as items are: its label, without key or provisions. */
function sideOf({ label }) {
  return { key: "", of: "", label, citation: "" };
}

function shotWrongs({ sha256, taken_at: taken }, { started, finished, identified, hashes, seen }) {
  const at = instant(taken);
  return [
    seen.has(sha256) && "shot_twice",
    (at === null || (started !== null && at < started)) && "shot_early",
    at !== null && identified !== null && at < identified && "shot_before_identification",
    at !== null && finished !== null && at > finished && "shot_late",
    !hashes.has(sha256) && "shot_unknown",
  ].filter(Boolean);
}

function* photoDefects({ record, started, finished }) {
  for (const { sha256, size, taken_at: taken } of rows(record.photos)) {
    const at = instant(taken);
    if (!HEX64.test(textOf(sha256)) || !Number.isInteger(size) || size <= 0 || at === null) yield ["photo", "photos"];
    else if ((started !== null && at < started) || (finished !== null && at > finished)) yield ["photo_time", "photos"];
  }
}

function textOf(value) {
  return typeof value === "string" ? value : "";
}

function isFilledText(value) {
  return typeof value === "string" && filled(value);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
