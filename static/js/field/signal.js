/**
 * A verdict is felt and heard as well as seen: vibration and a short sound, each with its switch.
 * Browsers let a page sound only after a tap, so the first tap prepares it.
 */

import { getMeta, setMeta } from "../outbox/database.js";

const VIBRATION = { green: [60], amber: [60, 80, 60], red: [250, 100, 250], unknown: [120, 80, 120] };
// Rising is good, falling is bad: told apart without knowing them. [hertz, seconds]
const SOUND = {
  green: [[660, 0.09], [880, 0.14]],
  amber: [[620, 0.12], [620, 0.12]],
  red: [[440, 0.18], [260, 0.3]],
  unknown: [[520, 0.2]],
};
const LOUDNESS = 0.2;
let audio = null;
let wanted = { sound: true, vibration: true };

/** Load the switches and wait for the first tap. */
export async function prepareSignals() {
  wanted = { ...wanted, ...(await getMeta("signals")) };
  addEventListener("pointerdown", unlock, { once: true });
}

/** The switches. */
export function signalChoices() {
  return wanted;
}

/** @param {{sound?: boolean, vibration?: boolean}} changes */
export function chooseSignals(changes) {
  wanted = { ...wanted, ...changes };
  return setMeta("signals", wanted);
}

/** @param {"green"|"amber"|"red"|"unknown"} level */
export function signal(level) {
  if (wanted.vibration) navigator.vibrate?.(VIBRATION[level]);
  if (wanted.sound && audio?.state === "running") play(SOUND[level]);
}

function unlock() {
  try {
    audio = new AudioContext();
    audio.resume();
  } catch {
    audio = null; // a phone without sound still vibrates and shows
  }
}

function play(notes) {
  let start = audio.currentTime + 0.02;
  for (const [hertz, seconds] of notes) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(LOUDNESS, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + seconds);
    start += seconds;
  }
}
