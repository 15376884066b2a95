"""The outbox of the phone from outside: its modules called in the page, its storage read and seeded."""

import json
from typing import Any

from playwright.sync_api import Page

ACCOUNT = "a" * 32  # nobody's: the app's own sender leaves its records alone
_CALL = """async (arg) => {
  const app = new URL(document.querySelector("script[type=module]").src);
  const load = (name) => import(new URL(`../outbox/${name}.js`, app));
  %s
}"""
# Every value of every store as text: strings, names, and bytes read as if they were text.
_DUMP = """async () => {
  const texts = [];
  const bytes = (view) => {
    texts.push(new TextDecoder("latin1").decode(view), new TextDecoder().decode(view));
    if (view.byteLength % 2 === 0) texts.push(new TextDecoder("utf-16le").decode(view));
  };
  const walk = async (value) => {
    if (typeof value === "string") texts.push(value);
    else if (value instanceof ArrayBuffer) bytes(new Uint8Array(value));
    else if (ArrayBuffer.isView(value)) bytes(new Uint8Array(value.buffer));
    else if (value instanceof Blob) await walk(await value.arrayBuffer());
    else if (value instanceof CryptoKey) texts.push(`extractable:${value.extractable}:${value.type}`);
    else if (value && typeof value === "object") for (const [k, v] of Object.entries(value)) { texts.push(k); await walk(v); }
    else texts.push(String(value));
  };
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((done, fail) => {
      const opened = indexedDB.open(name); opened.onsuccess = () => done(opened.result); opened.onerror = fail; });
    for (const store of database.objectStoreNames) {
      const at = database.transaction(store).objectStore(store);
      const all = (ask) => new Promise((done) => { ask.onsuccess = () => done(ask.result); });
      const [keys, values] = await Promise.all([all(at.getAllKeys()), all(at.getAll())]);
      texts.push(`store:${name}.${store}`);
      await walk(keys); await walk(values);
    }
    database.close();
  }
  for (const kept of [localStorage, sessionStorage]) await walk(Object.entries(kept));
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      texts.push(request.url);
      const text = await (await cache.match(request)).text();
      if (request.url.endsWith("/campo/")) texts.push(text);
    }
  }
  return texts.concat(document.cookie, JSON.stringify(history.state));
}"""


def call(page: Page, body: str, arg: Any = None) -> Any:
    """Run the body of an async function in the page; `load("entries")` gives it a module."""
    return page.evaluate(_CALL % body, arg)


def dump(page: Page) -> str:
    """All that the phone keeps for this origin, as text."""
    return "\n".join(page.evaluate(_DUMP))


def give_blocks(
    page: Page, *, last: int = 40, account: str = ACCOUNT, kind: str = "notice"
) -> None:
    """A block of training numbers 1 to `last`, as a contact would bring it."""
    block = {"id": "b" * 32, "series": "TREINO-AI-2026", "kind": kind, "first": 1, "last": last}
    call(
        page,
        """const { storeBlocks } = await load("numbers");
        const { getMeta } = await load("database");
        await storeBlocks(arg.account, [arg.block], (await getMeta("device")).id);""",
        {"account": account, "block": {**block, "used": []}},
    )


NOTICE = """
  const { newEntry, saveDraft, openEntry } = await load("entries");
  const { addPhoto, photosOf } = await load("photos");
  const { freeze: freezeEntry } = await load("freeze");
  const begin = async (accountId, label, more = {}) => {
    const record = { kind: "notice", training: true, facts: "", ...more };
    const entry = newEntry({ kind: "notice", accountId, createdAt: Date.now(), label, fields: { record } });
    await saveDraft(entry);
    return entry.id;
  };
  const build = (record, late = "") => ({ number, chain, key_id, beacon, photos, device_id }) => ({
    ...record, number, chain, key_id, beacon, photos, device_id, late_reason: late,
    happened_at: new Date().toISOString(), written_at: new Date().toISOString(),
  });
  const freeze = async (id) => freezeEntry(id, build((await openEntry(id)).fields.record));
"""


def rows(page: Page, store: str) -> list[dict[str, Any]]:
    """The rows of a store as they lie there, CryptoKeys and bytes left out."""
    found = call(
        page,
        """const { transact, result } = await load("database");
        const all = await transact([arg], "readonly", (store) => result(store.getAll()));
        return JSON.stringify(all);""",
        store,
    )
    return list(json.loads(found))
