"""requirements.md §4.3 (a) and (b): how old a car may be."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.civil import last_day_of_february
from app.kernel.errors import RuleRefused
from app.regulation.age import (
    AgeReading,
    AgeState,
    ExtensionRequest,
    Transition,
    check_extension,
    closing_of_year,
    end_of_february,
    extension_limit,
    include_until,
    inclusion_window_end,
    may_include,
    replace_by,
    transition_until,
)
from app.regulation.ruleset import Ruleset
from tests.support.examples import day, pat, pla

IN_FORCE_PAT = day("19/07/2020")  # if published on 20/05/2020
BEFORE_THE_LAW = day("10/03/2018")
EARLIEST_PLA = day("10/03/2026")  # if published on the day of the bill


def number(ruleset: Ruleset, key: str) -> int:
    value = ruleset.check("vehicle_age").params[key]
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize(
    ("made_in", "last_a", "refused_a", "last_b"),
    [
        (2018, "Sun 31/12/2023", "Mon 01/01/2024", "30/12/2024"),
        (2015, "Thu 31/12/2020", "Fri 01/01/2021", "30/12/2021"),
        (2020, "Wed 31/12/2025", "Thu 01/01/2026", "30/12/2026"),
    ],
)
def test_pat_age_in_both_readings(made_in: int, last_a: str, refused_a: str, last_b: str) -> None:
    years = number(pat(), "max_years")
    by_year = closing_of_year(made_in, years)
    completed = closing_of_year(made_in, years, AgeReading.COMPLETED_YEARS)
    assert (by_year.last_ok, by_year.refused_from) == (day(last_a), day(refused_a))
    assert completed.last_ok == day(last_b)


def transition() -> Transition:
    ruleset = pat()
    return Transition(
        IN_FORCE_PAT,
        number(ruleset, "transition_max_years"),
        number(ruleset, "transition_years"),
    )


@pytest.mark.parametrize(
    ("made_in", "owned_since", "until"),
    [
        (2014, BEFORE_THE_LAW, day("19/07/2021")),  # row 4
        (2013, BEFORE_THE_LAW, None),  # row 5: completed 6 years on 31/12/2019
        (2014, IN_FORCE_PAT, None),  # bought on the day of entry: not owned before
        (2014, None, None),  # no proof of possession
    ],
)
def test_pat_transition(made_in: int, owned_since: date | None, until: date | None) -> None:
    assert transition_until(made_in, owned_since, transition()) == until


def test_pat_row_4_is_over_five_when_checked() -> None:
    limit = closing_of_year(2014, number(pat(), "max_years"))
    assert limit.state_on(IN_FORCE_PAT) is AgeState.OVER


@pytest.mark.parametrize(
    ("made_in", "include", "replace", "extended"),
    [
        (2016, "31/12/2026", "Sun 28/02/2027", "Mon 28/02/2028"),
        (2017, "31/12/2027", "Tue 29/02/2028", "Wed 28/02/2029"),
        (2018, "31/12/2028", "Wed 28/02/2029", "Thu 28/02/2030"),
        (2015, "31/12/2025", "Sat 28/02/2026", "Sun 28/02/2027"),
        (2014, "31/12/2024", "28/02/2025", "28/02/2026"),
        (2020, "31/12/2030", "Fri 28/02/2031", "Sat 28/02/2032"),
    ],
)
def test_pla_age(made_in: int, include: str, replace: str, extended: str) -> None:
    years, more = number(pla(), "max_years"), number(pla(), "extension_years")
    assert include_until(made_in, years) == day(include)
    assert replace_by(made_in, years) == day(replace)
    assert extension_limit(made_in, years, more) == day(extended)


@pytest.mark.parametrize(("made_in", "ever"), [(2014, False), (2015, False), (2016, True)])
def test_pla_cars_whose_window_closed_before_the_law(made_in: int, ever: bool) -> None:
    window = inclusion_window_end(made_in, number(pla(), "max_years"), EARLIEST_PLA)
    assert (window is not None) is ever


@pytest.mark.parametrize(
    ("on", "state"),
    [
        ("31/12/2026", AgeState.WITHIN),
        ("01/01/2027", AgeState.TOLERATED),
        ("28/02/2027", AgeState.TOLERATED),
        ("01/03/2027", AgeState.OVER),
    ],
)
def test_pla_tolerance_of_january_and_february(on: str, state: AgeState) -> None:
    limit = end_of_february(2016, number(pla(), "max_years"))
    assert limit.state_on(day(on)) is state


def test_pla_tolerance_does_not_help_inclusion() -> None:
    assert may_include(2016, day("31/12/2026"), number(pla(), "max_years"))
    assert not may_include(2016, day("01/01/2027"), number(pla(), "max_years"))


def request(until: str, *, inspected: bool = True, again: bool = False) -> ExtensionRequest:
    return ExtensionRequest(2016, day(until), inspected, again)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (request("29/02/2028"), "não pode passar de 28/02/2028"),
        (request("28/02/2028", again=True), "já teve uma prorrogação"),
        (request("28/02/2028", inspected=False), "vistoria aprovada"),
        (request("28/02/2027"), "já pode circular até 28/02/2027"),
    ],
)
def test_pla_extension_is_refused(asked: ExtensionRequest, says: str) -> None:
    years, more = number(pla(), "max_years"), number(pla(), "extension_years")
    with pytest.raises(RuleRefused, match=says) as caught:
        check_extension(asked, years, more, pla().cite("art. 28 §3"))
    assert caught.value.citation == "PLA art. 28 §3"


def test_pla_extension_within_the_year_is_granted() -> None:
    asked = request("28/02/2028")
    check_extension(asked, number(pla(), "max_years"), 1, "PLA art. 28 §3")
    limit = end_of_february(2016, 10, asked.until)
    assert limit.last_ok == day("28/02/2028")
    assert "prorrogado até 28/02/2028" in limit.rule


@given(st.integers(1980, 2100), st.integers(0, 30))
def test_reading_b_gives_a_year_less_a_day(made_in: int, years: int) -> None:
    by_year = closing_of_year(made_in, years).last_ok
    completed = closing_of_year(made_in, years, AgeReading.COMPLETED_YEARS).last_ok
    assert completed == date(by_year.year + 1, 12, 31) - timedelta(days=1)


@given(st.integers(1980, 2100), st.integers(0, 30))
def test_replacement_is_the_february_after_inclusion(made_in: int, years: int) -> None:
    included = include_until(made_in, years)
    assert replace_by(made_in, years) == last_day_of_february(included.year + 1)
