"""requirements.md §4.3 (g), (h) and the spans of (j): authorisations, suspensions, pauses, the bar."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.civil import MonthEnd
from app.kernel.errors import RuleRefused
from app.regulation.documents_age import valid_through_months
from app.regulation.terms import (
    PlatformState,
    authorisation_years,
    bar_after_cassation,
    days_from,
    evaluation_from,
    extended_pause,
    months_from,
    pause_extension,
    pause_term,
    platform_authorisation,
    renewed,
    suspension_term,
)
from tests.support.examples import CALENDAR, day, pat, pla

YEARS = pla().deadline("T-PLA-02").length


@pytest.mark.parametrize(
    ("issued", "ends", "march", "before_end"),
    [
        ("Mon 10/08/2020", "Tue 10/08/2021", "Wed 31/03/2021", 132),
        ("Mon 15/02/2021", "Tue 15/02/2022", "Thu 31/03/2022", -44),
        ("Mon 03/04/2023", "Wed 03/04/2024", "Thu 28/03/2024", 6),
        ("Fri 12/04/2024", "Sat 12/04/2025", "Mon 31/03/2025", 12),
    ],
)
def test_g_twelve_months_against_march(issued: str, ends: str, march: str, before_end: int) -> None:
    term = platform_authorisation(pat(), day(issued), CALENDAR)
    assert (term.span.last, term.renewal_limit) == (day(ends), day(march))
    assert term.days_before_end == before_end
    assert term.gap_days == max(0, -before_end)


def test_g_row_2_the_other_march_is_44_days_after_issue() -> None:
    assert CALENDAR.last_business_day(2021, 3) - day("15/02/2021") == timedelta(days=44)


@pytest.mark.parametrize(
    ("on", "filed", "state"),
    [
        ("14/02/2021", None, PlatformState.NOT_YET),
        ("15/02/2022", None, PlatformState.VALID),
        ("16/02/2022", None, PlatformState.EXPIRED),
        ("16/02/2022", "10/02/2022", PlatformState.PENDING_RENEWAL),
        ("30/06/2022", "31/03/2022", PlatformState.PENDING_RENEWAL),
        ("30/06/2022", "01/04/2022", PlatformState.EXPIRED),  # filed after the limit
        ("01/03/2022", "02/03/2022", PlatformState.EXPIRED),  # not yet filed on that day
        ("16/02/2022", "14/02/2021", PlatformState.EXPIRED),  # of the period before
    ],
)
def test_g_row_2_standing_in_the_gap(on: str, filed: str | None, state: PlatformState) -> None:
    term = platform_authorisation(pat(), day("15/02/2021"), CALENDAR)
    assert term.state_on(day(on), day(filed) if filed else None) is state


@pytest.mark.parametrize(
    ("start", "last"),
    [
        ("Wed 01/07/2026", "Mon 01/07/2030"),
        ("Fri 15/01/2027", "Wed 15/01/2031"),
        ("Tue 29/02/2028", "Sun 29/02/2032"),
    ],
)
def test_h_four_years(start: str, last: str) -> None:
    assert authorisation_years(day(start), YEARS).last == day(last)


def test_h_renewal_counts_from_the_last_day() -> None:
    term = authorisation_years(day("29/02/2028"), YEARS)
    assert renewed(term, YEARS).last == day("29/02/2036")


def test_h_evaluation_is_prepared_180_days_before() -> None:
    term = authorisation_years(day("01/07/2026"), YEARS)
    assert evaluation_from(term, 180) == day("01/01/2030")


def test_h_seal_of_a_year() -> None:
    months = pla().document("inspection_report").value
    assert valid_through_months(day("Tue 15/09/2026"), months) == day("Wed 15/09/2027")


def test_j_pat_twelve_months_suspension() -> None:
    span = suspension_term(pat(), "PAT-28-V", day("01/03/2021"))
    assert span.back_on == day("01/03/2022")
    assert not span.contains(day("01/03/2022"))


def test_j_pat_thirty_days_suspension() -> None:
    span = suspension_term(pat(), "PAT-28-VII", day("01/03/2021"))
    assert (span.last, span.back_on) == (day("30/03/2021"), day("31/03/2021"))
    assert span.citation.startswith("PAT art. 28 VII")


def test_pat_thirty_days_become_twelve_months_if_the_city_so_decides() -> None:
    ruleset = pat().with_decisions({"CFG-PAT-16": "always_12_months"})
    span = suspension_term(ruleset, "PAT-28-VII", day("01/03/2021"))
    assert span.back_on == day("01/03/2022")
    assert "PAT art. 24 §2" in span.citation


@pytest.mark.parametrize(
    ("code", "days", "last"),
    [
        ("PLA-43-II-c", 15, "19/10/2026"),
        ("PLA-43-II-c", 30, "03/11/2026"),
        ("PLA-43-III-a", 180, "02/04/2027"),
    ],
)
def test_j_pla_suspension(code: str, days: int, last: str) -> None:
    span = suspension_term(pla(), code, day("Mon 05/10/2026"), days)
    assert (span.last, span.days) == (day(last), days)


@pytest.mark.parametrize(
    ("code", "days"),
    [
        ("PLA-43-II-c", 14),
        ("PLA-43-II-c", 31),
        ("PLA-43-III-a", 181),
        ("PLA-44-I", 14),
        ("PLA-44-I", 181),
    ],
)
def test_pla_suspension_outside_its_bounds_is_refused(code: str, days: int) -> None:
    with pytest.raises(RuleRefused, match="A suspensão deve ter") as caught:
        suspension_term(pla(), code, day("05/10/2026"), days)
    assert caught.value.citation.startswith("PLA art. 4")


def test_a_minor_infraction_carries_no_suspension() -> None:
    with pytest.raises(RuleRefused, match="não leva a suspensão"):
        suspension_term(pla(), "PLA-43-I-b", day("05/10/2026"), 15)


@pytest.mark.parametrize(
    ("term", "days", "last"),
    [
        ("T-PLA-16", 30, "01/09/2026"),
        ("T-PLA-15", 60, "01/10/2026"),
        ("T-PLA-14", 180, "29/01/2027"),
        ("T-PLA-13", 360, "28/07/2027"),
    ],
)
def test_j_pla_pause(term: str, days: int, last: str) -> None:
    span = pause_term(pla(), term, day("Mon 03/08/2026"), days)
    assert (span.first, span.last) == (day("03/08/2026"), day(last))
    with pytest.raises(RuleRefused, match=f"de 1 a {days} dias"):
        pause_term(pla(), term, day("03/08/2026"), days + 1)


def test_a_pause_is_extended_once_by_at_most_an_equal_period() -> None:
    granted = pause_term(pla(), "T-PLA-15", day("03/08/2026"), 60)
    assert pause_extension(pla(), "T-PLA-15", granted, 60).last == day("30/11/2026")
    with pytest.raises(RuleRefused, match="de 1 a 60 dias"):
        pause_extension(pla(), "T-PLA-15", granted, 61)
    with pytest.raises(RuleRefused, match="já foi prorrogada"):
        pause_extension(pla(), "T-PLA-15", granted, 60, already_extended=True)


def test_a_pause_for_theft_is_never_extended() -> None:
    granted = pause_term(pla(), "T-PLA-13", day("03/08/2026"), 30)
    with pytest.raises(RuleRefused, match="não admite prorrogação"):
        pause_extension(pla(), "T-PLA-13", granted, 1)


def test_the_city_may_let_each_act_set_the_extension() -> None:
    ruleset = pla().with_decisions({"CFG-PLA-16": "by_reasoned_act"})
    granted = pause_term(ruleset, "T-PLA-16", day("03/08/2026"), 30)
    longer = pause_extension(ruleset, "T-PLA-16", granted, 90, already_extended=True)
    assert longer.days == 120


def test_j_pla_bar_after_cassation() -> None:
    barred = bar_after_cassation(pla(), "T-PLA-22", day("Mon 15/03/2027"))
    assert barred.last == day("Mon 15/03/2032")
    assert barred.citation == "PLA art. 46"
    assert barred.contains(day("15/03/2032")) and not barred.contains(day("16/03/2032"))


DAYS = st.dates(date(2000, 1, 1), date(2090, 1, 1))


@given(DAYS, st.integers(1, 400))
def test_a_span_of_days_has_that_many_days(start: date, days: int) -> None:
    span = days_from(start, days)
    assert span.days == days
    assert span.contains(start) and not span.contains(span.back_on)


@given(DAYS, st.integers(1, 60))
def test_months_of_suspension_end_the_day_before_the_return(start: date, months: int) -> None:
    span = months_from(start, months)
    assert span.back_on == valid_through_months(start, months)


@given(DAYS, st.integers(1, 200), st.integers(1, 400))
def test_an_extended_pause_never_doubles_its_length(start: date, days: int, more: int) -> None:
    granted = days_from(start, days)
    try:
        whole = extended_pause(granted, more, extendable=True)
    except RuleRefused:
        assert more > days
    else:
        assert whole.days == days + more <= 2 * days


@pytest.mark.parametrize(
    ("reading", "last"),
    [("same_day", "15/03/2032"), ("day_before", "14/03/2032"), ("march_first", "15/03/2032")],
)
def test_the_bar_follows_the_reading_of_years(reading: str, last: str) -> None:
    ruleset = pla().with_decisions({"CFG-GEN-02": reading})
    assert bar_after_cassation(ruleset, "T-PLA-22", day("15/03/2027")).last == day(last)


def test_authorisations_by_the_day_before_follow_without_a_gap() -> None:
    term = authorisation_years(day("01/07/2026"), YEARS, reading=MonthEnd.DAY_BEFORE)
    assert term.last == day("30/06/2030")
    following = renewed(term, YEARS, MonthEnd.DAY_BEFORE)
    assert (following.first, following.last) == (day("01/07/2030"), day("30/06/2034"))
