/** The copy as part of the page: for the screen and for A4. What it says is what was frozen. */

import { copy, one, say } from "../field/dom.js";
import { publicUrl, readableCode, shortAddress, symbolCanvas } from "./copy_code.js";
import { documentOf } from "./document.js";
import { paint } from "./strokes.js";

const MODULE = 8; // pixels of a module before scaling: sharp on paper too
const SIGNATURE_SCALE = 0.75;

/**
 * All that a copy shows, ready to draw.
 * @param {{record: object, sha256: string, receipt: object | null}} frozen
 * @param {{catalogue: object | null, t: Function, zone: string, host: string}} words
 */
export function copyOf({ record, sha256 }, { catalogue, t, zone, host }) {
  const doc = documentOf(record, { catalogue, t, zone });
  const { name, registration } = record.agent;
  const hours = catalogue?.hours?.hours;
  return {
    doc,
    url: publicUrl(host, sha256),
    code: readableCode(sha256),
    words: {
      training: t("paper.training"),
      check: t("paper.check", { address: shortAddress(host) }),
      anchor: t("paper.anchor", { seq: record.chain.seq, sha256 }),
      later: hours ? t("paper.later.hours", { hours }) : t("paper.later"),
      agent: t("paper.agent", { name, registration }),
    },
  };
}

/** An article with everything on it. @param {ReturnType<typeof copyOf>} made @param {string} label which of the copies */
export function sheetOf({ doc, url, code, words }, label) {
  const sheet = copy("[data-copy-sheet]");
  const { head, sections, ending } = doc;
  const put = (name, text) => say(one(sheet, `[data-sheet-${name}]`), text);
  if (head.training) sheet.dataset.watermark = words.training;
  put("training", head.training ? words.training : "");
  put("body", head.body);
  put("city", head.city);
  put("title", head.title);
  put("number", head.number);
  put("label", label);
  put("check", words.check);
  put("code", code);
  put("anchor", words.anchor);
  put("later", words.later);
  const symbol = symbolCanvas(url, MODULE);
  symbol.setAttribute("role", "img");
  symbol.setAttribute("aria-label", words.check);
  one(sheet, "[data-sheet-symbol]").replaceChildren(symbol);
  one(sheet, "[data-sheet-sections]").replaceChildren(...sections.map(sectionOf));
  drawEnding(one(sheet, "[data-sheet-ending]"), ending, words);
  return sheet;
}

/** A section with its lines, also for the review before signing. @param {import("./document.js").Section} section */
export function sectionOf({ title, lines }) {
  const element = copy("[data-copy-section]");
  one(element, "h3").textContent = title;
  one(element, "dl").replaceChildren(...lines.flatMap(({ label, value, missing }) => {
    const [term, words] = ["dt", "dd"].map((name) => document.createElement(name));
    term.textContent = label;
    words.textContent = value;
    if (missing) words.dataset.missing = "";
    return [term, words];
  }));
  return element;
}

function drawEnding(root, ending, words) {
  root.hidden = !ending;
  if (!ending) return;
  one(root, "h3").textContent = ending.title;
  say(one(root, "[data-ending-sentence]"), ending.sentence);
  say(one(root, "[data-ending-note]"), [ending.note, ending.at].filter(Boolean).join(" · "));
  const figure = one(root, "[data-ending-signature]");
  figure.hidden = !ending.signature;
  if (ending.signature) drawSignature(one(figure, "canvas"), ending.signature, ending.signer);
  say(one(root, "[data-ending-signer]"), ending.signer);
  say(one(root, "[data-ending-agent]"), words.agent);
}

function drawSignature(canvas, signature, signer) {
  canvas.width = signature.w * SIGNATURE_SCALE;
  canvas.height = signature.h * SIGNATURE_SCALE;
  canvas.setAttribute("aria-label", signer);
  const pen = canvas.getContext("2d");
  pen.strokeStyle = "#000000";
  paint(pen, signature, { width: canvas.width, height: canvas.height });
}
