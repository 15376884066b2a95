/** The form of a stop: how it ended, a note, the place. Every keystroke is already stored. */

import { display } from "../kernel/plate.js";
import { openEntry } from "../outbox/entries.js";
import { zoneOf } from "./check.js";
import { clockTime } from "./civil.js";
import { one, say } from "./dom.js";
import { createKeeper } from "./keeper.js";
import { positionWords, watchPosition } from "./place.js";
import { finishStop } from "./stop_draft.js";

/** @param {object} parts {state, clock, t, router, onFinished, onUnsaved} */
export function createStopView({ state, clock, t, router, onFinished, onUnsaved }) {
  const root = one(document, '[data-view="stop"]');
  const form = one(root, "[data-stop-form]");
  const keeper = createKeeper(told);
  let stopWatching = () => undefined;

  function told(saved, error) {
    onUnsaved(!saved);
    if (!saved) console.warn("draft not saved", error);
    else say(one(root, "[data-saved]"), t("saved.at", { time: clockTime(clock.now(), zone(), true) }));
  }

  function enter({ id }) {
    const entry = keeper.current();
    if (entry?.id === id) draw(entry);
    else resume(id);
    return true;
  }

  /** A draft of an earlier visit, or the one a killed page left behind. */
  async function resume(id) {
    const entry = await openEntry(id);
    const own = entry?.accountId === state.get().session?.agent.account_id;
    if (!own || entry.state !== "draft") return router.replace("home");
    keeper.hold(entry);
    draw(entry);
  }

  /** Show a new draft; it is stored before the first key is touched. */
  function begin(entry) {
    keeper.hold(entry);
    keeper.save();
    router.go("stop", { id: entry.id });
  }

  function draw({ fields }) {
    const { record, driverName, outcome, note, place, position } = fields;
    one(root, "[data-stop-plate]").textContent = display(record.plate_seen || record.plate_read);
    const badge = one(root, "[data-stop-badge]");
    badge.className = `badge ${record.verdict}`;
    badge.textContent = t(`level.${record.verdict}`);
    say(one(root, "[data-stop-words]"), summary(record, driverName));
    form.reset();
    if (outcome) form.elements.outcome.value = outcome;
    form.elements.note.value = note;
    form.elements.place.value = place;
    one(root, "[data-outcome-error]").hidden = true;
    one(root, "[data-finish]").disabled = false;
    drawPosition(position);
    if (!position) measure();
  }

  function summary(record, name) {
    const read = display(record.plate_read);
    const words = record.plate_seen ? [t("different", { read, seen: display(record.plate_seen) })] : [];
    if (name) words.push(t(record.driver_id ? "driver.chosen" : "driver.typed", { name }));
    return words.join(" ");
  }

  function measure() {
    stopWatching();
    say(one(root, "[data-position]"), t("position.asking"));
    one(root, "[data-position-again]").hidden = true;
    stopWatching = watchPosition({
      offset: () => clock.now() - Date.now(),
      onBetter(position) {
        keeper.change({ position });
        drawPosition(position);
      },
      onProblem(cause) {
        say(one(root, "[data-position]"), t(`position.${cause}`));
        one(root, "[data-position-again]").hidden = false;
      },
    });
  }

  function drawPosition(position) {
    if (position) say(one(root, "[data-position]"), positionWords(position, clock.now(), t));
    one(root, "[data-position-again]").hidden = !position;
  }

  async function submit(event) {
    event.preventDefault();
    const { outcome } = keeper.current().fields;
    one(root, "[data-outcome-error]").hidden = Boolean(outcome);
    if (!outcome) return form.elements.outcome[0].focus();
    const button = one(root, "[data-finish]");
    button.disabled = true;
    try {
      await finishStop(keeper);
      onUnsaved(false);
      stopWatching();
      onFinished(keeper.current());
    } catch (error) {
      console.warn("record not saved", error);
      onUnsaved(true);
      button.disabled = false;
    }
  }

  function zone() {
    const { session, list } = state.get();
    return zoneOf(session, list);
  }

  form.addEventListener("input", ({ target: { name, value } }) => {
    keeper.change({ [name]: value }, name === "outcome" ? { outcome: value } : {});
  });
  form.addEventListener("submit", submit);
  one(root, "[data-position-again]").addEventListener("click", measure);
  return { enter, begin, leave: () => stopWatching() };
}
