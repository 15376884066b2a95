/** Wires the field app: what the phone holds, the line to the server, and the views. */

import { allEntries, onChange, waits } from "../outbox/entries.js";
import { pause } from "../outbox/pace.js";
import { phoneReport } from "../outbox/report.js";
import { forgetOld } from "../outbox/retention.js";
import { createSender } from "../outbox/sender.js";
import { storedDay } from "../inspection/day_store.js";
import { createDayView } from "../inspection/day_view.js";
import { createInspectionView } from "../inspection/inspection_view.js";
import { canInspect } from "../inspection/may.js";
import { carOfCheck, startInspection } from "../inspection/start.js";
import { createCopyView } from "../notice/copy_view.js";
import { createNoticeView } from "../notice/notice_view.js";
import { startNotice } from "../notice/start.js";
import { createScannerView } from "../scanner/scanner_view.js";
import { createChecks } from "./check.js";
import { createClock } from "./clock.js";
import { createContact } from "./contact.js";
import { askToPersist, isStandalone, noteWaiting, openDevice } from "./device.js";
import { createDeviceView } from "./device_view.js";
import { one } from "./dom.js";
import { createDriversView } from "./drivers_view.js";
import { createHomeView, createWelcomeView } from "./home_view.js";
import { ask } from "./net.js";
import { createNotices } from "./notices.js";
import { createChoiceView, createOtherView, createPlateView } from "./plate_view.js";
import { createRouter } from "./router.js";
import { prepareSignals } from "./signal.js";
import { createState } from "./state.js";
import { draftOf } from "./stop_draft.js";
import { createStopView } from "./stop_view.js";
import { pageTexts } from "./texts.js";
import { checkForUpdate, registerWorker } from "./update.js";
import { createVerdictView, plateOf } from "./verdict_view.js";
import { createWaitingView } from "./waiting_view.js";

const PROBE_EVERY_MS = 60_000;
const TIDY_EVERY_MS = 3600_000;
const { release, rootKey, worker, reader } = document.body.dataset;
let nextLook = 0;
let misses = 0; // in a row
let tidiedAt = 0;

const t = pageTexts();
const clock = createClock();
const state = createState({
  connection: "unknown", session: null, list: null, listProblem: "", updateReady: false, wiped: null, unsaved: false,
});
const device = await openDevice();
const kept = await askToPersist();
const contact = createContact({
  state, clock, rootKey,
  report: (accountId) => phoneReport(accountId, { device, standalone: isStandalone(), persisted: kept }),
});
const sender = createSender({ now: clock.now, whoIsSignedIn: contact.probe, ask });
const checks = createChecks({ state, clock });

const views = {};
const router = createRouter(views, () => notices.draw());
const verdict = createVerdictView({
  state, clock, t, router,
  onConfirm: (check) => (check.card ? router.go("drivers", { check: check.id }) : begin(check)),
  onOther: (check) => router.go("other", { check: check.id }),
  onStop: (check) => begin(check),
  onInspect: async (check) => inspect(carOfCheck(check, await storedDay(state.get().session.agent.account_id))),
  onNotice: (check) => (state.get().session ? notice.begin(startNotice(check, { state, t })) : router.replace("welcome")),
  onNear: checkPlate,
});
const currentCheck = verdict.current;
const stop = createStopView({
  state, clock, t, router,
  onUnsaved: (unsaved) => state.set({ unsaved }),
  onFinished() {
    router.home();
    sender.run();
  },
});
const notice = createNoticeView({
  state, clock, t, router, device,
  onUnsaved: (unsaved) => state.set({ unsaved }),
  onFrozen: () => sender.run(),
});
const inspection = createInspectionView({
  state, clock, t, router, device,
  onUnsaved: (unsaved) => state.set({ unsaved }),
  onFrozen: () => sender.run(),
});
Object.assign(views, {
  home: createHomeView({ state, clock, t, router, onSignOut: signOut }),
  welcome: createWelcomeView({ state, t, router, onTryAgain: look }),
  scanner: createScannerView({ t, router, reader, onText: checkCode }),
  plate: createPlateView({ state, t, onPlate: checkPlate }),
  choice: createChoiceView({ t, currentCheck, onCard: chosen }),
  other: createOtherView({ t, currentCheck, plateOf, onSeen: begin }),
  drivers: createDriversView({ state, t, currentCheck, onChosen: verdict.show, onNobody: (check) => begin(check) }),
  waiting: createWaitingView({ state, clock, t, router, device, onSendNow: () => sender.run({ hurry: true }) }),
  device: createDeviceView({ state, clock, t, router, device, isKept: () => kept, release, onRefresh: contact.probe, onFinished: () => sender.run() }),
  copy: createCopyView({ state, clock, t, router, onSendNow: () => sender.run() }),
  day: createDayView({ state, clock, t, router, onCar: inspect }),
  verdict,
  stop,
  notice,
  inspection,
});
const notices = createNotices({ state, clock, t, router });

