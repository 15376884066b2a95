/**
 * Photos follow their records in pieces, resumed where the server says it is. One call is one
 * request, so that whoever calls can let a newer text go first.
 */

import { markPhoto, photoArrived, photoBytes, photosOfAccount } from "./photos.js";
import { pause } from "./pace.js";
import { VaultError } from "./vault.js";

export const CHUNK_BYTES = 64 * 1024;
const RESTARTS_MAX = 3;

/**
 * @param {object} parts
 * @param {(path: string, bytes?: ArrayBuffer) => Promise<import("../field/net.js").Answer>} parts.ask GET, or PUT of bytes
 * @param {(accountId: string) => Promise<Set<string>>} parts.mayGo ids of records whose photos the server takes
 * @param {() => number} parts.now
 * @param {object} [parts.store] where photos lie
 */
export function createPhotoSender({ ask, mayGo, now, store = { markPhoto, photoArrived, photoBytes, photosOfAccount } }) {
  let current = null; // {photo, bytes, have}: `have` null until the server said

  /** Photos that still have to go. @param {string} accountId */
  async function waiting(accountId) {
    const ids = await mayGo(accountId);
    return (await store.photosOfAccount(accountId)).filter(({ state, entryId }) => state === "ready" && ids.has(entryId));
  }

  /** One request: "progress", "idle" (nothing due) or "closed" (the way to the server is shut). */
  async function step(accountId) {
    current = current?.photo.accountId === accountId ? current : await next(accountId);
    if (!current) return "idle";
    const { photo, bytes, have } = current;
    const path = `/campo/anexo/${photo.entryId}/${photo.sha256}`;
    const answer = have === null
      ? await ask(path)
      : await ask(`${path}?de=${have}`, bytes.slice(have, have + CHUNK_BYTES));
    return heard(answer, have);
  }

  async function next(accountId) {
    for (const photo of await waiting(accountId)) {
      if (photo.nextTryAt > now()) continue;
      const bytes = await open(photo);
      if (bytes) return { photo, bytes, have: null };
    }
    return null;
  }

  /** A photo that cannot be opened is said and kept. */
  async function open(photo) {
    try {
      const bytes = await store.photoBytes(photo.entryId, photo.sha256);
      if (!bytes) throw new VaultError("damaged");
      return bytes;
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      await store.markPhoto(photo, { state: "attention", problem: { cause: error.code } });
      return null;
    }
  }

  async function heard(answer, sentFrom) {
    const { photo } = current;
    const meaning = readPhotoAnswer(answer, photo.size, sentFrom);
    if (meaning.done) {
      current = null;
      await store.photoArrived(photo);
      return "progress";
    }
    if (meaning.have !== undefined) {
      current.have = meaning.have;
      if (photo.tries) await store.markPhoto(photo, { tries: 0, problem: null });
      photo.tries = 0;
      return "progress";
    }
    current = null;
    if (meaning.cause === "damaged") return restart(photo);
    const tries = photo.tries + 1;
    await store.markPhoto(photo, { tries, nextTryAt: now() + pause(tries), problem: { cause: meaning.cause } });
    return ["server", "unknown"].includes(meaning.cause) ? "progress" : "closed";
  }

  /** The server threw the bytes away: from the beginning, a few times, then a person must know. */
  async function restart(photo) {
    const restarts = photo.restarts + 1;
    const lost = restarts >= RESTARTS_MAX;
    const problem = { cause: "damaged" };
    await store.markPhoto(photo, lost ? { state: "attention", restarts, problem } : { restarts, problem, nextTryAt: 0 });
    return "progress";
  }

  return { step, waiting };
}

/**
 * What an answer about a photo means: `{done: true}`, `{have}` (go on from there) or `{cause}`.
 * @param {number | null} sentFrom where the piece began; null for a question
 */
export function readPhotoAnswer(answer, size, sentFrom) {
  if (answer.kind === "ok" || answer.status === 409) {
    const { have, done, received_at: received } = answer.body ?? {};
    if (answer.kind === "ok" && done === true && typeof received === "string") return { done: true };
    if (!Number.isInteger(have) || have < 0 || have > size || (have === size && sentFrom !== null)) return { cause: "portal" };
    return have === sentFrom ? { cause: "server" } : { have };
  }
  // At 0 the server threw the bytes away; elsewhere it only did not take this piece.
  if (answer.status === 422) return { cause: answer.body?.have > 0 ? "server" : "damaged" };
  if (answer.status === 404) return { cause: "unknown" };
  return { cause: answer.kind === "refused" ? "server" : answer.kind };
}
