"""A failed car that does not come back: recorded the day after its last, with the text's words."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.inspections.booking_day import close_days
from app.inspections.missed_queries import MissRow, misses
from app.inspections.models import Inspection, InspectionMissed
from app.persistence.base import db
from tests.support import cars
from tests.support.bookings import booked, yard
from tests.support.cast import NOW, Cast, patrocinio, planura
from tests.support.permits import law
from tests.support.visits import stored_visit

# Failed on Monday 30 November; five days end on a Saturday and roll to Monday 7 December.
LAST = NOW + timedelta(days=7)


def failed_in_patrocinio(app: Flask) -> tuple[Cast, Inspection, str]:
    home = patrocinio(app)
    car = cars.patrocinio_app(home)
    visit = stored_visit(home, car.plate, "notice", failed=["PV10"])
    return home, visit, car.vehicle


def closed(home: Cast, at: datetime) -> int:
    login = next(name for name in home.people if name.startswith("celia"))
    db.session.rollback()
    return close_days(home.actor(login), ruleset=law(home), now=at).recorded


def shown(home: Cast) -> list[MissRow]:
    login = next(name for name in home.people if name.startswith("celia"))
    db.session.rollback()
    return list(misses(db.session(), home.actor(login), ruleset=law(home)))


@pytest.mark.parametrize(("apart", "recorded"), [(-1, 0), (0, 0), (1, 1)])
def test_the_return_is_missed_the_day_after_its_last(app: Flask, apart: int, recorded: int) -> None:
    home, _, _ = failed_in_patrocinio(app)
    assert closed(home, LAST + timedelta(days=apart)) == recorded


def test_the_infraction_is_proposed_in_the_texts_words(app: Flask) -> None:
    home, _, _ = failed_in_patrocinio(app)
    closed(home, LAST + timedelta(days=1))
    found = shown(home)[0].consequence
    assert found is not None and found.code == "PAT-28-II"
    assert found.text.startswith("quando o veículo não for apresentado no prazo previsto")


def test_the_record_names_the_visit_that_failed(app: Flask) -> None:
    home, visit, _ = failed_in_patrocinio(app)
    id = visit.id
    closed(home, LAST + timedelta(days=1))
    db.session.rollback()
    assert db.session.scalars(select(InspectionMissed.previous_id)).all() == [id]


def test_who_came_back_in_time_and_failed_again_missed_nothing(app: Flask) -> None:
    home, visit, _ = failed_in_patrocinio(app)
    first, plate = visit.id, visit.plate
    again: dict[str, Any] = {"failed": ["PV10"], "previous_failed": ["PV10"], "previous": first}
    stored_visit(home, plate, "return", at=NOW + timedelta(days=3), **again)
    closed(home, LAST + timedelta(days=1))
    db.session.rollback()
    assert first not in db.session.scalars(select(InspectionMissed.previous_id)).all()


def test_a_missed_booking_of_a_return_still_has_its_days(app: Flask) -> None:
    home, _, car = failed_in_patrocinio(app)
    db.session.rollback()
    booked(home, car, yard(home), occasion="return")
    closed(home, NOW + timedelta(days=2))
    row = shown(home)[0]
    assert row.consequence is not None
    assert (row.term_over, row.consequence.code, row.consequence.words) == (
        False,
        "",
        "Ainda dá tempo: remarque dentro do prazo.",
    )


def test_planura_says_its_decision_and_proposes_no_fine(app: Flask) -> None:
    home = planura(app)
    car = cars.planura_taxi(home)
    stored_visit(home, car.plate, "notice", failed=["LV05"])
    closed(home, NOW + timedelta(days=12))
    found = shown(home)[0].consequence
    assert found is not None and (found.code, "O texto não dá multa" in found.words) == ("", True)


def test_two_runs_at_once_record_one_absence(app: Flask) -> None:
    home, _, _ = failed_in_patrocinio(app)
    db.session.rollback()

    def run(_: int) -> int:
        with app.app_context():
            try:
                return closed(home, LAST + timedelta(days=1))
            finally:
                db.session.remove()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(run, range(2))) == [0, 1]
    assert db.session.scalar(select(func.count()).select_from(InspectionMissed)) == 1
