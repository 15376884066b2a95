/**
 * From the page to paper: a roll of 58 or 80 mm as a picture of black dots, or A4 as text. The
 * page's own print dialog is the only way that every phone has (AirPrint on an iPhone).
 */

const DOTS_PER_MM = 8; // 203 dpi, all of these printers
const FEED_MM = 12; // to the edge where the paper is torn
/** Paper width and what of it the head can reach. */
export const ROLLS = {
  58: { dots: 384, body: 21 },
  80: { dots: 576, body: 22 },
};

/**
 * Print pictures, one page each, at exactly the printer's dots.
 * @param {Element} area shown on paper alone @param {HTMLCanvasElement[]} pictures @param {58 | 80} width
 */
export async function printRoll(area, pictures, width) {
  const longest = Math.max(...pictures.map((picture) => picture.height)) / DOTS_PER_MM;
  const page = `@page { size: ${width}mm ${Math.ceil(longest + FEED_MM)}mm; margin: 0; }`;
  const images = await Promise.all(pictures.map(imageOf));
  await printed(area, images, `roll-${width}`, page);
  for (const image of images) URL.revokeObjectURL(image.src);
}

/** Print sheets of the page on A4. @param {Element} area @param {Element[]} sheets */
export async function printSheets(area, sheets) {
  // On the area, not on the sheets: that way it comes again on every page of paper.
  area.dataset.watermark = sheets[0].dataset.watermark ?? "";
  await printed(area, sheets, "a4", "@page { size: A4; margin: 12mm; }");
  delete area.dataset.watermark;
}

/** A picture as a PNG file. @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export function pngOf(canvas) {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

async function imageOf(canvas) {
  const image = new Image();
  image.src = URL.createObjectURL(await pngOf(canvas));
  await image.decode();
  return image;
}

async function printed(area, contents, kind, page) {
  const rules = new CSSStyleSheet();
  rules.replaceSync(page);
  area.replaceChildren(...contents);
  document.documentElement.dataset.print = kind;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
  try {
    await dialogClosed();
  } finally {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== rules);
    delete document.documentElement.dataset.print;
    area.replaceChildren();
  }
}

/** Some phones return at once and print later: they tell it by `afterprint`, or not at all. */
function dialogClosed() {
  return new Promise((resolve) => {
    addEventListener("afterprint", resolve, { once: true });
    print();
  });
}
