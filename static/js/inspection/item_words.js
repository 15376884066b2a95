/** An item's limits and an answer's reasons, in words of the page. Pure. */

import { slashed } from "../field/civil.js";
import { readings } from "./answers.js";
import { judge } from "./items.js";

const VALUES = { number: numberWords, date: slashed, choice: String, text: String };

/** What the law asks of one reading: "no máximo 5", "" where nothing is fixed. @param {string} day of the visit */
export function limitWords(item, name, day, t) {
  if (name === "number" && item.limit) return t(`check.limit.${item.limit.op}`, { value: numberWords(String(item.limit.value)) });
  if (name === "number" && item.year_rule) return t("check.limit.age", { day: slashed(day) });
  if (name === "date" && item.date_rule) return t(`check.date.${item.date_rule.kind}`, { day: slashed(day), months: item.date_rule.months });
  return "";
}

/** Why an answer fails or waits; "" where the mark says it all. */
export function whyWords(item, answer, word, day, t) {
  if (item.pends.includes(answer.choice)) return t("check.pends", answer);
  if (word !== "nc") return "";
  if (item.fails.includes(answer.choice)) return t("check.fails", answer);
  if (!readings(item).some((name) => answer[name])) return readings(item).length ? t("check.said.missing") : "";
  if (item.date_rule && (item.kind === "date" || judge({ ...item, date_rule: null, also: [] }, answer, day) !== "nc")) {
    return t(`check.why.${item.date_rule.kind}`, { read: slashed(answer.date), day: slashed(day), months: item.date_rule.months });
  }
  return item.year_rule ? t("check.why.age", { day: slashed(day) }) : limitWords(item, item.kind, day, t);
}

/** What was read, in one line; a mark by its word. */
export function valueWords(item, answer, word, t) {
  const read = readings(item).filter((name) => answer[name]).map((name) => VALUES[name](answer[name]));
  return read.join(" · ") || (word ? t(`check.word.${word}`) : "");
}

/** "50000.5" as it is written here: "50.000,5"; a year stays as it is. */
export function numberWords(number) {
  const [whole, cents] = number.split(".");
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, ".") : whole;
  return cents ? `${grouped},${cents}` : grouped;
}
