/**
 * What tells the kinds of frozen records apart: their chain and the context of their signature,
 * whether they take a number, and which of their values lists and the office need in the clear.
 */

/**
 * @typedef {object} FrozenKind
 * @property {string} context signed before the bytes, so that no record passes for another kind
 * @property {(accountId: string) => string} chain where the head of its chain is kept
 * @property {(record: object) => boolean} numbered takes a number of this phone
 * @property {(record: object) => object} columns what its entry carries besides
 */

/** @type {Record<string, FrozenKind>} */
export const FROZEN = {
  notice: {
    context: "cf-n1\0",
    chain: (accountId) => `chain:${accountId}`,
    numbered: ({ kind }) => kind !== "verbal",
    columns: (record) => ({
      document: record.kind,
      explained: Boolean(record.late_reason),
      factAt: Date.parse(record.happened_at),
      readyAt: Date.parse(record.written_at),
    }),
  },
  inspection: {
    context: "cf-v1\0",
    chain: (accountId) => `chain:inspection:${accountId}`,
    numbered: () => false,
    columns: (record) => ({ outcome: record.result.result, readyAt: Date.parse(record.finished_at) }),
  },
};

/** Whether a sent record of that kind stays readable for a day: the notice's copy, the visit's result. */
export function staysReadable(kind) {
  return kind in FROZEN;
}
