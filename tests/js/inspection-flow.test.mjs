// A visit while it is done: which car, why, which steps, where photos belong, and what is told at the end.
import assert from "node:assert/strict";
import { test } from "node:test";

import { without } from "../../static/js/inspection/day_store.js";
import { draftOf } from "../../static/js/inspection/draft.js";
import { factsOfCard, theCar, withFacts } from "../../static/js/inspection/facts.js";
import { canInspect } from "../../static/js/inspection/may.js";
import { named, reconciled, unnamed } from "../../static/js/inspection/photos.js";
import { answerOf, asksGuide, blankRecord, compared, occasionsOf, tailOf, withOccasion } from "../../static/js/inspection/record.js";
import { carOfDay } from "../../static/js/inspection/start.js";
import { stepOf, stepsOf } from "../../static/js/inspection/steps.js";
import { told } from "../../static/js/inspection/told.js";
import { FROZEN } from "../../static/js/outbox/kinds.js";
import { afterTime, isReadable } from "../../static/js/outbox/retention.js";

const DAY = 24 * 3600_000;
const FEE = { asked: true, citation: "art. 54", words: "2 UFM" };
const row = (id, more = {}) => ({ id, label: id, citation: "art. 1", list: "inspection", fee: null, previous: false, modalities: ["taxi", "app"], ...more });
const catalogue = {
  occasions: [row("first", { fee: FEE }), row("yearly", { fee: FEE }), row("extension", { modalities: ["taxi"] }), row("return", { previous: true })],
  items: [{ key: "LV01", of: "", label: "Placa", blocking: true }, { key: "LV04.1", of: "Segurança", label: "Pneus", blocking: false }],
  cure: { words: "Em 5 dias.", citation: "art. 12 §2" },
};
const FACTS = { vehicle: "v1", plate: "FUM0B05", make_model: "Onix", colour: "Branco", modality: "app", seal_index: 7, occasions: ["yearly", "first"], guide: null, previous: null };
const PLACES = { parts: [{ id: "front", label: "Frente" }, { id: "rear", label: "Traseira" }], items: [{ key: "LV01", label: "Placa" }] };
const record = () => blankRecord({ training: true, startedAt: "2026-11-30T13:00:00.000Z" });
const photo = (sha256, caption = "") => ({ sha256, size: 9, taken_at: "2026-11-30T13:01:00.000Z", caption });
const draft = (car = {}) => draftOf({ plate: "FUM0B05", how: "plate", facts: FACTS, ...car }, {
  id: "d".repeat(32), accountId: "a".repeat(32), now: 0, startedAt: "2026-11-30T13:00:00.000Z", training: true, catalogue,
});

for (const [typed, read] of [
  ["eb1234", "EB1234"],
  ["oiq-12 3", "010123"],
  ["9BGEA48A0RG123456", "123456"],
  ["12", "12"],
]) {
  test(`of a chassis typed "${typed}" ${read} is kept`, () => assert.equal(tailOf(typed), read));
}

for (const [typed, known, result] of [
  ["123456", "123456", "same"],
  ["010123", "OIOI23", "same"],
  ["010123", "OIO1Z3", "differs"],
  ["12345", "123456", ""],
  ["123456", undefined, ""],
  ["123456", "", ""],
]) {
  test(`${typed} against ${known}: "${result}"`, () => assert.equal(compared(typed, known), result));
}

test("the likeliest occasion is chosen, others stay at hand, one of another service is not offered", () => {
  const { likely, others } = occasionsOf(catalogue, "app", FACTS);
  assert.deepEqual(likely.map(({ id }) => id), ["yearly", "first"]);
  assert.deepEqual(others, []);
  assert.equal(draft().fields.record.occasion, "yearly");
});

test("a return is offered only where there was a visit before", () => {
  const before = { ...FACTS, previous: { id: "p".repeat(32), failed: ["LV01"] } };
  assert.equal(occasionsOf(catalogue, "app", FACTS).others.some(({ id }) => id === "return"), false);
  assert.equal(occasionsOf(catalogue, "app", before).others.some(({ id }) => id === "return"), true);
  assert.equal(withOccasion(catalogue, before, "return").previous, "p".repeat(32));
  assert.equal(withOccasion(catalogue, before, "first").previous, "");
});

test("a confirmed guide fills the fee and leaves its step out", () => {
  const fields = draft({ facts: { ...FACTS, guide: { number: "G-1", paid_on: "2026-11-20" } } }).fields;
  assert.deepEqual(fields.record.fee, { guide: "G-1", paid_on: "2026-11-20" });
  assert.deepEqual(stepsOf(fields, catalogue), ["identify", "shots", "checklist", "review"]);
});

