/**
 * From a code and the list's card to what the screen says. Pure: no network, no clock, no words.
 * The phone interprets no law: it looks up the day in the timeline that the server computed.
 *
 * @typedef {"green"|"amber"|"red"|"unknown"} Level
 * @typedef {{code: string, params: object, level: Level | "info", text?: string}} Finding of the catalogue
 * @typedef {object} Judgement
 * @property {string} kind "verdict", or the name of a plain screen
 * @property {Level} level
 * @property {"live"|"printed"|"late"|"plate"} how
 * @property {Finding[]} findings in order of weight
 * @property {string[]} cautions keys of sentences that are ours, not the law's
 */

const ORDER = ["green", "unknown", "amber", "red"];
const WEIGHT = { red: 0, amber: 1, unknown: 2, info: 3, green: 4 };
const RED_SCREENS = new Set(["forged", "foreign_host", "revoked_key", "not_issued"]);
const SCREEN_OF = {
  not_a_seal: "not_a_seal",
  foreign_host: "foreign_host",
  foreign_city: "foreign_city",
  bad_signature: "forged",
  key_wrong_type: "forged",
  other_plate: "forged",
  key_revoked: "revoked_key",
  unknown_key: "unknown_key",
  key_not_yet: "unknown_key",
  key_expired: "unknown_key",
  not_issued: "not_issued",
};
// Verdicts after which the signature is known to be the city's.
const AUTHENTIC = new Set(["ok", "expired", "window_past", "window_future", "suspended", "dead"]);
const PHONE_STATIC = 2;

/**
 * @param {object} input
 * @param {{verdict: string, payload: object | null} | null} input.token null for a typed plate
 * @param {object | null} input.card
 * @param {"online"|"fresh"|"old"|"stale"} input.trust where the card comes from and how old it is
 * @param {string} input.today civil day of the city
 * @param {boolean} input.training
 * @returns {Judgement}
 */
export function judge({ token, card, trust, today, training }) {
  const how = howRead(token);
  const plain = (kind, level) => ({ kind, level, how, findings: [], cautions: [] });
  if (token && !AUTHENTIC.has(token.verdict)) {
    const kind = SCREEN_OF[token.verdict] ?? "unreadable";
    return plain(kind, RED_SCREENS.has(kind) ? "red" : "unknown");
  }
  if (token?.payload?.test && !training) return plain("test_code", "red");
  if (!card) return missing(token, trust, plain);
  if (token?.payload && !samePlate(card, token.payload.plate)) return plain("forged", "red");
  if (card.state === "dead") return plain("dead", "red");
  if (trust === "stale") return { ...plain(token ? "stale" : "stale_plate", "unknown"), cautions: doubts(token) };
  return verdictOf({ token, card, trust, today, how });
}

/**
 * The verdict of car and driver together. @param {Judgement} car
 * @param {Finding[]} driverFindings @param {Level} driverLevel
 */
export function withDriver(car, driverFindings, driverLevel) {
  const known = new Set(car.findings.map(({ code }) => code));
  const added = driverFindings.filter(({ code }) => !known.has(code));
  return {
    ...car,
    level: worst(car.level, driverLevel),
    findings: [...added, ...car.findings].sort(byWeight),
  };
}

/** `{level, findings}` of a timeline on a day; "unknown" where the timeline does not reach. */
export function onDay(segments, today) {
  const found = segments.find(([until]) => until === null || until >= today);
  if (!found) return { level: "unknown", findings: [] };
  const [, level, findings] = found;
  return { level, findings: findings.map(([code, params, own]) => ({ code, params: params ?? {}, level: own ?? level })) };
}

/** The worse of two levels; red is the worst, and not knowing is worse than green. */
export function worst(a, b) {
  return ORDER.indexOf(a) > ORDER.indexOf(b) ? a : b;
}

/** Whether a card is the car with that plate, in the old or the Mercosul pattern. */
export function samePlate(card, plate) {
  return card.plate === plate || Boolean(card.twin && card.twin === plate);
}

function verdictOf({ token, card, trust, today, how }) {
  const day = onDay(card.segments, today);
  const cautions = doubts(token);
  if (trust === "old") cautions.push("old_list");
  if (day.level === "unknown") cautions.push("beyond_list");
  const findings = [...day.findings, ...sealFindings(token, card, day.findings)];
  const level = findings.reduce((level, finding) => worst(level, finding.level), day.level);
  return {
    kind: "verdict",
    level: cautions.length ? worst(level, "amber") : level,
    how,
    findings: findings.sort(byWeight),
    cautions,
  };
}

/** What the code itself says, where the list does not say it already. */
function sealFindings(token, card, present) {
  const has = (code) => present.some((finding) => finding.code === code);
  const found = [];
  if (card.state === "suspended" && !has("seal_genuine.suspended")) {
    found.push({ code: "seal_genuine.suspended", params: {}, level: "red" });
  }
  if (token?.verdict === "expired" && !has("seal_genuine.expired")) {
    found.push({ code: "seal_genuine.expired", params: { date: token.payload.expiry }, level: "red" });
  }
  return found;
}

/** Not in the list: the server's "no" is final, an offline list only does not know it yet. */
function missing(token, trust, plain) {
  if (!token) return plain(trust === "online" ? "plate_absent" : "plate_not_in_list", "unknown");
  return trust === "online" ? plain("not_issued", "red") : plain("not_in_list", "unknown");
}

function howRead(token) {
  if (!token) return "plate";
  if (["window_past", "window_future"].includes(token.verdict)) return "late";
  if (token.payload?.type === PHONE_STATIC) return "late";
  return typeof token.payload?.windowStart === "number" ? "live" : "printed";
}

function doubts(token) {
  if (token?.verdict === "window_past") return ["window_past"];
  if (token?.verdict === "window_future") return ["window_future"];
  return token?.payload?.type === PHONE_STATIC ? ["phone_static"] : [];
}

function byWeight(a, b) {
  return WEIGHT[a.level] - WEIGHT[b.level];
}
