"""The draw for re-inspection: how many, which, and that nobody sees it coming."""

from datetime import timedelta
from itertools import count

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from app.inspections.draw import draw
from app.inspections.models import Inspection, ReportSeries
from app.inspections.models_checks import InspectionDraw
from app.kernel.ids import new_id
from app.persistence.base import db
from app.persistence.transaction import transaction
from tests.inspections.yard import MORNING, open_yard, some_cars
from tests.support import cast
from tests.support.cast import NOW, Cast
from tests.support.visit_phone import sent_visit, yard_phone

_NUMBERS = count(1_000)


@pytest.fixture
def home(app: Flask) -> Cast:
    found = cast.planura(app)
    open_yard(found)
    return found


@pytest.fixture
def first(home: Cast) -> Inspection:
    """One approved visit that arrived; the others of these tests are copies of its row."""
    phone = yard_phone(home, now=MORNING - timedelta(hours=1))
    return sent_visit(home, phone, phone.sheet(some_cars(home, 1)[0], MORNING), now=NOW)


def one_more(home: Cast, first: Inspection, **edits: object) -> str:
    """A further visit, drawn as its arrival does; its id."""
    number = next(_NUMBERS)
    values = {column.name: getattr(first, column.name) for column in Inspection.__table__.columns}
    own = {"id": new_id(), "sha256": new_id() * 2, "report_value": number, "chain_seq": number}
    at = first.received_at + timedelta(minutes=number)
    visit = Inspection(**values | own | {"received_at": at} | edits)
    with transaction() as session:
        series = session.get_one(ReportSeries, (visit.municipality_id, visit.report_series))
        series.next_value = max(series.next_value, number + 1)
        session.flush()
        session.add(visit)
        session.flush()
        draw(session, home.actor("hugo"), visit, now=at)
    return str(own["id"])


def drawn() -> dict[str, str]:
    """Id of each drawn visit → why."""
    db.session.rollback()
    rows = db.session.scalars(select(InspectionDraw))
    return {row.inspection_id: row.why for row in rows}


def test_the_first_approved_visit_is_drawn(home: Cast, first: Inspection) -> None:
    assert set(drawn()) == {first.id}


def test_the_share_never_falls_under_five_in_a_hundred(home: Cast, first: Inspection) -> None:
    shares = []
    for approved in range(2, 130):
        one_more(home, first)
        shares.append(len(drawn()) / approved)
    assert min(shares) >= 0.05
    assert shares[-1] < 0.2


def test_the_quota_picks_an_earlier_visit_by_the_key(
    home: Cast, first: Inspection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.inspections.draw._number", lambda _: 799)  # chance draws nothing
    ids = [first.id, *(one_more(home, first) for _ in range(20))]
    assert drawn() == {first.id: drawn()[first.id], ids[-8]: "quota"}


def test_another_key_draws_other_visits(app: Flask, home: Cast, first: Inspection) -> None:
    told = {}
    for key in (b"a" * 32, b"b" * 32):
        app.config["LEDGER_KEY"], before = key, app.config["LEDGER_KEY"]
        ids = [one_more(home, first, sha256=f"{n:064x}") for n in range(60)]
        told[key] = [ids.index(id) for id, why in drawn().items() if id in ids and why == "random"]
        app.config["LEDGER_KEY"] = before
    assert told[b"a" * 32] != told[b"b" * 32]


@pytest.mark.parametrize("edits", [{"result": "failed"}, {"occasion": "exit"}])
def test_what_was_not_approved_for_service_is_not_drawn(
    home: Cast, first: Inspection, edits: dict[str, object]
) -> None:
    ids = {one_more(home, first, **edits) for _ in range(40)}
    assert not ids & set(drawn())


def test_the_database_refuses_to_draw_a_failed_visit(home: Cast, first: Inspection) -> None:
    failed = one_more(home, first, result="failed")
    row = InspectionDraw(inspection_id=failed, municipality_id=home.city, why="random", at=NOW)
    with pytest.raises(IntegrityError), transaction() as session:
        session.add(row)
        session.flush()
    assert failed not in drawn()
