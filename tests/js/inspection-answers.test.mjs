// The checklist while it is answered: what one tap does to a group, what the registry told, what is still open.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  allWell, changed, groupsOf, isAsked, isMarked, isPaper, missingOf, nextOpen, notShown, numberOf, readings, standing, undoing,
} from "../../static/js/inspection/answers.js";
import { itemDefects } from "../../static/js/inspection/item_defects.js";
import { limitWords, numberWords, valueWords, whyWords } from "../../static/js/inspection/item_words.js";
import { blankAnswer, judge, wellAnswer } from "../../static/js/inspection/items.js";
import { summaryOf } from "../../static/js/inspection/summary.js";

const DAY = "2026-11-30";
const FAILURE = { photo: true, note: true };
const item = (more) => ({
  key: "A", of: "", group: "G", label: "Item", citation: "art. 1", kind: "conformity", also: [], photos: 0, shots: [], na: false,
  fixed: "", choices: [], fails: [], pends: [], well: "", limit: null, date_rule: null, date_unless: [], year_rule: null, blocking: true,
  source: "", ...more,
});
const given = (more) => ({ ...blankAnswer(), ...more });
const DOORS = item({ key: "D", kind: "number", limit: { op: "eq", value: 4 } });
const SEATS = item({ key: "S", kind: "number", limit: { op: "le", value: 5 } });
const PAPER = item({ key: "P", kind: "date", date_rule: { kind: "not_past" }, photos: 1 });
const POLICY = item({ key: "I", kind: "number", also: ["date"], limit: { op: "ge", value: 50000 }, date_rule: { kind: "not_past" } });
const TITLE = item({ key: "T", kind: "choice", also: ["date"], choices: ["Own", "Lease", "None"], fails: ["None"], date_unless: ["Own", "None"] });
const law = { wordOf: (one, answer) => judge(one, answer, DAY), wellOf: wellAnswer };
const t = (key, values = {}) => [key, ...Object.values(values)].join(" ");
const none = () => blankAnswer();

test("groups come in the order of the list, each with its items", () => {
  const rows = [item({ key: "1", group: "B" }), item({ key: "2", group: "A" }), item({ key: "3", group: "B" })];
  assert.deepEqual(groupsOf(rows).map(({ name, items }) => [name, items.map(({ key }) => key)]), [["B", ["1", "3"]], ["A", ["2"]]]);
});

test("one tap answers the open marks and what conforms by a fixed number", () => {
  const changes = allWell([item({}), DOORS, SEATS, PAPER], none, {}, law);
  assert.deepEqual(Object.keys(changes), ["A", "D"]);
  assert.equal(changes.D.number, "4");
});

test("one tap never touches what a hand has answered", () => {
  assert.deepEqual(allWell([item({})], () => given({ answer: "nc" }), {}, law), {});
});

test("one tap takes neither note nor photos away", () => {
  const [change] = Object.values(allWell([item({})], none, {}, law));
  assert.ok(!("note" in change) && !("photos" in change));
});

test("one tap confirms what the registry knows, marked as the registry's", () => {
  const changes = allWell([SEATS], none, { S: given({ number: "5" }) }, law);
  assert.deepEqual([changes.S.answer, changes.S.from_record], ["ok", true]);
});

test("what the registry knows and fails waits for a look", () => {
  assert.deepEqual(allWell([PAPER], none, { P: given({ date: "2026-11-29" }) }, law), {});
});

test("what only the registry answers is not conform by a tap without it", () => {
  assert.deepEqual(allWell([item({ kind: "automatic" })], none, {}, law), {});
});

test("the second tap takes back what conforms still, and leaves what failed since", () => {
  const answers = { A: given({ answer: "ok" }), B: given({ answer: "nc", note: "x" }) };
  assert.deepEqual(Object.keys(undoing(["A", "B"], (key) => answers[key])), ["A"]);
  assert.equal(undoing(["A"], (key) => answers[key]).A.answer, "");
});

test("a value typed over the registry's is no longer the registry's", () => {
  const next = changed(POLICY, blankAnswer(), given({ number: "50000", date: "2027-01-01", answer: "ok" }), { number: "60000" });
  assert.deepEqual([next.number, next.date, next.from_record, next.answer], ["60000", "2027-01-01", false, ""]);
});

test("a granted day of the registry does not stay beside a year typed by hand", () => {
  const year = item({ kind: "number", year_rule: {} });
  assert.equal(changed(year, blankAnswer(), given({ number: "2015", date: "2027-02-28" }), { number: "2016" }).date, "");
});

test("a note under a failing value of the registry keeps the value", () => {
  const next = changed(PAPER, blankAnswer(), given({ date: "2026-11-29", answer: "nc" }), { note: "vencido" });
  assert.deepEqual([next.date, next.from_record, next.note], ["2026-11-29", true, "vencido"]);
});

test("a photo alone confirms nothing of the registry's", () => {
  assert.deepEqual(changed(PAPER, blankAnswer(), given({ date: "2027-01-01", answer: "ok" }), { photos: ["f"] }), { photos: ["f"] });
});

test("the same mark as the registry's is its confirmation, another one is the inspector's", () => {
  const told = given({ answer: "ok" });
  assert.equal(changed(item({}), blankAnswer(), told, { answer: "ok" }).from_record, true);
  assert.equal(changed(item({}), blankAnswer(), told, { answer: "nc" }).from_record, false);
});

test("a paper that was not shown fails, and a date typed later counts again", () => {
  const failed = given(changed(PAPER, blankAnswer(), undefined, notShown()));
  assert.equal(judge(PAPER, failed, DAY), "nc");
  const shown = { ...failed, ...changed(PAPER, failed, undefined, { date: "2027-01-01" }) };
  assert.equal(judge(PAPER, shown, DAY), "ok");
});

