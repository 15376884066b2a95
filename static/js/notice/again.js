/**
 * Has this car been noticed for the same infraction a short while ago, near here? It asks, it
 * never forbids: two facts may be alike. Pure.
 */

const DAY_MS = 24 * 3600_000;
const NEAR_M = 1000;
const EARTH_M = 6_371_000;
const PER_DEGREE = 10_000_000;

/**
 * The former notice that looks like the same fact, the newest first, or null.
 * @param {object} record @param {object[]} others `{id, code, plate, happened_at, position, number}`
 * of this phone and of the server
 */
export function likeIt(record, others) {
  const at = Date.parse(record.happened_at);
  return others
    .filter(({ plate, code }) => plate === record.vehicle.plate && code === record.infraction.code)
    .filter(({ happened_at: when }) => Math.abs(Date.parse(when) - at) <= DAY_MS)
    .filter(({ position }) => near(position, record.place.position))
    .sort((a, b) => (a.happened_at < b.happened_at ? 1 : -1))[0] ?? null;
}

/**
 * A notice of the same approach whose infraction may not stand beside this one for the same fact,
 * or null. @param {object[]} types of the catalogue
 */
export function barredBy(record, others, types) {
  const barred = types.find(({ code }) => code === record.infraction.code)?.notTogether ?? [];
  return others.find(({ group, code }) => group === record.group && barred.includes(code)) ?? null;
}

/** Within a kilometre, or not known to be further. */
function near(a, b) {
  if (!a || !b) return true;
  return metres(a, b) - a.accuracy_m - b.accuracy_m <= NEAR_M;
}

/** Distance over the sphere. @param {{lat: number, lon: number}} a ten-millionths of a degree */
export function metres(a, b) {
  const rad = (value) => (value / PER_DEGREE) * (Math.PI / 180);
  const half = (from, to) => Math.sin((rad(to) - rad(from)) / 2) ** 2;
  const h = half(a.lat, b.lat) + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * half(a.lon, b.lon);
  return 2 * EARTH_M * Math.asin(Math.sqrt(h));
}
