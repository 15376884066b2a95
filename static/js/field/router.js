/**
 * Views are sections of the one page. Each step is an entry of the browser's history, so that the
 * phone's Back button goes one step back and never leaves a record half done.
 */

import { one } from "./dom.js";

/**
 * @typedef {object} View
 * @property {(parameters: any) => (boolean | void)} [enter] false: this view cannot be shown now
 * @property {() => void} [leave]
 */

/** @param {Record<string, View>} views by the name of their section @param {() => void} onShown */
export function createRouter(views, onShown) {
  const heading = one(document, "[data-heading]");
  const back = one(document, "[data-back]");
  let current = "";
  let afterward = null; // what to do once the browser has gone back

  function show(step) {
    views[current]?.leave?.();
    current = step.view;
    const section = sectionOf(current);
    for (const other of document.querySelectorAll("[data-view]")) other.hidden = other !== section;
    heading.textContent = section.dataset.title;
    heading.classList.toggle("sr", "headingHidden" in section.dataset);
    document.body.dataset.now = current;
    back.hidden = ["home", "welcome"].includes(current);
    scrollTo(0, 0);
    heading.focus({ preventScroll: true });
    if (views[current]?.enter?.(step.parameters) === false) replace("home");
    else onShown();
  }

  function go(view, parameters = {}) {
    const depth = (history.state?.depth ?? 0) + 1;
    history.pushState({ view, parameters, depth }, "");
    show({ view, parameters });
  }

  /** Take the place of the present step. */
  function replace(view, parameters = {}) {
    history.replaceState({ view, parameters, depth: history.state?.depth ?? 0 }, "");
    show({ view, parameters });
  }

  /** Several steps in the place of this one, the last one shown: Back walks them as if they had been walked. */
  function through(view, steps) {
    let depth = history.state?.depth ?? 0;
    history.replaceState({ view, parameters: steps[0], depth }, "");
    for (const parameters of steps.slice(1)) {
      depth += 1;
      history.pushState({ view, parameters, depth }, "");
    }
    show({ view, parameters: steps.at(-1) });
  }

  /** Forget the steps behind, then show a view one step from home. */
  function restart(view, parameters = {}) {
    const depth = history.state?.depth ?? 0;
    const onward = () => {
      history.replaceState({ view: "home", parameters: {}, depth: 0 }, "");
      go(view, parameters);
    };
    if (!depth) return onward();
    afterward = onward;
    return history.go(-depth);
  }

  /** Back to the first step, leaving nothing behind that Back would open again. */
  function home() {
    const depth = history.state?.depth ?? 0;
    if (depth > 0) history.go(-depth);
    else replace("home");
  }

  addEventListener("popstate", (event) => {
    const onward = afterward;
    afterward = null;
    if (onward) return onward();
    return show(event.state?.view ? event.state : { view: "home", parameters: {} });
  });
  back.addEventListener("click", () => history.back());
  document.addEventListener("click", (event) => {
    const opener = event.target.closest?.("[data-open]");
    if (opener) go(opener.dataset.open);
  });

  return { go, replace, home, through, restart, current: () => current, setHeading: (text) => { heading.textContent = text; } };
}

function sectionOf(view) {
  return one(document, `[data-view="${view}"]`);
}
