/** The last step: is it the same fact twice? Then freeze, and take the number. */

import { isStorageFull } from "../outbox/database.js";
import { entriesOf, stopOfCheck } from "../outbox/entries.js";
import { freeze, frozenRecord } from "../outbox/freeze.js";
import { barredBy, likeIt } from "./again.js";
import { defects } from "./defects.js";

const WORDED = new Set(["no_numbers", "photos", "too_large", "storage_full", "wiped", "busy", "not_draft", "defects"]);

/**
 * A former notice that makes one ask, or null: `{same: true}` for this infraction within a day and
 * near here, `{same: false}` for one of this approach that excludes it.
 * @param {object} record @param {object} told `{accountId, recent, types}`; `recent` as in again.js
 */
export async function formerOf(record, { accountId, recent, types }) {
  const own = await ownRecent(accountId);
  const same = likeIt(record, [...own, ...recent]);
  const barred = same ? null : barredBy(record, own, types);
  return same || barred ? { ...(same ?? barred), same: Boolean(same) } : null;
}

/**
 * @param {object} parts {sheet, keeper, t, catalogue, whole, left, problems, again, year, onBusy, onFrozen}
 * `left()` all that is missing; `whole(taken)` the record with what only the outbox knows
 */
export function createFinish({ sheet, keeper, t, catalogue, whole, left, problems, again, year, onBusy, onFrozen }) {
  let running = null;

  /** Several taps are one: a second run would find the draft finished and reproach it. */
  function run() {
    running ??= once().finally(() => {
      running = null;
    });
    return running;
  }

  async function once() {
    const missing = left();
    problems.show(missing);
    if (missing.length) return undefined;
    const { again: asked, recent = [] } = sheet.fields();
    const told = { accountId: sheet.accountId(), recent, types: catalogue().types };
    const former = asked ? null : await formerOf(whole(), told);
    return former ? again.ask(former) : seal();
  }

  async function seal() {
    onBusy(true);
    try {
      const stop = await stopOfCheck(sheet.accountId(), sheet.record().group);
      if (stop) sheet.put("stop_id", stop.id);
      await keeper.save();
      const id = sheet.id();
      await freeze(id, (given) => lawful(whole(given)), { year: year() });
      onFrozen(id);
    } catch (error) {
      console.warn("notice not frozen", error);
      const code = isStorageFull(error) ? "storage_full" : WORDED.has(error.code) ? error.code : "unknown";
      problems.show([{ field: "", step: "", message: t(`freeze.${code}`), citation: "" }]);
      onBusy(false);
    }
  }

  /** The rules once more, now with the number: what they refuse is never frozen. */
  function lawful(record) {
    if (defects(catalogue(), record).length) throw Object.assign(new Error("refused by the rules"), { code: "defects" });
    return record;
  }

  return { run };
}

async function ownRecent(accountId) {
  const entries = (await entriesOf(accountId)).filter(({ kind, state }) => kind === "notice" && state !== "draft");
  const kept = await Promise.all(entries.map(({ id }) => frozenRecord(id).catch(() => null)));
  return kept.filter(Boolean).map(({ record, number }) => ({
    code: record.infraction.code, plate: record.vehicle.plate, happened_at: record.happened_at,
    position: record.place.position, number, group: record.group, title: record.infraction.title,
  }));
}
