/** One tap for a whole group, and the second that takes it back; what is folded and seen. Stored at once. */

import { allWell, undoing } from "./answers.js";
import { wellAnswer } from "./items.js";

/** @typedef {{name: string, items: object[]}} Group */

/** @param {ReturnType<import("./sheet.js").createSheet>} sheet @param {object} look the checklist's view */
export function createGroupTaps(sheet, look) {
  const fields = () => sheet.fields();
  const changesOf = ({ items }) => allWell(items, look.answerOf, look.told, { wordOf: look.wordOf, wellOf: wellAnswer });
  const takenBack = ({ name }) => undoing(fields().bulk?.[name] ?? [], look.answerOf);
  const marked = (name, groups, value) => ({ ...fields()[name], ...Object.fromEntries(groups.map((group) => [group.name, value])) });

  return {
    /** How many answers one tap would give. @param {Group} group */
    count: (group) => Object.keys(changesOf(group)).length,
    /** What is open and conforms; the groups fold. How many were answered. @param {Group[]} groups */
    answer(groups) {
      const changes = groups.map(changesOf);
      const bulk = Object.fromEntries(groups.map(({ name }, index) => [name, Object.keys(changes[index])]));
      sheet.writeAll(Object.assign({}, ...changes));
      sheet.note({ bulk: { ...fields().bulk, ...bulk }, folded: marked("folded", groups, true) });
      look.refresh();
      return Object.values(bulk).flat().length;
    },
    canUndo: (group) => Object.keys(takenBack(group)).length > 0,
    /** @param {Group} group */
    undo(group) {
      sheet.writeAll(takenBack(group));
      sheet.note({ bulk: marked("bulk", [group], []), folded: marked("folded", [group], false) });
      look.refresh();
    },
    isFolded: ({ name }) => Boolean(fields().folded?.[name]),
    fold: (groups, folded) => sheet.note({ folded: marked("folded", groups, folded) }),
    isSeen: ({ name }) => Boolean(fields().seen?.[name]),
    see: (groups) => sheet.note({ seen: marked("seen", groups, true) }),
  };
}
