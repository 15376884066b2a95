/** Photos in the record of a visit: live shots of the car's sides, and those of failed items. Pure. */

import { answerOf } from "./record.js";

/**
 * The record with a photo in its place; a shot takes the place of the one before it.
 * @param {{sha256: string, size: number, taken_at: string, caption: string}} photo
 * @param {{part?: string, position?: object | null, item?: string}} where
 */
export function named(record, photo, { part, position = null, item }) {
  const photos = [...record.photos.filter(({ sha256 }) => sha256 !== photo.sha256), photo];
  if (item) {
    const answer = answerOf(record, item);
    const kept = answer.photos.filter((sha256) => sha256 !== photo.sha256);
    return { ...record, photos, items: { ...record.items, [item]: { ...answer, photos: [...kept, photo.sha256] } } };
  }
  const shot = { part, sha256: photo.sha256, taken_at: photo.taken_at, position };
  return { ...record, photos, shots: [...record.shots.filter((other) => other.part !== part), shot] };
}

/** The record without a photo, wherever it stood. */
export function unnamed(record, sha256) {
  const items = Object.fromEntries(Object.entries(record.items).map(([key, answer]) => (
    [key, { ...answer, photos: (answer.photos ?? []).filter((other) => other !== sha256) }]
  )));
  return {
    ...record, items,
    photos: record.photos.filter((photo) => photo.sha256 !== sha256),
    shots: record.shots.filter((shot) => shot.sha256 !== sha256),
  };
}

/**
 * After a killed page: photos that lie on the phone and that the record does not use. One whose
 * caption tells its place goes there, the others are to leave the phone.
 * @param {object} record @param {object[]} stored as outbox/photos.js lists them
 * @param {{parts: object[], items: object[]}} places of this visit
 * @returns {{record: object, loose: string[]}}
 */
export function reconciled(record, stored, { parts, items }) {
  let next = record;
  const loose = [];
  for (const photo of stored) {
    const where = used(next, photo.sha256) ? null : placeOf(next, photo.caption, parts, items);
    if (where) next = named(next, photo, where);
    else if (!used(next, photo.sha256)) loose.push(photo.sha256);
  }
  const here = new Set(stored.map(({ sha256 }) => sha256));
  for (const { sha256 } of record.photos) if (!here.has(sha256)) next = unnamed(next, sha256);
  return { record: next, loose };
}

function used({ shots, items }, sha256) {
  return shots.some((shot) => shot.sha256 === sha256) || Object.values(items).some(({ photos = [] }) => photos.includes(sha256));
}

/** A shot only where there is none yet: of two pictures of one side the one that was named stays. */
function placeOf(record, caption, parts, items) {
  const part = parts.find(({ id, label }) => label === caption && !record.shots.some((shot) => shot.part === id));
  if (part) return { part: part.id };
  const item = items.find(({ label }) => label === caption);
  return item ? { item: item.key } : null;
}
