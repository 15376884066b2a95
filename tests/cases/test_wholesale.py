"""Threats.md T14, executed: a wave of cancellations stops by itself, and is told."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from app.accounts.domain import Actor
from app.accounts.permissions import Role
from app.cases.domain import PER_CITY, PER_PERSON, CeilingReached, ProcessUsed
from app.cases.models import CaseCancelling, CaseFile, CaseStep
from app.kernel.errors import DomainError, Invalid, RuleRefused
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from tests.cases.raw import archived
from tests.support.case_people import hired
from tests.support.case_steps import REASONS, case_of, take
from tests.support.cast import NOW, PASSWORD, Cast
from tests.support.notices_server import agent_phone, deliver_to

NIGHT = datetime.fromisoformat("2026-12-01T06:00:00+00:00")  # three in the morning there
DAY = timedelta(days=1)


def many(home: Cast, count: int, **over: object) -> list[str]:
    """The cases of as many notices."""
    found: list[str] = []
    while len(found) < count:
        phone = agent_phone(home)
        for _ in range(min(20, count - len(found))):
            sent = phone.write(**over)
            deliver_to(home, sent)
            found.append(case_of(sent["id"]))
    return found


def proposed(home: Cast, id: str, *, at: datetime = NOW) -> None:
    take(home, id, "propose_annulment", "fabio", at=at, reasons=REASONS)


def annul(home: Cast, id: str, who: str | Actor = "celia", *, at: datetime = NOW, **v: str) -> str:
    """ "done", or the name of the refusal."""
    try:
        take(home, id, "annul", who, at=at, reasons=REASONS, **v)
    except DomainError as error:
        return type(error).__name__
    return "done"


def cancelled() -> int:
    found = db.session.scalar(select(func.count()).select_from(CaseCancelling)) or 0
    db.session.rollback()
    return found


def alerts(kind: str) -> int:
    query = select(func.count()).select_from(LedgerEvent).where(LedgerEvent.kind == kind)
    found = db.session.scalar(query) or 0
    db.session.rollback()
    return found


def test_one_person_cancels_three_a_day_and_each_more_is_told(planura: Cast) -> None:
    cases = many(planura, 12)
    for id in cases:
        proposed(planura, id)
    said = [annul(planura, id) for id in cases]
    assert said == ["done"] * PER_PERSON + [CeilingReached.__name__] * (12 - PER_PERSON)
    assert (cancelled(), alerts("case.ceiling")) == (PER_PERSON, 12 - PER_PERSON)


def test_the_next_day_there_are_seats_again(planura: Cast) -> None:
    cases = many(planura, 4)
    for id in cases:
        proposed(planura, id)
    said = [annul(planura, id) for id in cases[:3]]
    assert [*said, annul(planura, cases[3], at=NOW + DAY)] == ["done"] * 4


def test_five_people_together_cancel_ten_a_day(planura: Cast) -> None:
    people = [planura.actor("celia"), *(hired(planura, n, Role.SECRETARY) for n in range(4))]
    cases = many(planura, 15)
    for id in cases:
        proposed(planura, id)
    said = [annul(planura, id, people[place % 5]) for place, id in enumerate(cases)]
    assert said.count("done") == cancelled() == PER_CITY


def test_one_process_number_cancels_one_case(planura: Cast) -> None:
    cases = many(planura, 3)
    for id in cases:
        proposed(planura, id)
    numbers = ("2026/001-A", "2026.1 a", "2026-1-A")
    said = [annul(planura, id, process_number=n) for id, n in zip(cases, numbers, strict=True)]
    assert said == ["done", ProcessUsed.__name__, ProcessUsed.__name__]


def test_nobody_cancels_what_he_proposed(planura: Cast) -> None:
    [id] = many(planura, 1)
    chief = hired(planura, 0, Role.CHIEF, login="um")
    both = hired(planura, 0, Role.SECRETARY, login="outro")  # the same CPF: one person
    take(planura, id, "propose_annulment", chief, reasons=REASONS)
    assert chief.person_id == both.person_id and chief.account_id != both.account_id
    assert annul(planura, id, both) == RuleRefused.__name__


def test_without_a_proposal_nothing_is_cancelled(planura: Cast) -> None:
    [id] = many(planura, 1)
    assert annul(planura, id) == RuleRefused.__name__


def test_at_three_in_the_morning_the_password_is_asked_again(planura: Cast) -> None:
    [id] = many(planura, 1)
    proposed(planura, id, at=NIGHT)
    with pytest.raises(Invalid) as caught:
        take(planura, id, "annul", "celia", at=NIGHT, reasons=REASONS)
    assert caught.value.field == "password"
    with pytest.raises(Invalid):
        take(planura, id, "annul", "celia", at=NIGHT, password="errada", reasons=REASONS)
    assert cancelled() == 0


def test_with_it_the_act_is_done_and_told(planura: Cast) -> None:
    [id] = many(planura, 1)
    proposed(planura, id, at=NIGHT)
    take(planura, id, "annul", "celia", at=NIGHT, password=PASSWORD, reasons=REASONS)
    step = db.session.scalars(select(CaseStep).where(CaseStep.step == "annul")).one()
    assert step.off_hours
    assert alerts("case.off_hours") == 1


def test_past_the_service_the_database_refuses_the_fourth(planura: Cast) -> None:
    cases = many(planura, 4)
    rows = {row.id: row for row in db.session.scalars(select(CaseFile))}
    for seat, id in enumerate(cases[:3], 1):
        archived(planura, rows[id].id, (seat, seat))
    with pytest.raises(DBAPIError):
        archived(planura, rows[cases[3]].id, (4, 4))
    with pytest.raises(DBAPIError):
        archived(planura, rows[cases[3]].id, (3, 4))


@pytest.mark.soak
def test_five_hundred_and_eighty_cancellations_in_a_day(planura: Cast) -> None:
    people = [planura.actor("celia"), *(hired(planura, n, Role.SECRETARY) for n in range(6))]
    cases = many(planura, 580)
    for id in cases:
        proposed(planura, id)
    said = [annul(planura, id, people[place % 7]) for place, id in enumerate(cases)]
    assert said.count("done") == cancelled() == PER_CITY
    assert alerts("case.ceiling") == 580 - PER_CITY
