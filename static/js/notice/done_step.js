/** The notice is on this phone for good: its number, and what comes next. */

import { civilDay, clockTime, slashed } from "../field/civil.js";
import { drawIcon, onSingleTap, one, say } from "../field/dom.js";
import { onChange } from "../outbox/entries.js";
import { frozenRecord } from "../outbox/freeze.js";
import { written } from "../outbox/numbers.js";

/** @param {object} parts {root, t, zone, catalogue, onCopy, onAnother, onHome} */
export function createDoneStep({ root, t, zone, catalogue, onCopy, onAnother, onHome }) {
  const at = (name) => one(root, `[data-done-${name}]`);
  let frozen = null;
  let id = "";

  /** False when the record is no longer kept here. */
  async function draw(entryId) {
    id = entryId;
    frozen = await frozenRecord(entryId);
    if (!frozen) return false;
    const { record, number } = frozen;
    drawIcon(at("icon"), "check");
    at("word").textContent = t("done.word", { name: catalogue()?.kinds.find(({ kind }) => kind === record.kind)?.name ?? "" });
    say(at("number"), number ? written(number) : "");
    at("words").textContent = stateWords();
    at("copy").hidden = record.kind === "verbal";
    return true;
  }

  function stateWords() {
    const { state, receipt } = frozen;
    if (state === "attention") return t("paper.state.attention");
    if (!receipt) return t("done.kept");
    const ms = Date.parse(receipt.received_at);
    return t("paper.state.sent", { day: slashed(civilDay(ms, zone())), time: clockTime(ms, zone()) });
  }

  /** The receipt may come while the agent still looks; said once, where it changed something. */
  async function refresh() {
    if (!shown()) return;
    const now = await frozenRecord(id).catch(() => null);
    if (!now || !shown()) return;
    frozen = now;
    const words = stateWords();
    if (at("words").textContent !== words) at("words").textContent = words;
  }

  function shown() {
    return Boolean(frozen) && !root.hidden && root.dataset.now === "done";
  }

  onChange(refresh);
  onSingleTap(at("copy"), () => onCopy(id));
  onSingleTap(at("another"), () => onAnother(id, frozen.record));
  onSingleTap(at("home"), onHome);
  return { draw };
}
