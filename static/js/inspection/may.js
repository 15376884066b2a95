/** Whether this person inspects, and this city's list brings what it takes. @param {import("../field/state.js").State} state */
export function canInspect({ session, list }) {
  return Boolean(session?.agent.can?.inspect && list?.pack.meta.inspections);
}
