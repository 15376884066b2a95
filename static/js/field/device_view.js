/** The phone's own state, for the agent and for whoever helps by telephone. */

import { summary, writtenNumbers } from "../outbox/numbers.js";
import { zoneOf } from "./check.js";
import { one } from "./dom.js";
import { isStandalone, renameDevice } from "./device.js";
import { chooseSignals, signalChoices } from "./signal.js";
import { createVoidNumber } from "./void_number.js";
import { dayAndTime } from "./words.js";

/** @param {object} parts {state, clock, t, router, device, isKept, release, onRefresh, onFinished} */
export function createDeviceView({ state, clock, t, router, device, isKept, release, onRefresh, onFinished }) {
  const root = one(document, '[data-view="device"]');
  const label = one(root, "[data-device-label]");
  const sound = one(root, "[data-sound]");
  const vibration = one(root, "[data-vibration]");
  const voiding = createVoidNumber({ root, t, clock, device, onFinished, accountId: () => state.get().session.agent.account_id });

  function enter() {
    label.value = device.label;
    sound.checked = signalChoices().sound;
    vibration.checked = signalChoices().vibration;
    voiding.begin();
    draw();
  }

  function draw() {
    if (router.current() !== "device") return;
    one(root, "[data-facts]").replaceChildren(...facts().flatMap(([key, value]) => [
      element("dt", t(`fact.${key}`)), element("dd", value),
    ]));
    drawNumbers();
  }

  /** The blocks of the agent on this phone: what is left, what comes next, what still has to arrive. */
  async function drawNumbers() {
    const { session } = state.get();
    if (!session) return;
    const rows = await summary(session.agent.account_id);
    const used = await writtenNumbers(session.agent.account_id);
    voiding.draw(rows);
    one(root, "[data-numbers-none]").hidden = rows.length > 0;
    one(root, "[data-numbers]").replaceChildren(...rows.flatMap((row) => [
      element("dt", row.series), element("dd", numberWords(row, used.filter(({ series }) => series === row.series))),
    ]));
  }

  function numberWords({ free, next }, used) {
    const left = free ? t("numbers.left", { n: free, next: String(next).padStart(6, "0") }) : t("numbers.out");
    const unsent = used.filter((number) => number.state !== "sent").length;
    return unsent ? `${left} ${t("numbers.unsent", { n: unsent })}` : left;
  }

  function facts() {
    const { session, list } = state.get();
    const now = clock.now();
    const moment = (ms) => (ms ? dayAndTime(ms, now, zoneOf(session, list), t) : t("never"));
    const { offset_ms: offset } = clock.stamp();
    return [
      ["list", list ? moment(list.generatedAt) : t("list.none")],
      ["count", String(list?.pack.count ?? 0)],
      ["contact", moment(session?.seenAt)],
      ["clock", clockWords(offset)],
      ["storage", t(isKept() ? "storage.kept" : "storage.loose")],
      ["installed", t(isStandalone() ? "yes" : "no")],
      ["release", release],
      ["device", device.id.slice(0, 8)],
    ];
  }

  function clockWords(offset) {
    if (clock.isWrong()) return t("clock.wrong");
    const minutes = Math.round(Math.abs(offset) / 60_000);
    return minutes < 2 ? t("clock.good") : t("clock.corrected", { n: minutes });
  }

  label.addEventListener("input", () => {
    device.label = label.value;
    renameDevice(device, label.value);
  });
  sound.addEventListener("change", () => chooseSignals({ sound: sound.checked }));
  vibration.addEventListener("change", () => chooseSignals({ vibration: vibration.checked }));
  one(root, "[data-refresh-list]").addEventListener("click", onRefresh);
  return { enter, draw, leave: voiding.leave };
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
