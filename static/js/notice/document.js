/**
 * A notice as a person reads it: the record of schema 1 in sections of labelled lines, for the
 * review before signing and for the copy. Nothing that the law asks for disappears by being
 * empty: it is named as not informed, with the reason. Pure; words come in by `t`, the law's words
 * by the catalogue (the record alone is enough where a phone has no catalogue).
 *
 * @typedef {{key: string, label: string, value: string, missing?: true}} Line key: path in the record
 * @typedef {{key: string, title: string, lines: Line[]}} Section
 */

import { display } from "../kernel/plate.js";
import { dayText, joined, moment, numberText, positionText, taxId, ufmText } from "./document_words.js";

const PERSON = ["name", "id_card", "licence", "address"];

/**
 * `{head, sections, ending}` of a record, complete or still being written.
 * @param {object} record
 * @param {{catalogue: object | null, t: (key: string, values?: object) => string, zone: string}} words
 * `head`: {body, city, title, number, training}; `ending`: {sentence, note, signer, at, signature} or null
 */
export function documentOf(record, { catalogue, t, zone }) {
  const told = { record, t, zone, names: namesOf(catalogue, t) };
  const parts = [infraction, place, vehicle, driver, owner, permit, facts, measures, photos, deadline, authority];
  const sections = parts.map((part) => part(told)).filter(({ lines }) => lines.length);
  return { head: headOf(told), sections, ending: endingOf(told) };
}

function headOf({ record, names }) {
  return {
    body: record.body?.name ?? "",
    city: record.body?.city ?? "",
    title: names.of("kinds", record.kind, "title_on_paper"),
    number: numberText(record.number ?? null),
    training: Boolean(record.training),
  };
}

function infraction({ record, t, names }) {
  const { code, title, text, basis = [], choice } = record.infraction ?? {};
  const type = names.type(code);
  const offender = record.offender ?? {};
  return section(t, "infraction", [
    line(t, "infraction.code", code),
    line(t, "infraction.title", title),
    line(t, "infraction.text", text),
    line(t, "infraction.class", type?.className || (record.infraction?.class && t(`doc.class.${record.infraction.class}`))),
    line(t, "infraction.basis", joined([...basis, choice], "; ")),
    line(t, "fine.ufm", fine(record.fine, t)),
    line(t, "fine.reasons", record.fine?.reasons),
    line(t, "offender.kind", offender.kind && joined([names.of("offenders", offender.kind), offender.name, taxId(offender.tax_id ?? "")])),
  ]);
}

function fine(given, t) {
  if (!given || given.rule === "none") return "";
  const ufm = ufmText(given.ufm, t);
  return ufm && given.rule === "proposed" ? t("doc.fine.proposed", { ufm }) : ufm;
}

function place({ record, t, zone }) {
  const { text, position } = record.place ?? {};
  return section(t, "place", [
    line(t, "happened_at", moment(record.happened_at, zone, t)),
    line(t, "place.text", text || (!position && t("doc.missing")), !text && !position),
    line(t, "place.position", positionText(position)),
    line(t, "written_at", moment(record.written_at, zone, t)),
    line(t, "scope", record.scope === "administrative" ? t("doc.scope.administrative") : ""),
    line(t, "late_reason", record.late_reason),
  ]);
}

function vehicle({ record, t }) {
  const { plate, make_model: makeModel, colour, chassis, renavam, modality, seal_index: seal, missing } = record.vehicle ?? {};
  const asked = [
    ["vehicle.plate", plate && display(plate)],
    ["vehicle.make_model", makeModel],
    ["vehicle.chassis", chassis],
    ["vehicle.renavam", renavam],
  ];
  return section(t, "vehicle", [
    ...present(t, asked),
    line(t, "vehicle.colour", colour),
    line(t, "vehicle.modality", modality && t(`doc.modality.${modality}`)),
    line(t, "vehicle.seal_index", seal ? String(seal) : ""),
    absent(t, "vehicle.missing", asked, missing),
  ]);
}

function driver({ record, t }) {
  const person = record.driver ?? {};
  const asked = personLines("driver", person, [["driver.cpf", taxId(person.cpf ?? "")]], t);
  return section(t, "driver", [...present(t, asked), absent(t, "driver.missing", asked, person.missing)]);
}

function owner({ record, t }) {
  const person = record.owner ?? {};
  const asked = personLines("owner", person, [["owner.tax_id", taxId(person.tax_id ?? "")]], t);
  const why = person.pending ? t("doc.owner.pending") : "";
  return section(t, "owner", [...present(t, asked), absent(t, "owner.missing", asked, why)]);
}

