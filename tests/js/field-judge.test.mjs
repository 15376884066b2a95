// From a code and a card to what the screen says: green only when everything says so.
import assert from "node:assert/strict";
import { test } from "node:test";

import { judge, onDay, withDriver, worst } from "../../static/js/field/judge.js";

const TODAY = "2026-11-30";
const GREEN = [[null, "green", []]];
const RED = [["2026-12-31", "red", [["inspection_valid.expired", { date: "2026-11-27" }, "red"]]]];
const CARD = { index: 7, plate: "ABC1D23", twin: "ABC1323", state: "valid", segments: GREEN, drivers: [] };
const PRINTED = { type: 1, index: 7, plate: "ABC1D23", windowStart: null, expiry: "2027-01-01", test: false };
const LIVE = { ...PRINTED, type: 3, windowStart: Date.UTC(2026, 10, 30, 13) };

function answer({ verdict = "ok", payload = PRINTED, ...rest } = {}) {
  return judge({ token: { verdict, payload }, card: CARD, trust: "fresh", today: TODAY, training: false, ...rest });
}

for (const [name, input, kind, level, how] of [
  ["a printed seal in order", {}, "verdict", "green", "printed"],
  ["a live code in order", { payload: LIVE }, "verdict", "green", "live"],
  ["the old plate of the same car", { payload: { ...PRINTED, plate: "ABC1323" } }, "verdict", "green", "printed"],
  ["a replayed window", { verdict: "window_past", payload: LIVE }, "verdict", "amber", "late"],
  ["a window to come", { verdict: "window_future", payload: LIVE }, "verdict", "amber", "late"],
  ["a phone without live proof", { payload: { ...PRINTED, type: 2 } }, "verdict", "amber", "late"],
  ["an old list", { trust: "old" }, "verdict", "amber", "printed"],
  ["a list of over three days", { trust: "stale" }, "stale", "unknown", "printed"],
  ["a timeline that ended", { card: { ...CARD, segments: [["2026-11-29", "green", []]] } }, "verdict", "amber", "printed"],
  ["an expired seal the list does not know", { verdict: "expired" }, "verdict", "red", "printed"],
  ["a suspended seal", { card: { ...CARD, state: "suspended" } }, "verdict", "red", "printed"],
  ["a cancelled seal", { card: { ...CARD, state: "dead" } }, "dead", "red", "printed"],
  ["a red day", { card: { ...CARD, segments: RED } }, "verdict", "red", "printed"],
  ["a red day on an old list", { trust: "old", card: { ...CARD, segments: RED } }, "verdict", "red", "printed"],
  ["a seal the list lacks", { card: null }, "not_in_list", "unknown", "printed"],
  ["a seal the server lacks", { card: null, trust: "online" }, "not_issued", "red", "printed"],
  ["the index of another car", { payload: { ...PRINTED, plate: "XYZ9A87" } }, "forged", "red", "printed"],
  ["a test code in earnest", { payload: { ...PRINTED, test: true } }, "test_code", "red", "printed"],
  ["a test code in training", { payload: { ...PRINTED, test: true }, training: true }, "verdict", "green", "printed"],
  ["a wrong signature", { verdict: "bad_signature", payload: null }, "forged", "red", "printed"],
  ["a key nobody knows", { verdict: "unknown_key", payload: null }, "unknown_key", "unknown", "printed"],
  ["a cancelled key", { verdict: "key_revoked", payload: null }, "revoked_key", "red", "printed"],
  ["another city", { verdict: "foreign_city", payload: null }, "foreign_city", "unknown", "printed"],
  ["another host", { verdict: "foreign_host", payload: null }, "foreign_host", "red", "printed"],
  ["any other text", { verdict: "not_a_seal", payload: null }, "not_a_seal", "unknown", "printed"],
  ["a cut code", { verdict: "bad_length", payload: null }, "unreadable", "unknown", "printed"],
  ["a verdict nobody has heard of", { verdict: "???", payload: null }, "unreadable", "unknown", "printed"],
]) {
  test(name, () => {
    const got = answer(input);
    assert.deepEqual([got.kind, got.level, got.how], [kind, level, how]);
  });
}

test("a typed plate has no code", () => {
  const got = judge({ token: null, card: CARD, trust: "fresh", today: TODAY, training: false });
  assert.deepEqual([got.level, got.how], ["green", "plate"]);
  const absent = judge({ token: null, card: null, trust: "online", today: TODAY, training: false });
  assert.deepEqual([absent.kind, absent.level], ["plate_absent", "unknown"]);
});

test("days are looked up, both ends", () => {
  const segments = [["2026-11-29", "green", []], ["2026-11-30", "amber", [["a.b", {}, "amber"]]], [null, "red", []]];
  assert.deepEqual(["2026-11-29", "2026-11-30", "2026-12-01"].map((day) => onDay(segments, day).level), ["green", "amber", "red"]);
});

test("car and driver: the worse of both, reasons once, red first", () => {
  const car = answer({ card: { ...CARD, segments: [[null, "amber", [["x.y", {}, "amber"], ["n.n", {}, "info"]]]] } });
  const pair = withDriver(car, [{ code: "x.y", params: {}, level: "amber" }, { code: "d.l", params: {}, level: "red" }], "red");
  assert.equal(pair.level, "red");
  assert.deepEqual(pair.findings.map(({ code }) => code), ["d.l", "x.y", "n.n"]);
  assert.equal(car.level, "amber");
});

test("not knowing is worse than green and better than amber", () => {
  assert.equal(worst("green", "unknown"), "unknown");
  assert.equal(worst("unknown", "amber"), "amber");
});
