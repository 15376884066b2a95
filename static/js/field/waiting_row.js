/** One record of the list: what it is, its number, where it stands, its photos and its hours. */

import { display } from "../kernel/plate.js";
import { hasCopy } from "../notice/copy_kept.js";
import { newId, openEntry } from "../outbox/entries.js";
import { finishReason, forwarding, reasonDraft, saveReason } from "../outbox/late.js";
import { written } from "../outbox/numbers.js";
import { isReadable } from "../outbox/retention.js";
import { copy, one, say } from "./dom.js";
import { dayAndTime } from "./words.js";

/** @param {object} parts {t, device, clock, onRetry(id), onCopy(id), onResult(id), onFinished()} */
export function createWaitingRow({ t, device, clock, onRetry, onCopy, onResult, onFinished }) {
  const element = copy("[data-entry-row]");
  const at = (name) => one(element, `[data-${name}]`);
  const reason = at("reason");
  let entry = null;
  let draftId = "";

  /** @param {object} view {zone, now, hours, entries, photos} */
  function draw(next, view, words) {
    entry = next;
    element.dataset.entry = entry.id;
    element.dataset.at = entry.state;
    say(at("plate"), entry.kind === "number" ? "" : entry.label && display(entry.label));
    at("kind").textContent = t(`kind.${entry.document || entry.kind}`);
    at("when").textContent = dayAndTime(entry.createdAt, view.now, view.zone, t);
    say(at("number"), entry.number ? written(entry.number) : entry.receipt?.given?.report);
    at("state").textContent = words;
    const stuck = view.photos.filter((photo) => photo.entryId === entry.id && photo.state === "attention").length;
    say(at("photos"), photoWords(stuck));
    say(at("message"), entry.state === "attention" ? entry.message : "");
    at("retry").hidden = entry.state !== "attention" && !stuck;
    at("show-copy").hidden = !hasCopy(entry, view.now);
    at("show-result").hidden = entry.kind !== "inspection" || !isReadable(entry, view.now);
    drawHours(view);
  }

  function photoWords(stuck) {
    const { total = 0, sent = 0 } = entry.photos ?? {};
    if (!total) return "";
    return t(stuck ? "photos.problem" : "photos.count", { sent, total, n: stuck });
  }

  function drawHours({ hours, now, zone, entries }) {
    const times = forwarding(entry, hours, now);
    const open = times && (times.late || entry.state !== "sent");
    const key = !times?.late ? "forward.until" : entry.explained ? "forward.explained" : "forward.late";
    say(at("forward"), open ? t(key, { n: hours, moment: dayAndTime(times.dueAt, now, zone, t) }) : "");
    if (times?.asks && !draftId) resumeReason(reasonDraft(entries, entry.id));
    at("forward").classList.toggle("care", Boolean(times?.asks));
    at("late").hidden = !times?.asks;
  }

  /** What was typed of it before, by this or a killed page. */
  async function resumeReason(draft) {
    draftId = draft?.id ?? newId();
    if (draft && !draft.unreadable) reason.value = (await openEntry(draft.id))?.fields.text ?? "";
  }

  async function finish() {
    const text = reason.value.trim();
    at("reason-error").hidden = Boolean(text);
    if (!text) return reason.focus();
    await finishReason(entry, draftId, { text, deviceId: device.id, now: clock.now() });
    return onFinished();
  }

  reason.addEventListener("input", () => saveReason(entry, draftId, reason.value, clock.now()));
  at("reason-done").addEventListener("click", finish);
  at("retry").addEventListener("click", () => onRetry(entry.id));
  at("show-copy").addEventListener("click", () => onCopy(entry.id));
  at("show-result").addEventListener("click", () => onResult(entry.id));
  return { element, draw };
}
