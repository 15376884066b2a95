// Plates on the phone: the Python answers frozen in tests/permits/data/plates.json, and the codes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { display, isPlate, parse, suggestions, twin } from "../../static/js/kernel/plate.js";

const file = new URL("../permits/data/plates.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8"));

for (const vector of vectors) {
  test(`plate: ${JSON.stringify(vector.typed)}`, () => {
    assert.equal(parse(vector.typed).plate ?? null, vector.plate);
    assert.deepEqual(suggestions(vector.typed), vector.suggestions);
    if (vector.plate === null) return;
    assert.equal(twin(vector.plate), vector.twin);
    assert.equal(display(vector.plate), vector.display);
  });
}

for (const [typed, problem] of [
  ["", { code: "empty" }],
  [" - ", { code: "empty" }],
  ["ABC123", { code: "length", length: 6 }],
  ["A".repeat(100_000), { code: "length", length: 100_000 }],
  ["АBC1D23", { code: "character", char: "А", point: "U+0410" }],
  ["ABC1D23\u202e", { code: "character", char: "\u202e", point: "U+202E" }],
  ["🚕BC1D23", { code: "character", char: "🚕", point: "U+1F695" }],
  ["AB1C234", { code: "slot", position: 3, char: "1", wants: "letter" }],
  ["ABCD123", { code: "slot", position: 4, char: "D", wants: "digit" }],
  ["ABC12D3", { code: "slot", position: 6, char: "D", wants: "digit" }],
]) {
  test(`problem: ${JSON.stringify(typed.slice(0, 12))} ${problem.code}`, () => {
    assert.deepEqual(parse(typed), { problem });
  });
}

test("only the canonical text is a plate", () => {
  const texts = ["ABC1D23", "ABC1234", "abc1d23", "ABC1D23\n", "ABC-1234", ""];
  assert.deepEqual(texts.map(isPlate), [true, true, false, false, false, false]);
});
