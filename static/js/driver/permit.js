/**
 * The driver's page: shows what is stored, asks the server when it can, keeps enough live windows
 * for hours without signal, and forgets everything when the driver leaves or the session ends.
 */

import * as store from "./store.js";
import { createCodePage } from "./code.js";
import { confirmKey, deviceState, keyOf, pendingKey, signedRequest } from "./device.js";
import { getJson, postJson } from "./net.js";
import { notice, part, showOnly } from "./page.js";
import { RENEW_BELOW_MS, offsetOf, stockOf, storedWindows } from "./time.js";
import { showAge, showLive, showPermit } from "./view.js";

const FIRST_LOOK_MS = 2500;
const AGAIN_MS = 60_000;
const FRESH_MS = 10 * 60_000;

const root = document.querySelector('[data-module="driver-permit"]');
const urls = root.dataset;
const codePage = createCodePage(document.querySelector('[data-part="code"]'));
const leaveBox = document.querySelector('[data-part="leave"]');

/** @type {{data: any, clock: {offset: number}, vehicleId: string, keys: Map, windows: Map, csrf: string}} */
const kept = { data: null, clock: { offset: 0 }, vehicleId: "", keys: new Map(), windows: new Map(), csrf: "" };
let running = null;
let lastTry = 0;

const now = () => Date.now() + kept.clock.offset;
const car = () => kept.data?.cars.find((one) => one.vehicle_id === kept.vehicleId) ?? kept.data?.cars[0];
const windowsOf = (one) => kept.windows.get(one.vehicle_id) ?? [];
const deviceOf = (one) => deviceState(one, kept.keys.get(one.vehicle_id));

/** Ask the server; one exchange at a time. */
function refresh() {
  running ??= exchange().catch(withoutStorage).finally(() => {
    running = null;
  });
  return running;
}

async function exchange() {
  lastTry = Date.now();
  const answer = await getJson(urls.urlData);
  if (await store.get("leaving")) return finishLeaving(answer);
  if (answer.kind === "ok") return keep(answer);
  if (answer.kind === "signed-out" || answer.kind === "denied") {
    await forgetAll();
    return show(answer.kind);
  }
  notice(root, "offline", answer.kind === "offline");
  notice(root, "server", answer.kind !== "offline");
  await showStored();
  return kept.data ? showCar() : show("empty");
}

async function keep({ body, sentAt, receivedAt }) {
  const { csrf, ...data } = body;
  if (kept.data && kept.data.owner !== data.owner) await forgetAll();
  kept.csrf = csrf;
  kept.data = data;
  kept.clock = { offset: offsetOf(sentAt, receivedAt, Date.parse(data.server_now)) };
  notice(root, "offline", false);
  notice(root, "server", false);
  await store.put("data", data);
  await store.put("clock", kept.clock);
  for (const one of data.cars) await attend(one);
  showCar();
}

/** Bring the stored windows of one car in line with what the server says of it. */
async function attend(one) {
  await recall(one.vehicle_id);
  if (deviceOf(one) === "pending") await enrolCar(one, one.device.label);
  const mayShow = one.live.allowed && deviceOf(one) === "here";
  if (!mayShow) return keepWindows(one, []);
  if (stockOf(windowsOf(one), now()) >= RENEW_BELOW_MS) return undefined;
  return renew(one);
}

/** Send a write; a token that another tab has replaced is asked for once more. */
async function send(url, body) {
  const answer = await postJson(url, body, kept.csrf);
  if (answer.kind !== "denied") return answer;
  const fresh = await getJson(urls.urlData);
  if (fresh.kind !== "ok" || fresh.body.owner !== kept.data?.owner) return answer;
  kept.csrf = fresh.body.csrf;
  return postJson(url, body, kept.csrf);
}

async function renew(one) {
  const request = await signedRequest(kept.keys.get(one.vehicle_id), now());
  const answer = await send(urls.urlWindows, request);
  if (answer.kind === "ok") return keepWindows(one, storedWindows(answer.body.windows, now()));
  if (answer.kind !== "refused") return undefined;
  one.live = { allowed: false, why: answer.body.message, citation: answer.body.citation ?? "" };
  return keepWindows(one, []);
}

async function keepWindows(one, windows) {
  kept.windows.set(one.vehicle_id, windows);
  await store.put(`windows:${one.vehicle_id}`, windows);
}

async function recall(vehicleId) {
  kept.keys.set(vehicleId, await keyOf(vehicleId));
  if (!kept.windows.has(vehicleId)) {
    kept.windows.set(vehicleId, (await store.get(`windows:${vehicleId}`)) ?? []);
  }
}

