/**
 * Where a person signs with finger, pen or mouse. What is kept are the strokes, never the picture:
 * turning the phone or changing the size draws them again. One pointer writes at a time, so a palm
 * on the glass leaves no mark. The words beside it say what to do when a hand cannot sign.
 */

import { copy, one } from "../field/dom.js";
import { MOST_POINTS, SHEET, countPoints, isSignature, paint, thin } from "./strokes.js";

const PALM_PX = 90; // a contact wider than a thumb
const STEP = 3; // sheet units between kept points

/**
 * @param {object} parts
 * @param {Element} parts.root where the pad goes
 * @param {(key: string, values?: object) => string} parts.t
 * @param {string} parts.refusal what the catalogue calls the ending of who does not sign
 * @param {import("./strokes.js").Signature | null} [parts.value] strokes of an earlier visit
 * @param {(signature: import("./strokes.js").Signature | null) => void} parts.onChange after each
 *   stroke; null while there is no signature: nothing, a dot, a slip of the finger
 */
export function createSignaturePad({ root, t, refusal, value = null, onChange }) {
  const pad = copy("[data-signature-pad]");
  const canvas = one(pad, "canvas");
  const context = canvas.getContext("2d");
  let strokes = structuredClone(value?.strokes ?? []);
  let pen = null; // {id, type, points} while a stroke is being written
  let penSeen = false; // with a stylus at work, fingers are palms

  function start(event) {
    event.preventDefault();
    if (pen || !writes(event)) return;
    if (event.pointerType === "pen") penSeen = true;
    pen = { id: event.pointerId, points: [] };
    canvas.setPointerCapture(event.pointerId);
    add(event);
  }

  function writes(event) {
    if (event.pointerType === "mouse") return event.button === 0;
    if (event.pointerType === "touch") return !penSeen && Math.max(event.width, event.height) < PALM_PX;
    return true;
  }

  function move(event) {
    if (pen?.id !== event.pointerId) return;
    event.preventDefault();
    // A slow phone gives one event for several positions: without them a curve turns angular.
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length ? events : [event]) add(each);
    draw();
  }

  function add(event) {
    const box = canvas.getBoundingClientRect();
    const x = within(((event.clientX - box.left) * SHEET.w) / box.width, SHEET.w);
    const y = within(((event.clientY - box.top) * SHEET.h) / box.height, SHEET.h);
    const { points } = pen;
    const [lastX, lastY] = points.slice(-2);
    if (points.length && Math.hypot(x - lastX, y - lastY) < STEP) return;
    points.push(x, y);
  }

  /** A cancelled touch keeps what was written: undo takes it back, nothing brings it back. */
  function end(event) {
    if (pen?.id !== event.pointerId) return;
    strokes.push(pen.points);
    pen = null;
    if (countPoints(strokes) > MOST_POINTS) strokes = thin(strokes);
    changed();
  }

  function changed() {
    draw();
    onChange(isSignature(signature()) ? signature() : null);
  }

  function undo() {
    strokes = strokes.slice(0, -1);
    changed();
  }

  function clear() {
    strokes = [];
    changed();
  }

  function signature() {
    return strokes.length ? { ...SHEET, strokes: structuredClone(strokes) } : null;
  }

  function draw() {
    const ratio = devicePixelRatio || 1;
    const { width, height } = canvas.getBoundingClientRect();
    const size = [Math.round(width * ratio), Math.round(height * ratio)];
    if (!size[0] || !size[1]) return; // not shown now
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    context.clearRect(0, 0, ...size);
    context.strokeStyle = "#000000"; // ink on white, by night too
    const all = pen?.points.length ? [...strokes, pen.points] : strokes;
    paint(context, { ...SHEET, strokes: all }, { width: size[0], height: size[1] });
    one(pad, "[data-signature-line]").hidden = all.length > 0;
    for (const name of ["undo", "clear"]) one(pad, `[data-signature-${name}]`).disabled = !strokes.length;
    one(pad, "[data-signature-said]").textContent = t(saidKey());
  }

  function saidKey() {
    if (!strokes.length) return "sign.empty";
    return isSignature(signature()) ? "sign.done" : "sign.too_little";
  }

  /** The whole screen, lying where the phone allows it: more room for a name. */
  async function grow() {
    pad.dataset.full = "";
    try {
      await pad.requestFullscreen({ navigationUI: "hide" });
      await screen.orientation.lock("landscape");
    } catch {
      // an iPhone has neither: the pad covers the page and the words ask to turn the phone
    }
    draw();
  }

  function shrink() {
    delete pad.dataset.full;
    if (document.fullscreenElement === pad) document.exitFullscreen().catch(() => undefined);
    draw();
  }

  // Passive listeners could not stop the page from being pulled along.
  canvas.addEventListener("pointerdown", start);
  canvas.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, end);
  canvas.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  one(pad, "[data-signature-undo]").addEventListener("click", undo);
  one(pad, "[data-signature-clear]").addEventListener("click", clear);
  one(pad, "[data-signature-grow]").addEventListener("click", grow);
  one(pad, "[data-signature-shrink]").addEventListener("click", shrink);
  pad.addEventListener("fullscreenchange", () => document.fullscreenElement === pad || shrink());
  const watch = new ResizeObserver(draw);
  canvas.setAttribute("aria-label", t("sign.area", { ending: refusal }));
  one(pad, "[data-signature-other]").textContent = t("sign.other", { ending: refusal });
  root.replaceChildren(pad);
  watch.observe(canvas);
  draw();

  return {
    /** What is on the sheet, dots too, or null. */
    value: signature,
    /** Whether it would be refused as a signature. */
    isBlank: () => !isSignature(signature()),
    clear,
    undo,
    /** Put it away: no listener stays behind. */
    close() {
      watch.disconnect();
      shrink();
    },
  };
}

function within(value, most) {
  return Math.min(most, Math.max(0, Math.round(value)));
}