test("a guide that nobody confirmed is asked, also after it was typed", () => {
  const { fields } = draft();
  const typed = { ...fields, record: { ...fields.record, fee: { guide: "G-2", paid_on: "2026-11-20" } } };
  assert.equal(asksGuide(catalogue, fields.record, fields.facts), true);
  assert.equal(stepsOf(typed, catalogue)[1], "fee");
});

for (const [field, step] of [["items.PV11.3", "checklist"], ["shots.front", "shots"], ["photos", "shots"], ["fee.paid_on", "fee"], ["identified.chassis_tail", "identify"], ["place", "identify"], ["presented_by", "review"]]) {
  test(`${field} is asked at ${step}`, () => assert.equal(stepOf(field), step));
}

test("what was booked comes before what the registry thinks likely", () => {
  assert.equal(draft({ occasion: "first" }).fields.record.occasion, "first");
});

test("the registry's answer keeps an occasion and a guide chosen by hand", () => {
  const { fields } = draft();
  const byHand = { ...fields, byHand: { occasion: true, fee: true }, record: { ...fields.record, occasion: "first", fee: { guide: "G-3", paid_on: "2026-11-20" } } };
  const next = withFacts(byHand, { ...FACTS, colour: "Prata" }, catalogue);
  assert.deepEqual([next.record.occasion, next.record.fee.guide, next.record.vehicle.colour], ["first", "G-3", "Prata"]);
});

test("what was booked stays when the registry, asked by the plate, finds something likelier", () => {
  const { fields } = draft({ occasion: "first" });
  const next = withFacts(fields, { ...FACTS, occasions: ["yearly", "first"] }, catalogue);
  assert.deepEqual([fields.record.occasion, next.record.occasion], ["first", "first"]);
});

test("the visit before a booked return stays when the registry does not name it", () => {
  const before = { id: "p".repeat(32), failed: [], cure_by: "" };
  const { fields } = draft({ occasion: "return", facts: { ...FACTS, previous: before } });
  const next = withFacts(fields, { ...FACTS, previous: null }, catalogue);
  assert.deepEqual([next.record.occasion, next.record.previous], ["return", before.id]);
});

test("a visit just done leaves the list of this phone", () => {
  const kept = { bookings: [{ booking: "b1", state: "arrived" }, { booking: "b2", state: "booked" }], rechecks: [{ plate: "FUM0B05" }, { plate: "RTA2C34" }] };
  const next = without(kept, { booking: "b1", occasion: "recheck", vehicle: { plate: "FUM0B05" } });
  assert.deepEqual(next, { bookings: [{ booking: "b1", state: "done" }, { booking: "b2", state: "booked" }], rechecks: [{ plate: "RTA2C34" }] });
});

test("make and colour of an unknown car stay as typed", () => {
  const { fields } = draft({ facts: {} });
  const typed = { ...fields, record: { ...fields.record, vehicle: { ...fields.record.vehicle, make_model: "Fiat Cronos" } } };
  assert.equal(withFacts(typed, {}, catalogue).record.vehicle.make_model, "Fiat Cronos");
});

test("of two cars with one plate the one with the read seal is meant, else the person says which", () => {
  const other = { ...FACTS, vehicle: "v2", seal_index: 8 };
  assert.equal(theCar([FACTS, other], 8).vehicle, "v2");
  assert.equal(theCar([FACTS, other], null), null);
  assert.equal(theCar([FACTS], null).vehicle, "v1");
  assert.equal(theCar([], 1), null);
});

test("the list's card tells no chassis", () => {
  const facts = factsOfCard({ plate: "FUM0B05", makeModel: "Onix", colour: "Branco", modality: "app", index: 7, operator: "Vai Junto" });
  assert.deepEqual([facts.make_model, facts.seal_index, facts.chassis_tail], ["Onix", 7, undefined]);
});

test("a shot takes the place of the one before of that side", () => {
  const first = named(record(), photo("a"), { part: "front", position: { lat: 1 } });
  const again = named(first, photo("b"), { part: "front" });
  assert.deepEqual(again.shots.map(({ sha256, position }) => [sha256, position]), [["b", null]]);
});

test("a photo of an item is named by it and by the record", () => {
  const next = named(record(), photo("a"), { item: "LV01" });
  assert.deepEqual([answerOf(next, "LV01").photos, next.photos.length], [["a"], 1]);
  assert.deepEqual(answerOf(unnamed(next, "a"), "LV01").photos, []);
});

