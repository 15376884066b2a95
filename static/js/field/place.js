/**
 * Where the stop happens: keeps the best of twenty seconds and says in words how good it is.
 * A reading kilometres wide is not a place: it is told, and the address is asked instead.
 */

import { ago } from "./words.js";

const WATCH_MS = 20_000;
const GOOD_M = 20;
const FAIR_M = 100;
const WEAK_M = 1000;
const OLD_MS = 5 * 60_000;
const PER_DEGREE = 10_000_000; // canonical JSON has no fractions

/**
 * @typedef {{lat: number, lon: number, accuracy_m: number, at: string}} Position
 * `lat` and `lon` in ten-millionths of a degree
 */

/** "good", "fair", "weak" or "useless". @param {number} metres */
export function quality(metres) {
  if (metres <= GOOD_M) return "good";
  if (metres <= FAIR_M) return "fair";
  return metres <= WEAK_M ? "weak" : "useless";
}

/** "Lugar: ±12 m, bom". @param {Position} position */
export function positionWords(position, now, t) {
  const words = t(`position.${quality(position.accuracy_m)}`, { n: position.accuracy_m });
  const at = Date.parse(position.at);
  return now - at > OLD_MS ? [words, t("position.old", { ago: ago(at, now, t) })].join(" · ") : words;
}

/**
 * Watch for a while; `onBetter(position)` for each improvement, `onProblem("denied"|"missing")`
 * when there is none. Returns a function that stops.
 * @param {{offset: () => number, onBetter: (position: Position) => void, onProblem: (cause: string) => void}} parts
 */
export function watchPosition({ offset, onBetter, onProblem }) {
  if (!navigator.geolocation) {
    onProblem("missing");
    return () => undefined;
  }
  let best = Infinity;
  const id = navigator.geolocation.watchPosition(
    ({ coords, timestamp }) => {
      if (coords.accuracy >= best) return;
      best = coords.accuracy;
      onBetter({
        lat: Math.round(coords.latitude * PER_DEGREE),
        lon: Math.round(coords.longitude * PER_DEGREE),
        accuracy_m: Math.ceil(coords.accuracy),
        at: new Date(timestamp + offset()).toISOString(),
      });
      if (best <= GOOD_M / 2) stop();
    },
    (error) => {
      if (best === Infinity) onProblem(error.code === error.PERMISSION_DENIED ? "denied" : "missing");
    },
    { enableHighAccuracy: true, maximumAge: 60_000, timeout: WATCH_MS },
  );
  const timer = setTimeout(stop, WATCH_MS);
  function stop() {
    clearTimeout(timer);
    navigator.geolocation.clearWatch(id);
  }
  return stop;
}
