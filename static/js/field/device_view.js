/** The phone's own state, for the agent and for whoever helps by telephone. */

import { zoneOf } from "./check.js";
import { one } from "./dom.js";
import { isStandalone, renameDevice } from "./device.js";
import { chooseSignals, signalChoices } from "./signal.js";
import { dayAndTime } from "./words.js";

/** @param {object} parts {state, clock, t, router, device, isKept, release, onRefresh} */
export function createDeviceView({ state, clock, t, router, device, isKept, release, onRefresh }) {
  const root = one(document, '[data-view="device"]');
  const label = one(root, "[data-device-label]");
  const sound = one(root, "[data-sound]");
  const vibration = one(root, "[data-vibration]");

  function enter() {
    label.value = device.label;
    sound.checked = signalChoices().sound;
    vibration.checked = signalChoices().vibration;
    draw();
  }

  function draw() {
    if (router.current() !== "device") return;
    one(root, "[data-facts]").replaceChildren(...facts().flatMap(([key, value]) => [
      element("dt", t(`fact.${key}`)), element("dd", value),
    ]));
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
  return { enter, draw };
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
