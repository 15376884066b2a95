/** What must be known whatever the view: each notice is in the page and is shown or not. */

import { allEntries } from "../outbox/entries.js";
import { isTraining, zoneOf } from "./check.js";
import { one, say } from "./dom.js";
import { applyUpdate } from "./update.js";
import { listAge, trust } from "./words.js";

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
    show("update", updateReady && !(await isWriting()));
  }

  function drawChip(session, list) {
    chip.hidden = !session || router.current() !== "home";
    if (chip.hidden) return;
    const now = clock.now();
    const age = !list || clock.isWrong() ? "stale" : trust(now - list.generatedAt);
    chip.dataset.age = list ? age : "none";
    chip.textContent = list ? listAge(list.generatedAt, now, zoneOf(session, list), t) : t("list.none");
  }

  /** An update would interrupt: a form open here, or a draft of this agent anywhere. */
  async function isWriting() {
    if (["stop", "other", "drivers", "plate"].includes(router.current())) return true;
    const own = state.get().session?.agent.account_id;
    return (await allEntries()).some((entry) => entry.state === "draft" && entry.accountId === own);
  }

  one(root, "[data-update]").addEventListener("click", applyUpdate);
  one(root, "[data-wiped-seen]").addEventListener("click", () => state.set({ wiped: null }));
  return { draw };
}
