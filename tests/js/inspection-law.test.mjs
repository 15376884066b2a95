// The phone's reading of a checklist: the items, words, refusals and results that Python gave.
// Run by tests/regulation/test_inspection_twins.py, which writes the visits and says where they are.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { defects } from "../../static/js/inspection/defects.js";
import { answersOf, dayOf, itemsFor, judge, recordAnswers, wellAnswer } from "../../static/js/inspection/items.js";
import { outcome } from "../../static/js/inspection/outcome.js";
import { lastDay, monthsBefore } from "../../static/js/inspection/year_rule.js";

const file = process.env.CONFERE_INSPECTION_CASES ?? "";
const skip = !existsSync(file) && "made by the Python test";
const wanted = skip ? { catalogues: {}, rows: [], ages: [], months: [] } : JSON.parse(readFileSync(file, "utf8"));

function itemsOf({ in: known, record, before }) {
  return itemsFor(wanted.catalogues[known], record.occasion, record.vehicle?.modality, before);
}

test("every visit asks the server's items and reads their words", { skip }, () => {
  assert.ok(wanted.rows.length > 1000);
  for (const row of wanted.rows) {
    const catalogue = wanted.catalogues[row.in];
    const items = itemsOf(row);
    const answers = new Map(answersOf(row.record).map((answer) => [String(answer.key), answer]));
    assert.deepEqual(items, row.items);
    assert.equal(dayOf(catalogue, row.record), row.day);
    assert.deepEqual(items.map((item) => judge(item, answers.get(item.key), row.day)), row.words, JSON.stringify(row.record));
    assert.deepEqual(items.map(wellAnswer), row.well);
    assert.deepEqual(recordAnswers(catalogue, row.record, items), row.told);
  }
});

test("every visit has the server's defects", { skip }, () => {
  for (const { in: known, record, before, due, defects: expected } of wanted.rows) {
    assert.deepEqual(defects(wanted.catalogues[known], record, before, due), expected, JSON.stringify(record));
  }
});

test("every visit has the server's result", { skip }, () => {
  for (const { in: known, record, before, outcome: expected } of wanted.rows) {
    assert.deepEqual(outcome(wanted.catalogues[known], record, before), expected, JSON.stringify(record));
  }
});

test("a car grows old and a paper is recent on the server's days", { skip }, () => {
  for (const { rule, year, granted, last } of wanted.ages) assert.equal(lastDay(rule, year, granted), last);
  for (const { day, months, oldest } of wanted.months) assert.equal(monthsBefore(day, months), oldest);
});
