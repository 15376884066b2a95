/** The verdict fills the screen: word, icon, colour, plate, reasons, and what to do next. */

import { display } from "../kernel/plate.js";
import { canInspect } from "../inspection/may.js";
import { zoneOf } from "./check.js";
import { clockTime } from "./civil.js";
import { actionButton, copy, drawIcon, one, say } from "./dom.js";
import { reasonLines } from "./reasons.js";
import { signal } from "./signal.js";
import { ago, dayAndTime, listAge } from "./words.js";

// Screens of a code whose plate is the city's own word: a record may be written about that car.
const WITH_PLATE = new Set(["verdict", "stale", "stale_plate", "dead", "not_in_list", "not_issued"]);
const NOT_OURS = new Set(["foreign_host", "not_a_seal"]); // nobody is asked, only the text is shown
const RAW_MAX = 300;
// Would turn or hide the text around them: shown as their code point.
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** @param {object} parts {state, clock, t, router, onConfirm, onOther, onStop, onNotice, onInspect, onNear} */
export function createVerdictView({ state, clock, t, router, onConfirm, onOther, onStop, onNotice, onInspect, onNear }) {
  const root = one(document, '[data-view="verdict"]');
  const screens = one(document, "#field-screens").content;
  const at = (name) => one(root, `[data-${name}]`);
  let check = null;
  let signalled = "";

  function enter({ check: id }) {
    if (!check || check.id !== id) return false;
    draw();
    return true;
  }

  /** Show a check; called again when the server's answer or a driver changes it. */
  function show(next) {
    if (check?.id !== next.id) signalled = "";
    check = next;
    if (router.current() === "verdict") draw();
    // In the scanner's place: Back must not lead to a camera that reads the same code again.
    else if (router.current() === "scanner") router.replace("verdict", { check: check.id });
    else router.go("verdict", { check: check.id });
  }

  function draw() {
    const { shown } = check;
    const screen = one(screens, `[data-screen="${shown.kind === "verdict" ? shown.level : shown.kind}"]`);
    const { level, icon } = screen.dataset;
    at("band").dataset.level = level;
    drawIcon(at("band-icon"), icon);
    say(at("word"), one(screen, "b").textContent);
    say(at("say"), screen.querySelector("i")?.textContent);
    drawSource();
    drawCar();
    drawReasons();
    drawActions();
    announce(level);
  }

  function drawSource() {
    const { list, session } = state.get();
    const { kind, why, at: when } = check.source;
    const now = clock.now();
    const zone = zoneOf(session, list);
    const listWords = list ? listAge(list.generatedAt, now, zone, t) : "";
    const words = {
      asking: () => (list ? t("source.asking", { list: listWords }) : t("source.asking.alone")),
      online: () => t("source.now", { time: clockTime(when, zone, true) }),
      list: () => (list
        ? t("source.list", {
          why: t(`why.${why}`),
          moment: dayAndTime(list.generatedAt, now, zone, t),
          ago: ago(list.generatedAt, now, t),
        })
        : t("source.nothing", { why: t(`why.${why}`) })),
    };
    at("source").dataset.kind = kind;
    say(at("source"), NOT_OURS.has(check.shown.kind) ? "" : words[kind]());
  }

  function drawCar() {
    const { card, token, shown, driver } = check;
    const plate = plateOf(check);
    at("question").hidden = !plate || Boolean(driver);
    say(at("plate"), plate && display(plate));
    say(at("car"), card && WITH_PLATE.has(shown.kind) ? t("car", { ...card, colour: card.colour.toLowerCase(), modality: t(`modality.${card.modality}`) }) : "");
    at("how").dataset.how = shown.how;
    say(at("how"), WITH_PLATE.has(shown.kind) ? t(`how.${shown.how}`, { time: windowTime(token) }) : "");
    say(at("raw"), NOT_OURS.has(shown.kind) ? visible(check.raw) : "");
    say(at("driver"), driver ? t(driver.id ? "driver.chosen" : "driver.typed", { name: driver.name }) : "");
  }

  function drawReasons() {
    const { session, list } = state.get();
    const lines = reasonLines(check.shown, {
      catalogue: list?.pack.meta.catalogue ?? {},
      today: check.today,
      zone: zoneOf(session, list),
      windowStart: check.token?.payload?.windowStart ?? null,
    }, t);
    at("reasons").replaceChildren(...lines.map(({ level, text, detail }) => {
      const row = copy("[data-reason]");
      row.dataset.level = level;
      one(row, "[data-text]").textContent = text;
      say(one(row, "[data-detail]"), detail);
      return row;
    }));
  }

  function drawActions() {
    const button = (key, primary, onTap, values) => actionButton(t(`action.${key}`, values), primary, () => onTap(check));
    const buttons = actionsOf(check, button);
    const words = (nodes) => [check.id, ...Array.from(nodes, (node) => node.textContent)].join("|");
    // A tap or the focus may be on a button when the server's answer comes: the same stay.
    if (at("actions").dataset.shown === words(buttons)) return;
    at("actions").dataset.shown = words(buttons);
    at("actions").replaceChildren(...buttons);
  }

  function actionsOf({ driver, way, near, shown }, button) {
    if (!plateOf(check)) {
      return [button("plate", true, () => router.go("plate")), button("rescan", false, () => router.replace("scanner"))];
    }
    const { notice, inspect } = abilities();
    // A red answer asks for a notice first; who only inspects came to inspect; else both are at hand.
    const first = inspect && !notice ? "inspect" : notice && shown.level === "red" ? "notice" : "";
    const acts = [
      ...(notice ? [button("notice", first === "notice", onNotice)] : []),
      ...(inspect ? [button("inspect", first === "inspect", onInspect)] : []),
    ];
    const [main, ...others] = driver
      ? [button("stop", !first, onStop), button("driver", false, onConfirm)]
      : [button("confirm", !first, onConfirm), ...looksLike(near, button), way === "plate" ? button("retype", false, () => history.back()) : button("other", false, onOther)];
    return first ? [...acts, main, ...others] : [main, ...acts, ...others];
  }

  function looksLike(near, button) {
    return near.map((plate) => button("near", false, () => onNear(plate), { plate: display(plate) }));
  }

  /** Without the catalogue of the list there is nothing to choose from. */
  function abilities() {
    const { session, list } = state.get();
    const may = session?.agent.can?.notice ?? true; // a phone of before asks the server
    return { notice: may && Boolean(list?.pack.meta.notices), inspect: canInspect({ session, list }) };
  }

  /** Once for each new level: an answer that only confirms stays quiet. */
  function announce(level) {
    if (signalled === level) return;
    signalled = level;
    signal(level);
    const plate = plateOf(check);
    one(document, "[data-live]").textContent = [at("word").textContent, plate && [...plate].join(" ")].filter(Boolean).join(", ");
  }

  function windowTime(token) {
    const { session, list } = state.get();
    return token?.payload?.windowStart ? clockTime(token.payload.windowStart, zoneOf(session, list)) : "";
  }

  return { enter, show, current: () => check };
}

/** The plate that may be shown: typed by the agent, or vouched for by the city's signature. */
export function plateOf(check) {
  if (check.way === "plate") return check.card?.plate ?? check.raw;
  if (!WITH_PLATE.has(check.shown.kind)) return "";
  return check.card?.plate ?? check.token?.payload?.plate ?? "";
}

/** A stranger's text as harmless text. @param {string} text */
export function visible(text) {
  const shown = text.replace(INVISIBLE, (char) => `⟨${char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
  return shown.length > RAW_MAX ? `${shown.slice(0, RAW_MAX)}…` : shown;
}
