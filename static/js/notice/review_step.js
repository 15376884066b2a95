/** What the driver reads before signing: the document itself, with what is still missing on top. */

import { copy, one, say } from "../field/dom.js";
import { documentOf } from "./document.js";

/** @param {object} parts {root, sheet, t, zone, completed} `completed()` the record as it would be frozen now */
export function createReviewStep({ root, sheet, t, zone, completed }) {
  const at = (name) => one(root, `[data-${name}]`);

  function draw() {
    const { head, sections } = documentOf(completed(), { catalogue: sheet.catalogue(), t, zone: zone() });
    say(at("review-lead"), t(sheet.record().kind === "verbal" ? "review.verbal" : "review.lead"));
    at("paper-title").textContent = head.title;
    at("paper-body").textContent = [head.body, head.city].filter(Boolean).join(" · ");
    at("paper-parts").replaceChildren(...sections.filter(({ key }) => key !== "deadline").map(part));
    const deadline = sections.find(({ key }) => key === "deadline");
    say(at("paper-deadline"), deadline ? deadline.lines.map(({ value }) => value).join(" · ") : "");
  }

  function part({ title, lines }) {
    const whole = document.createElement("section");
    const heading = document.createElement("h3");
    heading.textContent = title;
    const list = document.createElement("dl");
    list.append(...lines.map(({ label, value, missing }) => {
      const row = copy("[data-fact]");
      one(row, "[data-name]").textContent = label;
      one(row, "[data-value]").textContent = value;
      row.classList.toggle("missing", Boolean(missing));
      return row;
    }));
    whole.append(heading, list);
    return whole;
  }

  return { draw };
}
