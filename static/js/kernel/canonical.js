/**
 * One way to write a value as bytes, so that phone and server hash the same thing.
 * Twin of app/kernel/canonical.py; both are held to tests/kernel/data/canonical.json.
 */

const DEPTH_MAX = 32;

/**
 * Canonical JSON as UTF-8 bytes: keys in code point order, NFC, no white space.
 * Takes null, boolean, safe integer, string, Date (an instant, milliseconds), array and plain
 * object. TypeError for any other type; RangeError for values Python could not match exactly.
 */
export function canonical(value) {
  return new TextEncoder().encode(canonicalText(value));
}

/** The same as text. */
export function canonicalText(value) {
  return write(value, 0);
}

function write(value, depth) {
  if (depth > DEPTH_MAX) throw new RangeError(`nested deeper than ${DEPTH_MAX}`);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return integer(value);
  if (typeof value === "string") return quoted(value);
  if (value instanceof Date) return quoted(instantText(value));
  if (Array.isArray(value)) {
    return `[${Array.from(value, (item) => write(item, depth + 1)).join(",")}]`;
  }
  if (isPlain(value)) return object(value, depth);
  throw new TypeError(`${typeof value} has no canonical form`);
}

/** `2026-06-14T11:10:00.000Z`; RangeError outside the years 1 to 9999. */
export function instantText(date) {
  const year = date.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) throw new RangeError("no instant of the years 1 to 9999");
  return date.toISOString();
}

function integer(value) {
  if (!Number.isInteger(value)) throw new TypeError("a fraction has no canonical form");
  if (!Number.isSafeInteger(value)) throw new RangeError("integer beyond 2^53 - 1: write it as text");
  return String(value);
}

function quoted(text) {
  // With the u flag only a surrogate without its partner matches.
  if (/\p{Surrogate}/u.test(text)) throw new RangeError("lone surrogate in text");
  return JSON.stringify(text.normalize("NFC"));
}

function isPlain(value) {
  if (typeof value !== "object") return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function object(value, depth) {
  const members = new Map();
  for (const key of Object.keys(value)) {
    const name = key.normalize("NFC");
    if (members.has(name)) throw new RangeError("key twice after normalisation");
    members.set(name, value[key]);
  }
  const names = [...members.keys()].sort(byCodePoint);
  return `{${names.map((name) => `${quoted(name)}:${write(members.get(name), depth + 1)}`).join(",")}}`;
}

/** The default sort compares UTF-16 units and would put an emoji before U+FFFD. */
function byCodePoint(a, b) {
  const left = Array.from(a, (char) => char.codePointAt(0));
  const right = Array.from(b, (char) => char.codePointAt(0));
  const differs = left.findIndex((point, at) => point !== right[at]);
  return differs < 0 || differs >= right.length
    ? left.length - right.length
    : left[differs] - right[differs];
}
