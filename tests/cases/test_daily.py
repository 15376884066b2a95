"""The day's end certifies what a passed day decides, once; a new holiday says which terms it moves."""

from datetime import date, datetime, timedelta

import pytest
from sqlalchemy import select

from app.accounts.city_calendar_service import CityDayData, declare_day, touched_by
from app.accounts.domain import system_actor
from app.cases.daily import close_day
from app.cases.models import CaseFile, CaseStep
from app.cases.queries import case_detail
from app.kernel.errors import Invalid
from app.kernel.ids import new_id
from app.persistence.base import db
from tests.support.case_steps import ZONE, homologated, take
from tests.support.cast import NOW, Cast
from tests.support.permits import law

DAY = timedelta(days=1)


@pytest.fixture
def notified(planura: Cast, case: CaseFile) -> str:
    """A case whose offender was notified in person on 30 November; its id."""
    homologated(planura, case.id)
    told = {"recipient": "o autuado", "files": ("receipt",)}
    take(planura, case.id, "in_person", "bruno", **told)
    return case.id


def due(home: Cast, id: str, now: datetime = NOW) -> date:
    """The last day to defend."""
    found = case_detail(home.actor("bruno"), id, law(home), now=now).state.defence
    db.session.rollback()
    assert found is not None
    return found.due_on


def steps(id: str) -> list[tuple[str, str]]:
    query = select(CaseStep).where(CaseStep.case_id == id).order_by(CaseStep.seq)
    found = [(row.step, row.person_id) for row in db.session.scalars(query)]
    db.session.rollback()
    return found


def closed(home: Cast, now: datetime) -> int:
    return close_day(system_actor(home.city), law(home), now=now).steps


def test_the_term_is_ten_days_rolled_to_a_business_day(planura: Cast, notified: str) -> None:
    assert due(planura, notified) == date(2026, 12, 10)


def test_on_the_last_day_nothing_is_certified(planura: Cast, notified: str) -> None:
    assert closed(planura, NOW + 10 * DAY) == 0


def test_the_day_after_the_system_certifies(planura: Cast, notified: str) -> None:
    assert closed(planura, NOW + 11 * DAY) == 1
    assert steps(notified)[-1] == ("term_over", "system")


def test_a_second_run_finds_nothing(planura: Cast, notified: str) -> None:
    closed(planura, NOW + 11 * DAY)
    before = steps(notified)
    assert closed(planura, NOW + 11 * DAY) == 0 and steps(notified) == before


def test_a_missed_night_is_made_up(planura: Cast, notified: str) -> None:
    assert closed(planura, NOW + 40 * DAY) == 1


def test_a_holiday_on_the_last_day_says_which_term_it_moves(planura: Cast, notified: str) -> None:
    touched = touched_by(db.session(), planura.actor("celia"), date(2026, 12, 10))
    number = case_detail(planura.actor("bruno"), notified, law(planura), now=NOW).row.number
    words = f"Processo {number}: Impugnar passa de 10/12/2026 para 11/12/2026"
    assert [item.words for item in touched] == [words]


def test_another_day_touches_nothing(planura: Cast, notified: str) -> None:
    assert touched_by(db.session(), planura.actor("celia"), date(2026, 12, 9)) == []


def test_the_holiday_is_declared_only_when_it_was_read(planura: Cast, notified: str) -> None:
    day = CityDayData(date(2026, 12, 10), "municipal", "Aniversário", "Lei 1/2026")
    with pytest.raises(Invalid):
        declare_day(planura.actor("celia"), day, time_zone=ZONE, now=NOW)
    assert due(planura, notified) == date(2026, 12, 10)


def test_once_declared_the_term_is_counted_anew(planura: Cast, notified: str) -> None:
    day = CityDayData(date(2026, 12, 10), "municipal", "Aniversário", "Lei 1/2026")
    told = {"time_zone": ZONE, "now": NOW, "id": new_id(), "confirmed": True}
    declare_day(planura.actor("celia"), day, **told)
    assert due(planura, notified) == date(2026, 12, 11)
    assert closed(planura, NOW + 11 * DAY) == 0


def test_a_certified_end_stays_when_a_holiday_comes_later(planura: Cast, notified: str) -> None:
    closed(planura, NOW + 11 * DAY)
    day = CityDayData(date(2026, 12, 10), "municipal", "Aniversário", "Lei 1/2026")
    told = {"time_zone": ZONE, "now": NOW + 12 * DAY, "id": new_id(), "confirmed": True}
    declare_day(planura.actor("celia"), day, **told)
    found = case_detail(planura.actor("bruno"), notified, law(planura), now=NOW + 12 * DAY)
    assert found.state.state.id == "undefended"
