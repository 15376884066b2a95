/**
 * The list on this phone: fetched, proved to be the city's, stored as bytes, opened once a page.
 * A list that is not newer, or not signed, never replaces the one that is here.
 */

import { DAY_KEY } from "../inspection/day_store.js";
import { getMeta, setMeta, result, transact } from "../outbox/database.js";
import { readKeyset } from "../seal/keyset.js";
import { ask } from "./net.js";
import { openPack } from "./pack.js";

const LIST_TYPE = 15;

/**
 * @typedef {object} List
 * @property {import("./pack.js").Pack} pack
 * @property {object} keyset who may sign seals
 * @property {number} generatedAt milliseconds
 * @property {number} validUntil
 */

/** The stored list of that account, or null. @returns {Promise<List | null>} */
export async function storedList(accountId, rootKey) {
  const stored = await getMeta("pack");
  if (!stored || stored.accountId !== accountId) return null;
  return openList(stored.bytes, rootKey);
}

/**
 * Ask for a newer list: `{list}` when there is one, `{}` when not, `{problem}` when what came is
 * not to be trusted. @param {List | null} held
 */
export async function fetchList(accountId, rootKey, held) {
  const stored = await getMeta("pack");
  const etag = held && stored?.accountId === accountId ? stored.etag : undefined;
  const answer = await ask("/campo/pacote", { binary: true, timeout: 30_000, etag });
  if (answer.kind !== "ok") return {};
  try {
    const list = await openList(answer.body, rootKey);
    if (held && list.generatedAt < held.generatedAt) return { problem: "older" };
    await setMeta("pack", { bytes: answer.body, etag: answer.etag, accountId });
    return { list };
  } catch (error) {
    console.warn("list refused", error);
    return { problem: "invalid" };
  }
}

/** Take list, photos and the inspectors' day off this phone; unsent records stay. */
export function wipeList() {
  return transact(["meta", "photos"], "readwrite", async (meta, photos) => {
    await result(meta.delete("pack"));
    await result(meta.delete(IDBKeyRange.bound(DAY_KEY, `${DAY_KEY}\uffff`)));
    await result(photos.clear());
  });
}

/** Ed25519 where the browser has none; loaded only then. */
export async function verifyFallback(signature, message, publicKey) {
  const { verifyAsync } = await import("../../vendor/noble-ed25519.js");
  return verifyAsync(signature, message, publicKey, { zip215: false });
}

async function openList(bytes, rootKey) {
  let keyset = null;
  const pack = await openPack(bytes, {
    verifyFallback,
    // The list brings the keyset; the root key of the page proves it before its keys count.
    async listKeys(document, municipality) {
      keyset = await readKeyset(document, rootKey, { verifyFallback });
      return keyset.keys.filter((key) => key.municipality === Number(municipality) && key.types.has(LIST_TYPE));
    },
  });
  keyset ??= await readKeyset(pack.meta.keyset, rootKey, { verifyFallback });
  const { generatedAt, validUntil } = pack.meta;
  return { pack, keyset, generatedAt: Date.parse(generatedAt), validUntil: Date.parse(validUntil) };
}