async function enrolCar(one, label) {
  const key = await pendingKey(one.vehicle_id);
  const body = { vehicle_id: one.vehicle_id, public_key: key.publicKey, label };
  const answer = await send(urls.urlEnrol, body);
  if (answer.kind === "ok") await confirmKey(one.vehicle_id, key, answer.body.device_id);
  await recall(one.vehicle_id);
  return answer;
}

async function submitEnrolment(event) {
  event.preventDefault();
  const button = event.target.querySelector("button");
  button.disabled = true;
  const answer = await enrolCar(car(), new FormData(event.target).get("label"));
  button.disabled = false;
  const error = part(root, "live-error");
  error.hidden = answer.kind === "ok";
  error.textContent = answer.body?.message ?? "";
  notice(root, "offline", answer.kind === "offline");
  await refresh();
}

/** Leave: the data goes at once; the server's session when it can be reached. */
async function leave() {
  leaveBox.close();
  await running;
  await forgetAll();
  await store.put("leaving", true);
  show("left");
  await refresh();
}

async function finishLeaving(answer) {
  if (answer.kind === "ok") await postJson(urls.urlLeave, {}, answer.body.csrf);
  const after = answer.kind === "ok" ? await getJson(urls.urlData) : answer;
  if (after.kind !== "signed-out" && after.kind !== "denied") return show("left");
  await store.forget("leaving");
  return location.assign(urls.urlHome);
}

async function forgetAll() {
  await store.wipe();
  Object.assign(kept, { data: null, vehicleId: "", csrf: "", clock: { offset: 0 } });
  kept.windows.clear();
  kept.keys.clear();
}

function show(state) {
  showOnly(root, "state", state);
  document.querySelector('[data-act="ask-leave"]').hidden = state !== "permit" && state !== "stranger";
  const training = kept.data?.training ?? true; // unknown is training: the safe side
  document.body.classList.toggle("training", training);
  for (const strip of document.querySelectorAll(".training-strip")) strip.hidden = !training;
  const place = document.querySelector('[data-part="city"]');
  place.textContent = kept.data?.city.label ?? "";
}

function showCar() {
  const one = car();
  if (!one) return show("stranger");
  showPermit(root, { data: kept.data, car: one, now: now(), choose });
  show("permit");
  return tick();
}

function choose(vehicleId) {
  kept.vehicleId = vehicleId;
  showCar();
  root.querySelector('[data-part="cars"] [aria-pressed="true"]')?.focus();
}

function tick() {
  const one = car();
  if (!one) return;
  const state = { data: kept.data, clock: kept.clock, car: one, windows: windowsOf(one), now: now() };
  showLive(root, { ...state, device: deviceOf(one) });
  showAge(root, state);
  codePage.update(state);
  const short = deviceOf(one) === "here" && one.live.allowed && stockOf(state.windows, state.now) < RENEW_BELOW_MS;
  const old = document.visibilityState === "visible" && state.now - Date.parse(kept.data.server_now) > FRESH_MS;
  if ((short || old) && Date.now() - lastTry > AGAIN_MS) refresh();
}

/** Show what is stored when the server takes its time. */
async function showStored() {
  if (kept.data || (await store.get("leaving"))) return;
  const data = await store.get("data");
  if (!data || kept.data) return;
  for (const one of data.cars) await recall(one.vehicle_id);
  kept.clock = (await store.get("clock")) ?? kept.clock;
  kept.data = data;
  showCar();
}

function listen() {
  document.addEventListener("click", (event) => {
    const act = event.target.closest("[data-act]")?.dataset.act;
    if (act === "show") codePage.open({ car: car(), windows: windowsOf(car()), now: now() });
    if (act === "retry") refresh();
    if (act === "ask-leave") leaveBox.showModal();
    if (act === "stay") leaveBox.close();
    if (act === "leave") leave();
  });
  root.querySelector('form[data-act="enrol"]').addEventListener("submit", submitEnrolment);
  window.addEventListener("online", refresh);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - lastTry > AGAIN_MS) refresh();
  });
}

async function start() {
  listen();
  navigator.serviceWorker?.register(urls.urlWorker, { scope: urls.urlScope, updateViaCache: "none" });
  const patience = setTimeout(showStored, FIRST_LOOK_MS);
  setInterval(tick, 1000);
  await refresh();
  clearTimeout(patience);
}

/** A browser that keeps nothing (private mode, full disk) still shows what it was just told. */
function withoutStorage() {
  return kept.data ? showCar() : show("storage");
}

start();
