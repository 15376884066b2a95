/** Where an agent's day starts: how old the list is, what waits, what was begun, and the two ways in. */

import { display } from "../kernel/plate.js";
import { allEntries, discardDraft, entriesOf, lacksPhotos, waits } from "../outbox/entries.js";
import { free } from "../outbox/numbers.js";
import { isTraining, zoneOf } from "./check.js";
import { civilDay, hourOf } from "./civil.js";
import { canInspect } from "../inspection/may.js";
import { copy, one, say } from "./dom.js";
import { stateWords } from "./waiting_view.js";
import { counted, dayAndTime } from "./words.js";

const LINES_MAX = 3;

/** @param {object} parts {state, clock, t, router, onSignOut} */
export function createHomeView({ state, clock, t, router, onSignOut }) {
  const root = one(document, '[data-view="home"]');
  const at = (name) => one(root, `[data-${name}]`);
  const said = one(document, "[data-live]");

  function enter({ finished } = {}) {
    if (!state.get().session) return router.replace("welcome");
    if (finished) said.textContent = t("saved.done", { plate: display(finished) });
    draw();
    return true;
  }

  async function draw() {
    const { session, connection, list } = state.get();
    if (router.current() !== "home" || !session) return;
    const now = clock.now();
    const zone = zoneOf(session, list);
    router.setHeading(t(`greeting.${partOfDay(hourOf(now, zone))}`, { name: session.agent.first_name }));
    say(at("connection"), t(`connection.${connection}`));
    at("status").hidden = !session.statusNote;
    at("status-note").textContent = session.statusNote;
    say(at("agent"), t("agent", session.agent));
    at("inspections").hidden = !canInspect({ session, list });
    const { account_id: accountId } = session.agent;
    const own = await entriesOf(accountId);
    drawDrafts(own.filter(({ state: at, kind }) => at === "draft" && kind !== "annotation"), now, zone);
    drawWaiting(own.filter((entry) => waits(entry) || lacksPhotos(entry)), now, zone);
    const others = (await allEntries()).filter((entry) => waits(entry) && entry.accountId !== accountId).length;
    say(at("others"), others ? counted(others, "others", t) : "");
    const today = own.filter((entry) => entry.state !== "draft" && civilDay(entry.createdAt, zone) === civilDay(now, zone));
    drawCounts(today, await free(accountId, "notice", isTraining(session, list)), session.agent.can);
  }

  function drawWaiting(waiting, now, zone) {
    at("waiting-card").hidden = !waiting.length;
    say(at("waiting-title"), counted(waiting.length, "waiting", t));
    at("waiting-lines").replaceChildren(...waiting.slice(0, LINES_MAX).map((entry) => {
      const line = document.createElement("li");
      line.textContent = [nameOf(entry, t), stateWords(entry, { now: clock.now(), zone }, t)].filter(Boolean).join(": ");
      return line;
    }));
  }

  function drawDrafts(drafts, now, zone) {
    at("drafts").hidden = !drafts.length;
    at("draft-list").replaceChildren(...drafts.map((entry) => {
      const row = copy("[data-draft-row]");
      one(row, "[data-plate]").textContent = display(entry.label);
      one(row, "[data-when]").textContent = entry.unreadable ? t("entry.unreadable") : dayAndTime(entry.createdAt, now, zone, t);
      one(row, "[data-resume]").hidden = Boolean(entry.unreadable);
      one(row, "[data-discard]").hidden = Boolean(entry.unreadable);
      one(row, "[data-resume]").textContent = t(`draft.${entry.kind}`);
      one(row, "[data-resume]").addEventListener("click", () => router.go(entry.kind, { id: entry.id }));
      one(row, "[data-discard]").addEventListener("click", (event) => {
        event.target.hidden = true;
        one(row, "[data-discard-sure]").hidden = false;
      });
      one(row, "[data-discard-sure]").addEventListener("click", () => discardDraft(entry.id));
      return row;
    }));
  }

  /** A phone that has not heard yet what its person may do shows what everybody had. */
  function drawCounts(today, numbers, can = { notice: true, inspect: false }) {
    const stops = today.filter(({ kind }) => kind === "stop");
    const counts = {
      stops: stops.length,
      released: stops.filter(({ outcome }) => outcome === "released").length,
      guided: stops.filter(({ outcome }) => outcome === "guided").length,
      notices: today.filter(({ kind }) => kind === "notice").length,
      numbers,
      inspections: today.filter(({ kind }) => kind === "inspection").length,
    };
    const idle = [...(can.notice ? [] : ["notices", "numbers"]), ...(can.inspect ? [] : ["inspections"])];
    for (const [name, count] of Object.entries(counts)) {
      one(root, `[data-count="${name}"]`).textContent = String(count);
      one(root, `[data-count-label="${name}"]`).textContent = t(`count.${name}`);
      one(root, `[data-count="${name}"]`).parentElement.hidden = idle.includes(name);
    }
  }

  at("sign-out").addEventListener("click", onSignOut);
  return { enter, draw };
}

/** The plate of a record, with its kind where that is not a check; or the number that it uses up. */
function nameOf({ kind, label }, t) {
  if (kind === "number" || !label) return label;
  return kind === "inspection" ? t("named.inspection", { plate: display(label) }) : display(label);
}

/** Before any sign-in on this phone, and after signing out. */
export function createWelcomeView({ state, t, router, onTryAgain }) {
  const root = one(document, '[data-view="welcome"]');

  function draw() {
    if (router.current() !== "welcome") return undefined;
    const { session, connection } = state.get();
    if (session) return router.replace("home");
    const shown = { unknown: "looking", session: "sign-in", denied: "denied" }[connection] ?? "offline";
    for (const line of root.querySelectorAll("[data-welcome]")) line.hidden = line.dataset.welcome !== shown;
    one(root, "a.button").hidden = shown !== "sign-in";
    one(root, "[data-try-again]").hidden = shown !== "offline";
    return drawWaiting();
  }

  async function drawWaiting() {
    const count = (await allEntries()).filter(waits).length;
    say(one(root, "[data-welcome-waiting]"), count ? counted(count, "others", t) : "");
  }

  one(root, "[data-try-again]").addEventListener("click", onTryAgain);
  return { enter: draw, draw };
}

function partOfDay(hour) {
  if (hour >= 5 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "night";
}
