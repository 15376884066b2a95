/** The steps of a notice behind one face: draw one, tell it of a change, put it away. */

import { one } from "../field/dom.js";
import { createEndingStep } from "./ending_step.js";
import { createFactsStep } from "./facts_step.js";
import { createMeasuresStep } from "./measures_step.js";
import { createPeopleStep } from "./people_step.js";
import { createPhotos } from "./photos.js";
import { createRecent } from "./recent.js";
import { createRegistry } from "./registry.js";
import { createReviewStep } from "./review_step.js";
import { createTypeStep } from "./type_step.js";
import { createVehicleStep } from "./vehicle_step.js";

/**
 * @param {object} parts {root, sheet, t, clock, state, zone, redraw, completed, onNext, onChanged, onWitness}
 */
export function createSteps({ root, sheet, t, clock, state, zone, redraw, completed, onNext, onChanged, onWitness }) {
  const parts = (name) => ({ root: one(root, `[data-step="${name}"]`), sheet, t, clock, zone, redraw });
  const modalities = () => Object.entries(state.get().list?.pack.meta.modalities ?? {}).map(([value, name]) => ({ value, name }));
  const views = {
    type: createTypeStep({ ...parts("type"), modalities, onChosen: onNext, onChanged }),
    vehicle: createVehicleStep({ ...parts("vehicle"), cardsOf: (plate) => state.get().list?.pack.byPlate(plate) ?? [] }),
    people: createPeopleStep(parts("people")),
    facts: createFactsStep(parts("facts")),
    photos: createPhotos(parts("photos")),
    measures: createMeasuresStep(parts("measures")),
    review: createReviewStep({ ...parts("review"), completed }),
    ending: createEndingStep(parts("ending")),
  };
  const registry = createRegistry({ root, sheet, t, state, redraw: () => {
    redraw();
    views[root.dataset.now]?.draw();
  } });
  const recent = createRecent({ sheet, state });
  let open = null;

  function draw(step) {
    leave();
    open = views[step];
    open.draw();
    registry.draw();
    if (step === "review") recent.look();
  }

  function leave() {
    open?.leave?.();
    open = null;
  }

  for (const button of root.querySelectorAll("[data-witness-open]")) button.addEventListener("click", onWitness);
  return {
    draw,
    leave,
    changed: (step, path) => views[step]?.changed?.(path),
    /** Resolves when nothing of the open step is on its way into the phone. */
    settled: async () => open?.settled?.(),
  };
}
