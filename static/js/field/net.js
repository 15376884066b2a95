/**
 * Questions to the server, each answered in time and by name: a captive portal, a dead server, an
 * ended session and a refusal are different things to the person in the street.
 *
 * @typedef {object} Answer
 * @property {"ok"|"unchanged"|"session"|"denied"|"refused"|"busy"|"server"|"portal"|"timeout"|"offline"} kind
 * @property {number} status
 * @property {any} body parsed JSON, or an ArrayBuffer where `binary` was asked
 * @property {number} sentAt milliseconds of the phone's clock
 * @property {number} arrivedAt
 * @property {string} [etag]
 */

const BY_STATUS = { 304: "unchanged", 401: "session", 403: "denied", 408: "timeout", 429: "busy" };
const REFUSED = new Set([400, 409, 413, 415, 422]);
let csrf = "";

/**
 * @param {string} path
 * @param {{body?: object, bytes?: ArrayBuffer, timeout?: number, binary?: boolean, etag?: string}} [options]
 *   `body` is posted as JSON, `bytes` are put as they are; `binary` asks for bytes
 * @returns {Promise<Answer>} never rejects
 */
export async function ask(path, options = {}) {
  const before = csrf;
  const answer = await once(path, options);
  const renewed = answer.kind === "denied" && (options.body || options.bytes) && csrf !== before;
  return renewed ? once(path, options) : answer;
}

/** The token that writes carry; `hello` and refusals bring it. */
export function csrfToken() {
  return csrf;
}

async function once(path, { body, bytes, timeout = 5000, binary = false, etag }) {
  const sentAt = Date.now();
  const done = (kind, status = 0, content = null, more = {}) => (
    { kind, status, body: content, sentAt, arrivedAt: Date.now(), ...more }
  );
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeout);
  try {
    const response = await fetch(path, request({ body, bytes, etag }, abort.signal));
    // A redirect is never ours: the portal of a café, or a sign-in page.
    if (response.type === "opaqueredirect") return done("portal");
    const kind = kindOf(response);
    if (kind === "unchanged") return done(kind, 304);
    if (binary && kind === "ok") {
      const tag = response.headers.get("ETag") ?? "";
      return done(kind, response.status, await response.arrayBuffer(), { etag: tag });
    }
    const content = await jsonOf(response);
    if (typeof content?.csrf === "string") csrf = content.csrf;
    return done(kind === "ok" && !content ? "portal" : kind, response.status, content);
  } catch {
    return done(abort.signal.aborted ? "timeout" : "offline");
  } finally {
    clearTimeout(timer);
  }
}

function request({ body, bytes, etag }, signal) {
  const headers = { Accept: "application/json" };
  if (etag) headers["If-None-Match"] = etag;
  const plain = { headers, signal, cache: "no-store", credentials: "same-origin", redirect: "manual" };
  if (!body && !bytes) return plain;
  headers["Content-Type"] = bytes ? "application/octet-stream" : "application/json";
  headers["X-CSRFToken"] = csrf;
  return bytes ? { ...plain, method: "PUT", body: bytes } : { ...plain, method: "POST", body: JSON.stringify(body) };
}

function kindOf(response) {
  if (response.ok) return "ok";
  if (REFUSED.has(response.status)) return "refused";
  return BY_STATUS[response.status] ?? "server";
}

async function jsonOf(response) {
  if (!(response.headers.get("Content-Type") ?? "").includes("application/json")) return null;
  const content = await response.json();
  return typeof content === "object" ? content : null;
}
