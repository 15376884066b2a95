/**
 * Writing a notice, step by step. Every keystroke is already stored; a killed browser resumes at
 * the step where it stood. The steps know their fields, this view knows their order.
 */

import { zoneOf } from "../field/check.js";
import { civilDay, clockTime } from "../field/civil.js";
import { one, say } from "../field/dom.js";
import { createDraftDesk } from "../field/draft_desk.js";
import { display, isPlate } from "../kernel/plate.js";
import { newId } from "../outbox/entries.js";
import { free } from "../outbox/numbers.js";
import { createAskFields } from "./ask_fields.js";
import { completed, NOT_YET } from "./complete.js";
import { createDoneStep } from "./done_step.js";
import { createAgain } from "./again_box.js";
import { createAnnul } from "./annul.js";
import { another } from "./draft.js";
import { createFinish } from "./finish.js";
import { createProblemList, fieldOf, reach } from "./problem_list.js";
import { problemsOf } from "./problems.js";
import { createSheet } from "./sheet.js";
import { after, stepsOf } from "./steps.js";
import { createSteps } from "./step_views.js";

const NOT_WRITING = ["done", "elsewhere", "none"];
const NOTHING_KNOWN = { checkReasons: [], reasonWords: "", prefilled: {}, drivers: [], operator: "", authorised: null };

