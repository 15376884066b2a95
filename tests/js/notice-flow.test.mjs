// The notice while it is written: who answered for which field, which types are offered, what is asked again.
import assert from "node:assert/strict";
import { test } from "node:test";

import { instantOf } from "../../static/js/field/civil.js";
import { barredBy, likeIt, metres } from "../../static/js/notice/again.js";
import { isLate } from "../../static/js/notice/complete.js";
import { another, draftOf, likelyOffender } from "../../static/js/notice/draft.js";
import { joined } from "../../static/js/notice/recent.js";
import { answered, blankRecord, chosen, confirmed, doubted, filledIn, stateOf, typed, unconfirmed, valueAt } from "../../static/js/notice/record.js";
import { after, stepOf, stepsOf } from "../../static/js/notice/steps.js";
import { fineOf, matches, offendersOf, offered } from "../../static/js/notice/types.js";

const empty = () => ({ record: blankRecord(true), prefilled: {} });
const PLATE = { "vehicle.plate": "FUM0B05" };

test("a value that the phone put in waits for the tap", () => {
  const fields = filledIn(empty(), PLATE);
  assert.equal(stateOf(fields, "vehicle.plate"), "waiting");
  assert.deepEqual(unconfirmed(fields), ["vehicle.plate"]);
  assert.deepEqual(answered(fields).confirmed, []);
});

test("a tap confirms it, and is kept in the record", () => {
  const fields = confirmed(filledIn(empty(), PLATE), "vehicle.plate");
  assert.equal(stateOf(fields, "vehicle.plate"), "confirmed");
  assert.deepEqual(answered(fields).confirmed, ["vehicle.plate"]);
});

test("typing over a confirmed value takes the confirmation back", () => {
  const fields = typed(confirmed(filledIn(empty(), PLATE), "vehicle.plate"), "vehicle.plate", "fum0b06");
  assert.equal(valueAt(fields.record, "vehicle.plate"), "FUM0B06");
  assert.deepEqual(fields.record.confirmed, []);
});

test("a typed plate still needs its look: one character is another car", () => {
  assert.equal(stateOf(typed(empty(), "vehicle.plate", "FUM0B05"), "vehicle.plate"), "waiting");
});

test("a colour typed by hand is answered for by typing it", () => {
  const fields = typed(empty(), "vehicle.colour", " Prata ");
  assert.equal(stateOf(fields, "vehicle.colour"), "typed");
  assert.deepEqual(answered(fields).confirmed, ["vehicle.colour"]);
  assert.equal(answered(fields).vehicle.colour, "Prata");
});

for (const [name, before] of [
  ["typed", typed(empty(), "driver.name", "Davi Nunes")],
  ["confirmed", confirmed(filledIn(empty(), { "driver.name": "Davi Nunes" }), "driver.name")],
]) {
  test(`what was ${name} is never replaced by the registry`, () => {
    assert.equal(filledIn(before, { "driver.name": "Outro" }).record.driver.name, "Davi Nunes");
  });
}

test("a better name than the list's takes its place and waits again", () => {
  const fields = filledIn(doubted(chosen(empty(), "driver.name", "Davi N."), "driver.name"), { "driver.name": "Davi Nunes" });
  assert.equal(fields.record.driver.name, "Davi Nunes");
  assert.deepEqual(unconfirmed(fields), ["driver.name"]);
});

test("an empty value puts nothing in", () => {
  assert.deepEqual(filledIn(empty(), { "owner.name": "", "owner.tax_id": undefined }), empty());
});

const TYPES = [
  { code: "A", title: "Vistoria vencida", search: "vistoria", citations: ["PLA art. 23 XVII"], modalities: ["taxi", "app"], offenders: ["authorised_driver"], checks: ["inspection_valid"], notTogether: ["B"] },
  { code: "B", title: "Documento", search: "documento", citations: ["PLA art. 23 XIII"], modalities: ["taxi"], offenders: ["authorised_driver"], checks: [], notTogether: [] },
  { code: "C", title: "Sem autorização", search: "clandestino", citations: ["PLA art. 28 §4"], modalities: ["taxi", "none"], offenders: ["private_user", "owner"], checks: ["vehicle_registered"], notTogether: [] },
];
const CATALOGUE = { types: TYPES, offenders: [{ kind: "authorised_driver" }, { kind: "owner" }, { kind: "private_user" }] };
const asked = (more) => ({ modality: "taxi", offender: "authorised_driver", reasons: [], question: "", ...more });
const codes = (list) => list.map(({ code }) => code);

