/**
 * One exchange with the server, told by its cause. Whether there is network is found by trying,
 * never by `navigator.onLine`.
 * @typedef {"ok"|"offline"|"server"|"signed-out"|"denied"|"wait"|"refused"} Kind
 * @typedef {{kind: Kind, body: any, sentAt: number, receivedAt: number}} Answer
 */

const PATIENCE_MS = 12_000;

/** @returns {Promise<Answer>} */
export function getJson(url) {
  return exchange(url, {});
}

/** @returns {Promise<Answer>} */
export function postJson(url, body, csrf) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": csrf };
  return exchange(url, { method: "POST", headers, body: JSON.stringify(body) });
}

async function exchange(url, options) {
  const sentAt = Date.now();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  const headers = { Accept: "application/json", ...options.headers };
  try {
    const response = await fetch(url, { ...options, headers, signal: stop.signal, cache: "no-store" });
    const body = await jsonOf(response);
    return { kind: kindOf(response.status, body), body, sentAt, receivedAt: Date.now() };
  } catch {
    return { kind: "offline", body: null, sentAt, receivedAt: Date.now() };
  } finally {
    clearTimeout(timer);
  }
}

/** Only JSON is an answer of ours: a hotel's portal answers 200 with its own page. */
async function jsonOf(response) {
  if (!(response.headers.get("Content-Type") ?? "").startsWith("application/json")) return null;
  return response.json();
}

/** @param {number} status @param {any} body @returns {Kind} */
export function kindOf(status, body) {
  if (body === null) return status >= 500 ? "server" : "offline";
  if (status === 401) return "signed-out";
  if (status === 403) return "denied";
  if (status === 429) return "wait";
  if (status >= 500) return "server";
  return status >= 400 ? "refused" : "ok";
}