async function checkCode(text) {
  await answer(await checks.ofCode(text));
}

async function checkPlate(plate) {
  await answer(await checks.ofPlate(plate));
}

/** The phone's answer at once, the server's in its place when it comes. */
async function answer(check) {
  verdict.show(check);
  offerChoice(check);
  await checks.askServer(check);
  if (currentCheck() !== check) return;
  if (router.current() === "verdict") verdict.show(check);
  offerChoice(check);
}

function offerChoice(check) {
  if (check.cards.length > 1 && router.current() === "verdict") router.replace("choice", { check: check.id });
}

function chosen(check, card) {
  checks.choose(check, card);
  verdict.show(check);
}

function begin(check, plateSeen = "") {
  const { session, list } = state.get();
  if (!session) return router.replace("welcome");
  return stop.begin(draftOf(check, { session, list, deviceId: device.id, plateSeen }));
}

/** Without the catalogue of the list there is nothing to ask. */
function inspect(car) {
  if (!canInspect(state.get())) return router.replace("home");
  return inspection.begin(startInspection(car, { state, clock }));
}

async function signOut() {
  views.scanner.close();
  await contact.leave();
  router.home();
}

/** Look for the server and send what waits; on open, on return, and by the clock. */
async function look() {
  clearTimeout(nextLook);
  await contact.probe();
  sender.run({ hurry: true }); // photos may take minutes: not waited for
  tidy();
  if ((state.get().session?.release ?? release) !== release) checkForUpdate();
  misses = state.get().connection === "online" ? 0 : misses + 1;
  clearTimeout(nextLook);
  nextLook = setTimeout(() => (document.hidden ? undefined : look()), misses ? pause(misses + 1) : PROBE_EVERY_MS);
}

/** What was sent leaves the phone in its time, also from a page that stays open for days. */
async function tidy() {
  if (clock.now() - tidiedAt < TIDY_EVERY_MS) return;
  tidiedAt = clock.now();
  await forgetOld(tidiedAt);
}

async function redraw() {
  for (const view of [views.home, views.day, views.waiting, views.device, views.welcome]) view.draw();
  notices.draw();
}

onChange(async () => {
  redraw();
  noteWaiting(device.id, (await allEntries()).filter(waits).length);
});
state.subscribe(redraw);
addEventListener("focus", look);
addEventListener("online", look);
document.addEventListener("visibilitychange", () => document.hidden || look());
setInterval(() => document.hidden || redraw(), PROBE_EVERY_MS / 2);

state.set({ wiped: device.wiped });
await prepareSignals();
await contact.restore();
const resumed = ["stop", "notice", "inspection", "day", "copy"].includes(history.state?.view) ? history.state : null;
if (resumed) router.replace(resumed.view, resumed.parameters);
else router.replace("home");
document.body.dataset.ready = "";
registerWorker(worker, () => state.set({ updateReady: true }));
await look();
