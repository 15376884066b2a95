"""Drafts of notices that only wait for the last tap, laid into the phone by the page's own modules.

Tests of what happens around finishing begin here; the way to the last step is tested by itself.
"""

import time
from random import Random
from typing import Any

from playwright.sync_api import Page
from sqlalchemy import select

from app.infractions.models import Notice
from app.persistence.base import db
from tests.browser.conftest import Street
from tests.support import outbox
from tests.support.browser import NOON
from tests.support.notice_flow import Writer
from tests.support.notices import complete_record
from tests.support.permits import law

GONE = {
    "kind": "absent", "at": "2026-11-30T13:00:00.000Z", "signer": "", "signer_name": "",
    "note": "O motorista saiu antes do fim.", "signature": None,
}  # fmt: skip
NOT_HANDED = {"delivered": False, "how": "none", "why": "O condutor já não estava no local."}
LAST_TAP = {
    "notice": "Lavrar o auto",
    "warning": "Lavrar o termo",
    "verbal": "Registrar advertência verbal",
    "regularisation": "Lavrar a notificação",
}
_BEGIN = """
  const { newEntry, saveDraft } = await load("entries");
  const { step, record, accountId } = arg;
  const fields = { record, step, checkReasons: [], reasonWords: "", prefilled: {}, drivers: [],
    operator: "", authorised: null, again: false, cardPlate: "" };
  const entry = newEntry({ kind: "notice", accountId, createdAt: Date.now(), label: record.vehicle.plate, fields });
  await saveDraft(entry);
  return entry.id;"""
_SIGNED_IN = (
    "return ((await load('database')).getMeta('session')).then(({ agent }) => agent.account_id);"
)
# The phone's clock as its owner set it: that many milliseconds from the real one.
_SHIFT = """(shift) => {
  window.RealDate ??= Date;
  window.Date = class extends RealDate {
    constructor(...given) { if (given.length) super(...given); else super(RealDate.now() + shift); }
    static now() { return RealDate.now() + shift; }
  };
}"""


def begun(street: Street, kind: str = "notice", *, step: str = "", **over: Any) -> str:
    """A draft of who is signed in, complete but for the last tap; its id. `over`: parts of the record.

    A verbal warning is finished from the review, anything else from its ending. Each is about
    another car, so that nobody asks whether it is the same fact twice.
    """
    ended: dict[str, Any] = {"ending": GONE, "copy": NOT_HANDED}
    record = complete_record(
        law(street.cast), kind, Random(3 + len(street.entries())), now=NOON, photos=[],
        **{**({} if kind == "verbal" else ended), **over},
    )  # fmt: skip
    account = str(outbox.call(street.page, _SIGNED_IN))
    stands = step or ("review" if kind == "verbal" else "ending")
    given = {"record": record, "accountId": account, "step": stands}
    return str(outbox.call(street.page, _BEGIN, given))


def resume(street: Street, step: str = "ending", *, page: Page | None = None) -> Writer:
    """From the home view to the draft, at that step."""
    agent = Writer(page or street.page)
    agent.tap("Continuar auto em andamento")
    agent.at(step)
    return agent


def written(street: Street, kind: str = "notice", **over: Any) -> str:
    """One notice written to the end, back on the home view; its id."""
    id = begun(street, kind, **over)
    agent = resume(street, "review" if kind == "verbal" else "ending")
    agent.finish(LAST_TAP[kind])
    agent.tap("Voltar ao início")
    street.sees("home")
    return id


def to_ending(agent: Writer) -> None:
    """From any step to the last one, everything being there."""
    for _ in range(100):
        if agent.page.locator('[data-view="notice"]').get_attribute("data-now") == "ending":
            return
        agent.page.locator("[data-notice-next]").click()
        agent.page.wait_for_timeout(50)
    raise AssertionError("it never came to the ending")


def rows(street: Street, count: int, *, seconds: float = 15) -> list[Notice]:
    """Wait until the office has that many notices, in the order of their numbers."""
    deadline = time.monotonic() + seconds
    while True:
        db.session.rollback()
        found = list(db.session.scalars(select(Notice).order_by(Notice.series, Notice.value)))
        if len(found) >= count or time.monotonic() > deadline:
            break
        street.page.wait_for_timeout(50)
    assert len(found) == count, [(row.kind, row.value) for row in found]
    return found


def states(street: Street, kind: str = "notice") -> list[str]:
    """States of the records of that kind on the phone, oldest first."""
    found = sorted(street.entries(), key=lambda entry: float(entry["createdAt"]))
    return [str(entry["state"]) for entry in found if entry["kind"] == kind]


def shift_clock(street: Street, *, hours: float) -> None:
    """Set the phone's clock that far off, as its owner may."""
    street.page.evaluate(_SHIFT, hours * 3600_000)
