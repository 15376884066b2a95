/**
 * The camera inside the page: the phone's own camera app may throw the page out of memory, so it is
 * never opened unasked. Opened once a visit; every state of it has its own words and a way on.
 */

import { one, say } from "../field/dom.js";
import { getMeta, setMeta } from "../outbox/database.js";
import { CameraProblem, createCamera, isAllowed } from "../scanner/camera.js";
import { createTools } from "../scanner/tools.js";

const SILENCE_MS = 3000;
const CLOSE_AFTER_MS = 30_000;

/** @param {object} parts {root: Element, t, onReady: (ready: boolean) => void} */
export function createPhotoCamera({ root, t, onReady }) {
  const video = one(root, "[data-photo-video]");
  const camera = createCamera(video);
  const tools = createTools(root, camera, watch);
  const appLabel = root.querySelector("[data-photo-app-label]"); // not where only a live picture counts
  let open = false;
  let tried = false; // a stream without picture was opened again already
  let watchdog = 0;
  let closing = 0;

  /** Show the camera where the browser opens it without a question; explain it first elsewhere. */
  async function enter() {
    open = true;
    tried = false;
    if (camera.isLive() || (await isAllowed()) || (await getMeta("cameraUsed"))) await start();
    else message("explain");
  }

  async function start() {
    message("");
    onReady(false);
    say(one(root, "[data-photo-say]"), t("photo.opening"));
    try {
      await camera.start();
    } catch (error) {
      if (!(error instanceof CameraProblem)) throw error;
      if (error.cause === "denied") await setMeta("cameraUsed", false);
      return message(error.cause);
    }
    if (!open) return camera.stop(); // left while the person was being asked
    await setMeta("cameraUsed", true);
    watch();
    return tools.draw();
  }

  /** The shutter works from the first frame on; without one the camera is opened once more. */
  function watch() {
    clearTimeout(watchdog);
    if (hasFrame()) return ready();
    video.addEventListener("loadeddata", ready, { once: true });
    watchdog = setTimeout(silent, SILENCE_MS);
    return undefined;
  }

  function ready() {
    clearTimeout(watchdog);
    if (!open || !hasFrame()) return;
    say(one(root, "[data-photo-say]"), "");
    onReady(true);
  }

  function silent() {
    if (!open || document.hidden) return undefined;
    camera.stop();
    if (tried) return message("frozen");
    tried = true;
    return start();
  }

  function hasFrame() {
    return camera.isLive() && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.videoWidth > 0;
  }

  function message(name) {
    for (const card of root.querySelectorAll("[data-photo-message]")) {
      card.hidden = card.dataset.photoMessage !== name;
    }
    one(root, "[data-photo-frame]").hidden = Boolean(name);
    if (appLabel) appLabel.hidden = !["denied", "none", "busy", "frozen"].includes(name);
    if (!name) return;
    onReady(false);
    say(one(root, "[data-photo-say]"), "");
    one(root, "[data-scan-tools]").hidden = true;
  }

  /** Nothing stays switched on: neither light nor lens. */
  function leave() {
    open = false;
    clearTimeout(watchdog);
    clearTimeout(closing);
    tools.reset();
    camera.stop();
    onReady(false);
  }

  /** A phone in the pocket must not keep the camera burning. */
  function visibility() {
    clearTimeout(closing);
    if (document.hidden) closing = setTimeout(camera.stop, CLOSE_AFTER_MS);
    else if (open && !one(root, "[data-photo-frame]").hidden && !camera.isLive()) start();
  }

  for (const button of root.querySelectorAll("[data-photo-camera]")) {
    button.addEventListener("click", () => {
      tried = false;
      start();
    });
  }
  document.addEventListener("visibilitychange", visibility);

  return {
    enter,
    leave,
    video,
    hasFrame,
    /** For good. */
    close() {
      leave();
      document.removeEventListener("visibilitychange", visibility);
    },
  };
}
