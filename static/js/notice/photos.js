/** The photo step in the flow: the camera belongs to photo_step.js, the record only names photos. */

import { one } from "../field/dom.js";
import { createPhotoStep } from "./photo_step.js";

const LOOK_AGAIN_MS = 40;

/** @param {object} parts {root, sheet, t, clock} */
export function createPhotos({ root, sheet, t, clock }) {
  let step = null;

  function draw() {
    step = createPhotoStep({
      root: one(root, "[data-photo-root]"), t, entryId: sheet.id(), accountId: sheet.accountId(),
      photos: sheet.record().photos, now: clock.now,
      onChange: (photos) => sheet.put("photos", photos),
    });
    step.enter();
  }

  function leave() {
    step?.close();
    step = null;
  }

  /** A photo or caption on its way into the phone is waited for. */
  async function settled() {
    while (step?.isBusy()) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    await step?.settled();
  }

  return { draw, leave, settled };
}
