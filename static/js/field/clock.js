/**
 * The phone's clock, corrected by the server's at each contact. A phone that claims to be earlier
 * than what the server last said, plus what has passed since, is wrong, and says so; its records
 * carry all three times.
 */

const TOLERANCE_MS = 2 * 60_000;

export function createClock() {
  let offsetMs = 0;
  let lastServerMs = 0;
  let heardAt = 0; // on the page's own watch, which nobody can set

  /** The latest time that has surely come. */
  function earliest() {
    return lastServerMs && lastServerMs + Math.round(performance.now() - heardAt);
  }

  /** Milliseconds, corrected; never before the last time the server told. */
  function now() {
    return Math.max(Date.now() + offsetMs, earliest());
  }

  return {
    now,
    /** Take the stored measure of an earlier visit. */
    restore(saved) {
      offsetMs = saved?.offsetMs ?? 0;
      lastServerMs = saved?.lastServerMs ?? 0;
      heardAt = performance.now();
    },
    /** Measure at a contact; the answer was made half way between. Returns what to store. */
    measure(serverNow, sentAt, arrivedAt) {
      lastServerMs = Date.parse(serverNow);
      heardAt = performance.now();
      offsetMs = Math.round(lastServerMs - (sentAt + arrivedAt) / 2);
      return { offsetMs, lastServerMs };
    },
    /** Whether the phone, corrected, stands before what has surely come. */
    isWrong: () => Date.now() + offsetMs < earliest() - TOLERANCE_MS,
    /**
     * The times of a record, ISO UTC; `last_server_time` is null before the first contact. A clock
     * set back does not put its hour on a paper; the server sees the difference and flags it.
     */
    stamp() {
      const device = Date.now();
      return {
        happened_at: new Date(now()).toISOString(),
        device_time: new Date(device).toISOString(),
        offset_ms: offsetMs,
        last_server_time: lastServerMs ? new Date(lastServerMs).toISOString() : null,
      };
    },
  };
}
