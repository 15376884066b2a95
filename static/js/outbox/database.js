/**
 * The phone's one database, `campo`. A change counts only when its transaction completed, with
 * strict durability: a killed browser or a dead battery loses nothing that was reported as saved.
 *
 * Stores: `meta` (key → value), `entries` (records that wait), `photos` (driver thumbnails), `vault`
 * (keys of what is encrypted), `attachments` (photos of records: names and states, small) with
 * `attachment_bytes`, `blocks` (numbers leased to this phone).
 * Changes of the schema only add, so that work queued by an older release is still sent.
 */

const NAME = "campo";
const VERSION = 2;
const STORES = [
  ["meta"],
  ["entries", { keyPath: "id" }],
  ["photos"],
  ["vault"],
  ["attachments", { keyPath: ["entryId", "sha256"] }],
  ["attachment_bytes"],
  ["blocks", { keyPath: ["accountId", "id"] }],
];

/** @type {IDBDatabase | null} never kept once it failed */
let handle = null;

/**
 * Run `work(store, …)` in one transaction; resolves with its result after completion.
 * A connection that died in the background is opened again once, so `work` may run twice.
 * @param {string[]} names @param {IDBTransactionMode} mode @param {(...stores: IDBObjectStore[]) => any} work
 */
export async function transact(names, mode, work) {
  try {
    return await once(names, mode, work);
  } catch (error) {
    forget();
    if (!isDeadHandle(error)) throw error;
    return once(names, mode, work);
  }
}

/** A request as a promise, for use inside `work`. @param {IDBRequest} request */
export function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** A value of `meta`, or undefined. @param {string} key */
export function getMeta(key) {
  return transact(["meta"], "readonly", (meta) => result(meta.get(key)));
}

/** @param {string} key @param {any} value */
export function setMeta(key, value) {
  return transact(["meta"], "readwrite", (meta) => result(meta.put(value, key)));
}

async function once(names, mode, work) {
  const database = await open();
  const transaction = database.transaction(names, mode, { durability: "strict" });
  const completed = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onabort = () => reject(transaction.error ?? new DOMException("abort", "AbortError"));
  });
  completed.catch(() => undefined); // reported below, even when `work` fails first
  const stores = names.map((name) => transaction.objectStore(name));
  const value = await attempt(work, stores, transaction);
  await completed;
  return value;
}

/** All or nothing: an error inside `work` takes back what it had written. */
async function attempt(work, stores, transaction) {
  try {
    return await work(...stores);
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // it had ended by itself
    }
    throw error;
  }
}

async function open() {
  if (handle) return handle;
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    const present = request.result.objectStoreNames;
    for (const [name, options] of STORES) {
      if (!present.contains(name)) request.result.createObjectStore(name, options);
    }
  };
  const database = await result(request);
  database.onclose = forget;
  database.onversionchange = () => {
    // A newer release, or the person clearing the phone, waits for us to let go.
    database.close();
    forget();
  };
  handle = database;
  return database;
}

function forget() {
  handle = null;
}

/** The phone has no room left for what was to be written. @param {unknown} error */
export function isStorageFull(error) {
  return error?.name === "QuotaExceededError";
}

function isDeadHandle(error) {
  return error instanceof DOMException
    && ["InvalidStateError", "UnknownError", "AbortError", "NotFoundError"].includes(error.name);
}
