/**
 * The scanner: camera, or a photo of the code, or typing; never a dead end. What was read is handed
 * on as text: nothing here opens it or goes anywhere.
 */

import { one, say } from "../field/dom.js";
import { getMeta, setMeta } from "../outbox/database.js";
import { CameraProblem, createCamera, isAllowed } from "./camera.js";
import { createDecoder } from "./decoder.js";
import { picturesOf, watchFrames } from "./frames.js";
import { createTools } from "./tools.js";

const CLOSE_AFTER_MS = 30_000;
const HOLD_MS = 6000; // time to read what a photo brought

/** @param {object} parts {t, router, reader: string, onText: (text: string) => void} */
export function createScannerView({ t, router, reader, onText }) {
  const root = one(document, '[data-view="scanner"]');
  const video = one(root, "[data-video]");
  const camera = createCamera(video);
  const decoder = createDecoder(reader);
  const tools = createTools(root, camera, restarted);
  let stopFrames = () => undefined;
  let reopened = false;
  let closing = 0;
  let heldUntil = 0;

  async function enter() {
    decoder.warmUp();
    message("");
    hint("");
    // Explained before it is asked; never asked again by itself after a refusal.
    if (camera.isLive() || (await isAllowed()) || (await getMeta("cameraUsed"))) open();
    else message("explain");
  }

  async function open() {
    clearTimeout(closing);
    message("");
    hint(t("scan.opening"));
    one(root, "[data-frame]").dataset.state = "opening";
    try {
      await camera.start();
    } catch (error) {
      if (!(error instanceof CameraProblem)) throw error;
      if (error.cause === "denied") await setMeta("cameraUsed", false);
      return message(error.cause);
    }
    if (router.current() !== "scanner") return undefined;
    await setMeta("cameraUsed", true);
    watch();
    return tools.draw();
  }

  function watch() {
    stopFrames();
    stopFrames = watchFrames(video, { onFrame: look, onSilence: silent });
  }

  async function look(image) {
    one(root, "[data-frame]").dataset.state = "seeing";
    if (performance.now() > heldUntil) hint(t("scan.aim"));
    const text = await read(image);
    if (text) found(text);
  }

  async function read(image) {
    try {
      return await decoder.decode(image);
    } catch (error) {
      console.warn("reader", error);
      pause();
      message("reader");
      return null;
    }
  }

  function found(text) {
    if (router.current() !== "scanner") return; // camera and photo may both have read it
    pause();
    reopened = false;
    onText(text);
  }

  /** No picture for three seconds: open once more, then say so. */
  async function silent() {
    if (document.hidden || router.current() !== "scanner") return;
    stopFrames();
    if (reopened) return message("frozen");
    reopened = true;
    camera.stop();
    await open();
  }

  function restarted() {
    if (camera.isLive()) watch();
  }

  function pause() {
    stopFrames();
    video.pause();
  }

  function leave() {
    pause();
    tools.reset();
  }

  /** A pocketed phone must not keep the camera burning. */
  function visibility() {
    clearTimeout(closing);
    if (document.hidden) closing = setTimeout(camera.stop, CLOSE_AFTER_MS);
    else if (router.current() === "scanner" && one(root, '[data-scan-message="explain"]').hidden) {
      reopened = false;
      if (!camera.isLive()) camera.stop();
      open();
    }
  }

  async function photo({ target }) {
    const [file] = target.files;
    target.value = "";
    if (!file) return;
    heldUntil = Infinity;
    hint(t("scan.photo.reading"));
    try {
      for await (const image of picturesOf(file)) {
        const text = await read(image);
        if (text) return found(text);
      }
      hint(t("scan.photo.nothing"));
    } catch (error) {
      console.warn("photo", error);
      hint(t("scan.photo.broken"));
    } finally {
      heldUntil = performance.now() + HOLD_MS;
    }
  }

  function message(name) {
    for (const card of root.querySelectorAll("[data-scan-message]")) card.hidden = card.dataset.scanMessage !== name;
    one(root, "[data-frame]").hidden = ["explain", "denied", "none", "reader"].includes(name);
    if (name) one(root, "[data-scan-tools]").hidden = true;
    if (name) hint("");
  }

  function hint(text) {
    const line = one(root, "[data-scan-say]");
    if (line.textContent !== text) say(line, text);
  }

  for (const button of root.querySelectorAll("[data-camera-start]")) {
    button.addEventListener("click", () => {
      reopened = false;
      open();
    });
  }
  one(root, "[data-photo]").addEventListener("change", photo);
  document.addEventListener("visibilitychange", visibility);
  return { enter: () => void enter(), leave, close: camera.stop };
}
