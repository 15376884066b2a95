// A signature as data: what is refused, and how a long one is thinned without changing its look.
import assert from "node:assert/strict";
import { test } from "node:test";

import { countPoints, extent, isSignature, pathLength, thin } from "../../static/js/notice/strokes.js";

const name = [[100, 300, 200, 100, 300, 400, 400, 150], [450, 300, 600, 200, 700, 350]];

for (const [what, strokes, blank] of [
  ["nothing", [], true],
  ["a dot", [[600, 300]], true],
  ["a dot pressed hard", [[600, 300, 603, 300, 600, 303, 603, 303]], true],
  ["a circle as small as a fingertip, many times round", [Array.from({ length: 80 }, (_, at) => [600 + 20 * Math.cos(at), 300 + 20 * Math.sin(at)]).flat().map(Math.round)], true],
  ["a short tick", [[600, 300, 680, 260]], true],
  ["three dots far apart", [[100, 100], [600, 300], [1100, 500]], true],
  ["a cross", [[500, 200, 700, 400], [700, 200, 500, 400]], false],
  ["a name", name, false],
]) {
  test(`${what} is ${blank ? "no" : "a"} signature`, () => assert.equal(isSignature({ w: 1200, h: 600, strokes }), !blank));
}

test("no signature at all is blank", () => assert.equal(isSignature(null), false));

test("length and extent", () => {
  assert.equal(pathLength([[0, 0, 3, 4, 3, 10], [5, 5]]), 11);
  assert.equal(extent([[0, 0, 30, 4], [5, 90]]), 90);
});

test("a scribble of 20,000 points becomes 3,000 at most and keeps its way", () => {
  const long = Array.from({ length: 20_000 }, (_, at) => [600 + (at / 40) * Math.cos(at / 30), 300 + (at / 80) * Math.sin(at / 17)]).flat().map(Math.round);
  const thinned = thin([long]);
  assert.ok(countPoints(thinned) <= 3000 && countPoints(thinned) > 300);
  assert.ok(Math.abs(extent(thinned) - extent([long])) <= 20);
  assert.ok(farthestFrom(long, thinned[0]) <= 30);
});

test("what is short enough is left as it is, and every stroke keeps its ends", () => {
  assert.deepEqual(thin(name), name);
  const many = Array.from({ length: 700 }, (_, at) => [at, 0, at + 1, 5, at + 2, 0, at + 3, 5, at + 4, 0]);
  const thinned = thin(many);
  assert.equal(thinned.length, 700);
  assert.deepEqual(thinned.map((points) => [points[0], points.at(-2)]), many.map((points) => [points[0], points.at(-2)]));
});

test("with more strokes than fit the longest stay, in order", () => {
  const strokes = Array.from({ length: 2000 }, (_, at) => [0, at % 600, at % 2 ? 500 : 5, at % 600]);
  const thinned = thin(strokes, 2000);
  assert.ok(countPoints(thinned) <= 2000);
  assert.ok(thinned.every((points) => points[2] === 500));
});

test("points stay integers", () => assert.ok(thin([name.flat()], 4).flat().every(Number.isInteger)));

/** The longest way from a point of one line to the nearest segment of the other. */
function farthestFrom(points, line) {
  let worst = 0;
  for (let at = 0; at < points.length; at += 40) {
    let nearest = Infinity;
    for (let to = 2; to < line.length; to += 2) {
      const [ax, ay, bx, by] = line.slice(to - 2, to + 2);
      const square = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
      const part = Math.min(1, Math.max(0, ((points[at] - ax) * (bx - ax) + (points[at + 1] - ay) * (by - ay)) / square));
      nearest = Math.min(nearest, Math.hypot(points[at] - ax - part * (bx - ax), points[at + 1] - ay - part * (by - ay)));
    }
    worst = Math.max(worst, nearest);
  }
  return worst;
}
