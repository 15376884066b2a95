/** How the visit ended, in one word; what failed and until when; and what becomes of the seal. */

import { civilDay, clockTime, slashed } from "../field/civil.js";
import { copy, drawIcon, onSingleTap, one, say } from "../field/dom.js";
import { signal } from "../field/signal.js";
import { display, isPlate } from "../kernel/plate.js";
import { onChange } from "../outbox/entries.js";
import { frozenRecord } from "../outbox/freeze.js";
import { told } from "./told.js";

const NO_ID = "0".repeat(32); // in the addresses of the template

/** @param {object} parts {root, t, clock, state, zone, catalogue, onNext, onHome} */
export function createDoneStep({ root, t, clock, state, zone, catalogue, onNext, onHome }) {
  const at = (name) => one(root, `[data-result-${name}]`);
  let frozen = null;
  let id = "";
  let signalled = "";

  /** False when the record is no longer kept here, or is somebody else's. */
  async function draw(entryId) {
    id = entryId;
    frozen = await frozenRecord(entryId);
    if (frozen?.record.account_id !== state.get().session.agent.account_id) return false;
    write();
    return true;
  }

  function write() {
    const said = told(frozen, catalogue());
    const { level, icon } = said;
    at("band").dataset.level = level;
    drawIcon(at("icon"), icon);
    at("word").textContent = t(`result.${said.result}`);
    say(at("differs"), said.differs ? t("result.differs") : "");
    const { plate, make_model: makeModel } = frozen.record.vehicle;
    at("plate").textContent = isPlate(plate) ? display(plate) : plate;
    at("car").textContent = [makeModel, said.occasion].filter(Boolean).join(" · ");
    at("defects-title").hidden = !said.defects.length;
    at("defects").replaceChildren(...said.defects.map(line));
    say(at("cure"), said.cureBy ? t(said.stopped ? "result.cure.stopped" : "result.cure", { day: slashed(said.cureBy) }) : said.result === "failed" && said.stopped ? t("result.stopped") : "");
    say(at("cite"), said.result === "failed" ? said.cureWords : "");
    say(at("report"), said.report ? t("result.report", { number: said.report }) : "");
    at("seal").dataset.kind = said.seal ? "given" : "waits";
    say(at("seal"), sealWords(said));
    say(at("words"), stateWords());
    drawActions(said);
    announce(level);
  }

  function line({ label, note, dueOn }) {
    const row = copy("[data-result-defect]");
    one(row, "[data-label]").textContent = label;
    say(one(row, "[data-note]"), note);
    say(one(row, "[data-due]"), dueOn ? t("result.due", { day: slashed(dueOn) }) : "");
    return row;
  }

  function sealWords(said) {
    if (said.seal) return t("result.seal", { number: said.seal.number, day: slashed(said.seal.expires_on) });
    if (said.result !== "approved") return "";
    if (said.sealless) return t("result.seal.none");
    if (!frozen.receipt) return t("result.seal.later");
    return said.sealWaits;
  }

  function stateWords() {
    const { state: where, receipt } = frozen;
    if (where === "attention") return t("result.state.attention");
    if (!receipt) return t(state.get().connection === "online" ? "result.state.sending" : "result.state.kept");
    const ms = Date.parse(receipt.received_at);
    return t("result.state.sent", { day: slashed(civilDay(ms, zone())), time: clockTime(ms, zone()) });
  }

  /** Pages of the office: printing and handing over need the server. */
  function drawActions({ seal, ready }) {
    link("print", Boolean(seal));
    link("deliver", ready && !seal);
  }

  function link(name, open) {
    at(name).hidden = !open;
    at(name).href = at(name).dataset.url.replace(NO_ID, id);
  }

  /** Once for each visit that ends on this page. */
  function announce(level) {
    if (signalled === id) return;
    signalled = id; // not again when the list shows it
    signal(level);
    one(document, "[data-live]").textContent = [at("word").textContent, [...frozen.record.vehicle.plate].join(" ")].join(", ");
  }

  /** The receipt may come while the inspector still looks. */
  async function refresh() {
    if (!shown()) return;
    const now = await frozenRecord(id).catch(() => null);
    if (!now || !shown() || (now.state === frozen.state && now.receipt?.received_at === frozen.receipt?.received_at)) return;
    frozen = now;
    write();
  }

  function shown() {
    return Boolean(frozen) && !root.hidden && root.dataset.now === "done";
  }

  onChange(refresh);
  state.subscribe(() => {
    if (shown()) say(at("words"), stateWords());
  });
  onSingleTap(at("next"), onNext);
  onSingleTap(at("home"), onHome);
  return { draw };
}