/** Name, documents with date and category, address: PLA art. 49 IV and V, in their order. */
function personLines(who, person, number, t) {
  const issued = dayText(person.id_card_issued_on ?? "");
  const values = {
    name: person.name,
    id_card: person.id_card && joined([person.id_card, issued && t("doc.issued_on", { day: issued })], ", "),
    licence: person.licence && joined([person.licence, person.licence_category && t("doc.category", { category: person.licence_category })], ", "),
    address: person.address,
  };
  const lines = PERSON.map((name) => [`${who}.${name}`, values[name]]);
  lines.splice(2, 0, ...number);
  return lines;
}

function permit({ record, t }) {
  const number = record.permit?.number;
  return section(t, "permit", [line(t, "permit.number", number || t("doc.missing"), !number)]);
}

function facts({ record, t }) {
  const { involuntary, minor, primary, reasons } = record.warning ?? {};
  const grounds = record.warning
    ? [involuntary && "involuntary", minor && "minor", primary && "primary"].filter(Boolean).map((name) => t(`doc.warning.${name}`))
    : [];
  const witness = ({ name, document, address }, at) => line(t, `witnesses.${at}`, joined([name, document, address]), false, t("doc.witness", { n: at + 1 }));
  return section(t, "facts", [
    line(t, "facts", record.facts || t("doc.missing"), !record.facts),
    line(t, "warning.grounds", joined(grounds, "; ")),
    line(t, "warning.reasons", reasons),
    ...(record.witnesses ?? []).map(witness),
  ]);
}

function measures({ record, t, zone, names }) {
  const taken = (record.measures ?? []).map(({ kind, reason, items, place: where, at: when }, at) => line(
    t, `measures.${at}`, joined([reason, items, where, moment(when, zone, t)]) || names.of("measures", kind), false, names.of("measures", kind),
  ));
  const { what, days } = record.regularise ?? {};
  return section(t, "measures", [
    ...taken,
    line(t, "regularise.what", what),
    line(t, "regularise.days", days ? t(days === 1 ? "doc.day" : "doc.days", { n: days }) : ""),
  ]);
}

function photos({ record, t, zone }) {
  return section(t, "photos", (record.photos ?? []).map(({ caption, sha256, taken_at: taken }, at) => line(
    t, `photos.${at}`, joined([caption, moment(taken, zone, t), t("doc.photo.code", { code: sha256.slice(0, 12) })]), false, t("doc.photo", { n: at + 1 }),
  )));
}

function deadline({ record, t }) {
  const { words, due_on: due, citation } = record.deadline ?? {};
  return section(t, "deadline", [
    line(t, "deadline.words", words),
    line(t, "deadline.due_on", dayText(due ?? "")),
    line(t, "deadline.citation", citation),
  ]);
}

function authority({ record, t }) {
  const { name, registration, act } = record.agent ?? {};
  return section(t, "authority", [
    line(t, "body.name", joined([record.body?.name, record.body?.city])),
    line(t, "agent.name", joined([name, registration && t("doc.registration", { registration }), act])),
  ]);
}

function endingOf({ record, t, zone, names }) {
  const { ending } = record;
  if (!ending?.kind) return null;
  const signer = ending.signer_name || (ending.signer === "driver" ? record.driver?.name : "");
  return {
    kind: ending.kind,
    sentence: names.of("endings", ending.kind, "sentence"),
    note: ending.note ?? "",
    signer: ending.kind === "signed" ? signer || t("doc.signer.unnamed") : "",
    at: moment(ending.at, zone, t),
    signature: ending.signature ?? null,
    title: t("doc.section.ending"),
  };
}

/** The law's names by their word in the record; the page's own where the phone has no catalogue. */
function namesOf(catalogue, t) {
  const group = { kinds: "kind", endings: "ending", measures: "measure", offenders: "offender" };
  return {
    type: (code) => catalogue?.types?.find((type) => type.code === code),
    of(list, kind, field = "name") {
      const found = catalogue?.[list]?.find((entry) => entry.kind === kind)?.[field];
      return found || (kind ? t(`doc.${group[list]}.${kind}`) : "");
    },
  };
}

function section(t, key, lines) {
  return { key, title: t(`doc.section.${key}`), lines: lines.filter(Boolean) };
}

function line(t, key, value, missing = false, label = "") {
  if (!value) return null;
  return { key, label: label || t(`doc.${key}`), value, ...(missing && { missing: true }) };
}

function present(t, asked) {
  return asked.map(([key, value]) => line(t, key, value));
}

/** What the law asks for and nobody could tell, in one line with its reason. */
function absent(t, key, asked, reason) {
  const labels = asked.filter(([, value]) => !value).map(([name]) => t(`doc.${name}`));
  if (!labels.length) return null;
  const names = labels.join(", ");
  return line(t, key, reason ? t("doc.absent.why", { names, reason }) : names, true, t("doc.absent"));
}
