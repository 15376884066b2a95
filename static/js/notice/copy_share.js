/**
 * Hand the copy over with the phone's own share sheet, as a picture and a few words; where there is
 * none, as a file. The words name no person: they may end up in any app.
 */

import { pngOf } from "./copy_print.js";

/** Three times the dots of 58 mm, twice those of 80 mm: shrinks to either without blur. */
export const PICTURE = { dots: 1152, body: 48, multiple: 6, grey: true };

/**
 * "shared", "saved" (as a file) or "" when the person closed the sheet.
 * @param {HTMLCanvasElement} picture @param {{name: string, title: string, text: string}} words
 */
export async function share(picture, { name, title, text }) {
  const file = new File([await pngOf(picture)], name, { type: "image/png" });
  const whole = { files: [file], title, text };
  if (!navigator.canShare?.(whole)) return save(file);
  try {
    await navigator.share(whole);
    return "shared";
  } catch (error) {
    if (error.name === "AbortError") return "";
    console.warn("not shared", error);
    return save(file);
  }
}

function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return "saved";
}
