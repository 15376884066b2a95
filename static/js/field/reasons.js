/** The reasons of a judgement as lines: what, then what it rests on. Words come from the catalogue. */

import { clockTime } from "./civil.js";
import { sentence } from "./words.js";

/**
 * `[{level, text, detail}]`, ours first where they make the answer doubtful.
 * @param {import("./judge.js").Judgement} judgement
 * @param {{catalogue: object, today: string, zone: string, windowStart: number | null}} context
 */
export function reasonLines(judgement, { catalogue, today, zone, windowStart }, t) {
  const time = windowStart ? clockTime(windowStart, zone) : "";
  const lines = judgement.findings.map((finding) => findingLine(finding, catalogue, today, t));
  const cautions = judgement.cautions.map((key) => ({
    level: "amber", text: t(`caution.${key}`, { time }), detail: t(`caution.${key}.detail`, { time }),
  }));
  const red = lines.filter(({ level }) => level === "red");
  return [...red, ...cautions, ...lines.filter(({ level }) => level !== "red")].filter(({ text }) => text);
}

function findingLine({ code, params, level, text: given }, catalogue, today, t) {
  const words = catalogue[code];
  if (!words) return { level, text: given ?? t("reason.unnamed", { code }), detail: "" };
  const text = given ?? sentence(words.text, params, today, t);
  const detail = sentence(words.detail ?? "", params, today, t);
  return { level, text, detail: [detail, words.citation].filter(Boolean).join(" · ") };
}
