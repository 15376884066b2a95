/** The open visit as its steps use it: a draft's sheet, with answers by item and photos by their place. */

import { createDraftSheet } from "../field/draft_sheet.js";
import { removePhoto } from "../outbox/photos.js";
import { itemsFor } from "./items.js";
import { named, unnamed } from "./photos.js";
import { answerOf, failedBefore } from "./record.js";

/** @param {ReturnType<import("../field/keeper.js").createKeeper>} keeper @param {() => object} catalogue */
export function createSheet(keeper, catalogue) {
  const sheet = createDraftSheet(keeper, catalogue);
  const { fields, record, take } = sheet;
  const facts = () => fields().facts;
  const writeAll = (changes) => take({ ...fields(), record: { ...record(), items: merged(record(), changes) } });
  return {
    ...sheet,
    facts,
    /** The items of this visit, in the catalogue's order. */
    items: () => itemsFor(catalogue(), record().occasion, record().vehicle.modality, failedBefore(facts())),
    answer: (key) => answerOf(record(), key),
    write: (key, changes) => writeAll({ [key]: changes }),
    /** Several answers in one save. @param {Record<string, object>} changes by key */
    writeAll,
    /** A photo that the phone holds takes its place. @param {{part?: string, position?: object | null, item?: string}} where */
    addPhoto: (photo, where) => take({ ...fields(), record: named(record(), photo, where) }),
    /** Out of the record first: a record never names a photo that is gone. */
    async dropPhoto(sha256) {
      await take({ ...fields(), record: unnamed(record(), sha256) });
      await removePhoto(sheet.id(), sha256);
    },
  };
}

function merged(record, changes) {
  const answers = Object.entries(changes).map(([key, change]) => [key, { ...answerOf(record, key), ...change }]);
  return { ...record.items, ...Object.fromEntries(answers) };
}
