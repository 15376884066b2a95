/**
 * Which items a visit asks, and what an answer says of one. Pure.
 * Twin of app/regulation/inspection_items.py; both are held to tests/regulation/data/inspection_cases.json.
 *
 * @typedef {object} Answer
 * @property {""|"ok"|"nc"|"na"} answer the judged word
 * @property {string} number @property {string} date @property {string} choice @property {string} text
 * @property {string} note @property {string[]} photos hashes @property {boolean} from_record
 */

import { civilDay } from "../field/civil.js";
import { filled, instant, rows } from "../notice/look.js";
import { lastDay, monthsBefore } from "./year_rule.js";

const WORDS = ["ok", "nc", "na"];
const NUMBER = /^[0-9]{1,9}(?:\.[0-9]{1,2})?$/;
const DAY = /^(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}$/;
const OLDEST_YEAR = 1950;
// Where the value read on the car stands in an answer, by kind of item.
const VALUE = { number: "number", date: "date", text: "text", choice: "choice" };
const JUDGES = { number: judgeNumber, date: judgeDate, text: judgeText, choice: judgeChoice };
const COMPARES = {
  eq: (value, bound) => value === bound,
  le: (value, bound) => value <= bound,
  ge: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  gt: (value, bound) => value > bound,
};

/** The occasion's row where it is offered to that modality, else null. */
export function occasionOf(catalogue, occasion, modality) {
  return rows(catalogue.occasions).find(({ id, modalities }) => id === occasion && modalities.includes(modality)) ?? null;
}

/**
 * Items of that visit in the order of the screen, read for its occasion: `blocking` and `na` are
 * final and `year_rule` is the one that counts. A return asks only what failed before; none where
 * the occasion is not offered.
 * @param {object} catalogue `meta.inspections` @param {string} occasion @param {string} modality
 * @param {string[]} [previousFailed] keys
 */
export function itemsFor(catalogue, occasion, modality, previousFailed = []) {
  const row = occasionOf(catalogue, occasion, modality);
  if (row === null) return [];
  return rows(catalogue.items)
    .filter((item) => item.list === row.list && asks(row, item, modality, previousFailed))
    .map((item) => forOccasion(item, row.like, modality));
}

function asks(row, item, modality, previousFailed) {
  if (!item.modalities.includes(modality)) return false;
  if (row.failed_only) return previousFailed.includes(item.key);
  if (!item.occasions.includes(row.like)) return false;
  if (item.source === "fee") return feeAsked(row);
  return item.source !== "occasion" || row.reasons.length > 0;
}

/** Whether a visit of that occasion waits for a paid guide. */
export function feeAsked(row) {
  return row.fee?.asked === true;
}

function forOccasion(item, like, modality) {
  const within = (listed) => listed.length === 0 || listed.includes(like);
  const found = item.year_rules
    .find(({ occasions, modalities }) => occasions.includes(like) && modalities.includes(modality));
  return {
    ...item,
    blocking: item.blocking && within(item.blocking_occasions),
    na: item.na && within(item.na_occasions),
    year_rule: found?.rule ?? null,
  };
}

/** The civil day of the visit in the city: that on which it started; "" without a start. */
export function dayOf(catalogue, record) {
  const started = instant(record.started_at);
  return started === null ? "" : civilDay(started, catalogue.zone);
}

/**
 * What the answer says on the civil day: ok, nc, na, or "" while incomplete. Numbers, dates and
 * choices judge themselves; a value that is missing is "" unless the inspector says nc.
 * @param {object} item from `itemsFor` @param {Answer|undefined} answer @param {string} day "2026-11-30"
 * @returns {""|"ok"|"nc"|"na"}
 */
export function judge(item, answer, day) {
  if (item.fixed) return item.fixed;
  const given = isObject(answer) ? answer : {};
  const stated = WORDS.includes(given.answer) ? given.answer : "";
  if (stated === "na") return item.na ? "na" : "";
  const key = VALUE[item.kind];
  if (!key) return stated;
  // A paper not shown fails; a choice has its own option for that.
  if (!filled(given[key])) return stated === "nc" && key !== "choice" ? "nc" : "";
  const word = JUDGES[key](item, given, stated, day);
  if (word !== "ok") return word;
  return isWhole(item, given) ? byDate(item, given, day) : "";
}

