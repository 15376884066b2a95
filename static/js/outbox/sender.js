/**
 * Sends what waits: one sender across all tabs, oldest first, each record until its receipt.
 * Nothing is ever removed by a failure, and an answer counts only when it names id and hash.
 */

import { claim, allEntries, recoverStuck, refuse, release, settle, wake } from "./entries.js";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const LOCK = "confere-outbox-sender";

/**
 * @param {object} parts
 * @param {() => Promise<{accountId: string} | null>} parts.whoIsSignedIn asks the server; null: not now
 * @param {(body: object) => Promise<import("../field/net.js").Answer>} parts.post
 * @param {() => number} parts.now
 */
export function createSender({ whoIsSignedIn, post, now }) {
  let timer = 0;
  let running = null;
  let account = null; // whose records the last contact let us send
  let failures = 0; // contacts missed in a row

  /** Try now; `hurry` ignores pauses that a failure imposed. */
  async function run({ hurry = false } = {}) {
    running ??= exclusively(() => sendAll(hurry)).finally(() => {
      running = null;
    });
    await running;
    await plan();
  }

  async function sendAll(hurry) {
    if (!(await waitingOf(null)).length) return;
    const signedIn = await whoIsSignedIn();
    failures = signedIn ? 0 : failures + 1;
    if (!signedIn) return;
    account = signedIn.accountId;
    await recoverStuck(account);
    if (hurry) await wake(account);
    for (const entry of await waitingOf(account)) {
      if (entry.nextTryAt > now()) continue;
      if (!(await sendOne(entry.id))) return;
    }
  }

  /** False when the way to the server is closed and the others need not be tried. */
  async function sendOne(id) {
    const entry = await claim(id);
    if (!entry) return true;
    const { kind, sha256, payload } = entry;
    const answer = await post({ id, kind, schema: 1, sha256, payload });
    const outcome = read(answer, entry);
    if (outcome === "receipt") await settle(id, { received_at: answer.body.received_at });
    else if (outcome === "refused") {
      await refuse(id, { cause: "refused", message: answer.body?.message ?? "" });
    } else {
      const tries = entry.tries + 1;
      await release(id, { cause: outcome }, tries, now() + pause(tries));
    }
    return ["receipt", "refused", "server"].includes(outcome);
  }

  /** Sleep until the earliest record may be tried, or the server looked for, again. */
  async function plan() {
    clearTimeout(timer);
    const waiting = await waitingOf(account);
    if (!waiting.length) return;
    const next = Math.min(...waiting.map(({ nextTryAt }) => nextTryAt)) - now();
    const wait = failures ? pause(failures) : Math.max(next, FIRST_PAUSE_MS);
    timer = setTimeout(run, Math.min(wait, LONGEST_PAUSE_MS));
  }

  return { run };
}

/** Milliseconds before attempt number `tries` + 1: 1, 2, 4 … 60 s. @param {number} tries */
export function pause(tries) {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
}

/** What an answer means for a record: "receipt", "refused" or the cause of the delay. */
export function read(answer, entry) {
  if (answer.kind === "ok") {
    const { id, sha256, received_at: received } = answer.body;
    const names = id === entry.id && sha256 === entry.sha256 && typeof received === "string";
    return names ? "receipt" : "portal";
  }
  return answer.kind;
}

async function waitingOf(accountId) {
  return (await allEntries()).filter(
    (entry) => ["ready", "sending"].includes(entry.state)
      && (accountId === null || entry.accountId === accountId),
  );
}

/** Run while no other tab does; where the browser has no locks the server's id is the guard. */
async function exclusively(work) {
  if (!navigator.locks) return work();
  return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}
