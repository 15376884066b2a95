// What a person reads of a notice: every item of PLA art. 49, and nothing that was not written.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { fill } from "../../static/js/field/texts.js";
import { documentOf } from "../../static/js/notice/document.js";
import { numberText, taxId } from "../../static/js/notice/document_words.js";

const page = readFileSync(new URL("../../templates/verification/field_notice_media_texts.html", import.meta.url), "utf8");
const texts = new Map(Array.from(page.matchAll(/data-t="([^"]+)">([^<]*)</g), ([, key, text]) => [key, text]));
const t = (key, values = {}) => {
  assert.ok(texts.has(key), `no text: ${key}`);
  return fill(texts.get(key), values);
};
const ZONE = "America/Sao_Paulo";
const RECORD = JSON.parse(readFileSync(new URL("data/notice.json", import.meta.url), "utf8"));
const CATALOGUE = {
  kinds: [{ kind: "notice", title_on_paper: "AUTO DE INFRAÇÃO" }],
  types: [{ code: "PLA-43-II-c", className: "média" }],
  endings: [{ kind: "signed", sentence: "O infrator assinou e recebeu a segunda via." }],
  offenders: [{ kind: "authorised_driver", name: "condutor autorizado" }],
  measures: [{ kind: "retencao", name: "Retenção" }],
};

function read(changes = {}, catalogue = CATALOGUE) {
  return documentOf({ ...RECORD, ...changes }, { catalogue, t, zone: ZONE });
}

function valuesOf({ sections }) {
  return Object.fromEntries(sections.flatMap(({ lines }) => lines.map(({ key, value }) => [key, value])));
}

test("all items of art. 49 are there", () => {
  const doc = read();
  const found = valuesOf(doc);
  const asked = [
    "infraction.code", "infraction.text", "place.text", "happened_at",
    "vehicle.plate", "vehicle.make_model", "vehicle.chassis", "vehicle.renavam",
    "driver.name", "driver.id_card", "driver.cpf", "driver.licence", "driver.address",
    "owner.name", "owner.id_card", "owner.tax_id", "owner.licence", "owner.address",
    "permit.number", "facts", "deadline.words", "body.name", "agent.name",
  ];
  assert.deepEqual(asked.filter((key) => !found[key]), []);
  assert.equal(doc.head.number, "TREINO-AI-2026-000017");
  assert.equal(doc.ending.sentence, "O infrator assinou e recebeu a segunda via.");
});

for (const [key, value] of [
  ["happened_at", "30/11/2026 às 10:05"],
  ["vehicle.plate", "FUM0B05"],
  ["driver.id_card", "MG-12.345.678, expedida em 02/03/2015"],
  ["driver.cpf", "529.982.247-25"],
  ["driver.licence", "04463004100, categoria B"],
  ["owner.tax_id", "12.ABC.345/01DE-35"],
  ["fine.ufm", "1,5 UFM, propostas pelo agente"],
  ["place.position", "-20,138600; -48,700300 (±12 m)"],
  ["infraction.basis", "PLA art. 43 II c; PLA art. 43 §1 II"],
  ["infraction.class", "média"],
  ["deadline.due_on", "10/12/2026"],
  ["photos.0", "Placa · 30/11/2026 às 10:06 · código 0123456789ab"],
  ["witnesses.0", "João d’Ávila · RG 9.999 · Rua 2"],
]) {
  test(`${key} as it is read`, () => assert.equal(valuesOf(read())[key], value));
}

test("what is not known is named, with the reason", () => {
  const driver = { ...RECORD.driver, id_card: "", licence: "", missing: "documentos retidos" };
  const line = read({ driver }).sections.find(({ key }) => key === "driver").lines.at(-1);
  assert.deepEqual(line, { key: "driver.missing", label: "Não informado", value: "RG, CNH: documentos retidos", missing: true });
});

test("an owner who is pending says who completes", () => {
  const owner = { name: "", tax_id: "", id_card: "", id_card_issued_on: "", licence: "", licence_category: "", address: "", pending: true };
  const { "owner.missing": words } = valuesOf(read({ owner }));
  assert.match(words, /^Nome, RG, CPF ou CNPJ, CNH, Endereço: pendente de consulta/);
});

test("a car without permit says so", () => {
  assert.equal(valuesOf(read({ permit: { number: "SEM AUTORIZAÇÃO" } }))["permit.number"], "SEM AUTORIZAÇÃO");
});

test("the four endings without a catalogue have their own sentences", () => {
  const said = ["signed", "refused", "absent", "evaded"].map((kind) => (
    read({ ending: { ...RECORD.ending, kind, signature: null } }, null).ending.sentence
  ));
  assert.equal(new Set(said.filter(Boolean)).size, 4);
});

test("an ending that is no signature names no signer", () => {
  assert.equal(read({ ending: { ...RECORD.ending, kind: "refused", signer: "", signer_name: "" } }).ending.signer, "");
});

test("a record just begun can be reviewed", () => {
  const doc = documentOf({ kind: "notice", infraction: { code: "" }, vehicle: { plate: "FUM0B05" } }, { catalogue: null, t, zone: ZONE });
  assert.equal(doc.head.number, "");
  assert.equal(doc.ending, null);
  assert.equal(valuesOf(doc).facts, "não informado");
});

test("every kind of document, offender, measure and class has a name of the page", () => {
  const record = { ...RECORD, measures: RECORD.measures };
  for (const kind of ["notice", "warning", "verbal", "regularisation"]) assert.ok(documentOf({ ...record, kind }, { catalogue: null, t, zone: ZONE }).head.title);
  for (const kind of ["authorised_driver", "auxiliary", "platform", "owner", "private_user", "legal_person", "organiser"]) {
    assert.ok(valuesOf(read({ offender: { kind, name: "", tax_id: "" } }, null))["offender.kind"]);
  }
  for (const kind of ["regularizacao", "retencao", "remocao", "apreensao_documentos", "apreensao_veiculo", "impedimento"]) {
    assert.ok(valuesOf(read({ measures: [{ kind, reason: "", items: "", place: "", at: "" }] }, null))["measures.0"]);
  }
});

test("numbers and documents", () => {
  assert.equal(numberText({ series: "AI-2026", value: 123456 }), "AI-2026-123456");
  assert.equal(numberText(null), "");
  assert.deepEqual(["00123456797", "11222333000181", "ESTRANGEIRO 7"].map(taxId), ["001.234.567-97", "11.222.333/0001-81", "ESTRANGEIRO 7"]);
});
