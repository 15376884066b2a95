/** This phone's key for one car: made here, never leaves, signs the request for windows. */

import * as store from "./store.js";

const CONTEXT = "confere-live/1\0";
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };

/** @typedef {{privateKey: CryptoKey, publicKey: JsonWebKey, deviceId: string}} PhoneKey */

/** Whether this browser can hold such a key. */
export function canHoldKeys() {
  return Boolean(globalThis.crypto?.subtle && globalThis.indexedDB);
}

/** The stored key of a car, or undefined. @returns {Promise<PhoneKey | undefined>} */
export function keyOf(vehicleId) {
  return store.get(`key:${vehicleId}`);
}

/** A key not yet known to the server; one left by a lost answer is used again. */
export async function pendingKey(vehicleId) {
  const present = await keyOf(vehicleId);
  if (present && !present.deviceId) return present;
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ["sign", "verify"]);
  const publicKey = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const key = { privateKey: pair.privateKey, publicKey, deviceId: "" };
  await store.put(`key:${vehicleId}`, key);
  return key;
}

/** The server gave the key its number. @param {PhoneKey} key */
export function confirmKey(vehicleId, key, deviceId) {
  return store.put(`key:${vehicleId}`, { ...key, deviceId });
}

/**
 * Where the car's live code lives: "none", "here", "pending" (an answer was lost), "lost" (the key
 * is gone or in another browser), "other" (another driver's phone), "unsupported".
 */
export function deviceState(car, key) {
  if (!canHoldKeys()) return "unsupported";
  if (!car.device) return "none";
  if (key?.deviceId === car.device.id) return "here";
  if (!car.device.mine) return "other";
  return key && !key.deviceId ? "pending" : "lost";
}

/** The body of a request for windows, signed; `now` in milliseconds of the server's clock. */
export async function signedRequest(key, now) {
  const askedAt = new Date(now).toISOString();
  const message = new TextEncoder().encode(`${CONTEXT}${key.deviceId}|${askedAt}`);
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  const signature = new Uint8Array(await crypto.subtle.sign(algorithm, key.privateKey, message));
  const text = btoa(String.fromCharCode(...signature));
  return { device_id: key.deviceId, asked_at: askedAt, signature: text };
}
