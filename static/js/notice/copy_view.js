/**
 * The driver's copy of a finished notice: on the screen, shared, or on paper, with or without
 * signal. It is drawn from the frozen record alone and is there until a day after the receipt.
 */

import { zoneOf } from "../field/check.js";
import { civilDay, clockTime, slashed } from "../field/civil.js";
import { one, say } from "../field/dom.js";
import { getEntry, onChange } from "../outbox/entries.js";
import { frozenRecord } from "../outbox/freeze.js";
import { hasCopy } from "./copy_kept.js";
import { drawPaper } from "./copy_paper.js";
import { ROLLS, printRoll, printSheets } from "./copy_print.js";
import { PICTURE, share } from "./copy_share.js";
import { copyOf, sheetOf } from "./copy_sheet.js";
import { deliveredAt, registerDelivery } from "./delivery.js";

/**
 * @param {object} parts {state, clock, t, router, onSendNow}
 */
export function createCopyView({ state, clock, t, router, onSendNow = () => undefined }) {
  const root = one(document, '[data-view="copy"]');
  const at = (name) => one(root, `[data-copy-${name}]`);
  const area = one(document, "[data-print-area]");
  let shown = null; // {id, frozen, made, how}

  function enter({ id } = {}) {
    if (!id || !state.get().session) return false;
    show(id);
    return true;
  }

  async function show(id) {
    const frozen = await kept(id);
    if (router.current() !== "copy") return;
    at("gone").hidden = Boolean(frozen);
    at("tools").hidden = !frozen;
    at("state").hidden = !frozen;
    at("place").replaceChildren();
    if (!frozen) return;
    const made = copyOf(frozen, wordsNow());
    shown = { id, frozen, made, how: "shown" };
    router.setHeading(made.doc.head.number);
    at("place").replaceChildren(sheetOf(made, labels()[1]));
    drawState(frozen);
    await drawDelivery();
  }

  /** Where the notice says that no copy was handed over, it can still be, and be registered. */
  async function drawDelivery() {
    if (!shown) return;
    const { id, frozen } = shown;
    const since = await deliveredAt(frozen.record.account_id, id);
    if (shown?.id !== id) return;
    at("undelivered").hidden = frozen.record.copy.delivered || since > 0;
    say(at("delivered-at"), since ? t("paper.delivered", whenOf(since)) : "");
  }

  async function deliver() {
    const { id, frozen: { record }, how } = shown;
    const notice = { id, accountId: record.account_id, label: record.vehicle.plate };
    await registerDelivery(notice, { text: t(`paper.how.${how}`), now: clock.now() });
    await drawDelivery();
    onSendNow();
  }

  /** The frozen record, where it is this agent's and still within its day; null otherwise. */
  async function kept(id) {
    const entry = await getEntry(id);
    const own = entry?.accountId === state.get().session?.agent.account_id;
    if (!own || !hasCopy(entry, clock.now())) return null;
    return frozenRecord(id).catch(() => null); // its key is lost: nothing to show
  }

  function wordsNow() {
    const { session, list } = state.get();
    const hosts = session.hosts ?? list?.pack.meta.hosts ?? [];
    return {
      t, zone: zoneOf(session, list), host: hosts[0] ?? location.host,
      catalogue: list?.pack.meta.notices ?? null,
    };
  }

  function labels() {
    return [t("paper.first"), t("paper.second")];
  }

  function drawState({ state: stage, receipt }) {
    const values = receipt ? whenOf(Date.parse(receipt.received_at)) : {};
    const known = stage === "sent" ? "sent" : stage === "attention" ? "attention" : "waiting";
    at("state").dataset.kind = known === "sent" ? "online" : "list";
    say(at("state"), t(`paper.state.${known}`, values));
  }

  function whenOf(ms) {
    const { zone } = wordsNow();
    return { day: slashed(civilDay(ms, zone)), time: clockTime(ms, zone) };
  }

  /** The receipt may come while the driver is still reading. */
  async function refresh() {
    if (!shown || router.current() !== "copy") return;
    const frozen = await kept(shown.id);
    if (frozen && shown) drawState(frozen);
  }

  function wantedLabels() {
    return at("both").checked ? labels() : [labels()[1]];
  }

  function paperOf(label, paper) {
    const canvas = document.createElement("canvas");
    drawPaper(canvas, { ...shown.made, label }, paper);
    return canvas;
  }

  async function printOn(width) {
    const papers = wantedLabels();
    if (width === "a4") await printSheets(area, papers.map((label) => sheetOf(shown.made, label)));
    else await printRoll(area, papers.map((label) => paperOf(label, ROLLS[width])), Number(width));
    return "printed";
  }

  async function handOver() {
    const { head } = shown.made.doc;
    const { record } = shown.frozen;
    const how = await share(paperOf(labels()[1], PICTURE), {
      name: `${head.number}.png`,
      title: `${head.title} ${head.number}`,
      text: [
        `${head.title} ${head.number}`, record.infraction.title, record.deadline?.words, shown.made.url,
        head.training ? t("paper.training") : "",
      ].filter(Boolean).join("\n"),
    });
    if (how) say(at("said"), t(`paper.${how}`));
    return how && "shared";
  }

  /** One at a time; a failure is told and the buttons work again. */
  async function attempt(work) {
    const current = shown;
    const buttons = [at("deliver"), ...at("tools").querySelectorAll("button")];
    for (const button of buttons) button.disabled = true;
    say(at("said"), "");
    try {
      const how = await work();
      if (how) current.how = how;
    } catch (error) {
      console.warn("copy not handed over", error);
      say(at("said"), t("paper.failed"));
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  }

  function leave() {
    shown = null;
    at("place").replaceChildren(); // a name and a CPF do not stay in a hidden page
    say(at("said"), "");
  }

  at("share").addEventListener("click", () => attempt(handOver));
  for (const button of root.querySelectorAll("[data-copy-print]")) {
    button.addEventListener("click", () => attempt(() => printOn(button.dataset.copyPrint)));
  }
  at("deliver").addEventListener("click", () => attempt(deliver));
  onChange(refresh);
  return { enter, leave };
}
