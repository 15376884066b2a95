/** What waits to be sent and what has arrived, each record in plain words; and the file for the worst day. */

import { display } from "../kernel/plate.js";
import { allEntries, retry, waits } from "../outbox/entries.js";
import { download, exportUnsent } from "../outbox/export.js";
import { zoneOf } from "./check.js";
import { clockTime } from "./civil.js";
import { copy, one, say } from "./dom.js";
import { counted, dayAndTime } from "./words.js";

const SENT_SHOWN = 20;

/** "na fila desde 13:58", "na fila: entre de novo para enviar"… @param {import("../outbox/entries.js").Entry} entry */
export function stateWords(entry, zone, t) {
  if (entry.state === "ready" && entry.problem) return t(`cause.${entry.problem.cause}`);
  const at = entry.state === "sent" ? Date.parse(entry.receipt.received_at) : entry.createdAt;
  return t(`entry.${entry.state}`, { time: clockTime(at, zone) });
}

/** @param {object} parts {state, clock, t, router, onSendNow} */
export function createWaitingView({ state, clock, t, router, onSendNow }) {
  const root = one(document, '[data-view="waiting"]');
  const at = (name) => one(root, `[data-${name}]`);

  async function draw() {
    const { session, list } = state.get();
    if (router.current() !== "waiting" || !session) return;
    const entries = await allEntries();
    const own = entries.filter((entry) => entry.accountId === session.agent.account_id);
    const waiting = own.filter(waits);
    const sent = own.filter((entry) => entry.state === "sent").reverse().slice(0, SENT_SHOWN);
    const row = (entry) => rowOf(entry, zoneOf(session, list));
    at("entries").replaceChildren(...waiting.map(row));
    at("sent").replaceChildren(...sent.map(row));
    at("waiting-none").hidden = waiting.length > 0;
    at("sent-title").hidden = !sent.length;
    at("send-now").disabled = !waiting.length;
    at("export").disabled = !waiting.length && !own.some((entry) => entry.state === "draft");
    const others = entries.filter((entry) => waits(entry) && !own.includes(entry)).length;
    say(at("others-waiting"), others ? counted(others, "others", t) : "");
  }

  function rowOf(entry, zone) {
    const row = copy("[data-entry-row]");
    one(row, "[data-plate]").textContent = display(entry.label);
    one(row, "[data-when]").textContent = dayAndTime(entry.createdAt, clock.now(), zone, t);
    one(row, "[data-state]").textContent = stateWords(entry, zone, t);
    say(one(row, "[data-message]"), entry.state === "attention" ? entry.problem?.message : "");
    const again = one(row, "[data-retry]");
    again.hidden = entry.state !== "attention";
    again.addEventListener("click", async () => {
      await retry(entry.id);
      onSendNow();
    });
    return row;
  }

  async function keepInFile() {
    const file = await exportUnsent(state.get().session.agent.account_id, clock.now());
    if (file.count) download(file.name, file.text);
    one(document, "[data-live]").textContent = file.count
      ? t("export.done", { n: file.count, name: file.name })
      : t("export.empty");
  }

  at("send-now").addEventListener("click", onSendNow);
  at("export").addEventListener("click", keepInFile);
  return { enter: () => void draw(), draw };
}
