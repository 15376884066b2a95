/** What a finished checklist leads to, as it is told before signing. Pure. */

/**
 * @param {object} catalogue @param {object} record as it would be frozen @param {object[]} items of this visit
 * @param {string} day of the visit
 */
export function summaryOf(catalogue, record, items, day) {
  const { result, failed, cure_by: cureBy, stopped } = record.result;
  const rows = failed.map((key) => rowOf(items.find((item) => item.key === key), record, cureBy)).filter(Boolean);
  return {
    result,
    count: items.length,
    failed: rows.filter(({ blocking }) => blocking),
    noted: rows.filter(({ blocking }) => !blocking),
    cureBy: result === "failed" ? cureBy : "",
    stopped,
    validUntil: result === "approved" ? catalogue.validity.dates[day] ?? "" : "",
  };
}

/** Only what refuses the car has a day to be mended. */
function rowOf(item, record, cureBy) {
  if (!item) return null;
  const answer = record.items.find(({ key }) => key === item.key);
  return {
    key: item.key,
    label: [item.of, item.label].filter(Boolean).join(": "),
    citation: item.citation,
    note: answer?.note ?? "",
    photos: answer?.photos.length ?? 0,
    blocking: item.blocking && answer?.answer === "nc",
    dueOn: item.blocking && answer?.answer === "nc" ? cureBy : "",
  };
}