for (const [name, question, suggested, others] of [
  ["the failing reason first", asked({ reasons: ["inspection_valid.expired"] }), ["A"], ["B"]],
  ["only what the modality allows", asked({ modality: "app" }), [], ["A"]],
  ["only what the offender allows", asked({ offender: "owner" }), [], ["C"]],
  ["a car of no service", asked({ modality: "none", offender: "private_user" }), [], ["C"]],
  ["by word without accents", asked({ question: "VISTÓ" }), [], ["A"]],
  ["by article", asked({ question: "23 xiii" }), [], ["B"]],
  ["nothing", asked({ question: "vistoria documento" }), [], []],
]) {
  test(`types offered: ${name}`, () => {
    const found = offered(CATALOGUE, question);
    assert.deepEqual([codes(found.suggested), codes(found.others)], [suggested, others]);
  });
}

test("who answers: the authorised driver first, a private user first for a car of no service", () => {
  assert.equal(offendersOf(CATALOGUE, "taxi")[0].kind, "authorised_driver");
  assert.deepEqual(offendersOf(CATALOGUE, "none").map(({ kind }) => kind), ["private_user", "owner"]);
});

test("every word typed must begin a word", () => {
  assert.equal(matches("Não portar documento", "nao doc"), true);
  assert.equal(matches("Não portar documento", "ocumento"), false);
});

test("a warning brings no fine, an auto the fine of its type", () => {
  const type = { fine: { rule: "fixed", ufm: "1.5" } };
  assert.equal(fineOf(type, "warning").rule, "none");
  assert.deepEqual(fineOf(type, "notice"), { rule: "fixed", ufm: "1.5", reasons: "" });
});

const FORMER = { code: "A", plate: "FUM0B05", happened_at: "2026-11-30T12:00:00.000Z", position: { lat: -201386000, lon: -487003000, accuracy_m: 10 }, number: "1", group: "g" };
const now = (more = {}) => ({
  infraction: { code: "A" }, vehicle: { plate: "FUM0B05" }, happened_at: "2026-11-30T13:00:00.000Z", group: "g",
  place: { position: FORMER.position }, ...more,
});

for (const [name, record, found] of [
  ["the same an hour later", now(), true],
  ["24 hours later to the minute", now({ happened_at: "2026-12-01T12:00:00.000Z" }), true],
  ["a day and a minute later", now({ happened_at: "2026-12-01T12:01:00.000Z" }), false],
  ["another car", now({ vehicle: { plate: "FUM0B06" } }), false],
  ["another infraction", now({ infraction: { code: "B" } }), false],
  ["five kilometres away", now({ place: { position: { ...FORMER.position, lat: -201836000 } } }), false],
  ["a place nobody measured", now({ place: { position: null } }), true],
]) {
  test(`asked again: ${name}: ${found}`, () => assert.equal(Boolean(likeIt(record, [FORMER])), found));
}

test("a hundredth of a degree of latitude is 1,112 m", () => {
  assert.equal(Math.round(metres({ lat: 0, lon: 0 }, { lat: 100_000, lon: 0 })), 1112);
});

test("two types that exclude each other are asked about in one approach only", () => {
  const other = { ...FORMER, code: "B" };
  assert.equal(barredBy(now(), [other], TYPES), other);
  assert.equal(barredBy(now({ group: "h" }), [other], TYPES), null);
});

for (const [name, record, type, steps] of [
  ["an auto with measures", { kind: "notice", witnesses: [] }, { measures: ["x"] }, "type vehicle people facts photos measures review ending"],
  ["an auto without", { kind: "notice", witnesses: [] }, { measures: [] }, "type vehicle people facts photos review ending"],
  ["a type that needs a witness", { kind: "notice", witnesses: [] }, { measures: [], witnesses: 1 }, "type vehicle people facts photos measures review ending"],
  ["a verbal warning has no signature", { kind: "verbal", witnesses: [] }, { measures: [] }, "type vehicle people facts photos review"],
]) {
  test(`steps: ${name}`, () => assert.equal(stepsOf(record, type).join(" "), steps));
}

test("each field of the record has the step that asks for it", () => {
  assert.deepEqual(["infraction.code", "vehicle.plate", "owner.pending", "fine.ufm", "witnesses", "copy.how"].map(stepOf),
    ["type", "vehicle", "people", "facts", "measures", "ending"]);
  assert.equal(after(["a", "b"], "b"), "");
});

