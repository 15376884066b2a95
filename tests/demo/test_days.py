"""The demo is the same on any day of the year: its dates are told from the day of loading."""

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import select

from app.demo import load as loading
from app.demo.listing import town_list
from app.demo.load import TOWNS, load
from app.demo.planura import PLANURA
from app.infractions.models import Notice
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from tests.demo.compare import differences
from tests.support.database import Database

# Its days are computed; one load of the demo on PostgreSQL is in `loaded/`.
pytestmark = pytest.mark.pure


@pytest.mark.parametrize("day", [date(2027, 1, 15), date(2028, 2, 28), date(2026, 12, 31)], ids=str)
def test_the_demo_is_right_on_any_day_of_the_year(database: Database, day: date) -> None:
    moment = datetime(day.year, day.month, day.day, 15, tzinfo=UTC)
    database.reset()
    database.app.config["CLOCK"] = lambda: moment
    with database.app.app_context():
        load(moment)
        wrong = [differences(town, town_list(town, moment), day) for town in TOWNS]
    assert wrong == [[], []]


def test_notices_of_the_turn_of_the_year_take_the_numbers_of_their_year(
    database: Database,
) -> None:
    moment = datetime(2027, 1, 4, 15, tzinfo=UTC)
    database.reset()
    database.app.config["CLOCK"] = lambda: moment
    with database.app.app_context():
        loading._load(PLANURA, moment)
        rows = list(db.session.scalars(select(Notice).where(Notice.series.like("%-AI-%"))))
        years = {(row.written_at.year, str(row.series)[-4:]) for row in rows}
        assert years == {(2026, "2026"), (2027, "2027")}
        assert (len(rows), {row.flags for row in rows}) == (21, {""})


def test_a_load_on_a_later_day_only_tells_the_new_day(database: Database) -> None:
    first = datetime(2027, 3, 10, 15, tzinfo=UTC)
    later = first + timedelta(days=40)
    database.reset()
    database.app.config["CLOCK"] = lambda: first
    with database.app.app_context():
        load(first)
        events = _events()
        database.app.config["CLOCK"] = lambda: later
        again = load(later)
        ending = next(row for row in town_list(PLANURA, later).seals if row.key == "recad-vence")
        kinds = _events()[len(events) :]
    assert [town.made for town in again] == [0, 0]
    assert ending.codes == ["reregistration_valid.vehicle_expired"]
    assert set(kinds) == {"key.created"}


def _events() -> list[str]:
    query = select(LedgerEvent.kind).order_by(LedgerEvent.recorded_at, LedgerEvent.seq)
    return list(db.session.scalars(query))
