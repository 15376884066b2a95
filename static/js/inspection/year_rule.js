/** The age of a car as an inspection judges it. Pure; twin of app/regulation/inspection_age.py. */

/**
 * Last day on which a car of that year passes. @param {object} rule `year_rule` of an item
 * @param {number} made year of manufacture @param {string} granted day an act gives it, or ""
 */
export function lastDay({ last, years, more_years: more, until, extended }, made, granted) {
  const base = baseDay(last, made, years);
  const ceiling = more ? monthsBefore(base, -12 * more) : until;
  if (!ceiling) return base;
  if (extended) return later(base, ceiling);
  return granted ? later(base, granted < ceiling ? granted : ceiling) : base;
}

function baseDay(last, made, years) {
  if (last === "end_of_february") return `${made + years + 1}-02-${lastOfMonth(made + years + 1, 2)}`;
  return last === "completed_years" ? `${made + years + 1}-12-30` : `${made + years}-12-31`;
}

function later(one, other) {
  return one > other ? one : other;
}

/** The same-numbered day so many months before; the month's last day if it is missing. */
export function monthsBefore(day, months) {
  const [year, month, number] = day.split("-").map(Number);
  const ordinal = year * 12 + month - 1 - months;
  const [back, at] = [Math.floor(ordinal / 12), (ordinal % 12) + 1];
  return `${back}-${two(at)}-${two(Math.min(number, lastOfMonth(back, at)))}`;
}

function lastOfMonth(year, month) {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function two(number) {
  return String(number).padStart(2, "0");
}
