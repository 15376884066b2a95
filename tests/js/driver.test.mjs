// The driver's phone: the server's clock, the window of the moment, and the symbol's place.
import assert from "node:assert/strict";
import { test } from "node:test";

import { kindOf } from "../../static/js/driver/net.js";
import { MODULES, SIDE, placement, unpack, wholeStep } from "../../static/js/driver/symbol.js";
import {
  WINDOW_MS, minuteText, momentText, offsetOf, stockOf, stockText, storedWindows, windowAt,
} from "../../static/js/driver/time.js";

const NOON = Date.parse("2026-11-30T13:00:00.000Z");
const windows = [0, 1, 2, 5].map((n) => ({ start: NOON + n * WINDOW_MS, digits: String(n), bits: "" }));

test("the answer is taken to have left half way", () => {
  assert.equal(offsetOf(1000, 1400, 5000), 3800);
  assert.equal(offsetOf(NOON + 3_600_000, NOON + 3_600_200, NOON), -3_600_100);
});

for (const [after, digits] of [[-1, undefined], [0, "0"], [WINDOW_MS - 1, "0"], [WINDOW_MS, "1"],
  [3 * WINDOW_MS - 1, "2"], [3 * WINDOW_MS, undefined], [5 * WINDOW_MS, "5"], [6 * WINDOW_MS, undefined]]) {
  test(`window ${after} ms after noon`, () => {
    assert.equal(windowAt(windows, NOON + after)?.digits, digits);
  });
}

test("the stock ends at the first gap", () => {
  assert.equal(stockOf(windows, NOON + 1000), 3 * WINDOW_MS - 1000);
  assert.equal(stockOf(windows, NOON + 3 * WINDOW_MS), 0);
  assert.equal(stockOf([], NOON), 0);
});

test("past windows are not stored", () => {
  const received = windows.map(({ start, digits, bits }) => (
    { start: new Date(start).toISOString(), digits, bits }
  ));
  const stored = storedWindows(received.reverse(), NOON + WINDOW_MS);
  assert.deepEqual(stored.map(({ digits }) => digits), ["1", "2", "5"]);
  assert.equal(stored[0].start, NOON + WINDOW_MS);
});

test("times as people read them", () => {
  assert.deepEqual([120_000, 83_000, 59_001, 1, 0, -5].map(minuteText), ["2:00", "1:23", "1:00", "0:01", "0:00", "0:00"]);
  assert.deepEqual([13_200_000, 3_600_000, 3_599_999, 0].map(stockText), ["3 h 40 min", "1 h 00 min", "59 min", "0 min"]);
  assert.equal(momentText(NOON, "America/Sao_Paulo"), "30/11/2026, 10:00");
});

test("modules come row by row, highest bit first", () => {
  const bytes = new Uint8Array(Math.ceil((MODULES * MODULES) / 8));
  bytes[0] = 0b1000_0001;
  const modules = unpack(btoa(String.fromCharCode(...bytes)));
  assert.equal(modules.length, 2025);
  assert.deepEqual(modules.flatMap((dark, at) => (dark ? [at] : [])), [0, 7]);
});

for (const [ratio, step] of [[1, 1], [1.5, 2], [2, 1], [2.6, 5], [2.625, 8], [2.75, 4], [3, 1], [Math.SQRT2, 1]]) {
  test(`whole pixels at ratio ${ratio}`, () => assert.equal(wholeStep(ratio), step));
}

for (const ratio of [1, 1.5, 2, 2.6, 2.625, 2.75, 3, 3.5]) {
  test(`size, place and modules are whole at ratio ${ratio}`, () => {
    const frame = { left: 0, top: 153.4375, width: 360, height: 388.2 };
    const { side, pixels, module, x, y } = placement(frame, ratio, 480);
    for (const length of [side, frame.left + x, frame.top + y]) {
      assert.ok(Math.abs(length * ratio - Math.round(length * ratio)) < 0.1, `${length}`);
    }
    assert.ok(module * SIDE <= pixels && Number.isInteger(module));
    assert.ok((module * MODULES) / ratio >= 252, "40 mm");
  });
}

test("an answer by its cause", () => {
  const causes = [[200, {}], [200, null], [302, null], [401, {}], [403, {}], [409, {}], [422, {}],
    [429, {}], [500, {}], [502, null]].map(([status, body]) => kindOf(status, body));
  assert.deepEqual(causes, ["ok", "offline", "offline", "signed-out", "denied", "refused", "refused",
    "wait", "server", "server"]);
});
