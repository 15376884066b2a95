"""The checklist and the result of a visit by themselves: mounted on Ana's open page, real storage below."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, Page

from app.regulation.ruleset import Ruleset
from tests.browser.conftest import Street
from tests.support.inspections import PREVIOUS, catalogue_of

Json = dict[str, Any]
STARTED = "2026-11-30T13:00:00.000Z"
_LOAD = """
const app = document.querySelector('script[type="module"]').src;
const load = (name) => import(new URL(`../${name}`, app));
const stage = () => {
  for (const view of document.querySelectorAll("[data-view]")) view.hidden = true;
  const root = document.createElement("form");
  root.id = "stage";
  document.getElementById("stage")?.remove();
  document.querySelector("main").prepend(root);
  return root;
};
"""
_ACCOUNT = """async () => {
  /* load */
  const { getMeta } = await load("outbox/database.js");
  return (await getMeta("session")).agent.account_id;
}"""
_DRAFT = """async ({record, facts, account}) => {
  /* load */
  const { newEntry, saveDraft } = await load("outbox/entries.js");
  const entry = newEntry({
    kind: "inspection", accountId: account, createdAt: Date.now(), label: record.vehicle.plate,
    fields: { step: "checklist", record, facts },
  });
  await saveDraft(entry);
  return entry.id;
}"""
_SHOTS = """async ({id, account}) => {
  /* load */
  const { addPhoto } = await load("outbox/photos.js");
  const { openEntry, saveDraft } = await load("outbox/entries.js");
  const { named } = await load("inspection/photos.js");
  const entry = await openEntry(id);
  let record = entry.fields.record;
  for (const [part, colour] of [["front", "#a33"], ["rear", "#3a3"], ["left", "#33a"], ["right", "#aa3"]]) {
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
    const pen = canvas.getContext("2d");
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 640, 480);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg"));
    const photo = await addPhoto(id, account, { bytes: await blob.arrayBuffer(), takenAt: record.started_at, caption: part });
    record = named(record, photo, { part });
  }
  await saveDraft({ ...entry, fields: { ...entry.fields, record } });
}"""
_MOUNT = """async ({id, account, catalogue, step}) => {
  /* load */
  const { openEntry } = await load("outbox/entries.js");
  const { createKeeper } = await load("field/keeper.js");
  const { pageTexts } = await load("field/texts.js");
  const { createSheet } = await load("inspection/sheet.js");
  const { outcome } = await load("inspection/outcome.js");
  const { judge, recordAnswers, dayOf } = await load("inspection/items.js");
  const { answerOf, failedBefore } = await load("inspection/record.js");
  const makers = {
    checklist: (await load("inspection/checklist_step.js")).createChecklistStep,
    review: (await load("inspection/review_step.js")).createReviewStep,
  };
  window.step?.leave();
  const keeper = createKeeper(() => undefined);
  keeper.hold(await openEntry(id));
  const sheet = createSheet(keeper, () => catalogue);
  const completed = () => {
    const record = sheet.record();
    const known = recordAnswers(catalogue, record, sheet.items());
    const items = sheet.items().map((item) => {
      const answer = item.key in record.items ? answerOf(record, item.key) : known[item.key] ?? answerOf(record, item.key);
      return { key: item.key, ...answer, answer: judge(item, answer, dayOf(catalogue, record)) };
    });
    const whole = { ...record, items, finished_at: new Date().toISOString(), agent: { name: "Ana", registration: "1", act: "2" } };
    return { ...whole, result: outcome(catalogue, whole, failedBefore(sheet.facts())) };
  };
  window.jumps = [];
  window.changes = [];
  window.keeper = keeper;
  window.sheet = sheet;
  const root = stage();
  const bar = document.createElement("div");
  bar.className = "bar";
  const main = Object.assign(document.createElement("button"), { type: "button", className: "primary", id: "main" });
  bar.append(main);
  const inner = document.createElement("div");
  inner.className = "notice-form";
  root.append(inner, bar);
  const draw = () => { main.textContent = window.step.main()?.words ?? "Ver resultado"; };
  main.addEventListener("click", () => window.step.main()?.act?.());
  window.step = makers[step]({
    root: inner, t: pageTexts(), sheet, catalogue, zone: catalogue.zone, entryId: id, accountId: account,
    clock: { now: () => Date.now() }, completed,
    onChanged: (path) => { window.changes.push(path); draw(); }, onJump: (to) => window.jumps.push(to),
  });
  await window.step.enter();
  draw();
}"""
_STORED = """async ({id}) => {
  /* load */
  await window.keeper?.settled();
  const { openEntry } = await load("outbox/entries.js");
  return (await openEntry(id)).fields;
}"""


def _on_page(script: str) -> str:
    return script.replace("/* load */", _LOAD)


@dataclass
class Checklist:
    """Ana's phone with the draft of a visit on it; `page` shows one step at a time."""

    street: Street
    catalogue: Json
    account: str = ""
    draft: str = ""
    facts: Json = field(default_factory=dict)

    @property
    def page(self) -> Page:
        return self.street.page

    def begin(self, record: Json, facts: Json) -> None:
        """A stored draft with its four shots."""
        self.account = self.page.evaluate(_on_page(_ACCOUNT))
        self.draft = self.page.evaluate(
            _on_page(_DRAFT), {"record": record, "facts": facts, "account": self.account}
        )
        self.page.evaluate(_on_page(_SHOTS), {"id": self.draft, "account": self.account})

    def show(self, step: str = "checklist") -> None:
        """The step over what is stored."""
        told = {
            "id": self.draft,
            "account": self.account,
            "catalogue": self.catalogue,
            "step": step,
        }
        self.page.evaluate(_on_page(_MOUNT), told)

    def fields(self) -> Json:
        """The draft as it lies on the phone."""
        return dict(self.page.evaluate(_on_page(_STORED), {"id": self.draft}))

    def answers(self) -> Json:
        """The stored answers by key."""
        return dict(self.fields()["record"]["items"])

    def row(self, key: str) -> Locator:
        """An item."""
        return self.page.locator(f'[data-ask="items.{key}"]')

    def mark(self, key: str, word: str) -> None:
        """Tap an answer."""
        self.row(key).locator(f'[data-item-marks] label[data-mark="{word}"]').click()

    def group(self, name: str) -> Locator:
        """A card."""
        return self.page.locator(".check-group").filter(
            has=self.page.get_by_role("heading", name=name)
        )


