/**
 * Who may sign seals: the municipalities' public keys, signed by the root key baked into the app.
 * Twin of app/permits/keyset.py: exactly its canonical form or nothing.
 */

import { canonicalText } from "../kernel/canonical.js";
import { fromHex, verifyEd25519 } from "./signature.js";

const CONTEXT = "taxi-keyset/1\0";
const KEY_MEMBERS = "kid,municipality,not_after,not_before,public_key,revoked_at,types";
const TYPES = new Set([1, 2, 3, 4, 15]);

/** The document is malformed, older than the one held, or not signed by the root. */
export class KeysetError extends Error {}

/**
 * The keyset of a signed document (text): `{sequence, issuedAt, keys}`, instants in milliseconds.
 * `atLeast` is the sequence already held. Throws KeysetError.
 */
export async function readKeyset(document, rootHex, { atLeast = 0, verifyFallback } = {}) {
  const { keyset: body, signature } = open(document);
  const message = new TextEncoder().encode(CONTEXT + body);
  if (!(await verifyEd25519(fromHex(rootHex), message, fromHex(signature), verifyFallback))) {
    throw new KeysetError("not signed by the root key");
  }
  const keyset = parseBody(body);
  if (keyset.sequence < atLeast) {
    throw new KeysetError(`sequence ${keyset.sequence} is older than ${atLeast}`);
  }
  return keyset;
}

/** The key of that number, in date or not; undefined for none. */
export function findKey(keyset, municipality, kid) {
  return keyset.keys.find((key) => key.municipality === municipality && key.kid === kid);
}

function open(document) {
  const envelope = parseJson(document);
  demand(members(envelope) === "keyset,signature", "envelope");
  demand(typeof envelope.keyset === "string", "body");
  demand(isHex(envelope.signature, 128), "signature");
  demand(canonicalText(envelope) === document, "canonical envelope");
  return envelope;
}

function parseBody(body) {
  const parsed = parseJson(body);
  demand(members(parsed) === "issued_at,keys,sequence" && Array.isArray(parsed.keys), "members");
  demand(isCount(parsed.sequence), "sequence");
  demand(canonicalText(parsed) === body, "canonical keyset");
  const keys = parsed.keys.map(parseKey);
  demand(new Set(keys.map((key) => `${key.municipality}/${key.kid}`)).size === keys.length, "kid");
  demand(new Set(parsed.keys.map((key) => key.public_key)).size === keys.length, "public key");
  return { sequence: parsed.sequence, issuedAt: instant(parsed.issued_at), keys };
}

function parseKey(member) {
  demand(members(member) === KEY_MEMBERS, "members of a key");
  demand(isHex(member.public_key, 64), "public key");
  demand(isCount(member.municipality) && isCount(member.kid) && member.kid < 256, "number");
  demand(isTypeList(member.types), "types");
  const key = {
    municipality: member.municipality,
    kid: member.kid,
    publicKey: fromHex(member.public_key),
    types: new Set(member.types),
    notBefore: instant(member.not_before),
    notAfter: instant(member.not_after),
    revokedAt: member.revoked_at === null ? null : instant(member.revoked_at),
  };
  demand(key.notBefore < key.notAfter, "dates");
  return key;
}

function isTypeList(types) {
  return (
    Array.isArray(types) &&
    types.length > 0 &&
    types.every((type, at) => TYPES.has(type) && (at === 0 || types[at - 1] < type))
  );
}

function instant(text) {
  demand(typeof text === "string", "instant");
  const date = new Date(text);
  demand(!Number.isNaN(date.getTime()) && date.toISOString() === text, "instant");
  return date.getTime();
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new KeysetError("malformed: JSON");
  }
}

function members(value) {
  const plain = typeof value === "object" && value !== null && !Array.isArray(value);
  return plain ? Object.keys(value).sort().join(",") : "";
}

function isHex(text, length) {
  return typeof text === "string" && text.length === length && /^[0-9a-f]+$/.test(text);
}

function isCount(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

function demand(holds, what) {
  if (!holds) throw new KeysetError(`malformed: ${what}`);
}
