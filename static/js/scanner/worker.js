/**
 * The decoder's own thread. Its response alone may run WebAssembly (its header says so), and the
 * wasm file is our own: the library would otherwise fetch it from a public network.
 *
 * In:  {id, width, height, pixels: ArrayBuffer}. Out: {id, text | null} or {id, error}.
 */
/* global ZXingWASM */

importScripts("../../vendor/zxing/reader.js");

const WASM = new URL("../../vendor/zxing/zxing_reader.wasm", self.location.href).href;
const OPTIONS = { formats: ["QRCode"], maxNumberOfSymbols: 1, tryHarder: true };

// A failure here is silent for the page (no error event, no report): so it is told.
ZXingWASM.prepareZXingModule({ overrides: { locateFile: () => WASM }, fireImmediately: true })
  .then(() => postMessage({ id: 0, text: null }), (error) => postMessage({ id: 0, error: String(error) }));

addEventListener("message", async ({ data: { id, width, height, pixels } }) => {
  try {
    const image = new ImageData(new Uint8ClampedArray(pixels), width, height);
    const [found] = await ZXingWASM.readBarcodes(image, OPTIONS);
    postMessage({ id, text: found?.isValid ? found.text : null });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