function judgeNumber(item, given, stated, day) {
  const text = given.number;
  if (typeof text !== "string" || !NUMBER.test(text)) return "";
  if (item.limit) return COMPARES[item.limit.op](hundredths(text), hundredths(String(item.limit.value))) ? "ok" : "nc";
  return item.year_rule ? judgeYear(item.year_rule, text, given, day) : stated;
}

/** A car made in that year, on that day; the date of the answer is one granted by an act. */
function judgeYear(rule, text, given, day) {
  if (!isCivilDay(day) || text.includes(".") || Number(text) < OLDEST_YEAR || Number(text) > Number(day.slice(0, 4))) return "";
  const granted = given.from_record === true && isCivilDay(given.date) ? given.date : "";
  return day <= lastDay(rule, Number(text), granted) ? "ok" : "nc";
}

function hundredths(text) {
  const [whole, part = ""] = text.split(".");
  return Number(whole) * 100 + Number(part.padEnd(2, "0").slice(0, 2));
}

function judgeDate(item, given, stated) {
  if (!isCivilDay(given.date)) return "";
  return item.date_rule ? "ok" : stated;
}

function judgeText(item, given, stated) {
  return stated === "nc" ? "nc" : "ok";
}

function judgeChoice(item, { choice }) {
  if (!item.choices.includes(choice)) return "";
  return item.fails.includes(choice) ? "nc" : "ok";
}

/** Whether the rest that is asked beside the value is there; of the record, only a date that judges. */
function isWhole(item, given) {
  return item.also.every((extra) =>
    !needs(item, given, extra) || (extra === "date" ? isCivilDay(given.date) : filled(given[extra])));
}

function needs(item, given, extra) {
  if (extra === "date" && item.date_unless.includes(given.choice)) return false;
  if (extra === "text" && item.pends.length > 0) return item.pends.includes(given.choice);
  return (extra === "date" && item.date_rule !== null) || given.from_record !== true;
}

function byDate(item, given, day) {
  const rule = item.date_rule;
  if (rule === null || item.date_unless.includes(given.choice)) return "ok";
  if (!isCivilDay(given.date) || !isCivilDay(day)) return "";
  if (rule.kind === "not_past") return given.date >= day ? "ok" : "nc";
  return monthsBefore(day, rule.months) <= given.date && given.date <= day ? "ok" : "nc";
}

/** Whether a value is a day of the calendar, "2026-11-30". */
export function isCivilDay(value) {
  if (typeof value !== "string" || !DAY.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Whether the answer leaves the result pending. */
export function pends(item, answer) {
  return isObject(answer) && item.pends.includes(answer.choice);
}

/** An item before anybody looked. @returns {Answer} */
export function blankAnswer() {
  return { answer: "", number: "", date: "", choice: "", text: "", note: "", photos: [], from_record: false };
}

/** What "all conform" says of the item; null where a value must be read on the car. @returns {Answer|null} */
export function wellAnswer(item) {
  const blank = blankAnswer();
  if (item.fixed) return { ...blank, answer: item.fixed, from_record: true };
  if (item.well) return { ...blank, answer: "ok", choice: item.well };
  if (item.limit?.op === "eq") return { ...blank, answer: "ok", number: String(item.limit.value) };
  return VALUE[item.kind] ? null : { ...blank, answer: "ok" };
}

/**
 * Answers that the record itself gives: the guide of its fee, its occasion, what no act asks yet.
 * @returns {Record<string, Answer>} by key
 */
export function recordAnswers(catalogue, record, items) {
  const row = occasionOf(catalogue, record.occasion, record.vehicle?.modality);
  const found = {};
  for (const item of items) {
    const said = saidByRecord(item, row, record.fee ?? {});
    if (said) found[item.key] = { ...blankAnswer(), ...said, from_record: true };
  }
  return found;
}

function saidByRecord(item, row, fee) {
  if (item.fixed) return { answer: item.fixed };
  if (item.source === "fee" && fee.guide && fee.paid_on) return { answer: "ok", text: fee.guide, date: fee.paid_on };
  if (item.source === "occasion" && row?.reasons.length) return { answer: "ok", choice: row.reasons[0] };
  return null;
}

/** The answers as a list with their `key`, whether the record holds a list or an object by key. */
export function answersOf(record) {
  if (!isObject(record.items)) return rows(record.items);
  return Object.entries(record.items).filter(([, row]) => isObject(row)).map(([key, row]) => ({ ...row, key }));
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
