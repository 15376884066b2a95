/**
 * One check of one car: the phone's own answer at once, the server's when it comes.
 *
 * @typedef {object} Check
 * @property {string} id
 * @property {number} at milliseconds, corrected
 * @property {object} stamp the three times of the record
 * @property {string} raw what was read or typed, as text
 * @property {object | null} token `{verdict, payload}`
 * @property {object | null} card
 * @property {object[]} cards several cars of one typed plate
 * @property {import("./judge.js").Judgement} judgement of the car
 * @property {import("./judge.js").Judgement} shown with the driver, where one was chosen
 * @property {object | null} driver `{id, name}` or `{name}` of somebody not on the list
 * @property {{kind: "asking"|"online"|"list", why?: string, at?: number}} source
 */

import { suggestions } from "../kernel/plate.js";
import { newId } from "../outbox/entries.js";
import { SignatureUnavailable } from "../seal/signature.js";
import { readUrl, verify } from "../seal/token.js";
import { civilDay } from "./civil.js";
import { judge } from "./judge.js";
import { ask } from "./net.js";
import { verifyFallback } from "./packs.js";
import { trust } from "./words.js";

const PATIENCE_MS = 3000;

/** @param {{state: any, clock: any}} parts */
export function createChecks({ state, clock }) {
  /** A scanned text: verified here, looked up in the list. @returns {Promise<Check>} */
  async function ofCode(raw) {
    const { list, session } = state.get();
    const check = begin(raw, "code");
    try {
      check.token = list ? await verifyHere(raw, list, session) : hostOnly(raw, session);
    } catch (error) {
      if (!(error instanceof SignatureUnavailable)) throw error;
      check.token = { verdict: "no_crypto", payload: null };
    }
    const { payload } = check.token ?? {};
    check.card = (payload && list?.pack.byIndex(payload.index)) || null;
    check.digits = digitsOf(raw, session);
    return settle(check, listTrust(list));
  }

  /** A typed plate. @returns {Promise<Check>} */
  async function ofPlate(plate) {
    const { list } = state.get();
    const check = begin(plate, "plate");
    take(check, list ? list.pack.byPlate(plate) : []);
    if (!check.cards.length) check.near = suggestions(plate).filter((other) => list?.pack.byPlate(other).length).slice(0, 2);
    return settle(check, listTrust(list));
  }

  /** Ask the server; resolves true when its answer replaced the phone's. */
  async function askServer(check) {
    const question = check.way === "plate" ? { plate: check.raw } : { digits: check.digits };
    if (check.way === "code" && !check.digits) return false;
    const answer = await ask("/campo/consulta", { body: question, timeout: PATIENCE_MS });
    if (answer.kind !== "ok" || typeof answer.body.found !== "boolean") {
      check.source = { kind: "list", why: answer.kind === "ok" ? "portal" : answer.kind };
      return false;
    }
    const { card, cards, token, server_now: at } = answer.body;
    if (check.way === "plate") take(check, cards?.length ? cards : card ? [card] : []);
    else {
      check.card = card;
      check.token = check.token?.payload ? check.token : { ...check.token, ...serverToken(token, card) };
    }
    check.source = { kind: "online", at: Date.parse(at) };
    settle(check, "online");
    return true;
  }

  /** Choose one of several cars with the typed plate. */
  function choose(check, card) {
    check.card = card;
    check.cards = [card];
    settle(check, check.source.kind === "online" ? "online" : listTrust(state.get().list));
  }

  function settle(check, howFresh) {
    const { session, list } = state.get();
    check.today = civilDay(clock.now(), zoneOf(session, list));
    check.trust = howFresh;
    const { token, card, today } = check;
    check.judgement = judge({ token, card, trust: howFresh ?? "stale", today, training: isTraining(session, list) });
    if (!howFresh && !["foreign_host", "not_a_seal"].includes(check.judgement.kind)) {
      check.judgement = { ...check.judgement, kind: "no_list", level: "unknown" };
    } else if (token?.verdict === "no_crypto") {
      check.judgement = { ...check.judgement, kind: "no_crypto", level: "unknown" };
    }
    if (!check.driver) check.shown = check.judgement;
    return check;
  }

  function listTrust(list) {
    if (!list) return null;
    const now = clock.now();
    if (clock.isWrong() || now > list.validUntil) return "stale";
    return trust(now - list.generatedAt);
  }

  function verifyHere(raw, list, session) {
    const now = clock.now();
    const { meta } = list.pack;
    return verify(raw, {
      hosts: meta.hosts,
      keyset: list.keyset,
      municipality: Number(meta.ibge),
      now,
      today: civilDay(now, zoneOf(session, list)),
      verifyFallback,
    });
  }

  function begin(raw, way) {
    return {
      id: newId(), way, raw, at: clock.now(), stamp: clock.stamp(), token: null, card: null,
      cards: [], near: [], driver: null, source: { kind: "asking" }, judgement: null, shown: null, digits: null,
    };
  }

  return { ofCode, ofPlate, askServer, choose };
}

/** The zone of the city; Brasília's before any contact. */
export function zoneOf(session, list) {
  return session?.city.time_zone ?? list?.pack.meta.timeZone ?? "America/Sao_Paulo";
}

/** Training until the city says otherwise: the safe side. */
export function isTraining(session, list) {
  return session?.training ?? list?.pack.meta.training ?? true;
}

/** Live seals of the plate; a cancelled one only when there is no other. */
function take(check, cards) {
  const living = cards.filter((card) => card.state !== "dead");
  check.cards = living.length ? living : cards.slice(0, 1);
  check.card = check.cards.length === 1 ? check.cards[0] : null;
}

/** Without a list nothing is verified here; a foreign address is refused all the same. */
function hostOnly(raw, session) {
  try {
    readUrl(raw, session?.hosts ?? []);
    return { verdict: "unknown_key", payload: null };
  } catch (error) {
    return { verdict: error.verdict ?? "not_a_seal", payload: null };
  }
}

/** Only digits of an address of ours are ever sent, whatever else the code holds. */
function digitsOf(raw, session) {
  try {
    return readUrl(raw, session?.hosts ?? []);
  } catch {
    return null;
  }
}

/** What the server read of a code that this phone could not verify. */
function serverToken(token, card) {
  if (!token) return {};
  const windowStart = token.window_start ? Date.parse(token.window_start) : null;
  const payload = card && { type: token.type, windowStart, index: card.index, plate: card.plate };
  return { verdict: token.verdict, payload: payload ?? null };
}
