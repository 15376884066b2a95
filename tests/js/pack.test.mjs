// The phone's reading of a list that Python made: every card as the server's, nothing unsigned.
// Run by tests/verification/test_pack_phone.py, which writes the list and says where it is.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { openPack, PackError } from "../../static/js/field/pack.js";
import { readKeyset } from "../../static/js/seal/keyset.js";

const folder = process.env.CONFERE_PACK_CASE ?? "";
const skip = !existsSync(`${folder}/case.json`) && "made by the Python test";
const wanted = skip ? {} : JSON.parse(readFileSync(`${folder}/case.json`, "utf8"));
const bytes = skip ? new Uint8Array() : Uint8Array.from(readFileSync(`${folder}/pack.bin`));

/** As the app does it: the list brings the keyset, the root proves it. */
async function listKeys(document, municipality) {
  const keyset = await readKeyset(document, wanted.root);
  return keyset.keys.filter((key) => key.municipality === municipality && key.types.has(15));
}

const open = (changed = bytes, options = {}) => openPack(changed.buffer, { listKeys, ...options });

test("every card is the server's", { skip }, async () => {
  const pack = await open();
  assert.equal(pack.count, wanted.cards.length);
  for (const card of wanted.cards) assert.deepEqual(pack.byIndex(card.index), card);
});

test("an index that was never given has no card", { skip }, async () => {
  const pack = await open();
  for (const index of [0, 999_999, -1, 1.5]) assert.equal(pack.byIndex(index), null);
});

test("a plate finds what the server finds, twin and all", { skip }, async () => {
  const pack = await open();
  for (const [plate, indexes] of Object.entries(wanted.plates)) {
    assert.deepEqual(pack.byPlate(plate).map(({ index }) => index), indexes, plate);
  }
});

test("meta tells city, hour, law and words", { skip }, async () => {
  const { meta } = await open();
  for (const [name, value] of Object.entries(wanted.meta)) assert.deepEqual(meta[name], value, name);
});

test("one changed byte anywhere is refused", { skip }, async () => {
  const step = Math.max(1, Math.floor(bytes.length / 200));
  for (let at = 0; at < bytes.length; at += step) {
    const changed = bytes.slice();
    changed[at] ^= 1;
    await assert.rejects(open(changed), undefined, `byte ${at}`);
  }
});

test("a cut list is refused", { skip }, async () => {
  for (const length of [0, 4, 11, 12, 200, bytes.length - 1]) {
    await assert.rejects(open(bytes.slice(0, length)), PackError);
  }
});

test("an older list never replaces a newer one", { skip }, async () => {
  await assert.rejects(open(bytes, { atLeast: wanted.sequence + 1 }), PackError);
  assert.ok(await open(bytes, { atLeast: wanted.sequence }));
});

test("a list signed by a seal key is refused", { skip }, async () => {
  const others = async (document) => {
    const keyset = await readKeyset(document, wanted.root);
    return keyset.keys.filter((key) => !key.types.has(15));
  };
  await assert.rejects(open(bytes, { listKeys: others }), PackError);
});

test("a body larger than signed stops at once", { skip }, async () => {
  const bomb = Uint8Array.from(readFileSync(`${folder}/bomb.bin`));
  await assert.rejects(open(bomb), /larger than signed/);
});
