/**
 * Photos as they are kept: upright JPEG of at most 1600 pixels, drawn anew, so that nothing of the
 * file's own data (place, phone, thumbnail) goes along.
 */

import { pictureHeader } from "./picture_header.js";

const LONGEST = 1600;
const QUALITY = 0.8;
const MOST_PIXELS = 36_000_000; // 144 MB once open: more kills the page on a small phone
const HEADER_BYTES = 256 * 1024;

/** A photo that cannot be kept: "empty", "huge" (with `megapixels`), "heic" or "broken". */
export class PictureProblem extends Error {
  constructor(cause, values = {}) {
    super(cause);
    this.cause = cause;
    this.values = values;
  }
}

/** The present frame of a running video. @param {HTMLVideoElement} video @returns {Promise<ArrayBuffer>} */
export function pictureOfVideo(video) {
  return jpeg(video, video.videoWidth, video.videoHeight);
}

/** A file from the phone. @param {File} file @returns {Promise<ArrayBuffer>} */
export async function pictureOfFile(file) {
  if (!file.size) throw new PictureProblem("empty");
  const header = pictureHeader(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
  const pixels = header.width * header.height;
  if (pixels > MOST_PIXELS) throw new PictureProblem("huge", { megapixels: Math.round(pixels / 1_000_000) });
  const bitmap = await opened(file, header.kind);
  try {
    return await jpeg(bitmap, bitmap.width, bitmap.height);
  } finally {
    bitmap.close();
  }
}

async function opened(file, kind) {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch (error) {
    // Browsers before that word turn pictures upright by themselves.
    if (error instanceof TypeError) return createImageBitmap(file).catch(() => refuse(kind));
    return refuse(kind);
  }
}

function refuse(kind) {
  throw new PictureProblem(kind === "heic" ? "heic" : "broken");
}

async function jpeg(source, width, height) {
  if (!width || !height) throw new PictureProblem("broken");
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext("2d", { alpha: false });
  pen.fillStyle = "#ffffff"; // behind a transparent picture
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(source, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  canvas.width = 0; // phones keep the memory until it is told
  if (!blob?.size) throw new PictureProblem("broken");
  return blob.arrayBuffer();
}
