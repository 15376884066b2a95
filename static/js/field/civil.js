/** Civil days and clock times in the city's zone, whatever zone the phone is set to. Pure. */

const formats = new Map();

/** "YYYY-MM-DD" of an instant in a zone. @param {number} ms @param {string} zone */
export function civilDay(ms, zone) {
  const { year, month, day } = parts(ms, zone);
  return `${year}-${month}-${day}`;
}

/** "14:32", or "14:32:07". @param {number} ms @param {string} zone @param {boolean} [seconds] */
export function clockTime(ms, zone, seconds = false) {
  const { hour, minute, second } = parts(ms, zone);
  return seconds ? `${hour}:${minute}:${second}` : `${hour}:${minute}`;
}

/** The hour of the day, 0 to 23. @param {number} ms @param {string} zone */
export function hourOf(ms, zone) {
  return Number(parts(ms, zone).hour);
}

/** Days from one civil day to another, negative for the past. */
export function daysBetween(from, to) {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** "27/11/2026" of "2026-11-27". @param {string} day */
export function slashed(day) {
  return day.split("-").reverse().join("/");
}

/** Whether a text is a civil day. @param {unknown} value */
export function isDay(value) {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/**
 * Milliseconds of a civil day and clock time in a zone; NaN where they are not a day and a time.
 * A time that a change of the clocks skipped is taken as the one an hour later.
 * @param {string} day @param {string} time "14:32"
 */
export function instantOf(day, time, zone) {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  if (!isDay(day) || Number.isNaN(wanted)) return NaN;
  const shown = (ms) => Date.parse(`${civilDay(ms, zone)}T${clockTime(ms, zone)}:00Z`);
  const first = wanted - (shown(wanted) - wanted);
  const second = first + (wanted - shown(first));
  return shown(second) === wanted ? second : Math.max(first, second);
}

function parts(ms, zone) {
  if (!formats.has(zone)) {
    formats.set(zone, new Intl.DateTimeFormat("en-GB", {
      timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit",
      hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23",
    }));
  }
  return Object.fromEntries(formats.get(zone).formatToParts(ms).map(({ type, value }) => [type, value]));
}
