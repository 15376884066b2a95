/**
 * The worker of the field app, for /campo/ alone. It answers GET for the page and its files, so that
 * the app opens with no signal. It never touches a write, a verdict, the list or a picture: those
 * are asked by the page itself. A new release waits until the page says that nothing is being written.
 */
const RELEASE = {{ release|tojson }};
const SHELL = {{ shell|tojson }};
const FILES = {{ files|tojson }};
const CACHE = `campo-${RELEASE}`;
const PATIENCE_MS = 2500;

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("message", ({ data }) => data === "apply-update" && skipWaiting());
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pathname === SHELL) event.respondWith(page());
  else if (/^(\/campo)?\/s\//.test(pathname)) event.respondWith(file(request));
});

async function keepAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  const shell = await fetch(SHELL, { cache: "no-store" });
  if (!(await isOurs(shell.clone()))) throw new Error("the page is not ours");
  await cache.put(SHELL, shell);
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith("campo-") && name !== CACHE) await caches.delete(name);
  }
  await clients.claim();
}

/** The newest page when the network is quick and really ours; the kept one otherwise. */
async function page() {
  const kept = () => caches.match(SHELL, { cacheName: CACHE });
  const slow = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const fresh = fetch(SHELL, { cache: "no-store" })
    .then(async (response) => ((await isOurs(response.clone())) ? response : undefined))
    .catch(() => undefined);
  return (await Promise.race([fresh, slow])) ?? (await kept()) ?? (await fresh) ?? Response.error();
}

/** A captive portal answers 200 too: only our page carries the mark of a release. */
async function isOurs(response) {
  return response.ok && !response.redirected && (await response.text()).includes("data-release=");
}

/** Files never change under their address: the kept one is the right one. */
async function file(request) {
  const kept = await caches.match(request, { cacheName: CACHE });
  return kept ?? fetch(request);
}
