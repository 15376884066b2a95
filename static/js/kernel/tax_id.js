/**
 * CPF and CNPJ (with letters since July 2026) as canonical text, or null when they do not exist.
 * Twin of parse_cpf and parse_cnpj in app/kernel/identifiers.py. Pure.
 */

const TYPED_MAX = 40;

/** Eleven digits of what was typed, or null. @param {unknown} typed */
export function parseCpf(typed) {
  const text = bare(typed, /[.\- ]/g);
  if (!/^[0-9]{11}$/.test(text) || repeats(text)) return null;
  const values = [...text].map(Number);
  return [9, 10].every((length) => values[length] === cpfDigit(values, length)) ? text : null;
}

/** Fourteen upper-case characters of what was typed, or null. @param {unknown} typed */
export function parseCnpj(typed) {
  const text = bare(typed, /[./\- ]/g);
  if (!/^[0-9A-Za-z]{12}[0-9]{2}$/.test(text) || repeats(text)) return null;
  const upper = text.toUpperCase();
  const values = [...upper].map((char) => char.charCodeAt(0) - 48);
  return [12, 13].every((length) => values[length] === cnpjDigit(values, length)) ? upper : null;
}

function bare(typed, separators) {
  if (typeof typed !== "string" || typed.length > TYPED_MAX) return "";
  return typed.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "").replace(separators, "");
}

function repeats(text) {
  return new Set(text).size === 1;
}

function cpfDigit(values, length) {
  const sum = values.slice(0, length).reduce((all, value, at) => all + value * (length + 1 - at), 0);
  return ((sum * 10) % 11) % 10;
}

function cnpjDigit(values, length) {
  const sum = values.slice(0, length).reduce((all, value, at) => all + value * (((length - at - 1) % 8) + 2), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}
