"""requirements.md §4.3 (c) to (f) and the terms of (j): when a term ends, and how it says so."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.calendar import Calendar, Closing
from app.kernel.errors import RuleRefused
from app.regulation.deadlines import Term, count, due_date, due_instant, term_of, wait_until
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import DeadlineUnit, Party
from tests.support.examples import CALENDAR, day, moment, pat, pla


def business_days(ruleset: Ruleset) -> Ruleset:
    return ruleset.with_decisions({"CFG-GEN-01": "business_days"})


@pytest.mark.parametrize(
    ("notified", "counted", "limit", "if_business"),
    [
        ("Fri 17/04/2026", "Mon 27/04/2026", "Mon 27/04/2026", "Tue 05/05/2026"),
        ("Wed 22/04/2026", "Sat 02/05/2026", "Mon 04/05/2026", "Thu 07/05/2026"),
        ("Wed 01/04/2026", "Sat 11/04/2026", "Mon 13/04/2026", "Thu 16/04/2026"),
        ("Fri 02/10/2026", "Mon 12/10/2026", "Tue 13/10/2026", "Mon 19/10/2026"),
        ("Mon 21/12/2026", "Thu 31/12/2026", "Thu 31/12/2026", "Wed 06/01/2027"),
        ("Thu 11/06/2026", "Sun 21/06/2026", "Mon 22/06/2026", "Thu 25/06/2026"),
    ],
)
def test_c_pla_challenge(notified: str, counted: str, limit: str, if_business: str) -> None:
    due = due_date(pla(), "T-PLA-25", day(notified), CALENDAR)
    assert (due.counted_on, due.due_on) == (day(counted), day(limit))
    other = due_date(business_days(pla()), "T-PLA-25", day(notified), CALENDAR)
    assert other.due_on == day(if_business)


def test_c_row_5_without_office_hours_on_the_last_day() -> None:
    calendar = CALENDAR.with_days(closings=[Closing(day("31/12/2026"), "recesso")])
    due = due_date(pla(), "T-PLA-25", day("Mon 21/12/2026"), calendar)
    assert due.due_on == day("Mon 04/01/2027")
    assert "sem expediente: recesso" in due.rule


@pytest.mark.parametrize(
    ("fact", "sixtieth", "internal"),
    [
        ("Tue 02/06/2026", "Sat 01/08/2026", "Fri 31/07/2026"),
        ("Mon 13/07/2026", "Fri 11/09/2026", "Fri 11/09/2026"),
        ("Wed 02/09/2026", "Sun 01/11/2026", "Fri 30/10/2026"),
        ("Mon 26/10/2026", "Fri 25/12/2026", "Thu 24/12/2026"),
    ],
)
def test_d_pla_notification(fact: str, sixtieth: str, internal: str) -> None:
    due = due_date(pla(), "T-PLA-24", day(fact), CALENDAR)
    assert (due.due_on, due.internal_on) == (day(sixtieth), day(internal))


@pytest.mark.parametrize(
    ("start", "ninetieth", "internal"),
    [
        ("Mon 03/08/2020", "Sun 01/11/2020", "Fri 30/10/2020"),
        ("Fri 15/01/2021", "Thu 15/04/2021", "Thu 15/04/2021"),
        ("Wed 01/09/2021", "Tue 30/11/2021", "Tue 30/11/2021"),
        ("Thu 17/11/2022", "Wed 15/02/2023", "Wed 15/02/2023"),
        # alternative start: receipt of the notice of the auto of 03/08/2020
        ("Mon 10/08/2020", "Sun 08/11/2020", "Fri 06/11/2020"),
    ],
)
def test_e_pat_penalty_notice(start: str, ninetieth: str, internal: str) -> None:
    due = due_date(pat(), "T-PAT-16", day(start), CALENDAR)
    assert (due.due_on, due.internal_on) == (day(ninetieth), day(internal))


@pytest.mark.parametrize(
    ("fact", "limit"),
    [
        ("Fri 12/06/2026 22:40", "Sat 13/06/2026 22:40"),
        ("Thu 24/12/2026 18:05", "Fri 25/12/2026 18:05"),
        ("Sat 13/06/2026 14:00", "Sun 14/06/2026 14:00"),
        ("Sun 14/06/2026 08:10", "Mon 15/06/2026 08:10"),
    ],
)
def test_f_pla_forwarding(fact: str, limit: str) -> None:
    due = due_instant(pla(), "T-PLA-23", moment(fact))
    assert due.instant == moment(limit)
    assert due.due_on == moment(limit).date()


def test_f_late_writing_eats_the_time_left() -> None:
    due = due_instant(pla(), "T-PLA-23", moment("Sat 13/06/2026 14:00"))
    assert due.left_at(moment("Sat 13/06/2026 16:30")) == timedelta(hours=21, minutes=30)


def test_f_late_sync_is_measured() -> None:
    due = due_instant(pla(), "T-PLA-23", moment("Sun 14/06/2026 08:10"))
    assert due.late_by(moment("Mon 15/06/2026 09:00")) == timedelta(minutes=50)
    assert due.late_by(moment("Mon 15/06/2026 08:10")) == timedelta(0)


@pytest.mark.parametrize("term", ["T-PAT-10", "T-PAT-14", "T-PAT-15"])
@pytest.mark.parametrize(
    ("start", "limit"),
    [
        ("Wed 02/09/2020", "Tue 08/09/2020"),
        ("Wed 07/10/2020", "Tue 13/10/2020"),
        ("Thu 24/06/2021", "Tue 29/06/2021"),
    ],
)
def test_j_pat_five_days(term: str, start: str, limit: str) -> None:
    assert due_date(pat(), term, day(start), CALENDAR).due_on == day(limit)


@pytest.mark.parametrize(
    ("rejected", "limit"),
    [("Wed 10/03/2021", "Thu 25/03/2021"), ("Sat 18/12/2021", "Mon 03/01/2022")],
)
def test_j_pat_cure_of_fifteen_days(rejected: str, limit: str) -> None:
    assert due_date(pat(), "T-PAT-13", day(rejected), CALENDAR).due_on == day(limit)


def test_j_pat_thirty_days_wait() -> None:
    term = term_of(pat(), "T-PAT-08")
    assert count(term, day("Wed 10/03/2021"), CALENDAR).due_on == day("Fri 09/04/2021")
    assert wait_until(term, day("Wed 10/03/2021"), CALENDAR) == day("Sat 10/04/2021")


@pytest.mark.parametrize(
    ("made_full", "limit"), [("31/12/2026", "28/02/2027"), ("31/12/2027", "29/02/2028")]
)
def test_pla_replacement_of_the_car_is_the_end_of_february(made_full: str, limit: str) -> None:
    due = due_date(pla(), "T-PLA-11", day(made_full), CALENDAR)
    assert (due.counted_on, due.due_on) == (day(limit), day(limit))


def test_the_rule_is_told_in_words() -> None:
    due = due_date(pla(), "T-PLA-25", day("Wed 22/04/2026"), CALENDAR)
    assert due.rule == (
        "10 dias corridos, primeiro dia excluído, prorrogado de sábado, 02/05/2026 "
        "para segunda-feira, 04/05/2026"
    )
    assert due.citation == "PLA art. 51"


def test_the_administrations_rule_names_the_internal_limit() -> None:
    due = due_date(pla(), "T-PLA-24", day("Mon 26/10/2026"), CALENDAR)
    assert due.rule.endswith(
        "não é prorrogado: termina em sexta-feira, 25/12/2026 (feriado: Natal), "
        "agir até quinta-feira, 24/12/2026"
    )


def test_a_term_may_start_on_the_next_business_day() -> None:
    ruleset = pla().with_decisions({"CFG-GEN-01": "start_on_business_day"})
    due = due_date(ruleset, "T-PLA-25", day("Fri 12/06/2026"), CALENDAR)
    assert due.due_on == day("Wed 24/06/2026")  # day 1 is Monday 15/06
    assert "dia 1 em segunda-feira, 15/06/2026" in due.rule


@pytest.mark.parametrize("term", ["T-PLA-26", "T-PLA-27"])
def test_a_term_the_text_does_not_fix_is_not_invented(term: str) -> None:
    with pytest.raises(RuleRefused, match="não fixa este prazo"):
        due_date(pla(), term, day("01/06/2026"), CALENDAR)


def test_hours_and_days_do_not_mix() -> None:
    with pytest.raises(ValueError, match="instant"):
        due_date(pla(), "T-PLA-23", day("01/06/2026"), CALENDAR)
    with pytest.raises(ValueError, match="only hours"):
        due_instant(pla(), "T-PLA-25", moment("01/06/2026 10:00"))


@pytest.mark.parametrize(
    ("reading", "start", "end", "words"),
    [
        ("same_day", "03/08/2026", "03/08/2027", "dia de mesmo número, inclusive"),
        ("same_day", "29/02/2028", "28/02/2029", "o último dia do mês, que não tem dia 29"),
        ("day_before", "03/08/2026", "02/08/2027", "a véspera do dia de mesmo número"),
        ("march_first", "03/08/2026", "03/08/2027", "dia de mesmo número, inclusive"),
        ("march_first", "29/02/2028", "01/03/2029", "o dia seguinte ao último dia do mês"),
    ],
)
def test_years_end_as_the_city_reads_them(reading: str, start: str, end: str, words: str) -> None:
    ruleset = pla().with_decisions({"CFG-GEN-02": reading})
    due = due_date(ruleset, "T-PLA-18", day(start), CALENDAR)
    assert due.due_on == day(end)
    assert words in due.rule


STARTS = st.dates(date(2016, 1, 1), date(2030, 12, 31))
UNITS = st.sampled_from(
    [DeadlineUnit.DAYS, DeadlineUnit.BUSINESS_DAYS, DeadlineUnit.MONTHS, DeadlineUnit.YEARS]
)


@given(STARTS, UNITS, st.integers(1, 9), st.booleans())
def test_a_private_term_ends_on_the_first_business_day(
    start: date, unit: DeadlineUnit, length: int, moved: bool
) -> None:
    term = Term(length, unit, Party.PRIVATE, "", start_on_business_day=moved)
    due = count(term, start, CALENDAR)
    between = [due.counted_on + timedelta(i) for i in range((due.due_on - due.counted_on).days)]
    assert start < due.counted_on <= due.due_on
    assert CALENDAR.is_business_day(due.due_on)
    assert not any(map(CALENDAR.is_business_day, between))


@given(STARTS, UNITS, st.integers(1, 9))
def test_the_administration_never_gains_a_day(start: date, unit: DeadlineUnit, length: int) -> None:
    due = count(Term(length, unit, Party.ADMINISTRATION, ""), start, CALENDAR)
    assert due.internal_on <= due.due_on == due.counted_on
    assert CALENDAR.is_business_day(due.internal_on)


@given(STARTS, st.integers(1, 9))
def test_a_material_term_needs_no_calendar(start: date, length: int) -> None:
    term = Term(length, DeadlineUnit.DAYS, Party.MATERIAL, "")
    empty = Calendar(years=frozenset())
    assert count(term, start, empty).due_on == start + timedelta(days=length)
