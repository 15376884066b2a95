/** The result before it is signed: the word, why, by when, what is still open, and who brought the car. */

import { clockTime, slashed } from "../field/civil.js";
import { copy, drawIcon, one, say } from "../field/dom.js";
import { positionWords } from "../field/place.js";
import { dayOf } from "./items.js";
import { problemsOf } from "./problems.js";
import { summaryOf } from "./summary.js";

const LOOKS = {
  approved: { level: "green", icon: "check" },
  failed: { level: "red", icon: "cross" },
  pending: { level: "amber", icon: "warn" },
  "": { level: "unknown", icon: "unknown" },
};

/** @param {object} parts {root, t, sheet, catalogue, clock, zone, completed, onChanged, onJump} */
export function createReviewStep({ root, t, sheet, catalogue, clock, zone, completed, onChanged, onJump }) {
  const step = copy("[data-sum-step]");
  const at = (name) => one(step, `[data-sum-${name}]`);
  const presented = at("presented");
  root.replaceChildren(step);

  function draw() {
    const record = completed();
    const sum = summaryOf(catalogue, record, sheet.items(), dayOf(catalogue, record));
    const problems = problemsOf(sheet.fields(), record, catalogue);
    drawBand(sum);
    drawProblems(problems);
    drawConsequence(sum);
    drawDefects("failed", sum.failed);
    drawDefects("noted", sum.noted);
    drawFacts(record);
    if (presented.value !== record.presented_by && presented !== document.activeElement) presented.value = record.presented_by;
    at("signed").textContent = t("sum.signed");
  }

  function drawBand({ result, count, failed }) {
    const { level, icon } = LOOKS[result];
    at("band").dataset.level = level;
    drawIcon(at("icon"), icon);
    at("word").textContent = t(result ? `result.${result}` : "sum.word.open");
    const key = { "": "open", failed: `failed.${failed.length === 1 ? "one" : "many"}` }[result] ?? result;
    at("say").textContent = t(`sum.say.${key}`, { n: count, failed: failed.length });
  }

  /** Each with the way to mend it; without any the button below finishes. */
  function drawProblems(problems) {
    at("open").hidden = !problems.length;
    at("open-title").textContent = t(`sum.open.${problems.length === 1 ? "one" : "many"}`, { n: problems.length });
    at("open-list").replaceChildren(...problems.map((problem) => {
      const row = copy("[data-sum-problem]");
      const link = one(row, "a");
      link.textContent = problem.message;
      one(row, "[data-cite]").textContent = problem.citation;
      link.addEventListener("click", (event) => {
        event.preventDefault();
        onJump(problem);
      });
      return row;
    }));
  }

  /** Until when it is good, or by when the car comes back. */
  function drawConsequence({ result, cureBy, stopped, validUntil }) {
    const { cure, stop, validity } = catalogue;
    at("consequence").hidden = !["approved", "failed"].includes(result);
    const good = result === "approved";
    const law = good ? validity : cure ?? (stopped ? stop : {});
    say(at("due"), good ? validUntil && t("sum.until", { day: slashed(validUntil) }) : dueWords(cureBy, stopped));
    say(at("cure"), law.words);
    say(at("cure-cite"), law.citation);
  }

  function dueWords(cureBy, stopped) {
    const key = cureBy ? (stopped ? "sum.due.stopped" : "sum.due") : stopped ? "sum.stopped" : "";
    return key && t(key, { day: cureBy && slashed(cureBy), weekday: cureBy && weekday(cureBy) });
  }

  function drawDefects(name, rows) {
    at(name).hidden = !rows.length;
    if (name === "failed") at("failed-title").textContent = t(`sum.failed.${rows.length === 1 ? "one" : "many"}`, { n: rows.length });
    at(`${name}-list`).replaceChildren(...rows.map((row) => {
      const line = copy("[data-sum-defect]");
      one(line, "[data-label]").textContent = row.label;
      one(line, "[data-cite]").textContent = row.citation;
      say(one(line, "[data-note]"), row.note);
      say(one(line, "[data-photos]"), row.photos ? t(`check.last.photos.${row.photos === 1 ? "one" : "many"}`, { n: row.photos }) : "");
      say(one(line, "[data-due]"), row.dueOn ? t("sum.item.due", { day: slashed(row.dueOn) }) : "");
      one(line, "button").addEventListener("click", () => onJump({ step: "checklist", field: `items.${row.key}` }));
      return line;
    }));
  }

  function drawFacts({ place, started_at: started, fee, photos, shots }) {
    const where = [place.text, place.position && positionWords(place.position, clock.now(), t)].filter(Boolean).join(" · ");
    const facts = [
      [t("sum.fact.place"), where],
      [t("sum.fact.began"), clockTime(Date.parse(started), zone)],
      [t("sum.fact.guide"), fee.guide && t("sum.fact.guide.value", { guide: fee.guide, day: fee.paid_on && slashed(fee.paid_on) })],
      [t("sum.fact.photos"), t("sum.fact.photos.value", { shots: shots.length, others: photos.length - shots.length })],
    ];
    at("facts").replaceChildren(...facts.filter(([, value]) => value).map(([name, value]) => {
      const row = copy("[data-sum-fact]");
      one(row, "dt").textContent = name;
      one(row, "dd").textContent = value;
      return row;
    }));
  }

  function weekday(day) {
    return new Intl.DateTimeFormat("pt-BR", { weekday: "long", timeZone: "UTC" }).format(Date.parse(`${day}T12:00:00Z`));
  }

  presented.addEventListener("input", () => {
    sheet.put("presented_by", presented.value);
    onChanged("presented_by");
  });

  return {
    enter: draw,
    draw,
    /** Where the car stands was measured better, or cannot be. */
    placed: draw,
    /** The main button says what it will sign. */
    main() {
      const { result } = completed().result;
      return result ? { words: t(`sum.finish.${result}`) } : null;
    },
    settled: async () => undefined,
    leave: () => step.remove(),
  };
}
