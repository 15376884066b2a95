"""Phones that write and deliver while something breaks, and the check of what is left.

The check reads the history of each phone (threats.md §2.4): what was acknowledged is there exactly
once with its bytes; each number is in exactly one state; the ledger is whole.
"""

import io
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from PIL import Image
from sqlalchemy import select

from app import create_app
from app.evidence.models import AttachmentReceived
from app.infractions.models import Notice, NumberOutcome
from app.inspections.models import Inspection
from app.persistence.base import db
from tests.support.cast import Cast
from tests.support.http_inspector import HttpInspector
from tests.support.http_phone import HttpPhone, Written
from tests.support.installation import Installation

LOGINS = ("ana", "ana")  # two phones of one agent, beside one of the inspector
PATIENCE_S = 120.0


@dataclass
class Fleet:
    """Two phones with their share of notices each, and one with visits."""

    site: Installation
    home: Cast
    share: int
    phones: list[HttpPhone] = field(default_factory=list)
    errors: list[BaseException] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)

    def run(self, break_it: Callable[[], None], times: int) -> None:
        """Write and deliver everything, while `break_it` happens `times` times on the way."""
        self.phones = [HttpPhone(self.site.address, self.home, login) for login in LOGINS]
        self.phones.append(HttpInspector(self.site.address, self.home, "hugo"))
        threads = [threading.Thread(target=self._work, args=(p,), daemon=True) for p in self.phones]
        for thread in threads:
            thread.start()
        for n in range(times):
            self._wait(sum(map(self._share, self.phones)) * (n + 1) // (times + 1))
            time.sleep(random.uniform(0, 0.2))  # anywhere inside a request
            break_it()
        for thread in threads:
            thread.join(PATIENCE_S)
        self.stop.set()
        if self.errors:
            raise self.errors[0]
        assert not any(thread.is_alive() for thread in threads), "a phone never got through"

    @property
    def history(self) -> list[Written]:
        """All records of all phones."""
        return [written for phone in self.phones for written in phone.history]

    def _share(self, phone: HttpPhone) -> int:
        # Each visit is compared with all the others of its inspector's day.
        return max(3, self.share // 5) if isinstance(phone, HttpInspector) else self.share

    def _work(self, phone: HttpPhone) -> None:
        try:
            phone.until(self.stop, lambda: _done(phone.sign_in))
            for n in range(self._share(phone)):
                if n % 5 == 0:
                    phone.until(self.stop, lambda: _done(phone.meet))
                phone.deliver(phone.write(_photo(n)), self.stop)
        except BaseException as error:
            self.errors.append(error)
            self.stop.set()

    def _wait(self, acknowledged: int) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while sum(w.receipt is not None for w in self.history) < acknowledged:
            if self.errors:
                raise self.errors[0]
            assert time.monotonic() < deadline, "no progress"
            time.sleep(0.01)


def _done(act: Callable[[], None]) -> bool:
    act()
    return True


def _photo(n: int) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (64, 48), (n * 5 % 256, n * 3 % 256, 90)).save(data, "JPEG")
    return data.getvalue()


def check_whole(fleet: Fleet) -> None:
    """Nothing acknowledged is lost or doubled, no number is unexplained, the ledger is whole."""
    history = fleet.history
    assert [w.refusals for w in history if w.refusals] == []
    assert all(w.receipt is not None and w.photo_done for w in history)
    app = create_app(fleet.site.settings)
    with app.app_context():
        try:
            _check_rows(history)
            faults = app.test_cli_runner().invoke(args=["ledger", "verify"])
            assert faults.exit_code == 0, faults.output
        finally:
            db.session.remove()
            db.engine.dispose()


def _check_rows(history: list[Written]) -> None:
    stored = {row.id: row for row in db.session.scalars(select(Notice))}
    visits = {row.id: row for row in db.session.scalars(select(Inspection))}
    texts = {id: row.payload for id, row in stored.items()}
    texts |= {id: row.payload for id, row in visits.items()}
    assert texts == {w.envelope["id"]: w.envelope["payload"] for w in history}
    assert sorted(row.report_value for row in visits.values()) == [*range(1, len(visits) + 1)]
    ends = list(db.session.scalars(select(NumberOutcome)))
    assert sorted((end.series, end.value, end.notice_id) for end in ends) == sorted(
        (row.series, row.value, row.id) for row in stored.values()
    )
    photos = db.session.scalars(select(AttachmentReceived.entry_id))
    assert sorted(photos) == sorted([*stored, *visits])
