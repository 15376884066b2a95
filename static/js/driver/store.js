/**
 * What this phone keeps for the driver, in the database `permissao`: `data` (the last answer),
 * `clock`, `windows:<car>`, `key:<car>` (a key that cannot be exported), `leaving`.
 * A value counts once its transaction completed; no connection is kept between two uses.
 */

const NAME = "permissao";
const STORE = "kept";
const KEY = "key:";

/** The value of a name, or undefined. */
export function get(name) {
  return use("readonly", (store) => store.get(name));
}

/** Keep a value, durably. */
export function put(name, value) {
  return use("readwrite", (store) => store.put(value, name));
}

/** Forget a name. */
export function forget(name) {
  return use("readwrite", (store) => store.delete(name));
}

/** Forget all that is anybody's data. Keys stay: they say nothing and serve only their owner. */
export function wipe() {
  return use("readwrite", (store) => {
    const request = store.getAllKeys();
    request.onsuccess = () => {
      for (const name of request.result) if (!name.startsWith(KEY)) store.delete(name);
    };
    return request;
  });
}

async function use(mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new DOMException("abort", "AbortError"));
    });
  } finally {
    database.close();
  }
}

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
