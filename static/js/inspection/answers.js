/**
 * What is answered, what is still open, and what one tap does to a group. Pure: what the law says of
 * an answer comes in as `wordOf(item, answer)` and `wellOf(item)`.
 *
 * @typedef {Record<string, any>} Item as the catalogue has it
 * @typedef {{answer: string, number: string, date: string, choice: string, text: string, note: string,
 *   photos: string[], from_record: boolean}} Answer
 */

const READ = ["number", "date", "choice", "text"];
const UNREAD = { number: "", date: "", choice: "", text: "" };

/** The items by their group, both in the order of the list. @param {Item[]} items */
export function groupsOf(items) {
  const groups = new Map();
  for (const item of items) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return [...groups].map(([name, own]) => ({ name, items: own }));
}

/** What is read off the car or a paper, in the order it is asked: its own kind, then what goes along. */
export function readings(item) {
  return [item.kind, ...item.also].filter((name) => READ.includes(name));
}

/** Whether a reading is asked beside what is already chosen: no end date of a car that is one's own. */
export function isAsked(item, answer, name) {
  if (name === item.kind) return true;
  if (name === "date" && item.date_unless.length) return Boolean(answer.choice) && !item.date_unless.includes(answer.choice);
  return name !== "text" || !item.pends.length || item.pends.includes(answer.choice);
}

/** Whether a person says the word; the others are judged by what was read. */
export function isMarked(item) {
  if (item.kind === "number") return !item.limit && !item.year_rule;
  if (item.kind === "date") return !item.date_rule;
  return !READ.includes(item.kind);
}

/** Whether a person has answered or begun to. @param {Answer} answer */
export function isGiven(answer) {
  return Boolean(answer.answer || READ.some((name) => answer[name]));
}

/** A number as the law reads it: "50.000,00" is "50000.00", "R$ 5" is "5". */
export function numberOf(text) {
  return text.replace(/[^\d.,]/g, "").replace(/\.(?=\d{3}(\D|$))/g, "").replace(",", ".");
}

/**
 * An answer after a change by hand. What the registry told is taken along where it still stands:
 * `from_record` says that all of it does.
 * @param {Item} item @param {Answer} answer @param {Partial<Answer> | undefined} told @param {Partial<Answer>} changes
 */
export function changed(item, answer, told, changes) {
  const base = told && !isGiven(answer) ? { ...UNREAD, ...told, from_record: true } : {};
  delete base.note;
  delete base.photos;
  if (READ.some((name) => name in changes)) {
    for (const name of READ) if (!readings(item).includes(name) && name in base) base[name] = "";
    const stated = isMarked(item) || item.kind === "text" ? (answer.answer || base.answer) ?? "" : "";
    return { ...base, answer: stated, ...changes, from_record: false };
  }
  if (!("answer" in changes)) return "note" in changes ? { ...base, ...changes } : changes; // a picture compares nothing
  const same = (base.from_record ?? answer.from_record) && changes.answer === (base.answer ?? answer.answer);
  return { ...base, ...changes, from_record: same };
}

/** The paper was not shown, or the value cannot be read: it fails without one. */
export function notShown() {
  return { ...UNREAD, answer: "nc", from_record: false };
}

/** Whether "it was not shown" is an answer: of a paper, never of what stands on the car. */
export function isPaper(item) {
  return !isMarked(item) && (item.kind === "date" || (item.kind === "number" && item.also.includes("date")));
}

/**
 * How many photos this answer asks for; what the registry says asks none.
 * @param {string} word as judged @param {{photo: boolean}} failure
 */
export function photosAsked(item, answer, word, failure) {
  if (word === "na" || answer.from_record) return 0;
  return word === "nc" ? Number(failure.photo) : item.photos;
}

/** What an answer still lacks: "answer", "note", "photo". @param {{photo: boolean, note: boolean}} failure */
export function missingOf(item, answer, word, failure) {
  const lacks = [];
  if (!word) lacks.push("answer");
  if (word === "nc" && failure.note && !answer.note.trim()) lacks.push("note");
  if (answer.photos.length < photosAsked(item, answer, word, failure)) lacks.push("photo");
  return lacks;
}

/**
 * "Tudo conforme": what is open and needs no reading becomes conform, and what the registry knows and
 * does not fail counts as compared. What fails, and what only eyes can read, stays open.
 * @param {Item[]} items @param {(key: string) => Answer} answerOf @param {Record<string, Partial<Answer>>} told
 * @param {{wordOf: (item: Item, answer: object) => string, wellOf: (item: Item) => Partial<Answer> | null}} law
 * @returns {Record<string, Partial<Answer>>} the changes, by item
 */
export function allWell(items, answerOf, told, law) {
  const changes = {};
  for (const item of items) {
    const answer = answerOf(item.key);
    const well = isGiven(answer) ? null : wellAnswer(item, told[item.key], law);
    if (!well) continue;
    const { note, photos, ...given } = well;
    changes[item.key] = given;
  }
  return changes;
}

function wellAnswer(item, known, { wordOf, wellOf }) {
  if (!known) return item.kind === "automatic" ? null : wellOf(item);
  const word = wordOf(item, known);
  return ["ok", "na"].includes(word) ? { ...known, answer: word, from_record: true } : null;
}

/** What takes a "Tudo conforme" back: of its items, those that conform still. @param {string[]} keys */
export function undoing(keys, answerOf) {
  const still = keys.filter((key) => ["ok", "na"].includes(answerOf(key).answer));
  return Object.fromEntries(still.map((key) => [key, { ...UNREAD, answer: "", from_record: false }]));
}

/**
 * Where a group stands. @param {{items: Item[]}} group
 * @param {(key: string) => {word: string, missing: string[]}} viewOf
 */
export function standing({ items }, viewOf) {
  const left = items.filter(({ key }) => viewOf(key).missing.length).map(({ key }) => key);
  const failed = items.filter(({ key }) => viewOf(key).word === "nc").length;
  return { of: items.length, done: items.length - left.length, failed, left };
}

/** The group to go to next: the first open one after `from`, else the first open one; -1 when none is. */
export function nextOpen(standings, from) {
  const after = standings.findIndex(({ left }, index) => index > from && left.length);
  return after >= 0 ? after : standings.findIndex(({ left }) => left.length);
}
