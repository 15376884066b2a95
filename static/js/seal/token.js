/**
 * The seal's token on the phone: digits → bytes → fields → one verdict, with no network.
 * Twin of app/permits/token.py and verifier.py; verdicts carry the same names.
 */

import { findKey } from "./keyset.js";
import { fromHex, verifyEd25519 } from "./signature.js";

const CONTEXT = new TextEncoder().encode("taxi-seal/1\0");
const VERSION = 1;
const LIVE = 3;
const READABLE_TYPES = [1, 2, LIVE];
const CATEGORIES = { 1: "taxi", 2: "app", 3: "school", 4: "moto" };
const WIDTHS = { 191: 79, 198: 82 };
const SIGNATURE_BYTES = 64;
const FIXED_BYTES = 15;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const WINDOW = 2 * MINUTE;
const EXPIRY_EPOCH = Date.UTC(2020, 0, 1);
const WINDOW_EPOCH = Date.UTC(2025, 0, 1);
const PLATES = 26 ** 3 * 10 * 36 * 100;
const X = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const URL_MAX = 512;
// the two bits of the status list
const STATUS = new Map([[0, "not_issued"], [1, "ok"], [2, "suspended"], [3, "dead"]]);

/** The text is not a token of ours; `verdict` says why. */
export class TokenError extends Error {
  constructor(verdict) {
    super(verdict);
    this.verdict = verdict;
  }
}

/** The digits of a scanned text. Nothing is opened, nothing is repaired. */
export function readUrl(url, hosts) {
  const match = url.length <= URL_MAX && /^(https?):\/\/([^/?#]*)\/v\/([^/?#]*)$/.exec(url);
  if (!match) throw new TokenError("not_a_seal");
  const [, scheme, name, digits] = match;
  // a training installation without a certificate lists its host with "http://" before it;
  // a Set, because includes() on a single text would look for a part of it
  const host = scheme === "https" ? name : `http://${name}`;
  if (!new Set(hosts).has(host)) throw new TokenError("foreign_host");
  return digits;
}

/** `{payload, signed, signature}` of a decimal text, not yet believed; TokenError otherwise. */
export function readDigits(digits) {
  const size = WIDTHS[digits.length];
  if (!size) throw new TokenError("bad_length");
  if (!/^[0-9]+$/.test(digits)) throw new TokenError("bad_digits");
  const token = toBytes(BigInt(digits), size);
  const packed = token.subarray(0, -SIGNATURE_BYTES);
  const signed = new Uint8Array([...CONTEXT, ...packed]);
  return { payload: unpack(packed), signed, signature: token.slice(-SIGNATURE_BYTES) };
}

/**
 * `{verdict, payload}`; the payload is null until the signature holds.
 * `now`: milliseconds, corrected by the offset of the last sync. `today`: "YYYY-MM-DD" in the
 * municipality. `municipality`: null accepts any city of the keyset. May throw
 * SignatureUnavailable where neither browser nor `verifyFallback` knows Ed25519.
 */
export async function verify(url, { hosts, ...options }) {
  try {
    return await verifyDigits(readUrl(url, hosts), options);
  } catch (error) {
    return refusal(error);
  }
}

/** The same for digits whose host is already known to be ours. */
export async function verifyDigits(digits, options) {
  const { keyset, municipality, now, today, verifyFallback } = options;
  try {
    const { payload, signed, signature } = readDigits(digits);
    if (municipality !== null && payload.municipality !== municipality) {
      throw new TokenError("foreign_city");
    }
    const key = findKey(keyset, payload.municipality, payload.kid);
    checkKey(key, payload, now);
    if (!(await verifyEd25519(key.publicKey, signed, signature, verifyFallback))) {
      throw new TokenError("bad_signature");
    }
    return { verdict: dateDoubt(payload, now, today) ?? "ok", payload };
  } catch (error) {
    return refusal(error);
  }
}

/** Does the record `{status, plate}` of (municipality, index) carry this seal? None never does. */
export function judgeRecord(payload, record) {
  const verdict = STATUS.get(record?.status) ?? "not_issued";
  return verdict !== "not_issued" && record.plate !== payload.plate ? "other_plate" : verdict;
}

function refusal(error) {
  if (error instanceof TokenError) return { verdict: error.verdict, payload: null };
  throw error;
}

function checkKey(key, payload, now) {
  if (!key) throw new TokenError("unknown_key");
  if (!key.types.has(payload.type)) throw new TokenError("key_wrong_type");
  if (key.revokedAt !== null && key.revokedAt <= now) throw new TokenError("key_revoked");
  if (now < key.notBefore) throw new TokenError("key_not_yet");
  if (now >= key.notAfter) throw new TokenError("key_expired");
}

function dateDoubt(payload, now, today) {
  if (payload.expiry < today) return "expired";
  if (payload.windowStart === null) return null;
  if (now >= payload.windowStart + 2 * WINDOW) return "window_past";
  return now < payload.windowStart - WINDOW ? "window_future" : null;
}

function toBytes(number, size) {
  const hex = number.toString(16).padStart(2 * size, "0");
  if (hex.length > 2 * size) throw new TokenError("bad_digits");
  return fromHex(hex);
}

function unpack(packed) {
  const type = packed[0] & 15;
  if (packed[0] >> 4 !== VERSION) throw new TokenError("bad_version");
  if (!READABLE_TYPES.includes(type)) throw new TokenError("bad_type");
  if (packed.length !== FIXED_BYTES + (type === LIVE ? 3 : 0)) throw new TokenError("bad_length");
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const place = view.getUint32(1) & 0xffffff;
  const car = view.getUint32(9);
  const municipality = place >>> 4;
  const category = CATEGORIES[place & 15];
  const flags = car & 3;
  const sixDigits = municipality >= 100_000 && municipality <= 999_999;
  if (!sixDigits || !category || flags > 1 || car >>> 2 >= PLATES) throw new TokenError("bad_fields");
  return {
    type,
    kid: packed[1],
    municipality,
    category,
    index: view.getUint32(5),
    plate: plate(car >>> 2),
    test: flags === 1,
    expiry: new Date(EXPIRY_EPOCH + view.getUint16(13) * DAY).toISOString().slice(0, 10),
    windowStart: type === LIVE ? WINDOW_EPOCH + (view.getUint32(14) & 0xffffff) * MINUTE : null,
  };
}

/** Mixed radix 26·26·26·10·36·10·10, as app/permits/token.py packs it. */
function plate(number) {
  let rest = number;
  let text = "";
  for (const alphabet of [10, 10, 36, 10].map((radix) => X.slice(0, radix))) {
    text = alphabet[rest % alphabet.length] + text;
    rest = Math.floor(rest / alphabet.length);
  }
  for (let letter = 0; letter < 3; letter += 1) {
    text = X[10 + (rest % 26)] + text;
    rest = Math.floor(rest / 26);
  }
  return text;
}
