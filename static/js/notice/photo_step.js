/**
 * Photos of a notice: one tap takes one photo, which is on the phone before the next tap. Whatever
 * goes wrong with a picture is told beside the button and leaves the notice as it is.
 *
 * @typedef {{sha256: string, size: number, taken_at: string, caption: string}} Photo
 */

import { copy, one, say } from "../field/dom.js";
import * as outbox from "../outbox/photos.js";
import { PictureProblem, pictureOfFile, pictureOfVideo } from "./picture.js";
import { createPhotoCamera } from "./photo_camera.js";

export const MOST_PHOTOS = 6;
const ROOM_BYTES = 4_000_000; // a photo, sealed, twice over
const FLASH_MS = 160;

/**
 * @param {object} parts
 * @param {Element} parts.root where the step is drawn
 * @param {(key: string, values?: object) => string} parts.t
 * @param {string} parts.entryId
 * @param {string} parts.accountId
 * @param {(photos: Photo[]) => void} parts.onChange after each change, with all photos in order
 * @param {Photo[]} [parts.photos] as the draft remembers them
 * @param {() => number} [parts.now] the corrected time
 */
export function createPhotoStep({ root, t, entryId, accountId, onChange, photos = [], now = Date.now }) {
  const step = copy("[data-photo-step]");
  const at = (name) => one(step, `[data-photo-${name}]`);
  const camera = createPhotoCamera({ root: step, t, onReady: () => drawShutter() });
  let list = [...photos];
  let busy = false;
  let closed = false;
  let naming = null; // captions on their way into the phone
  const captions = new Map();
  let addresses = []; // of pictures shown, to be given back

  /** Show what is there, and the camera. */
  async function enter() {
    list = await outbox.photosOf(entryId);
    // A browser killed between a photo and the draft's next save left the two apart.
    if (JSON.stringify(list) !== JSON.stringify(photos)) onChange([...list]);
    await draw();
    if (list.length < MOST_PHOTOS) await camera.enter();
    if (!(await hasRoom())) problem("full");
  }

  /** Take a picture with `make` and store it; false when it was not. */
  async function keep(make, takenAt) {
    if (busy || list.length >= MOST_PHOTOS) return false;
    busy = true;
    problem("");
    drawShutter();
    try {
      const bytes = await make(); // first: the picture is that of the tap
      if (!(await hasRoom())) return problem("full");
      const photo = await outbox.addPhoto(entryId, accountId, { bytes, takenAt: new Date(takenAt).toISOString(), caption: "" });
      if (list.some(({ sha256 }) => sha256 === photo.sha256)) return problem("same");
      await changed([...list, photo]);
      return true;
    } catch (error) {
      return failed(error);
    } finally {
      busy = false;
      drawShutter();
    }
  }

  function failed(error) {
    if (error instanceof PictureProblem) return problem(error.cause, error.values);
    console.warn("photo not kept", error);
    return problem(error instanceof outbox.PhotoError && error.code === "storage_full" ? "full" : "unsaved");
  }

  /** What happened and what to do; always false, for the caller to hand on. */
  function problem(cause, values) {
    say(at("problem"), cause && t(`photo.problem.${cause}`, values));
    return false;
  }

  async function shoot() {
    if (!camera.hasFrame()) return;
    at("frame").dataset.flash = "";
    setTimeout(() => delete at("frame").dataset.flash, FLASH_MS);
    navigator.vibrate?.(30);
    if (await keep(() => pictureOfVideo(camera.video), now())) say(at("said"), t("photo.taken", { n: list.length, most: MOST_PHOTOS }));
    if (list.length >= MOST_PHOTOS) camera.leave();
  }

  /** Files one after another: several 12-megapixel pictures open at once would be too much. */
  async function pick({ target }) {
    const files = [...target.files];
    target.value = "";
    let told = "";
    for (const file of files) {
      if (list.length >= MOST_PHOTOS) problem("most", { most: MOST_PHOTOS });
      else await keep(() => pictureOfFile(file), Math.min(now(), file.lastModified || now()));
      told ||= at("problem").textContent;
    }
    if (told) say(at("problem"), told);
    if (list.length >= MOST_PHOTOS) camera.leave();
  }

  async function remove(sha256) {
    await settled();
    await outbox.removePhoto(entryId, sha256);
    problem("");
    const wasFull = list.length >= MOST_PHOTOS;
    await changed(list.filter((photo) => photo.sha256 !== sha256));
    if (wasFull) await camera.enter();
  }

  async function changed(next) {
    list = next;
    onChange([...list]);
    await draw();
  }

  async function draw() {
    if (closed) return; // a photo that was still on its way is stored and told, not shown
    const rows = await Promise.all(list.map(row));
    for (const address of addresses) URL.revokeObjectURL(address);
    addresses = rows.map(({ address }) => address).filter(Boolean);
    at("list").replaceChildren(...rows.map(({ item }) => item));
    say(at("count"), list.length ? t("photo.count", { n: list.length, most: MOST_PHOTOS }) : t("photo.none"));
    drawShutter();
  }

  function drawShutter() {
    const full = list.length >= MOST_PHOTOS;
    one(step, "[data-shutter]").disabled = busy || full || !camera.hasFrame();
    at("full").hidden = !full;
    if (full) at("frame").hidden = true;
    for (const input of step.querySelectorAll("input[type=file]")) input.disabled = busy || full;
  }

  async function row(photo, index) {
    const item = copy("[data-photo-row]");
    const name = t("doc.photo", { n: index + 1 });
    const address = await outbox.photoUrl(entryId, photo.sha256).catch(() => "");
    const picture = one(item, "img");
    picture.alt = photo.caption ? `${name}: ${photo.caption}` : name;
    if (address) picture.src = address;
    const caption = one(item, "input");
    caption.value = photo.caption;
    caption.setAttribute("aria-label", t("photo.caption", { name }));
    caption.addEventListener("input", () => rename(photo.sha256, caption.value));
    wireRemoval(item, name, photo.sha256);
    return { item, address };
  }

  /** Kept at each letter, without drawing the row under the writing hand; the last word wins. */
  function rename(sha256, caption) {
    list = list.map((photo) => (photo.sha256 === sha256 ? { ...photo, caption } : photo));
    onChange([...list]);
    captions.set(sha256, caption);
    naming ??= storeCaptions().catch(failed).finally(() => {
      naming = null;
    });
  }

  async function storeCaptions() {
    for (const [sha256, caption] of captions) {
      captions.delete(sha256);
      await outbox.captionPhoto(entryId, sha256, caption);
    }
  }

  /** Resolves when every caption lies on the phone. */
  async function settled() {
    while (naming) await naming;
  }

  /** Two taps: a photo of the street cannot be taken again. */
  function wireRemoval(item, name, sha256) {
    const first = one(item, "[data-photo-remove]");
    const sure = one(item, "[data-photo-remove-sure]");
    first.setAttribute("aria-label", t("photo.remove", { name }));
    sure.setAttribute("aria-label", t("photo.remove_sure", { name }));
    first.addEventListener("click", () => {
      sure.hidden = false;
      first.hidden = true;
      sure.focus();
    });
    sure.addEventListener("click", () => remove(sha256));
  }

  one(step, "[data-shutter]").addEventListener("click", shoot);
  for (const input of step.querySelectorAll("input[type=file]")) input.addEventListener("change", pick);
  root.replaceChildren(step);

  return {
    enter,
    /** The camera goes off; the photos stay on the phone. */
    leave: () => camera.leave(),
    photos: () => [...list],
    settled,
    /** Whether a photo is on its way into the phone right now. */
    isBusy: () => busy,
    /** For good: pictures in memory are given back. */
    close() {
      closed = true;
      camera.close();
      for (const address of addresses) URL.revokeObjectURL(address);
      addresses = [];
      root.replaceChildren();
    },
  };
}

async function hasRoom() {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota - usage > ROOM_BYTES;
  } catch {
    return true; // not every browser tells; the write itself will
  }
}
