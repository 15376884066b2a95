/** Values of a notice as they are read on paper: numbers, days, places. Pure; words come in by `t`. */

import { civilDay, clockTime, slashed } from "../field/civil.js";

const PER_DEGREE = 10_000_000;
const NUMBER_DIGITS = 6;

/** "TREINO-AI-2026-000017"; "" while there is none. @param {{series: string, value: number} | null} number */
export function numberText(number) {
  return number ? `${number.series}-${String(number.value).padStart(NUMBER_DIGITS, "0")}` : "";
}

/** "30/11/2026 às 10:05", in the city's zone. @param {string} instant ISO @param {string} zone */
export function moment(instant, zone, t) {
  if (!instant) return "";
  const ms = Date.parse(instant);
  return t("doc.moment", { day: slashed(civilDay(ms, zone)), time: clockTime(ms, zone) });
}

/** "30/11/2026", or "". @param {string} day */
export function dayText(day) {
  return day ? slashed(day) : "";
}

/** CPF or CNPJ with its marks; anything else as it was written. @param {string} digits */
export function taxId(digits) {
  const cpf = /^(\d{3})(\d{3})(\d{3})(\d{2})$/.exec(digits);
  if (cpf) return `${cpf[1]}.${cpf[2]}.${cpf[3]}-${cpf[4]}`;
  const cnpj = /^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/.exec(digits);
  return cnpj ? `${cnpj[1]}.${cnpj[2]}.${cnpj[3]}/${cnpj[4]}-${cnpj[5]}` : digits;
}

/** "-20,138600, -48,700300 (±12 m)": six decimals are a hand's breadth. */
export function positionText(position) {
  if (!position) return "";
  const degrees = [position.lat, position.lon].map((value) => (value / PER_DEGREE).toFixed(6).replace(".", ","));
  return `${degrees.join("; ")} (±${position.accuracy_m} m)`;
}

/** "4 UFM", "1,5 UFM". @param {string} ufm decimal text */
export function ufmText(ufm, t) {
  return ufm ? t("doc.ufm", { n: ufm.replace(".", ",") }) : "";
}

/** Parts that are there, one after another. @param {string[]} parts */
export function joined(parts, between = " · ") {
  return parts.filter(Boolean).join(between);
}
