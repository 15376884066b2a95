/** How long to wait: between attempts, and for an answer on a poor line. Pure. */

const FIRST_PAUSE_MS = 1000;
export const LONGEST_PAUSE_MS = 60_000;
const SLOWEST_BITS_PER_MS = 16; // a line of 16 kbit/s still gets through
const ANSWER_MS = 15_000;

/** Milliseconds before attempt number `tries` + 1: 1, 2, 4 … 60 s. @param {number} tries */
export function pause(tries) {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
}

/** Milliseconds to wait for the answer to that many bytes. @param {number} bytes */
export function patience(bytes) {
  return ANSWER_MS + Math.ceil((bytes * 8) / SLOWEST_BITS_PER_MS);
}
