/**
 * The server's clock on this phone, and which window shows now. Pure.
 * @typedef {{start: number, digits: string, bits: string}} Window start in milliseconds, server time
 */

export const WINDOW_MS = 120_000;
export const RENEW_BELOW_MS = 3600_000;
export const OLD_AFTER_MS = 24 * 3600_000;
export const UNKNOWN_AFTER_MS = 72 * 3600_000;
export const CLOCK_WARN_MS = 120_000;

/** What to add to this phone's clock, from one exchange; the answer left half way. */
export function offsetOf(sentAt, receivedAt, serverNow) {
  return Math.round(serverNow - (sentAt + receivedAt) / 2);
}

/** The window of this moment, or undefined. @param {Window[]} windows @param {number} now */
export function windowAt(windows, now) {
  return windows.find(({ start }) => start <= now && now < start + WINDOW_MS);
}

/** Milliseconds until the stored windows run out, 0 when none holds the present. */
export function stockOf(windows, now) {
  let end = now;
  for (const { start } of windows) {
    if (start <= end && start + WINDOW_MS > end) end = start + WINDOW_MS;
  }
  return end - now;
}

/** Windows as stored: starts as numbers, in order, past ones left out. */
export function storedWindows(received, now) {
  return received
    .map(({ start, digits, bits }) => ({ start: Date.parse(start), digits, bits }))
    .filter(({ start }) => start + WINDOW_MS > now)
    .sort((a, b) => a.start - b.start);
}

/** "1:23" of milliseconds, never "0:00" before the end. */
export function minuteText(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "3 h 40 min" or "12 min". */
export function stockText(milliseconds) {
  const minutes = Math.floor(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours} h ${String(minutes % 60).padStart(2, "0")} min` : `${minutes} min`;
}

/** "30/11/2026, 10:00" on the city's clock. @param {number} moment @param {string} zone */
export function momentText(moment, zone) {
  const options = { day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit" };
  return new Intl.DateTimeFormat("pt-BR", { ...options, timeZone: zone }).format(moment);
}
