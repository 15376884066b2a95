/**
 * The list's columns as numbers, and its words by number. Twin of app/verification/pack_columns.py
 * and pack_rows.py: plane by plane, zigzag for what may be negative, steps for what grows.
 */

const PLAIN = "u";
const RISING = "r";
const X = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DAY_MS = 86_400_000;

/** Columns by name, from their specifications `[name, kind, bytes, count]`. */
export function readColumns(specs, bytes) {
  const columns = {};
  let at = 0;
  for (const [name, kind, width, count] of specs) {
    if (at + width * count > bytes.length) throw new RangeError(`column ${name} is cut`);
    columns[name] = finish(joinPlanes(bytes.subarray(at, at + width * count), width, count), kind);
    at += width * count;
  }
  if (at !== bytes.length) throw new RangeError("bytes left over");
  return columns;
}

/** Positions in a stream of which each row takes some: row n has [starts[n], starts[n + 1]). */
export function startsOf(counts) {
  const starts = new Uint32Array(counts.length + 1);
  for (let row = 0; row < counts.length; row += 1) starts[row + 1] = starts[row] + counts[row];
  return starts;
}

/** `A…` of seven characters as a number, as in the seal's token. */
export function plateNumber(plate) {
  let number = 0;
  for (const letter of plate.slice(0, 3)) number = number * 26 + X.indexOf(letter) - 10;
  number = (number * 10 + Number(plate[3])) * 36 + X.indexOf(plate[4]);
  return number * 100 + Number(plate.slice(5));
}

/** And back. */
export function plateText(number) {
  const tail = String(number % 100).padStart(2, "0");
  let rest = Math.floor(number / 100);
  const fifth = X[rest % 36];
  rest = Math.floor(rest / 36);
  const fourth = X[rest % 10];
  rest = Math.floor(rest / 10);
  const letters = [Math.floor(rest / 676), Math.floor(rest / 26) % 26, rest % 26];
  return letters.map((letter) => X[10 + letter]).join("") + fourth + fifth + tail;
}

/** "YYYY-MM-DD" so many days after the first of the list; each text is made once. */
export function createDays(first) {
  const start = Date.parse(`${first}T00:00:00Z`);
  const known = new Map();
  return (distance) => {
    if (!known.has(distance)) {
      known.set(distance, new Date(start + distance * DAY_MS).toISOString().slice(0, 10));
    }
    return known.get(distance);
  };
}

/** 0, 1, 2, 3 … as 0, -1, 1, -2 … */
export function unzigzag(number) {
  return number % 2 ? -(number + 1) / 2 : number / 2;
}

/** A form like `TP-{4}/{0}` ("=…": as it stands): how many numbers it takes, and their text. */
export function readForm(form) {
  if (form.startsWith("=")) return { slots: 0, fill: () => form.slice(1) };
  const parts = form.split(/\{(\d)\}/);
  const slots = (parts.length - 1) / 2;
  const fill = (numbers) => parts
    .map((part, at) => (at % 2 ? String(numbers[(at - 1) / 2]).padStart(Number(part), "0") : part))
    .join("");
  return { slots, fill };
}

/** How many dates of the stream a timeline of this shape takes. */
export function datesOf(shape) {
  let dates = 0;
  for (const [until, , findings] of shape) {
    if (until === 1) dates += 1;
    for (const [, params] of findings) dates += params.filter((param) => param.length === 1).length;
  }
  return dates;
}

/** The segments of a shape; `next()` gives the dates of its stream in order. */
export function fillShape(shape, last, next) {
  return shape.map(([until, level, findings]) => {
    const end = until === 1 ? next() : until === 0 ? last : null;
    return [end, level, findings.map((finding) => fillFinding(finding, next))];
  });
}

function fillFinding([code, params, ...rest], next) {
  const filled = {};
  for (const param of params) filled[param[0]] = param.length === 1 ? next() : param[1];
  return [code, filled, ...rest];
}

function joinPlanes(bytes, width, count) {
  const numbers = new Uint32Array(count);
  for (let plane = 0; plane < width; plane += 1) {
    const shift = 8 * plane;
    const from = plane * count;
    for (let row = 0; row < count; row += 1) numbers[row] |= bytes[from + row] << shift;
  }
  return numbers;
}

function finish(numbers, kind) {
  if (kind === PLAIN) return numbers;
  if (kind !== RISING) return Int32Array.from(numbers, unzigzag);
  for (let row = 1; row < numbers.length; row += 1) numbers[row] += numbers[row - 1];
  return numbers;
}
