// The twenty frozen vectors of tests/kernel/data/canonical.json, as the phone writes them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { canonical, canonicalText } from "../../static/js/kernel/canonical.js";

const file = new URL("../kernel/data/canonical.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8"));

function revive(value) {
  if (Array.isArray(value)) return value.map(revive);
  if (value === null || typeof value !== "object") return value;
  if (Object.keys(value).join() === "$instant") return new Date(value.$instant);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revive(item)]));
}

test("there are twenty vectors", () => assert.equal(vectors.length, 20));

for (const { name, value, text, sha256 } of vectors) {
  test(`canonical: ${name}`, () => {
    const bytes = canonical(revive(value));
    assert.equal(new TextDecoder().decode(bytes), text);
    assert.equal(createHash("sha256").update(bytes).digest("hex"), sha256);
  });
}

for (const value of [0.5, NaN, Infinity, undefined, 1n, () => 1, new Map(), Symbol("a")]) {
  test(`no canonical form: ${String(typeof value)} ${String(value)}`, () => {
    assert.throws(() => canonicalText({ a: [value] }), TypeError);
  });
}

const deep = (levels) => (levels ? [deep(levels - 1)] : 0);

for (const [name, value] of Object.entries({
  "lone surrogate": "\ud800",
  "lone surrogate in a key": { "\udfff": 1 },
  "integer beyond 2^53": 2 ** 53,
  "key twice": { "é": 1, "e\u0301": 2 },
  "no date": new Date(NaN),
  "year 10000": new Date(Date.UTC(10000, 0, 1)),
  "year 0": new Date("0000-01-01T00:00:00Z"),
  deep: deep(40),
})) {
  test(`not exact in both: ${name}`, () => assert.throws(() => canonicalText(value), RangeError));
}

test("a hole in a list is not null", () => assert.throws(() => canonicalText([, 1]), TypeError));
test("minus zero is zero", () => assert.equal(canonicalText(-0), "0"));
test("a key named __proto__ is kept", () => {
  assert.equal(canonicalText(JSON.parse('{"__proto__":1}')), '{"__proto__":1}');
});
