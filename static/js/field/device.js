/**
 * This phone: its id and name, whether its storage is safe, and whether it was wiped.
 *
 * Browsers clear databases of sites without asking (space, seven unused days on iOS). A small
 * cookie remembers the id and how much waited, so that a loss is told instead of looking like zero.
 * A wiped phone goes on under a new id: the numbers and the chain of the old one may stand on papers.
 */

import { getMeta, setMeta } from "../outbox/database.js";
import { newId } from "../outbox/entries.js";

const COOKIE = "campo-aparelho";
const YEAR_S = 31_536_000;

/** `{id, label, wiped}`; `wiped` is null or `{waiting}` as last noted before the loss. */
export async function openDevice() {
  const known = await getMeta("device");
  if (known) return { ...known, wiped: null };
  const noted = readCookie();
  const device = { id: newId(), label: "" };
  await setMeta("device", device);
  return { ...device, wiped: noted && { waiting: noted.waiting } };
}

/** @param {{id: string}} device @param {string} label */
export function renameDevice(device, label) {
  return setMeta("device", { id: device.id, label });
}

/** Note outside the database how many records wait. @param {string} id @param {number} waiting */
export function noteWaiting(id, waiting) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${COOKIE}=${id}.${waiting}; Path=/campo/; Max-Age=${YEAR_S}; SameSite=Strict${secure}`;
}

/** Ask the browser to keep our storage; some only grant it to installed apps. */
export async function askToPersist() {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false;
  }
}

/** Whether the page runs as an installed app. */
export function isStandalone() {
  return matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
}

function readCookie() {
  const match = new RegExp(`(?:^|; )${COOKIE}=([0-9a-f]{32})\\.(\\d+)`).exec(document.cookie);
  return match && { id: match[1], waiting: Number(match[2]) };
}
