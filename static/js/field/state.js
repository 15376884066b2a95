/** What the page knows right now, in one place; views draw again when it changes. */

/**
 * @typedef {object} State
 * @property {"unknown"|"online"|"offline"|"timeout"|"portal"|"server"|"session"|"denied"} connection
 * @property {object | null} session agent and city of the last sign-in on this phone
 * @property {object | null} list the opened pack with its meta
 * @property {string} listProblem "" | "invalid" | "none"
 * @property {boolean} updateReady
 * @property {{waiting: number} | null} wiped the phone lost its storage
 */

/** @param {State} initial */
export function createState(initial) {
  let current = initial;
  const listeners = new Set();
  return {
    get: () => current,
    /** @param {Partial<State>} changes */
    set(changes) {
      if (Object.entries(changes).every(([name, value]) => current[name] === value)) return;
      current = { ...current, ...changes };
      for (const listener of listeners) listener(current);
    },
    subscribe: (listener) => listeners.add(listener),
  };
}
