/** What is told of a finished visit: by the phone's own result until the server answered, then by the server's. Pure. */

const LOOKS = {
  approved: { level: "green", icon: "check" },
  failed: { level: "red", icon: "cross" },
  pending: { level: "amber", icon: "warn" },
};

/**
 * @param {{record: object, receipt: object | null}} frozen @param {object | undefined} catalogue
 */
export function told({ record, receipt }, catalogue) {
  const given = receipt?.given ?? {};
  const result = given.result ?? record.result.result;
  const occasion = catalogue?.occasions.find(({ id }) => id === record.occasion);
  const cureBy = given.cure_by ?? record.result.cure_by;
  return {
    ...LOOKS[result],
    result,
    differs: result !== record.result.result,
    occasion: occasion?.label ?? "",
    sealless: occasion?.list === "exit",
    defects: record.result.failed.map((key) => defect(key, record, catalogue, cureBy)),
    cureBy: result === "failed" ? cureBy : "",
    cureWords: [catalogue?.cure?.words, catalogue?.cure?.citation].filter(Boolean).join(" "),
    stopped: record.result.stopped,
    report: given.report ?? "",
    seal: given.seal ?? null,
    sealWaits: given.seal_waits ?? "",
    ready: Boolean(given.seal_ready),
  };
}

/** Only what refuses the car has a day to be mended. */
function defect(key, record, catalogue, cureBy) {
  const item = catalogue?.items.find((other) => other.key === key);
  const { note = "" } = record.items.find((other) => other.key === key) ?? {};
  const label = [item?.of, item?.label ?? key].filter(Boolean).join(": ");
  return { label, note, dueOn: item?.blocking && record.result.result === "failed" ? cureBy : "" };
}
