/**
 * Inspecting a car, step by step: which car, the paid guide, its sides, the checklist, the result.
 * Every tap is already stored; a killed browser resumes at the step where it stood.
 */

import { zoneOf } from "../field/check.js";
import { clockTime } from "../field/civil.js";
import { one, say } from "../field/dom.js";
import { createDraftDesk } from "../field/draft_desk.js";
import { display, isPlate } from "../kernel/plate.js";
import { createAnnul } from "../notice/annul.js";
import { createProblemList, fieldOf, reach } from "../notice/problem_list.js";
import { after } from "../notice/steps.js";
import { photosOf, removePhoto } from "../outbox/photos.js";
import { completed, NOT_YET } from "./complete.js";
import { tickOff } from "./day_store.js";
import { createDoneStep } from "./done_step.js";
import { createFinish } from "./finish.js";
import { checkIdentity } from "./identity.js";
import { createLookup } from "./lookup.js";
import { reconciled } from "./photos.js";
import { problemsOf } from "./problems.js";
import { createSheet } from "./sheet.js";
import { createSteps } from "./step_views.js";
import { stepsOf } from "./steps.js";
import { createWhereabouts } from "./whereabouts.js";

const NOT_WRITING = ["done", "elsewhere", "none"];

/** @param {object} parts {state, clock, t, router, device, onUnsaved, onFrozen} */
export function createInspectionView({ state, clock, t, router, device, onUnsaved, onFrozen }) {
  const root = one(document, '[data-view="inspection"]');
  const at = (name) => one(root, `[data-visit-${name}]`);
  const catalogue = () => state.get().list?.pack.meta.inspections;
  const zone = () => zoneOf(state.get().session, state.get().list);
  const desk = createDraftDesk({
    state,
    isWriting: () => !root.hidden && !NOT_WRITING.includes(root.dataset.now),
    onKept: () => say(at("saved"), t("saved.at", { time: clockTime(clock.now(), zone(), true) })),
    onUnsaved,
    onLeave: leave,
    onLost: () => place("elsewhere"),
    onStranger: () => router.replace("home"),
  });
  const { keeper } = desk;
  const sheet = createSheet(keeper, catalogue);
  const problems = createProblemList(root, t, jump);
  const whereabouts = createWhereabouts({
    clock,
    onBetter(position) {
      if (keeper.current()) sheet.put("place.position", position);
      steps.placed("");
    },
    onProblem: (cause) => steps.placed(t(`position.${cause}`)),
  });
  const lookup = createLookup({
    sheet, state, onState: () => steps.draw(),
    onKnown() {
      checkIdentity({ sheet, t });
      steps.draw();
      changed();
    },
  });
  const steps = createSteps({ root, sheet, t, clock, state, zone, whereabouts, lookup, completed: whole, onChanged: changed, onJump: jump });
  const done = createDoneStep({ root, t, clock, state, zone, catalogue, onNext: () => router.restart("day"), onHome: () => router.home() });
  const annul = createAnnul(root, sheet.id, () => {
    desk.forget();
    router.home();
  });
  const finish = createFinish({
    sheet, keeper, t, catalogue, whole, left: all, problems, onFrozen: frozen,
    onBusy: (busy) => { at("next").disabled = busy; },
  });
  let shown = {}; // {id, step, fix, field}

  function enter(parameters) {
    if (!state.get().session) return false;
    shown = parameters;
    open();
    return true;
  }

  function open(insist = false) {
    show(insist).catch((error) => {
      console.warn("visit not opened", error);
      router.replace("home");
    });
  }

  async function show(insist) {
    const { id, step, field } = shown;
    if (step === "done") return (await done.draw(id)) ? place("done") : router.replace("home");
    if (!(await desk.take(id, insist))) return place("elsewhere");
    const held = sheet.isOpen(id);
    if (!(await desk.hold(id))) return router.replace("home");
    if (!catalogue()) return place("none");
    if (!held) await tidyPhotos();
    if (!step) return resume(id);
    const order = stepsOf(sheet.fields(), catalogue());
    const standing = order.includes(step) ? step : order[0];
    if (sheet.fields().step !== standing && !shown.fix) sheet.note({ step: standing });
    place(standing);
    await steps.enter(standing);
    drawHead();
    if (field) reachField(field);
    return undefined;
  }

  /** A browser killed between a photo and the draft's next save left the two apart. */
  async function tidyPhotos() {
    const { record } = sheet.fields();
    const { record: mended, loose } = reconciled(record, await photosOf(sheet.id()), { parts: catalogue().shots.parts, items: sheet.items() });
    if (mended !== record) await sheet.take({ ...sheet.fields(), record: mended });
    for (const sha256 of loose) await removePhoto(sheet.id(), sha256);
  }

  function place(step) {
    root.dataset.now = step;
    for (const part of root.querySelectorAll("[data-step]")) part.hidden = part.dataset.step !== step;
    const writing = !NOT_WRITING.includes(step);
    for (const part of ["actions", "saved", "head", "annul"]) at(part).hidden = !writing;
    annul.draw(false);
    problems.clear();
    router.setHeading(t(`visit.step.${step}`));
    if (writing) drawHead();
  }

  function drawHead() {
    const { record } = sheet.fields();
    const order = stepsOf(sheet.fields(), catalogue());
    const { plate } = record.vehicle;
    at("plate").textContent = isPlate(plate) ? display(plate) : plate;
    at("plate").hidden = root.dataset.now === "identify";
    say(at("which"), root.dataset.now === "identify" ? "" : catalogue().occasions.find(({ id }) => id === record.occasion)?.label);
    at("count").textContent = t("step.count", { n: Math.max(0, order.indexOf(root.dataset.now)) + 1, of: order.length });
    Object.assign(at("bar"), { max: order.length, value: Math.max(0, order.indexOf(root.dataset.now)) + 1 });
    at("next").textContent = steps.main()?.words ?? t(nextKey());
    at("next").disabled = false;
  }

  function nextKey() {
    if (shown.fix) return "visit.fixed";
    return { review: "visit.finish", checklist: "check.result" }[root.dataset.now] ?? "next";
  }

  function changed() {
    if (!keeper.current() || NOT_WRITING.includes(root.dataset.now)) return;
    drawHead();
    problems.keepOnly(all()); // what was mended leaves the list at once; nothing new is reproached
  }

  function all() {
    return problemsOf(sheet.fields(), whole(), catalogue());
  }

  function whole(taken = NOT_YET) {
    const { session, list } = state.get();
    return completed(sheet.fields(), { session, deviceId: device.id, meta: list.pack.meta, stamp: clock.stamp() }, taken);
  }

  async function next() {
    const step = root.dataset.now;
    const main = steps.main();
    if (main?.act) return main.act();
    await steps.settled();
    if (root.dataset.now !== step || !keeper.current()) return undefined; // Back or another tap was faster
    if (step === "review") return finish.run();
    const mine = all().filter((problem) => problem.step === step);
    problems.show(mine);
    return mine.length ? undefined : onward();
  }

  function onward() {
    if (shown.fix) return history.back();
    return go(after(stepsOf(sheet.fields(), catalogue()), root.dataset.now));
  }

  function go(step, more = {}) {
    const id = sheet.id();
    if (shown.id !== id || shown.step !== step) router.go("inspection", { id, step, ...more }); // a second tap is the first
  }

  function jump({ step, field }) {
    if (!step || step === root.dataset.now) return reachField(field);
    return go(step, { fix: true, field });
  }

  function reachField(field) {
    if (!steps.reach(field)) reach(fieldOf(root, field) ?? root);
  }

  function frozen(id, record) {
    desk.forget();
    tickOff(state.get().session.agent.account_id, record).catch((error) => console.warn("list not ticked off", error));
    onFrozen();
    router.restart("inspection", { id, step: "done" });
  }

  function leave() {
    steps.leave();
    whereabouts.stop();
  }

  /** @param {import("../outbox/entries.js").Entry} entry a new draft; stored before the first key */
  async function begin(entry) {
    await desk.begin(entry);
    go("identify");
  }

  /** A draft of an earlier visit opens where it stood, the steps before it behind the Back button. */
  function resume(id) {
    const order = stepsOf(sheet.fields(), catalogue());
    const path = order.slice(0, Math.max(0, order.indexOf(sheet.fields().step)) + 1);
    router.through("inspection", path.map((name) => ({ id, step: name })));
  }

  one(root, "[data-visit-form]").addEventListener("submit", (event) => {
    event.preventDefault();
    next();
  });
  at("take-over").addEventListener("click", () => open(true));
  return { enter, begin, leave };
}
