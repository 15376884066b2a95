// Dates and distances as the agent reads them, in the city's zone whatever the phone's.
import assert from "node:assert/strict";
import { test } from "node:test";

import { civilDay, clockTime, daysBetween } from "../../static/js/field/civil.js";
import { createClock } from "../../static/js/field/clock.js";
import { quality } from "../../static/js/field/place.js";
import { ago, listAge, sentence, trust } from "../../static/js/field/words.js";

const ZONE = "America/Sao_Paulo";
const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 30, 17, 30);
const t = (key, values = {}) => [key, ...Object.values(values)].join(" ");

test("civil days are the city's", () => {
  assert.equal(civilDay(Date.UTC(2026, 11, 1, 2, 59), ZONE), "2026-11-30");
  assert.equal(civilDay(Date.UTC(2026, 11, 1, 5, 10), "America/Rio_Branco"), "2026-12-01");
  assert.equal(civilDay(Date.UTC(2026, 11, 1, 4, 50), "America/Rio_Branco"), "2026-11-30");
  assert.equal(clockTime(Date.UTC(2019, 10, 3, 3, 30), ZONE), "00:30");
  assert.equal(daysBetween("2026-12-31", "2027-01-01"), 1);
});

test("the age of the list", () => {
  assert.equal(listAge(NOW - 3 * HOUR, NOW, ZONE, t), "list.today 11:30 30/11 2026");
  assert.equal(listAge(NOW - 20 * HOUR, NOW, ZONE, t), "list.yesterday 18:30 29/11 2026");
  assert.equal(listAge(NOW - 60 * HOUR, NOW, ZONE, t), "list.earlier 02:30 28/11 2026");
});

test("how far a list is believed", () => {
  const ages = [0, 24 * HOUR - 1, 24 * HOUR, 72 * HOUR - 1, 72 * HOUR];
  assert.deepEqual(ages.map(trust), ["fresh", "fresh", "old", "old", "stale"]);
});

test("ago", () => {
  const said = [30_000, 5 * 60_000, 3 * HOUR, 47 * HOUR, 49 * HOUR, -HOUR].map((ms) => ago(NOW - ms, NOW, t));
  assert.deepEqual(said, ["ago.now", "ago.minutes 5", "ago.hours 3", "ago.hours 47", "ago.days 2", "ago.now"]);
});

for (const [date, expected] of [
  ["2026-11-27", "vencida há days.many 3: 27/11/2026"],
  ["2026-11-29", "vencida há days.one 1: 29/11/2026"],
]) {
  test(`sentence of ${date}`, () => {
    assert.equal(sentence("vencida há {days}: {date}", { date }, "2026-11-30", t), expected);
  });
}

test("what is near has its own word", () => {
  const said = ["2026-11-30", "2026-12-01", "2026-12-03"].map((date) => sentence("{when}", { date }, "2026-11-30", t));
  assert.deepEqual(said, ["when.0", "when.1", "when.in days.many 3"]);
});

test("a value is never read as a template", () => {
  assert.equal(sentence("{name}!", { name: "{date}", date: "2026-11-27" }, "2026-11-30", t), "{date}!");
});

test("accuracy in words", () => {
  assert.deepEqual([12, 20, 21, 100, 101, 1000, 3000].map(quality), ["good", "good", "fair", "fair", "weak", "weak", "useless"]);
});

test("the clock is corrected, and a phone before the last contact is wrong", () => {
  const clock = createClock();
  assert.equal(clock.isWrong(), false);
  const sent = Date.now();
  clock.measure(new Date(sent + 5 * HOUR).toISOString(), sent, sent);
  assert.ok(Math.abs(clock.now() - sent - 5 * HOUR) < 5000);
  assert.equal(clock.isWrong(), false);
  clock.restore({ offsetMs: 0, lastServerMs: Date.now() + HOUR });
  assert.equal(clock.isWrong(), true);
  assert.ok(clock.now() >= Date.now() + HOUR - 5000, "never before the last contact");
});
