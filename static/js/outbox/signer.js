/**
 * This phone's own signature: an ECDSA P-256 key that the browser will not hand out, made once and
 * registered with the server at each contact. Signed is the context of the kind + the canonical bytes.
 */

import { getMeta, result, transact } from "./database.js";

const KEY = "deviceKey";
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };

/** `{key_id, spki}`: the first 16 hexadecimal characters of SHA-256(SPKI), and the SPKI in base64. */
export async function deviceKey() {
  const { keyId, spki } = await held();
  return { key_id: keyId, spki };
}

/**
 * Raw r‖s as 128 hexadecimal characters, with the key that made it.
 * @param {Uint8Array} bytes canonical @param {string} context as in kinds.js
 */
export async function sign(bytes, context) {
  const { keyId, privateKey } = await held();
  const domain = new TextEncoder().encode(context);
  const message = new Uint8Array(domain.length + bytes.length);
  message.set(domain);
  message.set(bytes, domain.length);
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, message);
  return { key_id: keyId, signature: hex(signature) };
}

/** Lower-case hexadecimal. @param {ArrayBuffer | Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function held() {
  return (await getMeta(KEY)) ?? create();
}

/** Of two tabs that make one at the same time the first stored stays. */
async function create() {
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", pair.publicKey));
  const keyId = hex(await crypto.subtle.digest("SHA-256", spki)).slice(0, 16);
  const made = { keyId, spki: btoa(String.fromCharCode(...spki)), privateKey: pair.privateKey };
  return transact(["meta"], "readwrite", async (meta) => {
    const before = await result(meta.get(KEY));
    if (!before) await result(meta.put(made, KEY));
    return before ?? made;
  });
}
