"""Dates for the naive verdict, written again without `app.kernel`: months, March, rolling.

Everything here follows requirements.md §4 (defaults CFG-GEN-01, -02, -06) and its tables.
"""

from datetime import date, timedelta

from app.regulation.facts import Period

_FIXED = {(1, 1), (4, 21), (5, 1), (9, 7), (10, 12), (11, 2), (11, 15), (12, 25)}
_GOOD_FRIDAYS = {
    date(2018, 3, 30),
    date(2019, 4, 19),
    date(2020, 4, 10),
    date(2021, 4, 2),
    date(2022, 4, 15),
    date(2023, 4, 7),
    date(2024, 3, 29),
    date(2025, 4, 18),
    date(2026, 4, 3),
    date(2027, 3, 26),
    date(2028, 4, 14),
    date(2029, 3, 30),
    date(2030, 4, 19),
    date(2031, 4, 11),
    date(2032, 3, 26),
}


def same_day(start: date, years: int) -> date:
    """The same-numbered day `years` later; 29 February becomes 28 where there is none."""
    if (start.month, start.day) == (2, 29) and not _leap(start.year + years):
        return date(start.year + years, 2, 28)
    return date(start.year + years, start.month, start.day)


def end_of_february(year: int) -> date:
    """28 or 29 February."""
    return date(year, 2, 29 if _leap(year) else 28)


def last_business_day_of_march(year: int) -> date:
    """Walk back from 31 March, national holidays only."""
    day = date(year, 3, 31)
    while not _business(day):
        day -= timedelta(days=1)
    return day


def next_business_day(day: date) -> date:
    """The day itself, or the first business day after it."""
    while not _business(day):
        day += timedelta(days=1)
    return day


def within(period: Period | None, on: date) -> bool:
    """Both ends count; no end means still running; no period means no."""
    if period is None or on < period.start:
        return False
    return period.end is None or on <= period.end


def in_last_days(until: date, days: int, on: date) -> bool:
    """`on` is one of the `days` days before `until`, or `until` itself."""
    return until - timedelta(days=days) <= on <= until


def _leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _business(day: date) -> bool:
    if day.weekday() >= 5 or (day.month, day.day) in _FIXED or day in _GOOD_FRIDAYS:
        return False
    return not (day.year >= 2024 and (day.month, day.day) == (11, 20))