def blank(**more: Any) -> Json:
    """An answer with all its members."""
    empty = dict.fromkeys(("answer", "number", "date", "choice", "text", "note"), "")
    return {**empty, "photos": [], "from_record": False, **more}


def _record(occasion: str, modality: str, previous: str) -> Json:
    return {
        "training": True,
        "occasion": occasion,
        "previous": previous,
        "booking": "",
        "vehicle": {
            "plate": "FUM0B05",
            "make_model": "Fiat Cronos",
            "colour": "Prata",
            "modality": modality,
            "seal_index": None,
        },
        "identified": {"how": "plate", "chassis_tail": "A12345", "at": STARTED},
        "presented_by": "",
        "place": {"text": "Pátio", "position": None},
        "fee": {"guide": "4711", "paid_on": "2026-11-27"},
        "started_at": STARTED,
        "shots": [],
        "items": {},
        "photos": [],
    }


def checklist_of(
    street: Street, ruleset: Ruleset, occasion: str, modality: str, facts: Json
) -> Checklist:
    """A stored draft of that visit, identified and with its four shots."""
    found = Checklist(street, catalogue_of(ruleset))
    previous = PREVIOUS if occasion in {"return", "recheck"} else ""
    found.begin(_record(occasion, modality, previous), facts)
    return found
