/**
 * Sends what waits: one sender across all tabs, texts first in the order they were finished, each
 * until its receipt; then photos piece by piece, a newer text before the next piece. Nothing is ever
 * removed by a failure, and an answer counts only when it names id and hash.
 */

import { allEntries, claim, recoverStuck, refuse, release, setAside, settle, waitsSince, wake } from "./entries.js";
import { LONGEST_PAUSE_MS, patience, pause } from "./pace.js";
import { createPhotoSender } from "./photo_sender.js";
import { wakePhotos } from "./photos.js";
import { VaultError } from "./vault.js";

const LOCK = "confere-outbox-sender";
const SCHEMA = 1;
const REFUSALS = { 400: "malformed", 409: "conflict", 413: "too_large", 415: "malformed", 422: "refused" };
const WAY_IS_OPEN = new Set(["receipt", "server", ...Object.values(REFUSALS)]);

/**
 * @param {object} parts
 * @param {() => Promise<{accountId: string} | null>} parts.whoIsSignedIn asks the server; null: not now
 * @param {(path: string, options?: object) => Promise<import("../field/net.js").Answer>} parts.ask
 * @param {() => number} parts.now
 */
export function createSender({ whoIsSignedIn, ask, now }) {
  let timer = 0;
  let running = null;
  let account = null; // whose records the last contact let us send
  let failures = 0; // contacts missed in a row
  const photos = createPhotoSender({
    now,
    mayGo: photosMayGo,
    ask: (path, bytes) => ask(path, { bytes, timeout: patience(bytes?.byteLength ?? 0) }),
  });

  /** Try now; `hurry` ignores pauses that a failure imposed. */
  async function run({ hurry = false } = {}) {
    running ??= exclusively(() => sendAll(hurry)).finally(() => {
      running = null;
    });
    await running;
    await plan();
  }

  async function sendAll(hurry) {
    if (!(await anythingWaits())) return;
    const signedIn = await whoIsSignedIn();
    failures = signedIn ? 0 : failures + 1;
    if (!signedIn) return;
    account = signedIn.accountId;
    await recoverStuck(account);
    if (hurry) await Promise.all([wake(account), wakePhotos(account)]);
    while ((await sendTexts()) && (await photos.step(account)) === "progress");
  }

  /** All texts that are due; false when the way to the server is closed. */
  async function sendTexts() {
    for (const entry of await textsOf(account)) {
      if (entry.nextTryAt > now()) continue;
      if (!(await sendOne(entry.id))) return false;
    }
    return true;
  }

  async function sendOne(id) {
    const entry = await taken(id);
    if (!entry) return true;
    const { kind, sha256, payload, signature } = entry;
    const body = { id, kind, schema: SCHEMA, sha256, payload, ...(signature && { signature }) };
    const answer = await ask("/campo/registro", { body, timeout: patience(payload.length) });
    const outcome = read(answer, entry);
    if (outcome === "receipt") await settle(id, receiptOf(answer.body), now());
    else if (answer.kind === "refused") {
      const quarantined = answer.body?.quarantined === true;
      await refuse(id, { cause: outcome, quarantined }, answer.body?.message ?? "");
    } else {
      const tries = entry.tries + 1;
      await release(id, { cause: outcome }, tries, now() + pause(tries));
    }
    return WAY_IS_OPEN.has(outcome);
  }

  /** The opened record, claimed; one that cannot be opened is set aside and said, never dropped. */
  async function taken(id) {
    try {
      return await claim(id);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      await setAside(id, error.code);
      return null;
    }
  }

  async function anythingWaits() {
    return (await textsOf(null)).length > 0 || (account ? (await photos.waiting(account)).length : await anyPhotos()) > 0;
  }

  async function anyPhotos() {
    const accounts = new Set((await allEntries()).filter(({ photos: own }) => own && own.sent < own.total).map((entry) => entry.accountId));
    return accounts.size;
  }

  /** Sleep until the earliest record or photo may be tried, or the server looked for, again. */
  async function plan() {
    clearTimeout(timer);
    const waiting = [...(await textsOf(account)), ...(account ? await photos.waiting(account) : [])];
    if (!waiting.length) return;
    const next = Math.min(...waiting.map(({ nextTryAt }) => nextTryAt)) - now();
    const wait = failures ? pause(failures) : Math.max(next, pause(1));
    timer = setTimeout(run, Math.min(wait, LONGEST_PAUSE_MS));
  }

  return { run };
}

/** What an answer means for a record: "receipt", the name of a refusal, or the cause of the delay. */
export function read(answer, entry) {
  if (answer.kind === "ok") {
    const { id, sha256, received_at: received } = answer.body;
    const names = id === entry.id && sha256 === entry.sha256 && typeof received === "string";
    return names ? "receipt" : "portal";
  }
  return answer.kind === "refused" ? (REFUSALS[answer.status] ?? "refused") : answer.kind;
}

/** What is kept of a receipt: when it came, and what the server made of the record. */
function receiptOf({ received_at: receivedAt, given }) {
  return { received_at: receivedAt, ...(given && typeof given === "object" && { given }) };
}

/** Texts that wait, in the order they were finished; one that follows another waits for it. */
async function textsOf(accountId) {
  const entries = await allEntries();
  const pending = new Set(entries.filter(({ state }) => isQueued(state)).map(({ id }) => id));
  return entries
    .filter((entry) => isQueued(entry.state) && (accountId === null || entry.accountId === accountId))
    .filter(({ after }) => !pending.has(after))
    .sort((a, b) => waitsSince(a) - waitsSince(b));
}

/** Records whose photos the server takes: received, or kept there in quarantine. */
async function photosMayGo(accountId) {
  const settled = ({ state, problem }) => state === "sent" || (state === "attention" && problem?.quarantined);
  return new Set((await allEntries()).filter((entry) => entry.accountId === accountId && settled(entry)).map(({ id }) => id));
}

function isQueued(state) {
  return state === "ready" || state === "sending";
}

/** Run while no other tab does; where the browser has no locks the server's id is the guard. */
async function exclusively(work) {
  if (!navigator.locks) return work();
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}
