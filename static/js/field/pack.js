/**
 * The list of the city on the phone: opened once a page, asked by code or by plate.
 * Cards come out exactly as the server's /campo/consulta gives them.
 *
 * @typedef {object} Pack
 * @property {object} meta city, citySlug, ibge, timeZone, generatedAt, validUntil, training,
 *   statusNote, hosts, keyset (text, signed by the root), catalogue, levels, modalities, outcomes…
 * @property {number} count
 * @property {(index: number) => object | null} byIndex
 * @property {(plate: string) => object[]} byPlate old and Mercosul pattern alike, living codes first
 */

import { twin } from "../kernel/plate.js";
import {
  createDays,
  datesOf,
  fillShape,
  plateNumber,
  plateText,
  readColumns,
  readForm,
  startsOf,
  unzigzag,
} from "./pack-columns.js";
import { openFile, PackError } from "./pack-file.js";

export { PackError };

const USUAL_TWIN = 1;

/** @returns {Promise<Pack>} throws PackError; options as in `openFile` */
export async function openPack(bytes, options) {
  const { header, body } = await openFile(bytes, options);
  try {
    return unpack(header, body);
  } catch (error) {
    throw new PackError(`malformed: ${error.message}`);
  }
}

function unpack(header, body) {
  const length = new DataView(body.buffer).getUint32(0);
  const head = JSON.parse(new TextDecoder().decode(body.subarray(4, 4 + length)));
  const { columns: specs, words, forms, shapes, otherTwins, day, last, count, ...told } = head;
  const columns = readColumns(specs, body.subarray(4 + length));
  const cards = createCards({ columns, words, forms, shapes, otherTwins, day, last });
  const meta = {
    ...told,
    generatedAt: header.generated_at,
    validUntil: header.valid_until,
    sequence: header.sequence,
    keyset: header.keyset,
  };
  return {
    meta,
    count,
    byIndex(index) {
      const row = rowOf(columns.index, index);
      return row < 0 ? null : cards(row);
    },
    byPlate: (plate) => rowsWithPlate(columns, plate, otherTwins).map(cards)
      .sort((a, b) => (a.state === "dead") - (b.state === "dead") || b.index - a.index),
  };
}

/** A function from a row to its card; only what was asked for is ever written out. */
function createCards({ columns, words, forms, shapes, otherTwins, day, last }) {
  const dayText = createDays(day);
  const people = startsOf(columns.drivers);
  const timelines = shapes.map((shape) => ({ shape, dates: datesOf(shape) }));
  const readTimeline = (shapeColumn, stream) => {
    const starts = startsOf(shapeColumn.map((number) => timelines[number].dates));
    return (row) => {
      let at = starts[row];
      let distance = 0;
      return fillShape(timelines[shapeColumn[row]].shape, last, () => {
        distance += stream[at];
        at += 1;
        return dayText(distance);
      });
    };
  };
  const ofCar = readTimeline(columns.shape, columns.dates);
  const ofDriver = readTimeline(columns.driverShape, columns.driverDates);
  const permits = permitTexts(columns, forms);
  const drivers = (row) => Array.from({ length: columns.drivers[row] }, (_, at) => (
    driverOf(columns, words, people[row] + at, ofDriver)
  ));
  const dayAfter = (code, near) => (code ? dayText(unzigzag(code - 1) + near) : null);
  return (row) => ({
    index: columns.index[row],
    plate: plateText(columns.plate[row]),
    twin: twinText(columns, otherTwins, row),
    makeModel: words.model[columns.model[row]],
    colour: words.colour[columns.colour[row]],
    modality: words.modality[columns.modality[row]],
    operator: words.operator[columns.operator[row]],
    permit: permits[row],
    state: words.state[columns.state[row]],
    expiresOn: dayText(columns.expires[row]),
    permitUntil: dayAfter(columns.permitUntil[row], columns.expires[row]),
    inspectionUntil: dayAfter(columns.inspection[row], 0),
    segments: ofCar(row),
    drivers: drivers(row),
  });
}

function driverOf(columns, words, row, timeline) {
  const id = columns.driverId[row].toString(16).padStart(8, "0");
  const first = words.first[columns.first[row]];
  const next = words.next[columns.next[row]];
  const badge = words.badge[columns.badge[row]];
  return {
    id,
    name: next ? `${first} ${next}.` : first,
    initials: badge.startsWith("=") ? badge.slice(1) : first[0].toUpperCase() + badge,
    photo: columns.photo[row] ? id : "",
    role: words.role[columns.role[row]],
    segments: timeline(row),
  };
}

/** The numbers of one form are steps from the former permit of the same form. */
function permitTexts(columns, forms) {
  const kinds = forms.map((form) => ({ ...readForm(form), before: [] }));
  let at = 0;
  return Array.from(columns.form, (number) => {
    const kind = kinds[number];
    for (let slot = 0; slot < kind.slots; slot += 1, at += 1) {
      kind.before[slot] = (kind.before[slot] ?? 0) + columns.numbers[at];
    }
    return kind.fill(kind.before);
  });
}

function twinText(columns, otherTwins, row) {
  const kind = columns.twin[row];
  if (kind === USUAL_TWIN) return twin(plateText(columns.plate[row]));
  return kind ? otherTwins[columns.index[row]] : "";
}

function rowOf(indexes, index) {
  let low = 0;
  let high = indexes.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (indexes[middle] === index) return middle;
    if (indexes[middle] < index) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** One pass over fifty thousand numbers takes less than a frame; an index would only cost memory. */
function rowsWithPlate(columns, plate, otherTwins) {
  const read = plateNumber(plate);
  const other = plateNumber(twin(plate) ?? plate);
  const rows = [];
  for (let row = 0; row < columns.plate.length; row += 1) {
    if (columns.plate[row] === read || columns.plate[row] === other) rows.push(row);
  }
  const named = Object.entries(otherTwins).filter(([, text]) => text === plate);
  return [...new Set([...rows, ...named.map(([index]) => rowOf(columns.index, Number(index)))])];
}
