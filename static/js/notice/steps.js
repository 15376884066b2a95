/** The order of the steps, which of them a notice has, and where each field is asked. Pure. */

const PLACES = [
  ["type", ["kind", "infraction", "warning"]],
  ["vehicle", ["vehicle"]],
  ["people", ["driver", "owner", "permit", "offender"]],
  ["facts", ["place", "happened_at", "facts", "fine", "late_reason", "scope"]],
  ["photos", ["photos"]],
  ["measures", ["measures", "regularise", "witnesses"]],
  ["ending", ["ending", "copy"]],
];

/** The step that asks for a field of the record; "" for what finishing fills in itself. */
export function stepOf(field) {
  const [name] = field.split(".");
  return PLACES.find(([, names]) => names.includes(name))?.[0] ?? "";
}

/** The steps of this notice, in order. @param {object} record @param {object | undefined} type */
export function stepsOf(record, type) {
  const asked = Boolean(type?.measures.length || type?.witnesses);
  const measured = asked || record.kind === "regularisation" || record.witnesses.length > 0;
  return [
    "type", "vehicle", "people", "facts", "photos",
    ...(measured ? ["measures"] : []),
    "review",
    ...(record.kind === "verbal" ? [] : ["ending"]),
  ];
}

/** The step after one, or "" after the last. */
export function after(steps, step) {
  return steps[steps.indexOf(step) + 1] ?? "";
}
