/**
 * The copy as one long picture, for narrow printers and for sharing: cheap printers garble accents
 * and symbols that are sent as text, dots they print. Lines are measured first, then drawn.
 *
 * @typedef {{height: number, draw: (pen: CanvasRenderingContext2D, y: number) => void}} Block
 */

import { drawSymbol, symbolOf } from "./copy_code.js";
import { paint } from "./strokes.js";

const FONT = '"Roboto", "Noto Sans", "DejaVu Sans", sans-serif';
const MARGIN = 0.02; // of the width
const DARK_BELOW = 150; // grey that still becomes a black dot

/**
 * Draw a copy; the canvas becomes `dots` wide and as long as it must.
 * @param {HTMLCanvasElement} canvas
 * @param {object} copy see copy_sheet.js: {doc, label, code, url, words}
 * @param {{dots: number, body: number, multiple?: number, grey?: boolean}} paper width and letter height in
 * dots; modules of the symbol as multiples of `multiple` dots; `grey` keeps soft letters
 */
export function drawPaper(canvas, copy, paper) {
  const pen = canvas.getContext("2d", { alpha: false, willReadFrequently: !paper.grey });
  const blocks = blocksOf(pen, copy, { ...paper, margin: Math.round(paper.dots * MARGIN) });
  canvas.width = paper.dots;
  canvas.height = Math.ceil(blocks.reduce((sum, { height }) => sum + height, 0));
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  let y = 0;
  for (const { height, draw } of blocks) {
    pen.fillStyle = "#000000";
    pen.strokeStyle = "#000000";
    draw(pen, y);
    y += height;
  }
  if (!paper.grey) blackAndWhite(pen, canvas.width, canvas.height);
}

function blocksOf(pen, { doc, label, code, url, words }, paper) {
  const { head, sections, ending } = doc;
  const text = (runs, options) => textBlock(pen, runs, paper, options);
  const big = { size: 1.35, centred: true };
  const band = head.training ? [text([{ text: words.training, bold: true }], { inverse: true, centred: true })] : [];
  return [
    gap(paper.body / 2),
    ...band,
    text([{ text: head.body, bold: true }], { centred: true }),
    text([{ text: head.city }], { centred: true }),
    text([{ text: head.title, bold: true }], big),
    ...(head.number ? [text([{ text: head.number, bold: true }], { size: 1.3, centred: true, whole: true })] : []),
    text([{ text: label }], { centred: true }),
    ...sections.flatMap(({ title, lines }) => [
      rule(paper),
      text([{ text: title, bold: true }]),
      ...lines.map((line) => text([{ text: `${line.label}: `, bold: true }, { text: line.value }])),
    ]),
    ...(ending ? endingBlocks(ending, text, paper, words) : []),
    rule(paper),
    symbolBlock(symbolOf(url), paper),
    text([{ text: words.check }], { centred: true }),
    text([{ text: code, bold: true }], { size: 1.3, centred: true, whole: true }),
    text([{ text: words.anchor }], { centred: true, size: 0.85 }),
    text([{ text: words.later }], { centred: true }),
    ...band,
    gap(paper.body),
  ];
}

function endingBlocks({ title, sentence, note, signer, at, signature }, text, paper, words) {
  const lines = [sentence, note, at].filter(Boolean);
  return [
    rule(paper),
    text([{ text: title, bold: true }]),
    ...lines.map((line) => text([{ text: line }])),
    ...(signature ? [signatureBlock(signature, paper), text([{ text: signer }], { centred: true })] : []),
    ...(signer && !signature ? [text([{ text: signer }])] : []),
    gap(2.5 * paper.body), // for the agent's own hand
    rule(paper),
    text([{ text: words.agent }], { centred: true }),
  ];
}

function gap(height) {
  return { height, draw: () => undefined };
}

function rule({ dots, body, margin }) {
  const thick = Math.max(2, Math.round(body / 12));
  return {
    height: Math.round(0.7 * body),
    draw: (pen, y) => pen.fillRect(margin, Math.round(y + body / 3), dots - 2 * margin, thick),
  };
}

