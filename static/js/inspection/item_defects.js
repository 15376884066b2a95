/** What is missing in the answers of an inspection. Pure; second half of defects.js. */

import { filled } from "../notice/look.js";
import { judge } from "./items.js";

/** @returns {Iterable<[string, string, object|undefined]>} rule, field, item */
export function* itemDefects(visit) {
  const { items, answers } = visit;
  const known = new Map(items.map((item) => [item.key, item]));
  const count = new Map();
  for (const { key } of answers) {
    count.set(key, (count.get(key) ?? 0) + 1);
    if (!known.has(key)) yield ["item_stray", "items"];
    else if (count.get(key) === 2) yield ["item_repeated", `items.${key}`, known.get(key)];
  }
  const given = new Map(answers.map((answer) => [answer.key, answer]));
  for (const item of items) {
    for (const rule of wrongs(item, given.get(item.key) ?? {}, visit)) yield [rule, `items.${item.key}`, item];
  }
}

function wrongs(item, answer, visit) {
  const word = judge(item, answer, visit.day);
  if (word === "") return [answer.answer === "na" && !item.na ? "item_na" : "item_unanswered"];
  if (answer.answer !== word) return ["item_judged"];
  const photos = Array.isArray(answer.photos) ? answer.photos : [];
  const { photo, note } = visit.catalogue.failure;
  const byHand = answer.from_record !== true;
  const failed = word === "nc";
  return [
    failed && photo && byHand && photos.length === 0 && "item_photo",
    failed && note && !(typeof answer.note === "string" && filled(answer.note)) && "item_note",
    word === "ok" && byHand && photos.length < item.photos && "item_evidence",
    photos.some((sha256) => !visit.hashes.has(sha256)) && "item_photo_unknown",
    item.source === "fee" && word === "ok" && visit.feeDue && !sameGuide(answer, visit.record.fee) && "item_fee",
  ].filter(Boolean);
}

function sameGuide({ text, date }, fee) {
  return text === fee?.guide && date === fee?.paid_on;
}
