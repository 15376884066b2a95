/** What waits to be sent and what has arrived, each record in plain words; and the file for the worst day. */

import { allEntries, entriesOf, lacksPhotos, retry, waits } from "../outbox/entries.js";
import { download, exportUnsent } from "../outbox/export.js";
import { photosOfAccount, retryPhotos } from "../outbox/photos.js";
import { zoneOf } from "./check.js";
import { civilDay, clockTime } from "./civil.js";
import { one, say } from "./dom.js";
import { createWaitingRow } from "./waiting_row.js";
import { counted, dayAndTime } from "./words.js";

const SENT_SHOWN = 20;

/**
 * "na fila desde 13:58", "na fila: entre de novo para enviar"…
 * @param {import("../outbox/entries.js").Entry} entry @param {{now: number, zone: string}} when
 */
export function stateWords(entry, { now, zone }, t) {
  if (entry.state === "attention") return t(`refused.${entry.problem?.cause ?? "refused"}`);
  if (entry.unreadable) return t("entry.unreadable");
  if (entry.state === "ready" && entry.problem) return t(`cause.${entry.problem.cause}`);
  const at = entry.state === "sent" ? Date.parse(entry.receipt.received_at) : (entry.readyAt ?? entry.createdAt);
  const sameDay = civilDay(at, zone) === civilDay(now, zone);
  return t(`entry.${entry.state}`, { time: sameDay ? clockTime(at, zone) : dayAndTime(at, now, zone, t) });
}

/** @param {object} parts {state, clock, t, router, device, onSendNow} */
export function createWaitingView({ state, clock, t, router, device, onSendNow }) {
  const root = one(document, '[data-view="waiting"]');
  const at = (name) => one(root, `[data-${name}]`);
  const rows = new Map(); // id → its row: kept between drawings, so that typing is not disturbed
  let drawing = null;

  /** Drawings take turns: two at once would make a row twice. */
  function draw() {
    drawing = (drawing ?? Promise.resolve()).catch(() => undefined).then(drawNow);
    return drawing;
  }

  async function drawNow() {
    const { session, list } = state.get();
    if (router.current() !== "waiting" || !session) return;
    const { account_id: accountId } = session.agent;
    const own = await entriesOf(accountId);
    const waiting = own.filter((entry) => waits(entry) || lacksPhotos(entry));
    const sent = own.filter((entry) => entry.state === "sent" && !waiting.includes(entry)).reverse().slice(0, SENT_SHOWN);
    const view = {
      zone: zoneOf(session, list), now: clock.now(), entries: own, photos: await photosOfAccount(accountId),
      hours: list?.pack.meta.notices?.hours?.hours,
    };
    arrange(at("entries"), waiting, view);
    arrange(at("sent"), sent, view);
    forgetRows([...waiting, ...sent]);
    at("waiting-none").hidden = waiting.length > 0;
    at("sent-title").hidden = !sent.length;
    at("send-now").disabled = !waiting.length;
    at("export").disabled = !waiting.length && !own.some((entry) => entry.state === "draft");
    const others = (await allEntries()).filter((entry) => waits(entry) && entry.accountId !== accountId).length;
    say(at("others-waiting"), others ? counted(others, "others", t) : "");
  }

  /** Rows in order, moved only where the order changed: a moved field would lose its keyboard. */
  function arrange(parent, entries, view) {
    entries.forEach((entry, position) => {
      const row = rows.get(entry.id) ?? createWaitingRow({ t, device, clock, onRetry, onCopy, onResult, onFinished: onSendNow });
      rows.set(entry.id, row);
      row.draw(entry, view, stateWords(entry, view, t));
      if (parent.children[position] !== row.element) parent.insertBefore(row.element, parent.children[position] ?? null);
    });
    while (parent.children.length > entries.length) parent.lastElementChild.remove();
  }

  function forgetRows(shown) {
    const ids = new Set(shown.map(({ id }) => id));
    for (const id of rows.keys()) if (!ids.has(id)) rows.delete(id);
  }

  function onResult(id) {
    router.go("inspection", { id, step: "done" });
  }

  function onCopy(id) {
    router.go("copy", { id });
  }

  async function onRetry(id) {
    await Promise.all([retry(id), retryPhotos(id)]);
    onSendNow();
  }

  async function keepInFile() {
    const { files, count } = await exportUnsent(state.get().session.agent.account_id, clock.now());
    if (count) for (const file of files) download(file.name, file.text);
    const words = files.length > 1 ? "export.more" : "export.done";
    one(document, "[data-live]").textContent = count
      ? t(words, { n: count, files: files.length, name: files[0].name })
      : t("export.empty");
  }

  at("send-now").addEventListener("click", onSendNow);
  at("export").addEventListener("click", keepInFile);
  return { enter: () => void draw(), draw };
}
