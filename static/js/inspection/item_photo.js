/**
 * The camera over the list: one picture after another for the items that ask for one, each stored
 * before the next. A shot of the car already taken serves where it shows the same.
 */

import { copy, one, say } from "../field/dom.js";
import { createShooter } from "./shooter.js";

/**
 * @param {object} parts
 * @param {HTMLDialogElement} parts.dialog `[data-check-camera]`
 * @param {(key: string, values?: object) => string} parts.t
 * @param {ReturnType<import("./sheet.js").createSheet>} parts.sheet
 * @param {{id: string, label: string}[]} parts.sides of the car
 * @param {(key: string) => object} parts.itemOf
 * @param {(key: string) => boolean} parts.lacks whether that item still asks for a photo
 * @param {(key: string, put: (answer: object) => object) => void} parts.onPut changes the answer of an item
 * @param {() => void} parts.onClosed
 */
export function createItemPhotos({ dialog, t, sheet, clock, entryId, accountId, sides, itemOf, lacks, urlOf, onPut, onTaken, onClosed }) {
  const at = (name) => one(dialog, `[data-camera-${name}]`);
  let shooter = null;
  let queue = [];
  let done = 0;
  let wasOpen = false;

  const now = () => queue[0];

  /** The items to photograph, in order. @param {string[]} keys */
  async function open(keys) {
    if (!keys.length || dialog.open) return;
    queue = [...keys];
    done = 0;
    dialog.showModal();
    wasOpen = true;
    shooter ??= createShooter({
      root: at("root"), t, entryId, accountId, now: clock.now,
      caption: () => itemOf(now()).label,
      isKnown: (sha256) => sheet.record().photos.some((photo) => photo.sha256 === sha256),
      onShot: taken,
    });
    draw();
    at("title").focus();
    await shooter.enter();
  }

  async function taken(photo) {
    const key = now();
    await onTaken(key, photo);
    onward(key);
  }

  function reuse(sha256) {
    const key = now();
    onPut(key, ({ photos }) => ({ photos: [...photos.filter((other) => other !== sha256), sha256] }));
    onward(key);
  }

  /** The same item once more while it asks for more; else the next, and after the last the list again. */
  function onward(key) {
    if (key !== now()) return;
    if (lacks(key)) return draw();
    done += 1;
    queue = queue.slice(1);
    if (queue.length) draw();
    else dialog.close();
  }

  function skip() {
    queue = queue.slice(1);
    done += 1;
    if (queue.length) draw();
    else dialog.close();
  }

  function draw() {
    const item = itemOf(now());
    say(at("count"), done + queue.length > 1 ? t("check.camera.count", { n: done + 1, of: done + queue.length }) : "");
    at("title").textContent = item.of ? `${item.of}: ${item.label}` : item.label;
    at("skip").hidden = queue.length < 2;
    drawShots();
  }

  function drawShots() {
    const used = sheet.answer(now()).photos;
    const shots = sheet.record().shots.filter(({ sha256 }) => !used.includes(sha256));
    at("shots").hidden = !shots.length;
    at("shot-list").replaceChildren(...shots.map(({ part, sha256 }) => {
      const button = copy("[data-check-shot]");
      const name = sides.find(({ id }) => id === part)?.label ?? part;
      one(button, "span").textContent = name;
      button.setAttribute("aria-label", t("check.camera.use", { name }));
      urlOf(sha256).then((address) => {
        if (address) one(button, "img").src = address;
      });
      button.addEventListener("click", () => reuse(sha256));
      return button;
    }));
  }

  /** A picture on its way keeps its place; nothing stays switched on. */
  async function closed() {
    if (!wasOpen) return;
    wasOpen = false;
    await shooter.settled();
    queue = [];
    shooter.leave();
    onClosed();
  }

  at("skip").addEventListener("click", skip);
  at("close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", closed);

  return {
    open,
    settled: async () => shooter?.settled(),
    /** For good. */
    leave() {
      wasOpen = false;
      if (dialog.open) dialog.close();
      shooter?.close();
    },
  };
}
