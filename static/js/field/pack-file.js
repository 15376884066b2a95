/**
 * The list as a file: header, signature, compressed body. Nothing is unpacked before the city's
 * list key has signed it, and never more than the signed header announces.
 * Twin of app/verification/pack.py.
 */

import { verifyEd25519 } from "../seal/signature.js";

const MAGIC = "CONFPK1\n";
const CONTEXT = "confere-pack/1\0";
const SIGNATURE_BYTES = 64;
const SIZE_MAX = 64 * 1024 * 1024;

/** The file is cut, changed, not signed by the city, or older than the one held. */
export class PackError extends Error {}

/**
 * `{header, body}` of a whole file whose signature holds.
 * `listKeys`: keys `{kid, publicKey}` that may sign lists, or a function
 * `(keyset document, municipality) => keys`. `atLeast`: sequence of the list already held.
 */
export async function openFile(bytes, { listKeys, verifyFallback, atLeast = 0 }) {
  const { header, headerBytes, signature, packed } = cut(new Uint8Array(bytes));
  const keys = typeof listKeys === "function" ? await listKeys(header.keyset, header.municipality) : listKeys;
  const key = keys.find(({ kid, municipality }) => kid === header.kid && (municipality ?? header.municipality) === header.municipality);
  if (!key) throw new PackError("unknown list key");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", packed));
  const signed = join(new TextEncoder().encode(CONTEXT), digest, headerBytes);
  if (!(await verifyEd25519(key.publicKey, signed, signature, verifyFallback))) {
    throw new PackError("bad signature");
  }
  if (header.sequence < atLeast) throw new PackError("older than the list held");
  return { header, body: await inflate(packed, header.size) };
}


function cut(bytes) {
  const head = MAGIC.length + 4;
  const whole = bytes.length > head && new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) === MAGIC;
  if (!whole) throw new PackError("no list");
  const length = new DataView(bytes.buffer, bytes.byteOffset + MAGIC.length, 4).getUint32(0);
  const end = head + length;
  if (end + SIGNATURE_BYTES >= bytes.length) throw new PackError("cut");
  const headerBytes = bytes.subarray(head, end);
  return {
    header: readHeader(headerBytes),
    headerBytes,
    signature: bytes.slice(end, end + SIGNATURE_BYTES),
    packed: bytes.subarray(end + SIGNATURE_BYTES),
  };
}

function readHeader(bytes) {
  let header;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new PackError("header");
  }
  const counts = ["municipality", "kid", "sequence", "count", "size"];
  const texts = ["generated_at", "valid_until", "sha256", "keyset"];
  const sound = counts.every((name) => Number.isSafeInteger(header?.[name]) && header[name] >= 0)
    && texts.every((name) => typeof header[name] === "string");
  if (!sound || header.size > SIZE_MAX) throw new PackError("header");
  return header;
}

/** Stops as soon as more comes out than was signed for: a small file may unpack to gigabytes. */
async function inflate(packed, size) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const body = new Uint8Array(size);
  let at = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (at + part.value.length > size) throw new PackError("larger than signed");
      body.set(part.value, at);
      at += part.value.length;
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error instanceof PackError ? error : new PackError("body cannot be unpacked");
  }
  if (at !== size) throw new PackError("smaller than signed");
  return body;
}

function join(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
