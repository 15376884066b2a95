/**
 * New releases: the worker fetches them in the background and waits. The page offers the change
 * only while nothing is being written, and never reloads by itself.
 */

/**
 * Register the worker. `onWaiting()` when a new release is ready.
 * @param {string} address @param {() => void} onWaiting
 */
export async function registerWorker(address, onWaiting) {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(address, {
      scope: "/campo/", updateViaCache: "none",
    });
    if (registration.waiting && registration.active) onWaiting();
    registration.addEventListener("updatefound", () => {
      const fresh = registration.installing;
      fresh?.addEventListener("statechange", () => {
        // Without an active worker it is the first installation, not an update.
        if (fresh.state === "installed" && registration.active) onWaiting();
      });
    });
    addEventListener("focus", () => registration.update().catch(() => undefined));
  } catch (error) {
    console.warn("no worker: the app will not open without signal", error);
  }
}

/** Look for a new release now: the server says that there is one. */
export async function checkForUpdate() {
  const registration = await navigator.serviceWorker?.getRegistration("/campo/");
  await registration?.update().catch(() => undefined);
}

/** Switch to the waiting release and open it. */
export async function applyUpdate() {
  const registration = await navigator.serviceWorker.getRegistration("/campo/");
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  if (registration?.waiting) registration.waiting.postMessage("apply-update");
  else location.reload();
}