test("only a paper can be not shown", () => {
  assert.deepEqual([PAPER, POLICY, DOORS, TITLE, item({})].map(isPaper), [true, true, false, false, false]);
});

test("a value that no rule judges is marked by hand", () => {
  assert.deepEqual([item({ kind: "number" }), DOORS, PAPER, item({ kind: "date" }), TITLE].map(isMarked), [true, false, false, true, false]);
});

test("the end of a contract is asked only where there is one", () => {
  assert.deepEqual(readings(TITLE), ["choice", "date"]);
  const asked = (choice) => isAsked(TITLE, given({ choice }), "date");
  assert.deepEqual(["", "Own", "Lease", "None"].map(asked), [false, false, true, false]);
});

for (const [typed, read] of [["50.000,00", "50000.00"], ["R$ 50.000", "50000"], ["50000", "50000"], ["4", "4"], ["1.5", "1.5"], ["abc", ""], ["1.234.567,8", "1234567.8"]]) {
  test(`the number ${typed} is read as ${read || "nothing"}`, () => assert.equal(numberOf(typed), read));
}

test("a number is shown as it is written here, a year without a point", () => {
  assert.deepEqual(["50000.5", "2021", "4"].map(numberWords), ["50.000,5", "2021", "4"]);
});

test("an expired paper says why, in words with the day", () => {
  const answer = given({ date: "2026-11-29" });
  assert.equal(whyWords(PAPER, { ...answer, answer: "nc" }, "nc", DAY, t), "check.why.not_past 29/11/2026 30/11/2026 ");
  assert.equal(limitWords(SEATS, "number", DAY, t), "check.limit.le 5");
  assert.equal(whyWords(TITLE, given({ choice: "None" }), "nc", DAY, t).split(" ")[0], "check.fails");
  assert.equal(valueWords(POLICY, given({ number: "50000", date: "2027-01-01" }), "ok", t), "50.000 · 01/01/2027");
});

test("of two limits the one that fails is told", () => {
  const why = (number, date) => whyWords(POLICY, given({ number, date }), "nc", DAY, t).split(" ")[0];
  assert.deepEqual([why("40000", "2027-01-01"), why("60000", "2026-11-29")], ["check.limit.ge", "check.why.not_past"]);
});

test("a group knows what is left and what failed", () => {
  const views = { A: { word: "ok", missing: [] }, B: { word: "nc", missing: ["note"] }, C: { word: "", missing: ["answer"] } };
  const items = Object.keys(views).map((key) => item({ key }));
  assert.deepEqual(standing({ items }, (key) => views[key]), { of: 3, done: 1, failed: 1, left: ["B", "C"] });
});

test("after the last open group comes the first again, and none when all is done", () => {
  const left = (...counts) => counts.map((n) => ({ left: Array(n).fill("x") }));
  assert.deepEqual([nextOpen(left(1, 0, 2), 0), nextOpen(left(1, 0, 0), 0), nextOpen(left(1, 0, 0), 2), nextOpen(left(0, 0), -1)], [2, 0, 0, -1]);
});

test("only what refuses the car has a day to be mended", () => {
  const items = [item({ key: "A" }), item({ key: "B", blocking: false })];
  const record = {
    items: items.map(({ key }) => ({ key, ...given({ answer: "nc", note: key, photos: ["f"] }) })),
    result: { result: "failed", failed: ["A", "B"], cure_by: "2026-12-07", stopped: true },
  };
  const sum = summaryOf({ validity: { dates: {}, words: "", citation: "" } }, record, items, DAY);
  assert.deepEqual(sum.failed.map(({ key, dueOn, photos }) => [key, dueOn, photos]), [["A", "2026-12-07", 1]]);
  assert.deepEqual(sum.noted.map(({ key, dueOn }) => [key, dueOn]), [["B", ""]]);
});

/** Every answer that hands can make, against the rules that close the checklist. */
function* everyAnswer() {
  for (const one of [item({}), item({ na: true, photos: 1 }), DOORS, PAPER, POLICY, TITLE, item({ kind: "automatic", photos: 1 })]) {
    for (const answer of ["", "ok", "nc", "na"]) for (const number of ["", "4", "60000"]) for (const date of ["", "2026-11-29", "2027-01-01"]) {
      for (const note of ["", " ", "x"]) for (const photos of [[], ["f"]]) for (const own of [true, false]) {
        const choice = { 4: "Own", 60000: "Lease" }[number] ?? "";
        yield [one, given({ answer, number, date, choice, note, photos, from_record: own })];
      }
    }
  }
}

test("what the phone calls open is what keeps the checklist from closing", () => {
  for (const [one, answer] of everyAnswer()) {
    const word = judge(one, answer, DAY);
    const visit = { items: [one], answers: [{ ...answer, key: one.key, answer: word || answer.answer }], catalogue: { failure: FAILURE }, day: DAY, hashes: new Set(["f"]), record: {} };
    const rules = [...itemDefects(visit)].map(([rule]) => rule);
    const told = { item_unanswered: "answer", item_na: "answer", item_note: "note", item_photo: "photo", item_evidence: "photo" };
    // The photo of an item that nobody answered yet is asked ahead.
    const lacks = missingOf(one, answer, word, FAILURE).filter((name) => word || name === "answer");
    assert.deepEqual(lacks.sort(), rules.map((rule) => told[rule]).sort(), JSON.stringify([one.key, answer]));
  }
});
