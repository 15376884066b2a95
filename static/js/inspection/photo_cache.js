/** Addresses of an entry's photos for the pictures of a page, each made once and given back together. */

import { photoUrl } from "../outbox/photos.js";

/** @param {string} entryId @returns {{urlOf: (sha256: string) => Promise<string>, close: () => void}} */
export function createPhotoCache(entryId) {
  const addresses = new Map();
  let closed = false;

  async function made(sha256) {
    const address = await photoUrl(entryId, sha256).catch(() => "");
    if (!closed || !address) return address;
    URL.revokeObjectURL(address); // the page was left while it was being opened
    return "";
  }

  return {
    urlOf(sha256) {
      if (!addresses.has(sha256)) addresses.set(sha256, made(sha256));
      return addresses.get(sha256);
    },
    close() {
      closed = true;
      for (const address of addresses.values()) address.then((made) => made && URL.revokeObjectURL(made));
      addresses.clear();
    },
  };
}
