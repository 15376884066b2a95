/**
 * The visit as it is frozen: what was answered, and what finishing adds (who, when, under which
 * text, with which result). Pure: times and chain come in.
 */

import { dayOf, itemsFor, judge, recordAnswers } from "./items.js";
import { outcome } from "./outcome.js";
import { answerOf, failedBefore } from "./record.js";

/** What stands in for chain and beacon until the record is frozen. */
export const NOT_YET = { chain: { seq: 1, prev: "0".repeat(64) }, key_id: "0".repeat(16), beacon: "", photos: null };

const MEMBERS = ["training", "occasion", "previous", "booking", "vehicle", "identified", "presented_by", "place", "fee", "started_at"];

/**
 * @param {{record: object, facts: object}} fields
 * @param {object} told {session, deviceId, meta, stamp}; `stamp` of the clock at this moment
 * @param {object} taken {chain, key_id, beacon, photos} of the outbox; `NOT_YET` before
 */
export function completed({ record, facts }, { session, deviceId, meta, stamp }, taken) {
  const { agent } = session;
  const catalogue = meta.inspections;
  const day = dayOf(catalogue, record);
  const asked = itemsFor(catalogue, record.occasion, record.vehicle.modality, failedBefore(facts));
  const known = recordAnswers(catalogue, record, asked);
  const whole = {
    ...Object.fromEntries(MEMBERS.map((name) => [name, tidy(record[name])])),
    account_id: agent.account_id, device_id: deviceId, key_id: taken.key_id, chain: taken.chain,
    ruleset: meta.ruleset,
    agent: { name: agent.name, registration: agent.registration, act: agent.act },
    finished_at: stamp.happened_at, device_time: stamp.device_time, offset_ms: stamp.offset_ms, beacon: taken.beacon,
    shots: inOrder(record.shots, catalogue.shots.parts),
    items: asked.map((item) => answered(item, record, known[item.key], day)),
    photos: taken.photos ?? record.photos,
  };
  return { ...whole, result: outcome(catalogue, whole, failedBefore(facts)) };
}

/**
 * `answer` is the judged word, as it stands on the day of the visit. What the record itself says (its
 * guide, its occasion) stands where nobody said otherwise; of the guide there is only one word.
 */
function answered(item, record, known, day) {
  const own = known && (item.source === "fee" || !(item.key in record.items)) ? known : answerOf(record, item.key);
  const answer = tidy(own);
  return { key: item.key, ...answer, answer: judge(item, answer, day) };
}

function inOrder(shots, parts) {
  const rank = ({ part }) => parts.findIndex(({ id }) => id === part);
  return [...shots].sort((a, b) => rank(a) - rank(b));
}

/** Without stray spaces around what was typed. */
function tidy(value) {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(tidy);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, tidy(part)]));
}
