/**
 * The code on a white page of its own, for the agent's scanner: as large as the screen allows,
 * sharp at any pixel ratio, with the screen kept awake while it is open.
 */

import { draw, placement } from "./symbol.js";
import { WINDOW_MS, minuteText, windowAt } from "./time.js";

const LARGEST = 480; // CSS pixels; beyond it a scanner has to step back

/** @param {HTMLDialogElement} dialog */
export function createCodePage(dialog) {
  const piece = (name) => dialog.querySelector(`[data-code="${name}"]`);
  const canvas = piece("canvas");
  let drawn = "";
  let lock = null;

  dialog.querySelector('[data-act="close"]').addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", letSleep);
  document.addEventListener("visibilitychange", () => {
    if (dialog.open && document.visibilityState === "visible") stayAwake();
  });

  function open(state) {
    piece("plate").textContent = state.car.plate;
    dialog.showModal();
    drawn = "";
    update(state);
    stayAwake();
  }

  /** Called every second; draws only when window, size or pixel ratio changed. */
  function update({ car, windows, now }) {
    if (!dialog.open) return;
    const current = windowAt(windows, now);
    const code = current ?? car.static;
    piece("live").hidden = !current;
    piece("plain").hidden = Boolean(current) || !code;
    piece("none").hidden = Boolean(code);
    piece("frame").hidden = !code;
    if (current) tell(current, now);
    if (code) redraw(code, Boolean(current), car.plate);
  }

  function tell(current, now) {
    const left = current.start + WINDOW_MS - now;
    piece("left").textContent = minuteText(left);
    piece("bar").style.width = `${(100 * left) / WINDOW_MS}%`;
  }

  function redraw(code, isLive, plate) {
    const frame = piece("frame").getBoundingClientRect();
    const place = placement(frame, window.devicePixelRatio || 1, LARGEST);
    const wanted = `${code.digits}@${Object.values(place)}`;
    if (wanted === drawn) return;
    draw(canvas, code.bits, place);
    Object.assign(canvas.style, { width: `${place.side}px`, height: `${place.side}px` });
    Object.assign(canvas.style, { left: `${place.x}px`, top: `${place.y}px` });
    canvas.dataset.digits = code.digits;
    const label = isLive ? canvas.dataset.labelLive : canvas.dataset.labelPlain;
    canvas.setAttribute("aria-label", `${label}, ${plate}`);
    drawn = wanted;
  }

  async function stayAwake() {
    try {
      lock = await navigator.wakeLock.request("screen");
    } catch {
      lock = null; // no such thing here, or the battery is low: the words say what to do
    }
    piece("awake").hidden = lock !== null;
    if (!dialog.open) letSleep();
  }

  function letSleep() {
    lock?.release().catch(() => undefined);
    lock = null;
  }

  return { open, update };
}
