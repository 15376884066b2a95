/**
 * One camera, one shutter, no other way to a picture: what it takes lies on the phone before it is
 * told. Used for the sides of the car and for what failed.
 *
 * @typedef {{sha256: string, size: number, taken_at: string, caption: string}} Photo
 */

import { copy, one, say } from "../field/dom.js";
import { createPhotoCamera } from "../notice/photo_camera.js";
import { PictureProblem, pictureOfVideo } from "../notice/picture.js";
import { addPhoto, PhotoError } from "../outbox/photos.js";
import { hex } from "../outbox/signer.js";

const FLASH_MS = 160;

/**
 * @param {object} parts
 * @param {Element} parts.root emptied and filled
 * @param {(key: string, values?: object) => string} parts.t
 * @param {string} parts.entryId @param {string} parts.accountId
 * @param {() => number} parts.now the corrected time
 * @param {() => string} parts.caption of the picture about to be taken
 * @param {(photo: Photo) => (Promise<void> | void)} parts.onShot the phone holds it
 * @param {(sha256: string) => boolean} [parts.isKnown] another picture of this visit has these bytes
 */
export function createShooter({ root, t, entryId, accountId, now, caption, onShot, isKnown = () => false }) {
  const box = copy("[data-shooter]");
  const shutter = one(box, "[data-shutter]");
  const camera = createPhotoCamera({ root: box, t, onReady: () => draw() });
  let shooting = null;

  function draw() {
    shutter.disabled = Boolean(shooting) || !camera.hasFrame();
  }

  /** Taps while one is on its way are the same tap. */
  function shoot() {
    if (!camera.hasFrame()) return;
    shooting ??= take().catch(failed).finally(() => {
      shooting = null;
      draw();
    });
    draw();
  }

  async function take() {
    problem("");
    one(box, "[data-photo-frame]").dataset.flash = "";
    setTimeout(() => delete one(box, "[data-photo-frame]").dataset.flash, FLASH_MS);
    navigator.vibrate?.(30);
    const takenAt = new Date(now()).toISOString();
    const bytes = await pictureOfVideo(camera.video);
    // A living lens never gives the same bytes twice: this one shows a frozen picture.
    if (isKnown(hex(await crypto.subtle.digest("SHA-256", bytes)))) return problem("frozen");
    return onShot(await addPhoto(entryId, accountId, { bytes, takenAt, caption: caption() }));
  }

  function failed(error) {
    if (error instanceof PictureProblem) return problem(error.cause, error.values);
    console.warn("photo not kept", error);
    return problem(error instanceof PhotoError && error.code === "storage_full" ? "full" : "unsaved");
  }

  function problem(cause, values) {
    say(one(box, "[data-photo-problem]"), cause && t(`photo.problem.${cause}`, values));
  }

  shutter.addEventListener("click", shoot);
  root.replaceChildren(box);

  return {
    enter: camera.enter,
    /** Light and lens go off; `enter` opens them again. */
    leave: camera.leave,
    /** Resolves when no picture is on its way into the phone. */
    settled: async () => {
      await shooting;
    },
    /** For good. */
    close() {
      camera.close();
      box.remove();
    },
  };
}
