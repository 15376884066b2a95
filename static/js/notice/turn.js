/**
 * One tab writes a draft at a time, so that two never undo each other. Whoever opens a draft asks for
 * its turn: a tab that shows something else lets go by itself, one that is writing goes on until the
 * person asks for the draft here. A closed or killed tab holds nothing; one asleep loses it in time.
 */

const CHANNEL = "confere-draft";
const ANSWER_MS = 400; // for a tab that only has to let go
const FLUSH_MS = 2000; // for one that stores its last letters first

/**
 * @param {object} parts
 * @param {() => boolean} parts.isWriting the draft stands on this tab's screen
 * @param {() => Promise<void>} parts.onLeaving store what is still on its way, and let the draft go
 * @param {() => void} parts.onLost another tab writes from now on
 */
export function createTurn({ isWriting, onLeaving, onLost }) {
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  let held = null; // {id, release}

  /** True when this tab may write that draft; `insist`: the person wants it here. */
  async function take(id, insist = false) {
    if (held?.id === id) return true;
    drop();
    if (!navigator.locks) return true; // each save looks at the stored state, as it always did
    channel?.postMessage({ id, insist });
    const inTime = AbortSignal.timeout(insist ? FLUSH_MS : ANSWER_MS);
    return (await lock(id, { signal: inTime })) || (insist && lock(id, { steal: true }));
  }

  /** Resolves once the lock is had, or is not to be had. */
  function lock(id, options) {
    return new Promise((resolve) => {
      let mine = null;
      const until = (release) => {
        mine = held = { id, release };
        resolve(true);
      };
      navigator.locks.request(`${CHANNEL}:${id}`, options, () => new Promise(until)).catch(() => {
        resolve(false);
        if (mine && held === mine) lose(); // taken from a tab that did not answer
      });
    });
  }

  function drop() {
    held?.release();
    held = null;
  }

  async function lose() {
    const seen = isWriting();
    await onLeaving();
    drop();
    if (seen) onLost();
  }

  channel?.addEventListener("message", ({ data }) => {
    if (held?.id === data.id && (data.insist || !isWriting())) lose();
  });
  return { take, drop };
}