const CARD = { index: 7, plate: "FUM0B05", makeModel: "Onix", colour: "Branco", modality: "taxi", permit: "T-1", state: "valid", operator: "", drivers: [{ id: "d1", name: "Davi N.", role: "holder" }, { id: "d2", name: "Rui S.", role: "auxiliary" }] };
const check = (more = {}) => ({
  id: "c".repeat(32), at: 0, card: CARD, token: null, driver: null, trust: "online",
  shown: { kind: "verdict", findings: [{ code: "inspection_valid.expired" }] },
  stamp: { happened_at: "2026-11-30T13:00:00.000Z" }, ...more,
});
const draft = (more) => draftOf(check(more), { id: "e".repeat(32), plate: "FUM0B05", accountId: "a", reasonWords: "", noPermit: "NONE", training: true });

test("a draft begins with the car of the list, all of it waiting", () => {
  const { fields, kind, state } = draft();
  assert.deepEqual([kind, state, fields.step], ["notice", "draft", "type"]);
  assert.deepEqual(unconfirmed(fields), ["vehicle.plate", "vehicle.make_model", "vehicle.colour", "permit.number"]);
  assert.deepEqual([fields.record.permit.number, fields.record.vehicle.seal_index], ["T-1", 7]);
});

for (const [name, more, number] of [
  ["the server knows no such car", { card: null, trust: "online", shown: { kind: "plate_absent", findings: [] } }, "NONE"],
  ["this phone does not know it", { card: null, trust: "fresh", shown: { kind: "plate_not_in_list", findings: [] } }, ""],
  ["its seal is dead", { card: { ...CARD, state: "dead" } }, ""],
]) {
  test(`permit of a new draft: ${name}`, () => assert.equal(draft(more).fields.record.permit.number, number));
}

test("the next notice of the approach keeps the car and the people, not the infraction", () => {
  const first = draft();
  const record = { ...first.fields.record, facts: "…", infraction: { ...first.fields.record.infraction, code: "A" }, photos: [{}], confirmed: ["vehicle.plate"] };
  const next = another({ ...first.fields, record, step: "review" }, { id: "f".repeat(32), accountId: "a", createdAt: 1 });
  const { record: begun, step } = next.fields;
  assert.deepEqual([begun.group, begun.vehicle, begun.confirmed, step], [record.group, record.vehicle, ["vehicle.plate"], "type"]);
  assert.deepEqual([begun.facts, begun.infraction.code, begun.photos, begun.ending], ["", "", [], null]);
});

for (const [name, fields, who] of [
  ["the driver of a taxi", { driver: "d1" }, "Davi N."],
  ["the holder when his auxiliary drives", { driver: "d2" }, "Davi N."],
  ["who is known by the registry", { driver: "d2", holder: { kind: "authorised_driver", name: "Davi Nunes", tax_id: "1" } }, "Davi Nunes"],
]) {
  test(`who answers: ${name}`, () => {
    const { fields: { record, drivers, operator } } = draft();
    const named = drivers.find(({ id }) => id === fields.driver).name;
    const now_ = { ...record, driver: { ...record.driver, id: fields.driver, name: named }, offender: { kind: "authorised_driver" } };
    assert.equal(likelyOffender({ record: now_, drivers, operator, holder: fields.holder }).name, who);
  });
}

for (const [day, time, zone, iso] of [
  ["2026-11-30", "10:00", "America/Sao_Paulo", "2026-11-30T13:00:00.000Z"],
  ["2026-11-30", "23:59", "America/Rio_Branco", "2026-12-01T04:59:00.000Z"],
  ["2018-11-04", "00:30", "America/Sao_Paulo", "2018-11-04T03:30:00.000Z"],
]) {
  test(`${day} ${time} in ${zone}`, () => assert.equal(new Date(instantOf(day, time, zone)).toISOString(), iso));
}

test("half a time is no time", () => {
  assert.ok(Number.isNaN(instantOf("2026-11-30", "", "America/Sao_Paulo")));
  assert.ok(Number.isNaN(instantOf("", "10:00", "America/Sao_Paulo")));
});

test("late is after the law's hours, not at them", () => {
  const record = { happened_at: "2026-11-30T13:00:00.000Z" };
  const at = Date.parse("2026-12-01T13:00:00.000Z");
  assert.deepEqual([isLate(record, { hours: 24 }, at), isLate(record, { hours: 24 }, at + 1), isLate(record, null, at + 1)], [false, true, false]);
});

test("what the city tells of a notice takes the place of what was known of it", () => {
  const known = [{ id: "a", number: "old" }, { id: "b", number: "kept" }];
  assert.deepEqual(joined(known, [{ id: "a", number: "new" }]), [{ id: "b", number: "kept" }, { id: "a", number: "new" }]);
});
