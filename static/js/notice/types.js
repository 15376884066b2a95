/**
 * Which infractions may be chosen, and in which order. Pure: everything comes from the catalogue
 * of the city, nothing here knows an article.
 */

import { fold } from "../kernel/names.js";

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;
const WITHOUT_PERMIT = ["private_user", "owner", "legal_person", "organiser"];
const WITH_PERMIT = ["authorised_driver", "platform", "auxiliary"];

/**
 * Types that modality and offender allow, those of failing checks first.
 * `{suggested, others}` @param {object} catalogue `meta.notices`
 * @param {{modality: string, offender: string, reasons: string[], question: string}} asked
 */
export function offered(catalogue, { modality, offender, reasons, question }) {
  const failing = new Set(reasons.map((code) => code.split(".")[0]));
  const found = catalogue.types
    .filter((type) => type.modalities.includes(modality))
    .filter((type) => !offender || type.offenders.includes(offender))
    .filter((type) => matches(`${type.search} ${type.title} ${type.code} ${type.citations.join(" ")}`, question));
  const isSuggested = (type) => type.checks.some((check) => failing.has(check));
  return { suggested: found.filter(isSuggested), others: found.filter((type) => !isSuggested(type)) };
}

/** Offenders that at least one type of this city names, the likeliest for this car first. */
export function offendersOf(catalogue, modality) {
  const named = new Set(catalogue.types
    .filter((type) => type.modalities.includes(modality))
    .flatMap((type) => type.offenders));
  const order = modality === "none" ? [...WITHOUT_PERMIT, ...WITH_PERMIT] : [...WITH_PERMIT, ...WITHOUT_PERMIT];
  const rank = ({ kind }) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return catalogue.offenders.filter(({ kind }) => named.has(kind)).sort((a, b) => rank(a) - rank(b));
}

/** The type with that code, or undefined. */
export function typeOf(catalogue, code) {
  return catalogue?.types.find((type) => type.code === code);
}

/** What is known of a kind of document: name, letters, whether it takes a number. */
export function kindOf(catalogue, kind) {
  return catalogue?.kinds.find((known) => known.kind === kind);
}

/** The part of the record that choosing a type fixes, with what the text of the law says today. */
export function infractionOf(type) {
  return {
    code: type.code, text: type.text, title: type.title, class: type.class, basis: type.citations,
    choice: type.choices.length === 1 ? type.choices[0].ref : "",
  };
}

/** The fine that a type brings for a kind of document, before the agent proposes one. */
export function fineOf(type, kind) {
  if (kind !== "notice" || type.fine.rule === "none") return { rule: "none", ufm: "", reasons: "" };
  return { rule: type.fine.rule, ufm: type.fine.rule === "fixed" ? type.fine.ufm : "", reasons: "" };
}

/** Empty ticks of a warning; null for documents that have none. */
export function warningOf(kind) {
  const has = kind === "warning" || kind === "verbal";
  return has ? { involuntary: false, minor: false, primary: false, reasons: "" } : null;
}

/** Whether every word typed begins a word of the text; an empty question matches. */
export function matches(text, question) {
  const words = fold(text).split(BETWEEN_WORDS);
  return fold(question).split(BETWEEN_WORDS).filter(Boolean)
    .every((asked) => words.some((word) => word.startsWith(asked)));
}
