/** Where the phone is while a visit is done: the best recent reading, measured again when it grows old. */

import { watchPosition } from "../field/place.js";

const FRESH_MS = 60_000;
const OLD_MS = 5 * 60_000;

/** @param {object} parts {clock, onBetter(position), onProblem(cause)} */
export function createWhereabouts({ clock, onBetter, onProblem }) {
  let stop = () => undefined;
  let best = null;
  let asked = 0;

  function measure() {
    stop();
    asked = clock.now();
    stop = watchPosition({
      offset: () => clock.now() - Date.now(),
      onBetter(position) {
        best = position;
        onBetter(position);
      },
      onProblem,
    });
  }

  return {
    measure,
    /** The reading of now, or null; a new one is begun where it is no longer fresh. */
    latest() {
      const age = best ? clock.now() - Date.parse(best.at) : Infinity;
      if (age > FRESH_MS && clock.now() - asked > FRESH_MS) measure();
      return age > OLD_MS ? null : best;
    },
    stop: () => stop(),
  };
}