test("a photo that a killed page left goes where its caption says", () => {
  const { record: mended, loose } = reconciled(record(), [photo("a", "Frente"), photo("b", "Placa")], PLACES);
  assert.deepEqual([mended.shots[0].sha256, answerOf(mended, "LV01").photos, loose], ["a", ["b"], []]);
});

test("a second picture of a side that was never named leaves the phone", () => {
  const shot = named(record(), photo("a", "Frente"), { part: "front" });
  const { record: mended, loose } = reconciled(shot, [photo("a", "Frente"), photo("b", "Frente")], PLACES);
  assert.deepEqual([mended.shots.map(({ sha256 }) => sha256), loose], [["a"], ["b"]]);
});

test("a record never names a photo that is not on the phone", () => {
  const { record: mended } = reconciled(named(record(), photo("a"), { part: "front" }), [], PLACES);
  assert.deepEqual([mended.shots, mended.photos], [[], []]);
});

const FROZEN_VISIT = {
  record: {
    occasion: "yearly", items: [{ key: "LV01", note: "Final 9" }, { key: "LV04.1", note: "Gasto" }],
    result: { result: "failed", failed: ["LV01", "LV04.1"], cure_by: "2026-12-05", stopped: true },
  },
  receipt: null,
};

test("until the server answers the phone's own result is told, with the day of what refuses the car", () => {
  const said = told(FROZEN_VISIT, catalogue);
  assert.deepEqual([said.result, said.level, said.differs, said.cureBy], ["failed", "red", false, "2026-12-05"]);
  assert.deepEqual(said.defects, [
    { label: "Placa", note: "Final 9", dueOn: "2026-12-05" },
    { label: "Segurança: Pneus", note: "Gasto", dueOn: "" },
  ]);
});

test("the server's result counts, and its difference is said", () => {
  const said = told({ ...FROZEN_VISIT, receipt: { given: { result: "pending", report: "LV-2026/000012", seal: null, seal_waits: "Espera.", cure_by: "" } } }, catalogue);
  assert.deepEqual([said.result, said.level, said.differs, said.report, said.sealWaits, said.cureBy], ["pending", "amber", true, "LV-2026/000012", "Espera.", ""]);
});

test("a booked car is found by its plate, one that is over is not", () => {
  const booking = { booking: "b", at: "08:30", state: "booked", occasion: "yearly", place: "Pátio", car: FACTS };
  const kept = { bookings: [booking], rechecks: [{ ...FACTS, plate: "ABC1D23" }] };
  assert.deepEqual([carOfDay(kept, "FUM0B05").booking, carOfDay(kept, "FUM0B05").place], ["b", "Pátio"]);
  assert.equal(carOfDay({ ...kept, bookings: [{ ...booking, state: "done" }] }, "FUM0B05"), undefined);
  assert.equal(carOfDay(kept, "ABC1D23").occasion, "recheck");
  assert.equal(carOfDay(null, "FUM0B05"), undefined);
});

test("only who inspects, in a city whose text has inspections", () => {
  const list = { pack: { meta: { inspections: {} } } };
  assert.equal(canInspect({ session: { agent: { can: { inspect: true } } }, list }), true);
  assert.equal(canInspect({ session: { agent: { can: { inspect: false } } }, list }), false);
  assert.equal(canInspect({ session: { agent: {} }, list }), false);
  assert.equal(canInspect({ session: { agent: { can: { inspect: true } } }, list: { pack: { meta: { inspections: null } } } }), false);
});

test("a visit has a chain and a signature of its own, and no number", () => {
  const { notice, inspection } = FROZEN;
  assert.notEqual(inspection.chain("a"), notice.chain("a"));
  assert.notEqual(inspection.context, notice.context);
  assert.equal(inspection.numbered({ kind: "notice" }), false);
  assert.equal("factAt" in inspection.columns({ result: { result: "approved" }, finished_at: "2026-11-30T13:00:00.000Z" }), false);
});

test("a sent visit can be read for a day, its receipt for a month", () => {
  const sent = { kind: "inspection", state: "sent", createdAt: 0, settledAt: 0, box: {} };
  assert.deepEqual([isReadable(sent, DAY - 1), isReadable(sent, DAY)], [true, false]);
  assert.equal("box" in afterTime(sent, DAY + 1), false);
  assert.equal(afterTime(sent, 30 * DAY + 1), null);
  assert.equal(isReadable({ ...sent, state: "draft" }, 0), false);
});
