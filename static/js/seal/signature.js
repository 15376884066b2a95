/**
 * Ed25519 by WebCrypto, or by the verifier handed in where the browser has none
 * (Chrome before 137, Safari before 17, pages without https).
 *
 * A fallback is `(signature, message, publicKey) => boolean | Promise<boolean>` on Uint8Arrays,
 * strict in the sense of RFC 8032 (noble: `{zip215: false}`).
 */

/** Neither the browser nor the page can check a signature: say so, never guess. */
export class SignatureUnavailable extends Error {}

/** Whether `signature` (64 bytes) over `message` is that of `publicKey` (32 bytes). */
export async function verifyEd25519(publicKey, message, signature, verifyFallback) {
  const key = await nativeKey(publicKey);
  if (key) return crypto.subtle.verify("Ed25519", key, signature, message);
  if (!verifyFallback) throw new SignatureUnavailable("no Ed25519 in this browser");
  return (await verifyFallback(signature, message, publicKey)) === true;
}

async function nativeKey(publicKey) {
  try {
    return await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
  } catch {
    return null;
  }
}

/** Bytes of lower-case hexadecimal text. */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
