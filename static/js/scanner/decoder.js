/** The decoder seen from the page: one picture in, one text or nothing out. */

const PATIENCE_MS = 15_000; // the first answer waits for the wasm file

/** The reader could not be opened or died. */
export class ReaderBroken extends Error {}

/**
 * Starts the worker at the first use and keeps it.
 * @param {string} address below the page's own, or it would not open without signal
 */
export function createDecoder(address) {
  let worker = null;
  let last = 0;
  const waiting = new Map();

  /** @param {ImageData} image @returns {Promise<string | null>} */
  function decode(image) {
    worker ??= open();
    const id = ++last;
    const { width, height } = image;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => broken("no answer"), PATIENCE_MS);
      waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, width, height, pixels: image.data.buffer }, [image.data.buffer]);
    });
  }

  function open() {
    const opened = new Worker(address);
    opened.addEventListener("message", ({ data }) => answered(data));
    opened.addEventListener("error", (event) => broken(event.message ?? "worker"));
    return opened;
  }

  function answered({ id, text, error }) {
    if (error) return broken(error);
    const { resolve, timer } = waiting.get(id) ?? {};
    waiting.delete(id);
    clearTimeout(timer);
    resolve?.(text);
  }

  /** Everything that waits fails; the next picture opens a new worker. */
  function broken(reason) {
    worker?.terminate();
    worker = null;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(new ReaderBroken(reason));
    }
    waiting.clear();
  }

  /** Open it before it is needed. */
  function warmUp() {
    worker ??= open();
  }

  return { decode, warmUp };
}
