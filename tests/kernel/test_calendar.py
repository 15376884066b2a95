from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.calendar import Calendar, Closing, Holiday, Scope, national_calendar
from app.kernel.errors import RuleRefused

CALENDAR = national_calendar(range(2020, 2031))
DAYS = st.dates(date(2020, 2, 1), date(2030, 11, 30))


def with_day(day: date, scope: Scope) -> Calendar:
    return CALENDAR.with_days([Holiday(day, "Dia da cidade", scope)])


def test_national_holidays_of_2026() -> None:
    days = [h.day for h in CALENDAR.holidays if h.day.year == 2026]
    assert [f"{d:%d/%m}" for d in days] == (
        ["01/01", "03/04", "21/04", "01/05", "07/09", "12/10", "02/11", "15/11", "20/11", "25/12"]
    )


def test_names_are_portuguese() -> None:
    assert CALENDAR.holiday_name(date(2026, 10, 12)) == "Nossa Senhora Aparecida"


@pytest.mark.parametrize(("year", "holiday"), [(2023, False), (2024, True)])
def test_20_november_is_national_since_2024(year: int, holiday: bool) -> None:
    assert CALENDAR.is_holiday(date(year, 11, 20)) is holiday


@pytest.mark.parametrize(
    "day",
    [date(2026, 2, 17), date(2026, 6, 4), date(2026, 10, 28), date(2026, 12, 24)],
)
def test_optional_days_are_business_days(day: date) -> None:
    assert CALENDAR.is_business_day(day)


@pytest.mark.parametrize(
    ("scope", "business"),
    [
        (Scope.NATIONAL, False),
        (Scope.MUNICIPAL, False),
        (Scope.STATE, True),
        (Scope.OPTIONAL, True),
    ],
)
def test_only_national_and_municipal_days_stop_business(scope: Scope, business: bool) -> None:
    day = date(2026, 6, 10)
    assert with_day(day, scope).is_business_day(day) is business


def test_a_closing_stops_the_office_but_not_the_fares() -> None:
    day = date(2026, 12, 31)
    calendar = CALENDAR.with_days(closings=[Closing(day, "Decreto 12/2026")])
    assert calendar.why_closed(day) == "sem expediente: Decreto 12/2026"
    assert calendar.for_fares().is_business_day(day)
    assert not calendar.is_holiday(day)


@pytest.mark.parametrize(
    ("day", "why"),
    [
        (date(2026, 6, 12), ""),
        (date(2026, 6, 13), "sábado"),
        (date(2026, 6, 14), "domingo"),
        (date(2026, 12, 25), "feriado: Natal"),
    ],
)
def test_why_a_day_is_closed(day: date, why: str) -> None:
    assert CALENDAR.why_closed(day) == why


@pytest.mark.parametrize(
    ("year", "day"),
    [
        (2021, 31), (2022, 31), (2023, 31), (2024, 28), (2025, 31),
        (2026, 31), (2027, 31), (2028, 31), (2029, 29), (2030, 29),
    ],
)  # fmt: skip
def test_last_business_day_of_march(year: int, day: int) -> None:
    assert CALENDAR.last_business_day(year, 3) == date(year, 3, day)


@given(DAYS)
def test_next_and_previous_skip_only_closed_days(day: date) -> None:
    after, before = CALENDAR.next_business_day(day), CALENDAR.previous_business_day(day)
    between = [before + timedelta(days=i) for i in range(1, (after - before).days)]
    assert before <= day <= after
    assert CALENDAR.is_business_day(before) and CALENDAR.is_business_day(after)
    assert not any(CALENDAR.is_business_day(d) for d in between)


@given(DAYS, st.integers(1, 15))
def test_business_days_are_counted_one_by_one(day: date, count: int) -> None:
    end = CALENDAR.add_business_days(day, count)
    passed = [day + timedelta(days=i) for i in range(1, (end - day).days + 1)]
    assert sum(map(CALENDAR.is_business_day, passed)) == count
    assert CALENDAR.is_business_day(end)


def test_a_year_never_loaded_is_refused() -> None:
    with pytest.raises(RuleRefused, match="calendário de 2031"):
        CALENDAR.next_business_day(date(2031, 1, 2))


def test_rolling_past_the_last_loaded_year_is_refused() -> None:
    with pytest.raises(RuleRefused, match="calendário de 2027"):
        national_calendar([2026]).with_days(
            closings=[Closing(date(2026, 12, 31), "")]
        ).next_business_day(date(2026, 12, 31))


def test_a_day_outside_the_years_cannot_be_added() -> None:
    with pytest.raises(RuleRefused, match="2031"):
        CALENDAR.with_days([Holiday(date(2031, 8, 15), "Padroeira", Scope.MUNICIPAL)])


def test_describe_names_the_reason() -> None:
    assert CALENDAR.describe(date(2026, 10, 12)) == (
        "segunda-feira, 12/10/2026 (feriado: Nossa Senhora Aparecida)"
    )
    assert CALENDAR.describe(date(2026, 5, 2)) == "sábado, 02/05/2026"
