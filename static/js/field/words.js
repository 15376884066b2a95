/** Distances in time as a person says them. Pure; the words come in by `t`. */

import { civilDay, clockTime, daysBetween, isDay, slashed } from "./civil.js";
import { fill } from "./texts.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const FRESH_MS = 24 * HOUR;
export const STALE_MS = 72 * HOUR;

/**
 * How far a list of that age may be believed: "fresh" may say green, "old" is amber at best,
 * "stale" only proves that a code is authentic. @param {number} ageMs
 */
export function trust(ageMs) {
  if (ageMs >= STALE_MS) return "stale";
  return ageMs >= FRESH_MS ? "old" : "fresh";
}

/** "lista de 14:30", "lista de ontem, 18:02", "lista de 26/11, 18:02". */
export function listAge(generatedAt, now, zone, t) {
  return t(`list.${dayKey(generatedAt, now, zone)}`, moment(generatedAt, zone));
}

/** "hoje, 14:30", "ontem, 18:02", "26/11, 18:02". */
export function dayAndTime(ms, now, zone, t) {
  return t(`moment.${dayKey(ms, now, zone)}`, moment(ms, zone));
}

/** "agora", "há 5 min", "há 3 h", "há 2 dias". */
export function ago(ms, now, t) {
  const past = Math.max(0, now - ms);
  if (past < MINUTE) return t("ago.now");
  if (past < HOUR) return t("ago.minutes", { n: Math.floor(past / MINUTE) });
  if (past < 2 * FRESH_MS) return t("ago.hours", { n: Math.floor(past / HOUR) });
  return t("ago.days", { n: Math.floor(past / FRESH_MS) });
}

/** A template of the catalogue with its fields in words, as read on `today`. */
export function sentence(template, params, today, t) {
  const words = {};
  for (const [name, value] of Object.entries(params)) words[name] = isDay(value) ? slashed(value) : value;
  if (isDay(params.date)) {
    const distance = daysBetween(today, params.date);
    words.days = dayCount(Math.abs(distance), t);
    words.when = distance > 1 ? t("when.in", { days: dayCount(distance, t) }) : t(`when.${Math.max(0, distance)}`);
  }
  return fill(template, words);
}

/** "1 dia", "3 dias". */
export function dayCount(n, t) {
  return t(n === 1 ? "days.one" : "days.many", { n });
}

/** A count with its noun: keys `<key>.one` and `<key>.many`. */
export function counted(n, key, t, values = {}) {
  return t(`${key}.${n === 1 ? "one" : "many"}`, { n, ...values });
}

function dayKey(ms, now, zone) {
  const distance = daysBetween(civilDay(ms, zone), civilDay(now, zone));
  return distance === 0 ? "today" : distance === 1 ? "yesterday" : "earlier";
}

function moment(ms, zone) {
  const [year, month, day] = civilDay(ms, zone).split("-");
  return { time: clockTime(ms, zone), day: `${day}/${month}`, year };
}
