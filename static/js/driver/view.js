/** Draws one car of the stored answer: verdict, plate, what is missing, dates, live code. */

import { copyOf, notice, part, showOnly, write } from "./page.js";
import { CLOCK_WARN_MS, OLD_AFTER_MS, UNKNOWN_AFTER_MS, WINDOW_MS } from "./time.js";
import { minuteText, momentText, stockOf, stockText, windowAt } from "./time.js";

const SOON_DAYS = 30;

/** Everything but what changes by the second. @param {HTMLElement} root */
export function showPermit(root, { data, car, now, choose }) {
  showChooser(root, data.cars, car, choose);
  const age = now - Date.parse(data.server_now);
  const level = age > UNKNOWN_AFTER_MS ? "unknown" : car.level;
  const verdict = part(root, "verdict");
  verdict.dataset.shown = level;
  showOnly(verdict, "level", level);
  write(root, "banner", car.banner);
  part(root, "banner").hidden = !car.banner;
  write(root, "plate", car.plate);
  write(root, "model", car.model);
  write(root, "modality", car.modality);
  write(root, "permit", car.permit.name);
  write(root, "number", car.permit.number);
  part(root, "permit-line").hidden = !car.permit.number;
  write(root, "when", momentText(Date.parse(data.server_now), data.zone));
  write(root, "phone", data.city.phone);
  part(root, "phone-line").hidden = !data.city.phone;
  write(root, "visit", car.visit ?? ""); // an answer stored by an older release has none
  part(root, "visit-line").hidden = !car.visit;
  showReasons(root, car.reasons);
  showDates(root, car.dates);
}

/** Notices about age and clock. */
export function showAge(root, { data, clock, now }) {
  const seen = Date.parse(data.server_now);
  write(root, "stale-when", momentText(seen, data.zone));
  notice(root, "stale", now - seen > OLD_AFTER_MS);
  write(root, "clock-off", stockText(Math.abs(clock.offset)));
  const back = now < seen - CLOCK_WARN_MS;
  notice(root, "back", back);
  notice(root, "clock", !back && Math.abs(clock.offset) > CLOCK_WARN_MS);
}

/** The live code's corner, and which button shows; called every second. */
export function showLive(root, { car, device, windows, now }) {
  const current = windowAt(windows, now);
  const corner = cornerOf(car, device, current);
  const live = root.querySelector("section.live");
  showOnly(live, "live", corner);
  if (current) {
    write(root, "left", minuteText(current.start + WINDOW_MS - now));
    write(root, "stock", stockText(stockOf(windows, now)));
  }
  write(root, "why", car.live.why);
  write(root, "why-citation", car.live.citation);
  write(root, "device-date", car.device?.enrolled_on ?? "");
  write(root, "device-label", car.device?.label ?? "");
  showOnly(root.querySelector(".bar"), "show", buttonOf(car, current));
}

function cornerOf(car, device, current) {
  if (current) return "ready";
  if (!car.live.allowed) return car.level === "red" ? "red" : "refused";
  if (device === "here" || device === "pending") return "empty";
  return device === "none" ? "enrol" : device;
}

function buttonOf(car, current) {
  if (current) return "live";
  return car.static ? "plain" : "none";
}

function showChooser(root, cars, chosen, choose) {
  const chooser = part(root, "cars");
  chooser.hidden = cars.length < 2;
  chooser.replaceChildren(...cars.map((car) => {
    const button = copyOf(root, "car");
    button.textContent = car.plate;
    button.setAttribute("aria-pressed", String(car === chosen));
    button.addEventListener("click", () => choose(car.vehicle_id));
    return button;
  }));
}

function showReasons(root, reasons) {
  part(root, "nothing").hidden = reasons.length > 0;
  part(root, "reasons").replaceChildren(...reasons.map((reason) => {
    const item = copyOf(root, "reason");
    item.dataset.level = reason.level;
    write(item, "text", reason.text);
    write(item, "by", reason.by);
    part(item, "by-line").hidden = !reason.by;
    write(item, "citation", reason.citation);
    return item;
  }));
}

function showDates(root, dates) {
  part(root, "dates").replaceChildren(...dates.map(({ name, date, days }) => {
    const item = copyOf(root, "date");
    item.querySelector("dt").textContent = name;
    write(item, "day", date);
    write(item, "days", String(days));
    part(item, "past").hidden = days >= 0;
    part(item, "soon").hidden = days < 0 || days > SOON_DAYS;
    return item;
  }));
}
