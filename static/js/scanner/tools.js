/** Torch, zoom and lens: buttons that appear only where the phone can do it. */

import { one } from "../field/dom.js";

/** @param {Element} root @param {ReturnType<import("./camera.js").createCamera>} camera */
export function createTools(root, camera, onRestarted) {
  const bar = one(root, "[data-scan-tools]");
  const torch = one(bar, "[data-torch]");
  const zoom = one(bar, "[data-zoom]");
  const lens = one(bar, "[data-lens]");

  async function draw() {
    const can = await camera.abilities();
    torch.hidden = !can.torch;
    zoom.hidden = !can.zoom;
    lens.hidden = can.lenses < 2;
    bar.hidden = torch.hidden && zoom.hidden && lens.hidden;
  }

  function toggle(button, apply) {
    button.addEventListener("click", async () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      try {
        await apply(on);
        button.setAttribute("aria-pressed", String(on));
      } catch (error) {
        console.warn("camera refused", error);
        button.hidden = true;
      }
    });
  }

  toggle(torch, camera.setTorch);
  toggle(zoom, camera.setZoom);
  lens.addEventListener("click", async () => {
    reset();
    await camera.nextLens();
    await draw();
    onRestarted();
  });

  /** A torch left on would empty the battery in the pocket. */
  function reset() {
    if (torch.getAttribute("aria-pressed") === "true") camera.setTorch(false)?.catch?.(() => undefined);
    for (const button of [torch, zoom]) button.setAttribute("aria-pressed", "false");
  }

  return { draw, reset };
}
