/** Each item as its row shows it: the answer or what the registry told, judged, and what is missing. Pure. */

import { isGiven, missingOf } from "./answers.js";
import { dayOf, judge, recordAnswers } from "./items.js";
import { whyWords } from "./item_words.js";

/** @param {object} parts {sheet, catalogue, items: Map<string, object>, t} */
export function createChecklistView({ sheet, catalogue, items, t }) {
  const day = dayOf(catalogue, sheet.record());
  const facts = sheet.facts() ?? {};
  const occasion = catalogue.occasions.find(({ id }) => id === sheet.record().occasion);
  const own = recordAnswers(catalogue, sheet.record(), [...items.values()]); // what the visit itself says
  const told = Object.fromEntries(Object.entries(facts.answers?.[occasion?.id] ?? {}).filter(([key]) => items.has(key) && !(key in own)));
  let views = new Map();

  /** The answer as it would be frozen: what the visit itself says stands where nobody said otherwise. */
  function answerOf(key) {
    const answer = sheet.answer(key);
    if (!own[key] || isGiven(answer)) return answer;
    return { ...answer, ...own[key], note: answer.note, photos: answer.photos };
  }

  function seen(item) {
    const answer = answerOf(item.key);
    const waiting = Boolean(told[item.key]) && !isGiven(answer);
    const shown = waiting ? { ...answer, ...told[item.key], note: answer.note, photos: answer.photos, from_record: true } : answer;
    const word = wordOf(item, shown);
    const lacks = missingOf(item, shown, word, catalogue.failure);
    const missing = waiting && word !== "nc" ? ["answer"] : waiting && !lacks.length ? ["answer"] : lacks;
    return { shown, waiting, own: item.key in own && shown.from_record, word, why: whyWords(item, shown, word, day, t), missing };
  }

  function wordOf(item, answer) {
    return judge(item, answer, day);
  }

  function viewOf(key) {
    if (!views.has(key)) views.set(key, seen(items.get(key)));
    return views.get(key);
  }

  return {
    day,
    told,
    answerOf,
    wordOf,
    viewOf,
    /** Whether a hand has answered one of them. */
    isBegun: (list) => list.some(({ key }) => isGiven(sheet.answer(key))),
    /** Something was written: look again. */
    refresh: () => { views = new Map(); },
    /** Items that lack nothing but their photo, or will when they are answered. */
    photoKeys: (list) => list.filter(({ key }) => viewOf(key).missing.includes("photo")).map(({ key }) => key),
    /** How often the record uses a photo. */
    usesOf(sha256) {
      const { shots, items: answers } = sheet.record();
      const inItems = Object.values(answers).filter(({ photos = [] }) => photos.includes(sha256)).length;
      return inItems + shots.filter((shot) => shot.sha256 === sha256).length;
    },
    lead: () => (occasion?.failed_only ? t("check.return") : ""),
    /** What failed last time: its note and how many photos. */
    lastOf: (key) => (occasion?.failed_only ? facts.previous?.defects?.[key] : undefined),
    /** The sides of the car whose shots show what this item asks. */
    sidesOf: (item) => item.shots.map((id) => catalogue.shots.parts.find((part) => part.id === id)?.label ?? id),
  };
}
