/**
 * The sides of the car, one after another, by the camera of this page alone. One tap takes one side
 * and goes on to the next; a side can be taken again as long as the visit is open.
 */

import { copy, drawIcon, one, say } from "../field/dom.js";
import { photoUrl } from "../outbox/photos.js";
import { createShooter } from "./shooter.js";

const DRAWN = ["front", "rear", "left", "right"]; // sides that have an icon of their own

/** @param {object} parts {root, t, sheet, clock, whereabouts, onChanged} */
export function createShotsStep({ root, t, sheet, clock, whereabouts, onChanged }) {
  const step = copy("[data-shots-step]");
  const at = (name) => one(step, `[data-shots-${name}]`);
  const { parts } = sheet.catalogue().shots;
  const addresses = new Map(); // sha256 → address of a picture shown, to be given back
  let again = ""; // the side that is taken once more
  let closed = false;
  root.replaceChildren(step);
  const shooter = createShooter({
    root: at("camera"), t, entryId: sheet.id(), accountId: sheet.accountId(), now: clock.now,
    caption: () => wanted()?.label ?? "",
    isKnown: (sha256) => sheet.record().photos.some((photo) => photo.sha256 === sha256),
    onShot: taken,
  });

  const shotOf = (part) => sheet.record().shots.find((shot) => shot.part === part);
  const missing = () => parts.filter(({ id }) => !shotOf(id));
  const wanted = () => parts.find(({ id }) => id === again) ?? missing()[0];

  async function taken(photo) {
    const part = wanted();
    const before = shotOf(part.id);
    again = "";
    await sheet.addPhoto(photo, { part: part.id, position: whereabouts.latest() });
    if (before) await sheet.dropPhoto(before.sha256);
    if (closed) return;
    const next = wanted();
    say(at("said"), next ? t("shots.taken", { part: part.label, next: next.label }) : t("shots.all", { n: parts.length }));
    onChanged("shots");
    await draw();
  }

  async function enter() {
    whereabouts.latest();
    await draw();
    if (wanted()) await shooter.enter();
  }

  async function draw() {
    const part = wanted();
    at("now").hidden = at("camera").hidden = !part;
    at("done").hidden = Boolean(part);
    if (part) {
      drawIcon(at("icon"), iconOf(part));
      at("part").textContent = part.label;
      at("count").textContent = t("shots.count", { n: parts.length - missing().length + (again ? 0 : 1), of: parts.length });
    } else shooter.leave();
    await drawStrip(part);
  }

  async function drawStrip(now) {
    await Promise.all(sheet.record().shots.map(addressOf));
    if (closed) return;
    at("strip").replaceChildren(...parts.map((part) => tile(part, now)));
  }

  function tile(part, now) {
    const item = copy("[data-shot-tile]");
    const button = one(item, "button");
    const shot = shotOf(part.id);
    const address = shot && addresses.get(shot.sha256);
    drawIcon(one(item, "[data-side]"), iconOf(part));
    button.disabled = !shot;
    button.setAttribute("aria-current", String(part.id === now?.id));
    button.setAttribute("aria-label", t(shot ? "shots.again" : "shots.missing", { part: part.label }));
    if (address) one(item, "img").src = address;
    else one(item, "img").remove();
    button.addEventListener("click", () => retake(part.id));
    return item;
  }

  function iconOf({ id }) {
    return DRAWN.includes(id) ? `car-${id}` : "car";
  }

  async function retake(id) {
    await shooter.settled();
    again = again === id ? "" : id;
    await draw();
    if (wanted()) await shooter.enter();
  }

  async function addressOf({ sha256 }) {
    if (addresses.has(sha256)) return;
    const address = await photoUrl(sheet.id(), sha256).catch(() => "");
    if (closed) URL.revokeObjectURL(address);
    else addresses.set(sha256, address);
  }

  return {
    enter,
    draw,
    settled: shooter.settled,
    leave() {
      closed = true;
      shooter.close();
      for (const address of addresses.values()) URL.revokeObjectURL(address);
      addresses.clear();
      step.remove();
    },
  };
}