/** @param {object} parts {state, clock, t, router, device, onUnsaved, onFrozen, onAnnul} */
export function createNoticeView({ state, clock, t, router, device, onUnsaved, onFrozen }) {
  const root = one(document, '[data-view="notice"]');
  const at = (name) => one(root, `[data-notice-${name}]`);
  const desk = createDraftDesk({
    state,
    isWriting: () => !root.hidden && !NOT_WRITING.includes(root.dataset.now),
    onKept: () => say(at("saved"), t("saved.at", { time: clockTime(clock.now(), zone(), true) })),
    onUnsaved,
    onLeave: () => steps.leave(),
    onLost: () => place("elsewhere"),
    onStranger: () => router.replace("home"),
  });
  const { keeper } = desk;
  const catalogue = () => state.get().list?.pack.meta.notices;
  const sheet = createSheet(keeper, catalogue);
  const fields = createAskFields(root, sheet, t, changed);
  const problems = createProblemList(root, t, jump);
  const done = createDoneStep({ root, t, zone, catalogue, onCopy: (id) => router.go("copy", { id }), onAnother: oneMore, onHome: () => router.home() });
  const steps = createSteps({
    root, sheet, t, clock, state, zone, redraw: fields.draw, completed: whole, onNext: next, onChanged: drawHead,
    onWitness: () => go("measures", { fix: true }),
  });
  const annul = createAnnul(root, sheet.id, () => {
    desk.forget();
    router.home();
  });
  const again = createAgain({ root, t, clock, zone, onOther: () => sheet.note({ again: true }).then(finish.run), onKeep: () => router.home() });
  const finish = createFinish({
    sheet, keeper, t, catalogue, whole, left: all, problems, again, onFrozen: frozen,
    year: () => civilDay(clock.now(), zone()).slice(0, 4),
    onBusy: (busy) => { at("next").disabled = busy; },
  });
  let shown = {}; // {id, step, fix}
  let common = null; // what the next notice of the same approach begins with

  function enter(parameters) {
    if (!state.get().session) return false;
    shown = parameters;
    open();
    return true;
  }

  function open(insist = false) {
    show(insist).catch((error) => {
      console.warn("notice not opened", error);
      router.replace("home");
    });
  }

  async function show(insist) {
    const { id, step, field } = shown;
    if (step === "done") return (await done.draw(id)) ? place("done") : router.replace("home");
    if (!(await desk.take(id, insist))) return place("elsewhere");
    if (!(await desk.hold(id))) return router.replace("home");
    if (!catalogue()) return place("none");
    if (!step) return resume(id);
    const standing = stepsOf(sheet.record(), sheet.type()).includes(step) || step === "measures" ? step : "type";
    if (sheet.fields().step !== standing && !shown.fix) sheet.note({ step: standing });
    place(standing);
    fields.draw();
    steps.draw(standing);
    if (standing === "review") problems.show(ahead(), { focus: false });
    if (field) reach(fieldOf(root, field));
    return undefined;
  }

  function place(step) {
    root.dataset.now = step;
    for (const part of root.querySelectorAll("[data-step]")) part.hidden = part.dataset.step !== step;
    const writing = !NOT_WRITING.includes(step);
    for (const part of ["actions", "saved", "head", "annul"]) at(part).hidden = !writing;
    annul.draw(false);
    again.hide();
    problems.clear();
    at("later").hidden = true;
    router.setHeading(t(`step.${step}`));
    if (writing) drawHead();
  }

  function drawHead() {
    const { record } = sheet.fields();
    const order = stepsOf(record, sheet.type());
    const here = Math.max(0, order.indexOf(root.dataset.now)) + 1;
    const { plate } = record.vehicle;
    at("plate").textContent = isPlate(plate) ? display(plate) : plate;
    at("plate").hidden = root.dataset.now === "vehicle";
    const which = [sheet.kind()?.name, record.infraction.title].filter(Boolean).join(": ");
    say(at("which"), root.dataset.now === "type" ? "" : which);
    at("count").textContent = t("step.count", { n: here, of: order.length });
    Object.assign(at("bar"), { max: order.length, value: here });
    at("next").textContent = t(nextKey(order));
    at("next").disabled = false;
    drawNumbers();
  }

  function nextKey(order) {
    if (shown.fix) return "next.fixed";
    if (after(order, root.dataset.now)) return root.dataset.now === "review" ? "next.read" : "next";
    return `finish.${sheet.record().kind || "notice"}`;
  }

  async function drawNumbers() {
    const kind = sheet.kind();
    const { training } = sheet.record();
    const account = state.get().session.agent.account_id;
    at("numbers").hidden = !kind?.numbered || (await free(account, kind.kind, training)) > 0;
  }

  function changed(path) {
    steps.changed(root.dataset.now, path);
    drawHead();
    // What was mended leaves the list at once; nothing new is reproached while typing.
    if (!problems.keepOnly(all())) at("later").hidden = true;
  }

  /** All that keeps this notice from being finished, without what the ending asks while it is ahead. */
  function ahead() {
    return all().filter(({ step }) => step !== "ending");
  }

  function all() {
    return problemsOf(sheet.fields(), whole(), catalogue(), t);
  }

  function whole(taken = NOT_YET) {
    const { session, list } = state.get();
    return completed(sheet.fields(), { session, deviceId: device.id, meta: list.pack.meta, stamp: clock.stamp() }, taken);
  }

  async function next() {
    const step = root.dataset.now;
    await steps.settled();
    if (root.dataset.now !== step || !keeper.current()) return undefined; // Back or another tap was faster
    const mine = step === "review" ? ahead() : all().filter((problem) => problem.step === step);
    const last = !after(stepsOf(sheet.record(), sheet.type()), step);
    if (last && !shown.fix) return finish.run();
    problems.show(mine);
    at("later").hidden = !mine.length || ["type", "review"].includes(step);
    return mine.length ? undefined : onward();
  }

  function onward() {
    if (shown.fix) return history.back();
    return go(after(stepsOf(sheet.record(), sheet.type()), root.dataset.now));
  }

  function go(step, more = {}) {
    const id = sheet.id();
    if (shown.id !== id || shown.step !== step) router.go("notice", { id, step, ...more }); // a second tap is the first
  }

  function jump({ step, field }) {
    if (!step || step === root.dataset.now) return reach(fieldOf(root, field) ?? root);
    return go(step, { fix: true, field });
  }

  function frozen(id) {
    common = { id, fields: sheet.fields() };
    desk.forget();
    onFrozen();
    router.restart("notice", { id, step: "done" });
  }

  /** @param {import("../outbox/entries.js").Entry} entry a new draft; stored before the first key */
  async function begin(entry) {
    await desk.begin(entry);
    go("type");
  }

  function oneMore(id, record) {
    const { agent } = state.get().session;
    const former = common?.id === id ? common.fields : { ...NOTHING_KNOWN, record };
    begin(another(former, { id: newId(), accountId: agent.account_id, createdAt: clock.now() }));
  }

  /** A draft of an earlier visit opens where it stood, the steps before it behind the Back button. */
  function resume(id) {
    const { step, record } = sheet.fields();
    const order = stepsOf(record, sheet.type());
    const path = order.slice(0, Math.max(0, order.indexOf(step)) + 1);
    router.through("notice", path.map((name) => ({ id, step: name })));
  }

  function zone() {
    const { session, list } = state.get();
    return zoneOf(session, list);
  }

  one(root, "[data-notice-form]").addEventListener("submit", (event) => {
    event.preventDefault();
    next();
  });
  at("later").addEventListener("click", onward);
  at("take-over").addEventListener("click", () => open(true));
  return { enter, begin, leave: () => steps.leave() };
}
