/** "There is a notice like this one": it asks, it never forbids. */

import { one, say } from "../field/dom.js";
import { dayAndTime } from "../field/words.js";
import { written } from "../outbox/numbers.js";

/** @param {object} parts {root, t, clock, zone, onOther, onKeep} */
export function createAgain({ root, t, clock, zone, onOther, onKeep }) {
  const box = one(root, "[data-again]");

  function ask({ happened_at: happened, number, same, title }) {
    const when = dayAndTime(Date.parse(happened), clock.now(), zone(), t);
    say(one(box, "[data-again-words]"), t(same ? "again.words" : "again.barred", { when, title, number: number?.series ? written(number) : number ?? "" }));
    box.hidden = false;
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: "center" }); // clear of the bar: both answers are seen
  }

  one(box, "[data-again-yes]").addEventListener("click", onOther);
  one(box, "[data-again-no]").addEventListener("click", onKeep);
  return { ask, hide: () => { box.hidden = true; } };
}
