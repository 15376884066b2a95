/** What must be known whatever the view: each notice is in the page and is shown or not. */

import { allEntries, waitsSince } from "../outbox/entries.js";
import { isTraining, zoneOf } from "./check.js";
import { one, say } from "./dom.js";
import { applyUpdate } from "./update.js";
import { listAge, trust } from "./words.js";

const WAITS_LONG_MS = 4 * 3600_000;

/** @param {object} parts {state, clock, t, router} */
export function createNotices({ state, clock, t, router }) {
  const root = one(document, "[data-notices]");
  const chip = one(document, "[data-list-chip]");
  const show = (name, shown) => {
    one(root, `[data-notice="${name}"]`).hidden = !shown;
  };

  async function draw() {
    const { session, connection, list, listProblem, wiped, unsaved, updateReady } = state.get();
    const training = isTraining(session, list);
    document.body.classList.toggle("training", training);
    one(document, "[data-training]").hidden = !training;
    show("clock", clock.isWrong());
    show("session", connection === "session" && Boolean(session));
    show("list", listProblem === "invalid");
    show("unsaved", unsaved);
    show("wiped", Boolean(wiped));
    if (wiped) say(one(root, "[data-wiped-words]"), wiped.waiting ? t("wiped.some", { n: wiped.waiting }) : t("wiped.none"));
    drawChip(session, list);
    const own = (await allEntries()).filter((entry) => entry.accountId === session?.agent.account_id);
    show("old", own.some(waitsLong));
    one(root, "[data-old-open]").hidden = ["home", "waiting"].includes(router.current()); // they show it
    show("update", updateReady && !isWriting(own));
  }

  function drawChip(session, list) {
    chip.hidden = !session || router.current() !== "home";
    if (chip.hidden) return;
    const now = clock.now();
    const age = !list || clock.isWrong() ? "stale" : trust(now - list.generatedAt);
    chip.dataset.age = list ? age : "none";
    chip.textContent = list ? listAge(list.generatedAt, now, zoneOf(session, list), t) : t("list.none");
  }

  /** Finished hours ago and still only here: a lost phone would lose it. */
  function waitsLong(entry) {
    return ["ready", "sending"].includes(entry.state) && clock.now() - waitsSince(entry) > WAITS_LONG_MS;
  }

  /** An update would interrupt: a form open here, or a draft of this agent anywhere. */
  function isWriting(own) {
    if (["stop", "notice", "inspection", "other", "drivers", "plate"].includes(router.current())) return true;
    return own.some(({ state: at, kind }) => at === "draft" && kind !== "annotation");
  }

  one(root, "[data-update]").addEventListener("click", applyUpdate);
  one(root, "[data-wiped-seen]").addEventListener("click", () => state.set({ wiped: null }));
  return { draw };
}
