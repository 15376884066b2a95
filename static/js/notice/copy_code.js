/**
 * What proves a copy: the notice's content hash as an address in a QR and as a code to type.
 * Upper case only, so that the symbol needs its densest alphabet and stays large on narrow paper.
 */

import { correction, generate, mode } from "../../vendor/lean-qr.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"; // RFC 4648, base32
const READABLE = 16;
export const QUIET = 4; // white modules on each side

/** All 52 characters of a SHA-256. @param {string} sha256 64 hexadecimal digits */
export function fullCode(sha256) {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError("not a SHA-256");
  const bits = Array.from(sha256, (digit) => parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
  return bits.match(/.{1,5}/g).map((five) => ALPHABET[parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** "ABCD EFGH IJKL MNOP": 80 bits that a person can read out. @param {string} sha256 */
export function readableCode(sha256) {
  return fullCode(sha256).slice(0, READABLE).match(/.{4}/g).join(" ");
}

/** "HTTPS://HOST/A/<52 characters>". @param {string} host as the city lists it */
export function publicUrl(host, sha256) {
  const base = /^https?:\/\//.test(host) ? host : `https://${host}`;
  return `${base}/a/${fullCode(sha256)}`.toUpperCase();
}

/** Where a person types the readable code: "confere.planura.mg.gov.br/a/". */
export function shortAddress(host) {
  return `${host.replace(/^https?:\/\//, "")}/a/`;
}

/** The symbol of a text: modules a side, and which are dark. */
export function symbolOf(text) {
  const fits = mode.alphaNumeric.test(text);
  const symbol = generate(fits ? mode.alphaNumeric(text) : text, { minCorrectionLevel: correction.M });
  return { size: symbol.size, dark: (x, y) => symbol.get(x, y) };
}

/**
 * Draw a symbol with its quiet zone, whole pixels per module, black on white whatever the page's
 * colours. Returns its side in pixels.
 * @param {{side: number, multiple?: number}} room widest side; modules as multiples of so many pixels
 */
export function drawSymbol(context, { size, dark }, x, y, { side, multiple = 1 }) {
  const modules = size + 2 * QUIET;
  const module = Math.max(1, Math.floor(side / modules / multiple) * multiple);
  context.fillStyle = "#ffffff";
  context.fillRect(x, y, modules * module, modules * module);
  context.fillStyle = "#000000";
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!dark(column, row)) continue;
      context.fillRect(x + (column + QUIET) * module, y + (row + QUIET) * module, module, module);
    }
  }
  return modules * module;
}

/** A canvas that holds just the symbol, for the page: `module` pixels each. */
export function symbolCanvas(text, module) {
  const symbol = symbolOf(text);
  const canvas = document.createElement("canvas");
  const side = (symbol.size + 2 * QUIET) * module;
  canvas.width = side;
  canvas.height = side;
  drawSymbol(canvas.getContext("2d", { alpha: false }), symbol, 0, 0, { side });
  return canvas;
}
