"""The worked terms of requirements.md §4.3 (c), (d), (e), (f), asked of a case's state."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from app.kernel.calendar import Closing, national_calendar
from app.regulation.case_facts import CaseEvent, CaseFacts, CasePath
from app.regulation.case_state import CaseDue, changed_terms, state_on
from app.regulation.loader import load_all
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary_case import Since

PLA = load_all()["planura-2025"]
PAT = load_all()["patrocinio-2020"].with_decisions({"CFG-PAT-13": "days_10_suspensive"})
DAYS = national_calendar(range(2019, 2036))


def at(text: str) -> datetime:
    """An hour of Minas Gerais, "12/06/2026 22:40"."""
    local = datetime.strptime(f"{text} -0300", "%d/%m/%Y %H:%M %z")
    return local.astimezone(UTC)


def facts(fact: str, code: str = "PLA-43-II-c", **over: object) -> CaseFacts:
    """A case of that hour, sent to the office at once."""
    moment = at(fact)
    made = CaseFacts(CasePath.NOTICE, code, moment, moment, "0a", forwarded_at=moment)
    return replace(made, **over)  # type: ignore[arg-type]


def event(step: str, day: date, to: str) -> CaseEvent:
    return CaseEvent(
        step, datetime(day.year, day.month, day.day, 15, tzinfo=UTC), day, "2a", {}, to
    )


def notified(day: date) -> CaseFacts:
    """Homologated and notified on that day."""
    sent = event("homologate", day, "homologated")
    return facts("01/01/2026 10:00", events=(sent, event("in_person", day, "notified")))


def running(law: Ruleset, case: CaseFacts, on: date, what: str) -> CaseDue:
    """The running term of that name."""
    return next(due for due in state_on(law, case, DAYS, on).dues if due.what == what)


@pytest.mark.parametrize(
    ("told", "due"),
    [
        (date(2026, 4, 17), date(2026, 4, 27)),
        (date(2026, 4, 22), date(2026, 5, 4)),
        (date(2026, 4, 1), date(2026, 4, 13)),
        (date(2026, 10, 2), date(2026, 10, 13)),
        (date(2026, 12, 21), date(2026, 12, 31)),
        (date(2026, 6, 11), date(2026, 6, 22)),
    ],
)
def test_ten_days_to_challenge(told: date, due: date) -> None:
    found = running(PLA, notified(told), told, "Impugnar")
    assert (found.due.due_on, found.act_by) == (due, due)
    assert "10 dias corridos, primeiro dia excluído" in found.due.rule
    assert found.due.citation == "PLA art. 51"


@pytest.mark.parametrize(
    ("told", "due"),
    [
        (date(2026, 4, 17), date(2026, 5, 5)),
        (date(2026, 4, 22), date(2026, 5, 7)),
        (date(2026, 4, 1), date(2026, 4, 16)),
        (date(2026, 10, 2), date(2026, 10, 19)),
        (date(2026, 6, 11), date(2026, 6, 25)),
    ],
)
def test_ten_business_days_where_the_city_reads_so(told: date, due: date) -> None:
    law = PLA.with_decisions({"CFG-GEN-01": "business_days"})
    assert running(law, notified(told), told, "Impugnar").due.due_on == due


def test_the_roll_is_said_in_words() -> None:
    rule = running(PLA, notified(date(2026, 4, 22)), date(2026, 4, 22), "Impugnar").due.rule
    assert "prorrogado de sábado, 02/05/2026" in rule and "04/05/2026" in rule


def test_a_closing_on_the_31st_moves_to_the_4th() -> None:
    case, told = notified(date(2026, 12, 21)), date(2026, 12, 21)
    closed = DAYS.with_days(closings=[Closing(date(2026, 12, 31), "decreto")])
    [(was, now)] = changed_terms(PLA, case, DAYS, closed, told)
    assert (was.due.due_on, now.due.due_on) == (date(2026, 12, 31), date(2027, 1, 4))


@pytest.mark.parametrize(
    ("fact", "sixtieth", "act_by"),
    [
        ("02/06/2026 10:00", date(2026, 8, 1), date(2026, 7, 31)),
        ("13/07/2026 10:00", date(2026, 9, 11), date(2026, 9, 11)),
        ("02/09/2026 10:00", date(2026, 11, 1), date(2026, 10, 30)),
        ("26/10/2026 10:00", date(2026, 12, 25), date(2026, 12, 24)),
    ],
)
def test_sixty_days_to_notify_are_never_rolled(fact: str, sixtieth: date, act_by: date) -> None:
    case = facts(fact)
    found = running(PLA, case, at(fact).date(), "Entregar a notificação")
    assert (found.due.due_on, found.act_by, found.row.lapses) == (sixtieth, act_by, True)
    assert not state_on(PLA, case, DAYS, sixtieth).lapsed
    assert state_on(PLA, case, DAYS, sixtieth + timedelta(days=1)).lapsed


@pytest.mark.parametrize(
    ("fact", "ninetieth", "act_by"),
    [
        ("03/08/2020 10:00", date(2020, 11, 1), date(2020, 10, 30)),
        ("15/01/2021 10:00", date(2021, 4, 15), date(2021, 4, 15)),
        ("01/09/2021 10:00", date(2021, 11, 30), date(2021, 11, 30)),
        ("17/11/2022 10:00", date(2023, 2, 15), date(2023, 2, 15)),
    ],
)
def test_ninety_days_for_the_penalty_notice(fact: str, ninetieth: date, act_by: date) -> None:
    case = facts(fact, "PAT-28-III")
    found = running(PAT, case, at(fact).date(), "Enviar a Notificação de Penalidade")
    assert (found.due.due_on, found.act_by) == (ninetieth, act_by)


@pytest.mark.parametrize(
    ("fact", "limit"),
    [
        ("12/06/2026 22:40", "13/06/2026 22:40"),
        ("24/12/2026 18:05", "25/12/2026 18:05"),
        ("13/06/2026 14:00", "14/06/2026 14:00"),
        ("14/06/2026 08:10", "15/06/2026 08:10"),
    ],
)
def test_twenty_four_hours_from_the_fact(fact: str, limit: str) -> None:
    in_time = state_on(PLA, facts(fact, forwarded_at=at(limit)), DAYS, at(limit).date())
    late = facts(fact, forwarded_at=at(limit) + timedelta(seconds=1))
    assert in_time.forwarding is not None and in_time.forwarding.instant == at(limit)
    assert not in_time.forwarded_late
    assert state_on(PLA, late, DAYS, at(limit).date()).forwarded_late


def test_fifty_minutes_late_is_flagged_and_annuls_nothing() -> None:
    case = facts("14/06/2026 08:10", forwarded_at=at("15/06/2026 09:00"))
    state = state_on(PLA, case, DAYS, date(2026, 6, 15))
    assert state.forwarded_late and not state.lapsed and not state.state.cancelled


def test_of_two_notifications_the_later_counts() -> None:
    first = notified(date(2026, 4, 17))
    twice = replace(
        first, events=(*first.events, event("in_person", date(2026, 4, 22), "notified"))
    )
    assert running(PLA, twice, date(2026, 4, 22), "Impugnar").due.due_on == date(2026, 5, 4)


def test_a_goal_of_ours_says_that_the_text_has_no_number() -> None:
    told = date(2026, 4, 17)
    case = notified(told)
    case = replace(case, events=(*case.events, event("defend", told, "defended")))
    found = running(PLA, case, told, "Decidir a defesa")
    assert found.goal and "o texto não fixa prazo" in found.due.citation


def test_every_hour_term_is_of_the_fact() -> None:
    rows = [row for row in (PLA.cases.due if PLA.cases else ()) if row.since is Since.HOUR]
    assert [row.id for row in rows] == ["T-PLA-23"]
