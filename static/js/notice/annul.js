/** Throwing a draft away: asked twice, and only while it is a draft; no number was used. */

import { one } from "../field/dom.js";
import { discardDraft } from "../outbox/entries.js";

/** @param {HTMLElement} root @param {() => string} idOf @param {() => void} onAnnulled */
export function createAnnul(root, idOf, onAnnulled) {
  const ask = one(root, "[data-annul]");
  const sure = one(root, "[data-annul-sure]");

  function draw(asking) {
    ask.hidden = asking;
    sure.hidden = !asking;
    if (asking) one(sure, "[data-annul-no]").focus();
  }

  ask.addEventListener("click", () => draw(true));
  one(sure, "[data-annul-no]").addEventListener("click", () => {
    draw(false);
    ask.focus();
  });
  one(sure, "[data-annul-yes]").addEventListener("click", async () => {
    await discardDraft(idOf());
    draw(false);
    onAnnulled();
  });
  return { draw };
}
