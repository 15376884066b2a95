/** One group of the list as a card: how far it is, one tap for all that conforms, folded when it is done. */

import { copy, one } from "../field/dom.js";

/**
 * @param {object} parts {name, items: Element[], id: string, t, onAll, onUndo, onPhotos, onFold: (folded: boolean) => void}
 */
export function createGroupBar({ name, items, id, t, onAll, onUndo, onPhotos, onFold }) {
  const element = copy("[data-check-group]");
  const at = (part) => one(element, `[data-group-${part}]`);
  const head = at("fold");
  at("name").textContent = name;
  at("body").id = id;
  head.setAttribute("aria-controls", id);
  at("items").append(...items);
  for (const part of element.querySelectorAll("[data-group-of]")) part.textContent = ` (${name})`;
  at("undo-word").textContent = t("check.undo");
  at("undo").addEventListener("click", onUndo);
  at("all").addEventListener("click", onAll);
  at("photos").addEventListener("click", onPhotos);
  head.addEventListener("click", () => onFold(head.getAttribute("aria-expanded") === "true"));
  let drawn = "";

  /**
   * @param {{done: number, of: number, failed: number, left: string[]}} standing
   * @param {{well: number, begun: boolean, undo: boolean, photos: number, folded: boolean}} offered
   */
  function draw(standing, offered) {
    const face = JSON.stringify([standing, offered]);
    if (face === drawn) return;
    drawn = face;
    const { done, of, failed, left } = standing;
    element.dataset.at = left.length ? "open" : failed ? "failed" : "done";
    at("icon").replaceChildren(...(left.length ? [] : [copy(`[data-check-icon-${failed ? "nc" : "ok"}]`)]));
    at("count").textContent = t(failed ? `check.count.failed.${failed === 1 ? "one" : "many"}` : "check.count", { done, of, failed });
    Object.assign(at("bar"), { max: of, value: done });
    at("all").hidden = !offered.well;
    at("all-word").textContent = t(offered.begun ? "check.all.rest" : "check.all", { n: offered.well });
    at("undo").hidden = !offered.undo;
    at("photos").hidden = !offered.photos;
    at("photos-word").textContent = t(`check.camera.${offered.photos === 1 ? "one" : "many"}`, { n: offered.photos });
    element.toggleAttribute("data-folded", offered.folded);
    head.setAttribute("aria-expanded", String(!offered.folded));
  }

  return {
    element,
    draw,
    foot: at("foot"),
    isFolded: () => element.hasAttribute("data-folded"),
    /** Bring it to the top, with the focus on its name; the line of the group before stays in sight. */
    reach() {
      element.scrollIntoView({ block: "start" });
      head.focus({ preventScroll: true });
    },
  };
}
