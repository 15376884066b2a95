/**
 * The code's symbol on a canvas: whole device pixels per module, so that no edge is ever blurred,
 * black on white with its quiet zone, whatever the page's colours.
 */

export const MODULES = 45;
export const SIDE = MODULES + 2 * 4; // with the quiet zone

/** Dark or light of each module, row by row. @param {string} bits base64, first module highest */
export function unpack(bits) {
  const bytes = Uint8Array.from(atob(bits), (char) => char.charCodeAt(0));
  return Array.from(
    { length: MODULES * MODULES },
    (_, at) => ((bytes[at >> 3] >> (7 - (at & 7))) & 1) === 1,
  );
}

/**
 * The fewest CSS pixels that are whole device pixels: 1 for a ratio of 3, 8 for 2.625. A canvas
 * whose edges stand on such multiples is shown pixel by pixel; elsewhere the browser resamples it.
 */
export function wholeStep(ratio) {
  for (let step = 1; step <= 16; step += 1) {
    if (Math.abs(step * ratio - Math.round(step * ratio)) < 0.01) return step;
  }
  return 1;
}

/**
 * Size and place of the canvas in a frame `{left, top, width, height}` of CSS pixels: `side` and
 * the distances `x`, `y` from the frame's corner in CSS pixels; `pixels` a side and `module` in
 * device pixels.
 */
export function placement(frame, ratio, largest) {
  const step = wholeStep(ratio);
  const down = (length) => Math.floor(length / step) * step;
  const side = down(Math.min(frame.width, frame.height, largest));
  const pixels = Math.round(side * ratio);
  return {
    side,
    pixels,
    module: Math.max(1, Math.floor(pixels / SIDE)),
    x: down(frame.left + (frame.width - side) / 2) - frame.left,
    y: down(frame.top + (frame.height - side) / 2) - frame.top,
  };
}

/** Draw a symbol into the canvas, white around it. */
export function draw(canvas, bits, { pixels, module }) {
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext("2d", { alpha: false });
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, pixels, pixels);
  context.fillStyle = "#000000";
  const margin = Math.floor((pixels - MODULES * module) / 2);
  unpack(bits).forEach((dark, at) => {
    if (!dark) return;
    const column = at % MODULES;
    const row = Math.floor(at / MODULES);
    context.fillRect(margin + column * module, margin + row * module, module, module);
  });
}
