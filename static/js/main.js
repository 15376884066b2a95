// Finds the behaviours a page asks for by `data-module` and starts each once.
const MODULES = {
  focus: () => import("./office/focus.js"),
  print: () => import("./office/print.js"),
  "sign-out": () => import("./office/sign_out.js"),
};

/** Start the modules inside `root`; pages swapped in by htmx are started too. */
export async function start(root) {
  for (const element of root.querySelectorAll("[data-module]")) {
    const load = MODULES[element.dataset.module];
    if (!load || element.dataset.started) continue;
    element.dataset.started = "1";
    (await load()).default(element);
  }
}

document.addEventListener("htmx:load", (event) => start(event.detail.elt.parentNode ?? document));
start(document);
