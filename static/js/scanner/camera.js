/**
 * The camera: opened once a visit and kept between scans, so that the person is asked once.
 * Lenses, torch and zoom where the phone offers them.
 */

import { getMeta, setMeta } from "../outbox/database.js";

const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 } };
const ZOOMED = 2;

/** Why there is no picture: "denied", "none", "busy". */
export class CameraProblem extends Error {
  constructor(cause) {
    super(cause);
    this.cause = cause;
  }
}

/** @param {HTMLVideoElement} video */
export function createCamera(video) {
  let stream = null;

  function track() {
    return stream?.getVideoTracks()[0] ?? null;
  }

  function isLive() {
    return track()?.readyState === "live";
  }

  /** Show the picture; asks for the camera only when there is no living stream. */
  async function start() {
    if (!isLive()) stream = await open(await getMeta("lens"));
    if (video.srcObject !== stream) video.srcObject = stream;
    // Not awaited: without a frame it never settles, and the watchdog has to tell.
    video.play().catch(() => undefined);
  }

  async function open(deviceId) {
    if (!navigator.mediaDevices?.getUserMedia) throw new CameraProblem("none");
    const lens = deviceId ? { deviceId: { ideal: deviceId } } : { facingMode: { ideal: "environment" } };
    try {
      return await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...SIZE, ...lens } });
    } catch (error) {
      throw new CameraProblem(causeOf(error));
    }
  }

  function stop() {
    for (const each of stream?.getTracks() ?? []) each.stop();
    stream = null;
    video.srcObject = null;
  }

  /** Close and open again: a stream that shows nothing does not recover by itself. */
  async function restart() {
    stop();
    await start();
  }

  /** The next lens, remembered: some phones offer one that never focuses first. */
  async function nextLens() {
    const lenses = await listLenses();
    const now = lenses.findIndex(({ deviceId }) => deviceId === track()?.getSettings().deviceId);
    const next = lenses[(now + 1) % lenses.length];
    if (!next) return;
    await setMeta("lens", next.deviceId);
    await restart();
  }

  /** `{torch, zoom, lenses}`: what this camera can do now. */
  async function abilities() {
    const can = track()?.getCapabilities?.() ?? {};
    return {
      torch: Boolean(can.torch),
      zoom: Boolean(can.zoom && can.zoom.max >= ZOOMED && can.zoom.min < ZOOMED),
      lenses: (await listLenses()).length,
    };
  }

  /** @param {boolean} on */
  function setTorch(on) {
    return track()?.applyConstraints({ advanced: [{ torch: on }] });
  }

  /** @param {boolean} near */
  function setZoom(near) {
    const { min = 1 } = track()?.getCapabilities?.().zoom ?? {};
    return track()?.applyConstraints({ advanced: [{ zoom: near ? ZOOMED : Math.max(1, min) }] });
  }

  return { start, stop, restart, isLive, nextLens, abilities, setTorch, setZoom };
}

/** Whether the browser will open the camera without a question. */
export async function isAllowed() {
  try {
    return (await navigator.permissions.query({ name: "camera" })).state === "granted";
  } catch {
    return false; // not every browser can tell
  }
}

async function listLenses() {
  const devices = (await navigator.mediaDevices?.enumerateDevices?.()) ?? [];
  return devices.filter(({ kind, label }) => kind === "videoinput" && !/front|frontal|user/i.test(label));
}

function causeOf(error) {
  if (["NotAllowedError", "SecurityError"].includes(error.name)) return "denied";
  return ["NotFoundError", "OverconstrainedError"].includes(error.name) ? "none" : "busy";
}
