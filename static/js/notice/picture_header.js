/**
 * Size and kind of a picture from its first bytes, before anything decodes it: a file of a few
 * kilobytes can open to gigabytes. Pure.
 */

const HEIF_BRANDS = new Set(["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1", "avif"]);
const NO_FRAME = new Set([0xc4, 0xc8, 0xcc]); // among the SOF markers, these carry no size

/**
 * `{kind: "jpeg"|"png"|"webp"|"heic"|"other", width, height}`; sizes are 0 when they are not told.
 * @param {Uint8Array} bytes the beginning of a file, 256 kB are enough for a camera's
 */
export function pictureHeader(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at) => String.fromCharCode(...bytes.subarray(at, at + 4));
  try {
    if (view.getUint16(0) === 0xffd8) return { kind: "jpeg", ...jpegSize(view) };
    if (view.getUint32(0) === 0x89504e47) return { kind: "png", width: view.getUint32(16), height: view.getUint32(20) };
    if (word(0) === "RIFF" && word(8) === "WEBP") return { kind: "webp", ...webpSize(view, word(12)) };
    if (word(4) === "ftyp" && HEIF_BRANDS.has(word(8))) return { kind: "heic", width: 0, height: 0 };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // cut off before its size
  }
  return { kind: "other", width: 0, height: 0 };
}

/** From segment to segment until the frame's. */
function jpegSize(view) {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return { width: 0, height: 0 };
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.has(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return { width: 0, height: 0 };
}

function webpSize(view, chunk) {
  const three = (at) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (chunk === "VP8X") return { width: 1 + three(24), height: 1 + three(27) };
  if (chunk === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}
