/**
 * How a record lies in the database: state and times in clear columns, everything typed in two
 * boxes, `face` (what lists show) and `box` (the content). Rows of the first release have no boxes
 * and are read as they are, for two releases.
 */

import { result } from "./database.js";
import { keepKeys, lock, unlock, VaultError } from "./vault.js";

const COLUMNS = [
  "id", "kind", "accountId", "state", "createdAt", "readyAt", "factAt", "settledAt", "tries", "nextTryAt",
  "problem", "receipt", "sha256", "signature", "number", "after", "photos", "explained", "check",
];
const FACES_KEPT = 2000;
const faces = new Map(); // id → the face as opened, and which box it was

/** The clear columns of a row: for counting and for deciding. @param {object} row */
export function columnsOf(row) {
  const found = {};
  for (const name of COLUMNS) if (row[name] !== undefined) found[name] = row[name];
  return found;
}

/** An entry as it is to lie in the database. @param {import("./entries.js").Entry} entry */
export async function closeRow(entry) {
  const { id, accountId, label = "", outcome = "", document = "", message = "", fields = {}, payload = "" } = entry;
  const { given, ...receipt } = entry.receipt ?? {};
  const clear = { ...columnsOf(entry), receipt: entry.receipt && receipt };
  const face = await lock(accountId, `${id}:face`, { label, outcome, document, message, ...(given && { given }) });
  if (!payload && !Object.keys(fields).length) return { ...clear, face };
  const box = await lock(accountId, `${id}:content`, { fields, payload });
  return { ...clear, face, box };
}

/** The whole entry; `VaultError` when its key is lost. @returns {Promise<import("./entries.js").Entry>} */
export async function openRow(row) {
  if (!row.face) return row;
  const content = row.box ? await unlock(row.box, `${row.id}:content`) : { fields: {}, payload: "" };
  return { ...(await withFace(row)), ...content };
}

/** The entry as lists show it; `unreadable` instead of an error. */
export async function openFace(row) {
  if (!row.face) return { ...columnsOf(row), label: row.label, outcome: row.outcome ?? "", document: "", message: row.problem?.message ?? "" };
  try {
    return await withFace(row);
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return { ...columnsOf(row), label: "", outcome: "", document: "", message: "", unreadable: true };
  }
}

/** Inside a transaction: store a closed row and make sure that its keys are there. */
export async function putRow(entries, vault, row) {
  await keepKeys(vault, row.face, row.box);
  return result(entries.put(row));
}

async function withFace(row) {
  const { given, ...face } = await faceOf(row);
  const clear = columnsOf(row);
  return { ...clear, ...face, ...(given && { receipt: { ...clear.receipt, given } }) };
}

async function faceOf({ id, face }) {
  const mark = face.iv.join();
  if (faces.get(id)?.mark !== mark) {
    if (faces.size > FACES_KEPT) faces.clear();
    faces.set(id, { mark, value: await unlock(face, `${id}:face`) });
  }
  return faces.get(id).value;
}
