/**
 * The line to the server: a real probe (never the browser's own opinion of being online), the
 * session it reports, the clock it sets, and the list it offers.
 */

import { getMeta, setMeta } from "../outbox/database.js";
import { keepBeacon } from "../outbox/freeze.js";
import { runLow, storeBlocks } from "../outbox/numbers.js";
import { ask, csrfToken } from "./net.js";
import { fetchList, storedList, wipeList } from "./packs.js";

const HELLO = "/campo/ola";
const REGISTER_EVERY_MS = 5 * 60_000;
const FORGET_LIST_AFTER_MS = 7 * 24 * 3600_000;

/**
 * @param {object} parts
 * @param {ReturnType<import("./state.js").createState>} parts.state
 * @param {ReturnType<import("./clock.js").createClock>} parts.clock
 * @param {string} parts.rootKey
 * @param {(accountId: string) => Promise<object>} parts.report what this phone tells about itself
 */
export function createContact({ state, clock, rootKey, report }) {
  let registeredAt = 0;
  let probing = null;

  /** Load what an earlier visit left: the page works before the network answers. */
  async function restore() {
    clock.restore(await getMeta("clock"));
    const session = (await getMeta("session")) ?? null;
    state.set({ session });
    if (!session) return;
    if (clock.now() - session.seenAt > FORGET_LIST_AFTER_MS) await wipeList();
    try {
      state.set({ list: await storedList(session.agent.account_id, rootKey) });
    } catch (error) {
      console.warn("stored list refused", error);
      state.set({ listProblem: "invalid" });
    }
  }

  /** Ask the server who is signed in; several callers share one question. */
  function probe() {
    probing ??= hello().finally(() => {
      probing = null;
    });
    return probing;
  }

  async function hello() {
    const answer = await ask(HELLO);
    if (await getMeta("leaving")) return finishLeaving(answer);
    if (answer.kind !== "ok" || !answer.body.agent) {
      if (answer.kind === "denied" && answer.body?.error) await forget();
      state.set({ connection: answer.kind === "ok" ? "portal" : answer.kind });
      return null;
    }
    await setMeta("clock", clock.measure(answer.body.server_now, answer.sentAt, answer.arrivedAt));
    await adopt(answer.body);
    state.set({ connection: "online" });
    await register();
    await renewList(answer.body.pack);
    return { accountId: answer.body.agent.account_id };
  }

  /** The right to work in the street has ended: so has the right to the list. */
  async function forget() {
    await wipeList();
    state.set({ list: null });
  }

  async function adopt(hello) {
    const { agent, city, training, status_note: statusNote, hosts, release } = hello;
    const before = state.get().session;
    if (before && before.agent.account_id !== agent.account_id) {
      await forget(); // the list of another agent is not ours to read
    }
    const session = { agent, city, training, statusNote, hosts, release, seenAt: clock.now() };
    await setMeta("session", session);
    state.set({ session, ...(hello.min_release_ok === false && { updateReady: true }) });
  }

  /** Tell what waits and what was used; take numbers and the sealed instant for the next records. */
  async function register() {
    const { list, session } = state.get();
    const { account_id: accountId } = session.agent;
    if (Date.now() - registeredAt < REGISTER_EVERY_MS && !(await runLow(accountId))) return;
    const told = await report(accountId);
    const body = { ...told, pack_generated_at: list ? list.pack.meta.generatedAt : null };
    const answer = await ask(HELLO, { body });
    if (answer.kind !== "ok" || answer.body.agent?.account_id !== accountId) return;
    registeredAt = Date.now();
    await keepBeacon(accountId, answer.body.beacon);
    await storeBlocks(accountId, answer.body.blocks, told.device_id);
  }

  async function renewList(offered) {
    const { list, session } = state.get();
    if (list && Date.parse(offered?.generated_at) <= list.generatedAt) return;
    const { list: newer, problem } = await fetchList(session.agent.account_id, rootKey, list);
    if (newer) state.set({ list: newer, listProblem: "" });
    else if (problem) state.set({ listProblem: problem });
  }

  /** Sign out here at once; the server hears it now or at the next contact. */
  async function leave() {
    await setMeta("leaving", true);
    await setMeta("session", null);
    await wipeList();
    state.set({ session: null, list: null });
    await finishLeaving({ kind: csrfToken() ? "ok" : "offline" });
  }

  async function finishLeaving(answer) {
    if (answer.kind === "ok") {
      const left = await ask("/sair", { body: {} });
      // Signing out ends in a redirect to the front page: that it came is enough.
      if (["portal", "ok", "session"].includes(left.kind)) await setMeta("leaving", false);
      state.set({ connection: left.kind === "portal" ? "session" : left.kind });
    } else if (answer.kind === "session") {
      await setMeta("leaving", false);
      state.set({ connection: "session" });
    } else state.set({ connection: answer.kind });
    return null;
  }

  return { restore, probe, leave };
}
