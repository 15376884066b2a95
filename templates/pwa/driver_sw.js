/**
 * The driver's page with no signal: keeps the shell and its files of one release, nothing else.
 * It answers GET only, and never for data: those live in the page's own database.
 */
const CACHE = "permissao-{{ release }}";
const SHELL = {{ shell|tojson }};
const FILES = new Set({{ files|tojson }});
const PATIENCE_MS = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(keepRelease().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOldReleases().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && url.pathname === SHELL) event.respondWith(freshOrKept(request));
  else if (FILES.has(url.pathname)) event.respondWith(keptOrFresh(request));
});

// Without cookies: the shell is nobody's, and an answer to it must not touch the session.
async function keepRelease() {
  const cache = await caches.open(CACHE);
  const options = { cache: "reload", credentials: "omit" };
  await cache.addAll([SHELL, ...FILES].map((path) => new Request(path, options)));
}

async function forgetOldReleases() {
  const names = (await caches.keys()).filter((name) => name.startsWith("permissao-") && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}

// The network first, so that a new release shows at once. Its answer is not stored here: the kept
// page and the kept files must stay of one release.
async function freshOrKept(request) {
  const kept = await caches.match(SHELL, { cacheName: CACHE, ignoreVary: true });
  try {
    const signal = kept ? AbortSignal.timeout?.(PATIENCE_MS) : undefined;
    const response = await fetch(request.url, { signal, credentials: "omit" });
    return response.ok || !kept ? response : kept;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function keptOrFresh(request) {
  const kept = await caches.match(request, { cacheName: CACHE, ignoreVary: true });
  return kept ?? fetch(request);
}
