/** The photos of one item: how many are asked, what is there, small, and two taps to take one away. */

import { copy, one } from "../field/dom.js";

const MOST = 10;

/** @param {object} parts {item, path, t, onPhoto, onRemove: (sha256: string) => void, urlOf} */
export function createItemStrip({ item, path, t, onPhoto, onRemove, urlOf }) {
  const element = copy("[data-check-photos]");
  const list = one(element, "[data-photos-list]");
  const take = one(element, "[data-photos-take]");
  element.dataset.ask = `${path}.photos`;
  element.setAttribute("aria-label", t("check.photos.of", { name: item.label }));
  const error = one(element, "[data-error]");
  error.id = `check-${item.key.replaceAll(".", "-")}-photos-error`;
  take.setAttribute("aria-describedby", error.id);
  take.addEventListener("click", onPhoto);
  let drawn = "";

  function thumb(sha256, index) {
    const row = copy("[data-check-thumb]");
    const picture = one(row, "img");
    const first = one(row, "[data-thumb-remove]");
    const sure = one(row, "[data-thumb-sure]");
    const values = { n: index + 1, name: item.label };
    picture.alt = t("check.photo", values);
    first.setAttribute("aria-label", t("check.photo.remove", values));
    sure.setAttribute("aria-label", t("check.photo.sure", values));
    urlOf(sha256).then((address) => {
      if (address) picture.src = address;
    });
    first.addEventListener("click", () => {
      sure.hidden = false;
      first.hidden = true;
      sure.focus();
    });
    sure.addEventListener("click", () => {
      onRemove(sha256);
      take.focus();
    });
    return row;
  }

  function askWords(count, wanted, word) {
    if (count && count < wanted) return t("check.photos.some", { n: count, of: wanted });
    if (count) return t(`check.photos.kept.${count === 1 ? "one" : "many"}`, { n: count });
    if (!wanted) return t("check.photos.free");
    if (word === "nc") return t("check.photos.failed");
    return t(`check.photos.asked.${wanted === 1 ? "one" : "many"}`, { n: wanted });
  }

  return {
    element,
    button: take,
    draw({ shown: { photos }, word }, wanted) {
      element.hidden = !wanted && !photos.length && word !== "nc";
      element.toggleAttribute("data-short", photos.length < wanted);
      one(element, "[data-photos-ask]").textContent = askWords(photos.length, wanted, word);
      take.hidden = photos.length >= MOST;
      take.textContent = t(photos.length && photos.length >= wanted ? "check.photos.again" : "check.photos.take");
      if (photos.join() === drawn) return;
      drawn = photos.join();
      list.replaceChildren(...photos.map(thumb));
    },
  };
}
