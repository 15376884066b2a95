/**
 * The phone's clock, corrected by the server's at each contact. A phone that claims to be earlier
 * than what the server last said is wrong, and says so; its records carry all three times.
 */

const TOLERANCE_MS = 2 * 60_000;

export function createClock() {
  let offsetMs = 0;
  let lastServerMs = 0;

  /** Milliseconds, corrected; never before the last time the server told. */
  function now() {
    return Math.max(Date.now() + offsetMs, lastServerMs);
  }

  return {
    now,
    /** Take the stored measure of an earlier visit. */
    restore(saved) {
      offsetMs = saved?.offsetMs ?? 0;
      lastServerMs = saved?.lastServerMs ?? 0;
    },
    /** Measure at a contact; the answer was made half way between. Returns what to store. */
    measure(serverNow, sentAt, arrivedAt) {
      lastServerMs = Date.parse(serverNow);
      offsetMs = Math.round(lastServerMs - (sentAt + arrivedAt) / 2);
      return { offsetMs, lastServerMs };
    },
    /** Whether the phone, corrected, stands before the last contact. */
    isWrong: () => Date.now() + offsetMs < lastServerMs - TOLERANCE_MS,
    /** The times of a record, ISO UTC; `last_server_time` is "" before the first contact. */
    stamp() {
      const device = Date.now();
      return {
        happened_at: new Date(device + offsetMs).toISOString(),
        device_time: new Date(device).toISOString(),
        offset_ms: offsetMs,
        last_server_time: lastServerMs ? new Date(lastServerMs).toISOString() : null,
      };
    },
  };
}