function signatureBlock(signature, { dots, body, margin }) {
  const width = dots - 2 * margin;
  const height = Math.round((width * signature.h) / signature.w);
  return {
    height: height + body / 2,
    draw(pen, y) {
      paint(pen, signature, { x: margin, y, width, height, pen: 9 });
      pen.fillRect(margin, Math.round(y + height), width, 2);
    },
  };
}

function symbolBlock(symbol, { dots, multiple = 1 }) {
  // Measured on a sheet of no size: the drawing itself says how large it becomes.
  const side = drawSymbol({ fillRect: () => undefined }, symbol, 0, 0, { side: dots, multiple });
  return {
    height: side,
    draw: (pen, y) => drawSymbol(pen, symbol, Math.floor((dots - side) / 2), Math.ceil(y), { side: dots, multiple }),
  };
}

/**
 * Words of one or two weights, broken at spaces; a word wider than the paper is broken too. What has
 * to stay `whole` becomes smaller instead.
 */
function textBlock(pen, runs, { dots, body, margin }, { size = 1, centred = false, inverse = false, whole = false } = {}) {
  const width = dots - 2 * margin;
  const height = whole ? fitting(pen, runs, body * size, width) : Math.round(body * size);
  const leading = Math.round(height * 1.2);
  const fontOf = (bold) => `${bold ? "bold " : ""}${height}px ${FONT}`;
  const lines = broken(pen, runs, width, fontOf);
  return {
    height: lines.length ? lines.length * leading + Math.round(body / 8) : 0,
    draw(context, y) {
      if (inverse) context.fillRect(0, y, dots, lines.length * leading + 2);
      context.fillStyle = inverse ? "#ffffff" : "#000000";
      context.textBaseline = "alphabetic";
      lines.forEach((line, at) => {
        let x = centred ? Math.round((dots - line.width) / 2) : margin;
        for (const { text, bold, wide } of line.words) {
          context.font = fontOf(bold);
          context.fillText(text, x, Math.round(y + at * leading + height));
          x += wide;
        }
      });
    },
  };
}

function fitting(pen, runs, most, width) {
  pen.font = `bold 100px ${FONT}`;
  const wide = pen.measureText(runs.map(({ text }) => text).join("")).width;
  return Math.floor(Math.min(most, (100 * width) / wide));
}

function broken(pen, runs, width, fontOf) {
  const lines = [];
  let line = { words: [], width: 0 };
  for (const word of wordsOf(pen, runs, width, fontOf)) {
    if (word.newLine || (line.words.length && line.width + word.bare > width)) {
      if (line.words.length) lines.push(line);
      line = { words: [], width: 0 };
    }
    if (!line.words.length && !word.text.trim()) continue;
    line.words.push(word);
    line.width += word.wide;
  }
  return line.words.length ? [...lines, line] : lines;
}

/** Each word with the space after it: `wide` with, `bare` without. */
function* wordsOf(pen, runs, width, fontOf) {
  for (const { text, bold = false } of runs) {
    pen.font = fontOf(bold);
    const measure = (part) => pen.measureText(part).width;
    for (const [at, paragraph] of text.split("\n").entries()) {
      let newLine = at > 0;
      for (const word of paragraph.match(/\S+\s*|\s+/g) ?? []) {
        for (const part of measure(word.trimEnd()) > width ? pieces(word, width, measure) : [word]) {
          yield { text: part, bold, wide: measure(part), bare: measure(part.trimEnd()), newLine };
          newLine = false;
        }
      }
    }
  }
}

function pieces(word, width, measure) {
  const parts = [];
  let part = "";
  for (const char of word) {
    if (part && measure(part + char) > width) {
      parts.push(part);
      part = "";
    }
    part += char;
  }
  return [...parts, part];
}

/** A printer of this kind knows black and white; left to itself it would sprinkle grey. */
function blackAndWhite(pen, width, height) {
  const image = pen.getImageData(0, 0, width, height);
  const { data } = image;
  for (let at = 0; at < data.length; at += 4) {
    const grey = (data[at] * 299 + data[at + 1] * 587 + data[at + 2] * 114) / 1000;
    data.fill(grey < DARK_BELOW ? 0 : 255, at, at + 3);
  }
  pen.putImageData(image, 0, 0);
}
