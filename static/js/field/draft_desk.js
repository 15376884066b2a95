/**
 * Whose turn it is to write a draft, and what it holds: the same for every form that is written
 * over several steps. One tab writes, the draft is this person's own, and what is typed is kept.
 */

import { createTurn } from "../notice/turn.js";
import { openEntry } from "../outbox/entries.js";
import { createKeeper } from "./keeper.js";

/**
 * @param {object} parts
 * @param {ReturnType<import("./state.js").createState>} parts.state tells whose phone it is now
 * @param {() => boolean} parts.isWriting a step of the draft stands on the screen
 * @param {() => void} parts.onKept after each save @param {(unsaved: boolean) => void} parts.onUnsaved
 * @param {() => void} parts.onLeave the draft goes: steps let go of what they hold
 * @param {() => void} parts.onLost another tab writes from now on
 * @param {() => void} parts.onStranger the phone is somebody else's from now on
 */
export function createDraftDesk({ state, isWriting, onKept, onUnsaved, onLeave, onLost, onStranger }) {
  const account = () => state.get().session?.agent.account_id;
  const keeper = createKeeper((saved, error) => {
    onUnsaved(!saved);
    if (saved) return onKept();
    return console.warn("draft not saved", error);
  });
  const turn = createTurn({ isWriting, onLeaving: () => keeper.settled().then(letGo), onLost });

  function letGo() {
    onLeave();
    keeper.hold(null);
    onUnsaved(false);
  }

  /** What one person began is not shown to the next who signs in on this phone. */
  async function changedHands() {
    const held = keeper.current();
    if (!held || held.accountId === account()) return;
    const seen = isWriting();
    await keeper.settled();
    if (keeper.current()?.id !== held.id) return;
    letGo();
    turn.drop();
    if (seen) onStranger();
  }

  state.subscribe(changedHands);
  return {
    keeper,
    /** True when this tab may write; `insist`: the person wants it here. */
    take: turn.take,
    /** The draft of this page, or of an earlier visit; false when it is not this person's to write. */
    async hold(id) {
      if (keeper.current()?.id === id && (await openEntry(id))?.state === "draft") return true;
      await keeper.settled();
      const entry = await openEntry(id);
      if (entry?.state !== "draft" || entry.accountId !== account()) return false;
      keeper.hold(entry);
      return true;
    },
    /** A new draft, stored before the first key. @param {import("../outbox/entries.js").Entry} entry */
    async begin(entry) {
      keeper.hold(entry);
      await keeper.save().catch(() => undefined);
    },
    /** It is finished or thrown away. */
    forget() {
      letGo();
      turn.drop();
    },
  };
}
