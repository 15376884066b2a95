/** The steps of a visit behind one face: each is made when it is entered and thrown away when it is left. */

import { one } from "../field/dom.js";
import { createChecklistStep } from "./checklist_step.js";
import { createFeeStep } from "./fee_step.js";
import { createIdentifyStep } from "./identify_step.js";
import { createReviewStep } from "./review_step.js";
import { createShotsStep } from "./shots_step.js";

const MAKERS = {
  identify: createIdentifyStep, fee: createFeeStep, shots: createShotsStep,
  checklist: createChecklistStep, review: createReviewStep,
};

/**
 * @param {object} parts {root, sheet, t, clock, state, zone, whereabouts, lookup, completed, onChanged, onJump}
 */
export function createSteps({ root, sheet, t, clock, state, zone, whereabouts, lookup, completed, onChanged, onJump }) {
  let open = null;

  /** Resolves once the step is there to be used. */
  async function enter(name) {
    leave();
    const step = MAKERS[name]({
      root: one(root, `[data-step="${name}"] [data-step-root]`), sheet, t, clock, state, whereabouts, lookup, completed,
      zone: zone(), catalogue: sheet.catalogue(), entryId: sheet.id(), accountId: sheet.accountId(),
      modalities: () => Object.entries(state.get().list?.pack.meta.modalities ?? {}).map(([value, words]) => ({ value, name: words })),
      onChanged, onJump,
    });
    open = step;
    await step.enter();
  }

  function leave() {
    open?.leave();
    open = null;
  }

  return {
    enter,
    leave,
    draw: () => open?.draw?.(),
    /** The words and the act of the main button, where the step has its own; else null. */
    main: () => open?.main?.() ?? null,
    reach: (field) => open?.reach?.(field) ?? false,
    placed: (words) => open?.placed?.(words),
    /** Resolves when nothing of the open step is on its way into the phone. */
    settled: async () => open?.settled(),
  };
}
