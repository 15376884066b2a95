/** The inspector's day: who is booked and when, which cars were drawn, how old the list is. A tap begins. */

import { zoneOf } from "../field/check.js";
import { civilDay, slashed } from "../field/civil.js";
import { copy, one, say } from "../field/dom.js";
import { ago, dayAndTime } from "../field/words.js";
import { display } from "../kernel/plate.js";
import { fetchDay, storedDay } from "./day_store.js";
import { carOfBooking, carOfRecheck } from "./start.js";

const OVER = ["done", "missed", "cancelled"];

/** @param {object} parts {state, clock, t, router, onCar(car)} */
export function createDayView({ state, clock, t, router, onCar }) {
  const root = one(document, '[data-view="day"]');
  const at = (name) => one(root, `[data-day-${name}]`);
  let kept = null;
  let asking = false;

  async function enter() {
    if (!state.get().session) return router.replace("welcome");
    kept = await storedDay(account());
    draw();
    return refresh();
  }

  /** What is new from the server; without signal the list of before stays, with its age. */
  async function refresh() {
    if (asking) return;
    asking = true;
    draw();
    const heard = await fetchDay(account(), clock.now());
    asking = false;
    kept = heard ?? kept;
    draw();
  }

  function draw() {
    if (router.current() !== "day" || !state.get().session) return;
    const { session, list } = state.get();
    const now = clock.now();
    const zone = zoneOf(session, list);
    const stale = kept && kept.day !== civilDay(now, zone);
    at("age").dataset.old = String(Boolean(stale));
    say(at("age"), ageWords(now, zone, stale));
    at("none").hidden = !kept || kept.bookings.length + kept.rechecks.length > 0;
    fill("bookings", kept?.bookings ?? [], bookingRow);
    fill("rechecks", kept?.rechecks ?? [], recheckRow);
  }

  function ageWords(now, zone, stale) {
    if (!kept) return t(asking ? "day.asking" : "day.never");
    const values = { moment: dayAndTime(kept.at, now, zone, t), ago: ago(kept.at, now, t), day: slashed(kept.day) };
    return t(stale ? "day.stale" : asking ? "day.renewing" : "day.age", values);
  }

  function fill(name, rows, make) {
    at(`${name}-title`).hidden = !rows.length;
    at(name).replaceChildren(...rows.map(make));
  }

  function bookingRow(booking) {
    const { car, at: hour, state: where, occasion } = booking;
    const row = carRow(car, [hour, labelOf(occasion)], () => onCar(carOfBooking(booking)));
    const badge = one(row, "[data-badge]");
    say(badge, where === "booked" ? "" : t(`day.${where}`));
    row.dataset.state = where;
    one(row, "button").disabled = OVER.includes(where);
    return row;
  }

  function recheckRow(car) {
    return carRow(car, [t("day.recheck")], () => onCar(carOfRecheck(car)));
  }

  function carRow(car, words, onTap) {
    const row = copy("[data-day-row]");
    one(row, "[data-plate]").textContent = display(car.plate);
    one(row, "[data-when]").textContent = words.filter(Boolean).join(" · ");
    one(row, "[data-what]").textContent = [car.make_model, car.colour, car.operator].filter(Boolean).join(" · ");
    one(row, "button").addEventListener("click", onTap);
    return row;
  }

  function labelOf(occasion) {
    return state.get().list?.pack.meta.inspections?.occasions.find(({ id }) => id === occasion)?.label ?? "";
  }

  function account() {
    return state.get().session.agent.account_id;
  }

  at("renew").addEventListener("click", refresh);
  return { enter: () => void enter(), draw };
}
