/**
 * A signature as data: integer points on a sheet of fixed size, so that it looks the same after
 * the phone was turned, on paper and in the PDF. Pure.
 *
 * @typedef {{w: number, h: number, strokes: number[][]}} Signature strokes as [x, y, x, y, …]
 */

export const SHEET = { w: 1200, h: 600 };
export const MOST_POINTS = 3000;
// Parts of the sheet's width: what was drawn spans a twentieth, the pen went a sixth in all.
const [SPAN_PART, PATH_PART] = [20, 6];
const COARSER = 1.6;

/**
 * Whole points inside the sheet that are more than nothing, a dot or a slip of the finger: the one
 * rule, for the pad, for finishing and, in app/regulation/notice_strokes.py, for the server.
 * @param {unknown} value
 */
export function isSignature(value) {
  const { w: width, h: height, strokes } = value ?? {};
  if (![width, height].every(Number.isInteger) || !areStrokes(strokes)) return false;
  const [across, down] = [0, 1].map((which) => strokes.flatMap((points) => points.filter((_, at) => at % 2 === which)));
  const inside = across.every((x) => x >= 0 && x <= width) && down.every((y) => y >= 0 && y <= height);
  return across.length > 0 && inside && extent(strokes) * SPAN_PART >= width && pathLength(strokes) * PATH_PART >= width;
}

function areStrokes(strokes) {
  if (!Array.isArray(strokes) || !strokes.every((points) => Array.isArray(points) && points.length % 2 === 0)) return false;
  return countPoints(strokes) <= MOST_POINTS && strokes.flat().every(Number.isInteger);
}

/**
 * The way the pen went, over all strokes. Roots of whole numbers added in order, so that the
 * server gets the very same sum. @param {number[][]} strokes
 */
export function pathLength(strokes) {
  let sum = 0;
  for (const points of strokes) {
    for (let at = 2; at < points.length; at += 2) {
      sum += Math.sqrt((points[at] - points[at - 2]) ** 2 + (points[at + 1] - points[at - 1]) ** 2);
    }
  }
  return sum;
}

/** The longer side of what was drawn. @param {number[][]} strokes */
export function extent(strokes) {
  const xs = strokes.flatMap((points) => points.filter((_, at) => at % 2 === 0));
  const ys = strokes.flatMap((points) => points.filter((_, at) => at % 2 === 1));
  return Math.max(spread(xs), spread(ys), 0);
}

/** How many points there are. @param {number[][]} strokes */
export function countPoints(strokes) {
  return strokes.reduce((sum, points) => sum + points.length / 2, 0);
}

/**
 * At most `most` points that draw the same line: points that lie on it go first. With more strokes
 * than fit even as straight lines, the longest stay.
 * @param {number[][]} strokes @returns {number[][]}
 */
export function thin(strokes, most = MOST_POINTS) {
  let thinned = strokes.filter((points) => points.length >= 2);
  for (let tolerance = 1; countPoints(thinned) > most && tolerance < SHEET.w; tolerance *= COARSER) {
    thinned = strokes.map((points) => simplified(points, tolerance));
  }
  return countPoints(thinned) > most ? longest(thinned, most) : thinned;
}

/** Draw a signature into a box of the context, keeping its shape. */
export function paint(context, { w, h, strokes }, { x = 0, y = 0, width, height, pen = 6 }) {
  const scale = Math.min(width / w, height / h);
  context.save();
  context.translate(x + (width - w * scale) / 2, y + (height - h * scale) / 2);
  context.scale(scale, scale);
  context.lineWidth = pen;
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const points of strokes) trace(context, points);
  context.restore();
}

function trace(context, points) {
  context.beginPath();
  context.moveTo(points[0], points[1]);
  // A stroke of one point is a dot: a line to itself with round ends.
  if (points.length === 2) context.lineTo(points[0], points[1]);
  for (let at = 2; at < points.length; at += 2) context.lineTo(points[at], points[at + 1]);
  context.stroke();
}

function spread(values) {
  return values.length ? values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b)) : 0;
}

/** Douglas and Peucker's line: drops what lies within `tolerance` of the line without it. */
function simplified(points, tolerance) {
  const last = points.length / 2 - 1;
  if (last < 2) return points;
  const keep = new Set([0, last]);
  const spans = [[0, last]];
  while (spans.length) {
    const [from, to] = spans.pop();
    const far = farthest(points, from, to);
    if (far.distance <= tolerance) continue;
    keep.add(far.at);
    spans.push([from, far.at], [far.at, to]);
  }
  return [...keep].sort((a, b) => a - b).flatMap((at) => [points[2 * at], points[2 * at + 1]]);
}

function farthest(points, from, to) {
  const found = { at: from, distance: -1 };
  for (let at = from + 1; at < to; at += 1) {
    const distance = toSegment(points, at, from, to);
    if (distance > found.distance) Object.assign(found, { at, distance });
  }
  return found;
}

function toSegment(points, at, from, to) {
  const [x, y, ax, ay, bx, by] = [at, from, to].flatMap((each) => [points[2 * each], points[2 * each + 1]]);
  const square = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = square ? ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square : 0;
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay));
}

function longest(strokes, most) {
  const order = [...strokes.keys()].sort((a, b) => pathLength([strokes[b]]) - pathLength([strokes[a]]));
  const kept = new Set();
  let room = most;
  for (const at of order) {
    const size = strokes[at].length / 2;
    if (size > room) continue;
    kept.add(at);
    room -= size;
  }
  return strokes.filter((_, at) => kept.has(at));
}
