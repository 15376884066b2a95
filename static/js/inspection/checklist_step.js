/**
 * The checklist: groups as cards, one row an item. Every tap is in the phone's storage before the next;
 * rows are built once and only what changed is drawn. What the law says of an answer is asked of
 * items.js, what one tap does of answers.js.
 */

import { copy, one, say } from "../field/dom.js";
import { changed, groupsOf, nextOpen, standing } from "./answers.js";
import { createChecklistView } from "./checklist_view.js";
import { createGroupBar } from "./group_bar.js";
import { createGroupTaps } from "./group_taps.js";
import { createItemPhotos } from "./item_photo.js";
import { createItemRow } from "./item_row.js";
import { createPhotoCache } from "./photo_cache.js";
import { watchGroups } from "./seen_groups.js";

/** @param {object} parts {root, t, sheet, catalogue, clock, entryId, accountId, onChanged} */
export function createChecklistStep({ root, t, sheet, catalogue, clock, entryId, accountId, onChanged }) {
  const step = copy("[data-check-step]");
  const at = (name) => one(step, `[data-check-${name}]`);
  const items = new Map(sheet.items().map((item) => [item.key, item]));
  const look = createChecklistView({ sheet, catalogue, items, t });
  const taps = createGroupTaps(sheet, look);
  const { urlOf, close: closePhotos } = createPhotoCache(entryId);
  const camera = createItemPhotos({
    dialog: at("camera"), t, sheet, clock, entryId, accountId, urlOf, sides: catalogue.shots.parts,
    itemOf: (key) => items.get(key),
    lacks: (key) => look.viewOf(key).missing.includes("photo"),
    onPut: (key, put) => write(key, put(sheet.answer(key))),
    onTaken: photographed,
    onClosed: settle,
  });
  const rows = new Map([...items].map(([key, item]) => [key, createItemRow({
    item, t, day: look.day, last: look.lastOf(key), catalogue, urlOf, sides: look.sidesOf(item),
    onChange: (changes) => write(key, changes),
    onPhoto: () => camera.open([key]),
    onRemove: (sha256) => remove(key, sha256),
  })]));
  const groups = groupsOf([...items.values()]).map((group, index) => ({ ...group, bar: barOf(group, index) }));
  const seen = watchGroups(groups, noteSeen);
  let closed = false;

  at("groups").replaceChildren(...groups.map(({ bar }) => bar.element));
  say(at("lead"), look.lead());
  at("everything").addEventListener("click", () => well(groups.filter((group) => taps.count(group))));
  step.addEventListener("keydown", keepEnter);
  root.replaceChildren(step);

  function barOf(group, index) {
    return createGroupBar({
      name: group.name, id: `check-group-${index}`, t, items: withParts(group.items),
      onAll: () => well([groups[index]]),
      onUndo: () => undo(groups[index]),
      onPhotos: () => camera.open(look.photoKeys(group.items)),
      onFold: (folded) => fold([groups[index]], folded),
    });
  }

  /** A headline before the first of the items that are parts of one. */
  function withParts(own) {
    return own.flatMap((item, index) => {
      const { element } = rows.get(item.key);
      if (!item.of || own[index - 1]?.id === item.id) return [element];
      const part = copy("[data-check-part]");
      one(part, "[data-part-name]").textContent = item.of;
      say(one(part, "[data-part-cite]"), item.citation);
      return [part, element];
    });
  }

  function write(key, changes) {
    const item = items.get(key);
    sheet.write(key, changed(item, look.answerOf(key), look.told[key], changes));
    look.refresh();
    const { word, why } = look.viewOf(key);
    if (!("note" in changes) && word === "nc") tell(t("check.said.word", { name: item.label, word: t(`check.word.${word}`), why }));
    after(key);
    if (word === "nc" && !("note" in changes)) rows.get(key).showFail();
  }

  async function photographed(key, photo) {
    await sheet.addPhoto(photo, { item: key });
    after(key);
  }

  /** Off this item; off the phone too where nothing else uses it. */
  async function remove(key, sha256) {
    await camera.settled();
    if (look.usesOf(sha256) > 1) sheet.write(key, { photos: sheet.answer(key).photos.filter((other) => other !== sha256) });
    else await sheet.dropPhoto(sha256);
    after(key);
  }

  function after(key) {
    draw();
    onChanged(`items.${key}`);
  }

  /** They fold, and the next open one comes up. */
  function well(chosen) {
    const n = taps.answer(chosen);
    const left = chosen.flatMap((group) => standingOf(group).left).length;
    tell(t("check.said.all", { name: chosen.map(({ name }) => name).join(", "), n, left: left ? t("check.said.left", { n: left }) : "" }));
    draw();
    onChanged("items");
    groups[nextOpen(groups.map(standingOf), groups.indexOf(chosen.at(-1)))]?.bar.reach();
  }

  function undo(group) {
    taps.undo(group);
    tell(t("check.said.undone", { name: group.name }));
    draw();
    onChanged("items");
    group.bar.reach();
  }

  function fold(chosen, folded) {
    taps.fold(chosen, folded);
    draw();
  }

  function standingOf(group) {
    return standing(group, look.viewOf);
  }

  function draw() {
    if (closed) return;
    look.refresh();
    for (const [key, row] of rows) row.draw(look.viewOf(key));
    for (const group of groups) drawGroup(group);
    const rest = groups.filter((group) => taps.count(group));
    at("everything").hidden = rest.length < 2 || !groups.every(taps.isSeen);
    at("everything").textContent = t("check.everything", { n: rest.length });
  }

  /** In a folded group only what is open or failed stays in sight. */
  function drawGroup(group) {
    const { bar, items: own } = group;
    const folded = taps.isFolded(group);
    for (const { key } of own) {
      const { missing, word } = look.viewOf(key);
      const { element } = rows.get(key);
      if (missing.length || word === "nc") element.dataset.kept = "";
      else if (!folded || !bar.isFolded()) delete element.dataset.kept;
    }
    bar.draw(standingOf(group), {
      well: taps.count(group), begun: look.isBegun(own), folded, photos: look.photoKeys(own).length, undo: taps.canUndo(group),
    });
  }

  /** After the camera: what is complete leaves a folded group, but never from under the hand. */
  function settle() {
    for (const [key, { element }] of rows) {
      const { missing, word } = look.viewOf(key);
      if (!missing.length && word !== "nc" && !element.contains(document.activeElement)) delete element.dataset.kept;
    }
    draw();
  }

  function noteSeen(seenNow) {
    if (closed || seenNow.every(taps.isSeen)) return;
    taps.see(seenNow);
    draw();
  }

  /** Enter in a field is not the way to the result. */
  function keepEnter(event) {
    if (event.key === "Enter" && event.target.matches("input")) event.preventDefault();
  }

  function tell(words) {
    at("said").textContent = words;
  }

  /** What the main button does while something is open; null when the result can be seen. */
  function main() {
    const standings = groups.map(standingOf);
    const left = standings.flatMap(({ left: keys }) => keys);
    if (!left.length) return null;
    const photos = look.photoKeys([...items.values()]);
    if (left.every((key) => look.viewOf(key).missing.join() === "photo")) {
      return { words: t(`check.camera.${photos.length === 1 ? "one" : "many"}`, { n: photos.length }), act: () => camera.open(photos) };
    }
    const open = standings.filter(({ left: keys }) => keys.length).length;
    if (open > 1) return { words: t("check.next"), act: () => toGroup(standings) };
    return { words: t(`check.left.${left.length === 1 ? "one" : "many"}`, { n: left.length }), act: () => reachItem(left[0]) };
  }

  function toGroup(standings) {
    const here = groups.findIndex(({ bar }) => bar.element.getBoundingClientRect().bottom > innerHeight / 3);
    const next = nextOpen(standings, here);
    fold(groups.filter((_, index) => index !== next && !standings[index].left.length), true);
    if (next > here) groups[next].bar.reach();
    else reachItem(standings[next].left[0]);
  }

  /** Open what is folded, say what is missing there, and put the focus where the hand is needed. */
  function reachItem(key, part = look.viewOf(key).missing[0]) {
    const group = groups.find(({ items: own }) => own.some((item) => item.key === key));
    const row = rows.get(key);
    if (group.bar.isFolded() && !("kept" in row.element.dataset)) fold([group], false);
    row.reproach(look.viewOf(key).missing.includes(part) ? part : "");
    row.element.scrollIntoView({ block: "center" });
    row.focus(part);
  }

  return {
    async enter() {
      draw();
      const first = nextOpen(groups.map(standingOf), -1);
      const begun = groups.some((group) => standingOf(group).done);
      if (begun && first > 0) groups[first].bar.reach();
    },
    draw,
    main,
    /** Open what is folded and put the focus there. @param {string} field "items.PV01.note" */
    reach(field) {
      const key = [...items.keys()].find((own) => field === `items.${own}` || field.startsWith(`items.${own}.`));
      if (!key) return false;
      const rest = field.slice(`items.${key}`.length);
      reachItem(key, { ".note": "note", ".photos": "photo" }[rest]);
      return true;
    },
    settled: () => camera.settled(),
    leave() {
      closed = true;
      seen.disconnect();
      camera.leave();
      closePhotos();
      step.remove();
    },
  };
}
