"""The moment of a stop: the phone's clock, its correction, and when to doubt it."""

from datetime import UTC, datetime, timedelta

import pytest

from app.kernel.phone_clock import Times, corrected
from app.verification.stops_words import CLOCK

NOW = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.mark.parametrize(
    ("device", "offset", "contact", "flag"),
    [
        (NOW - MINUTE, timedelta(), NOW - 60 * MINUTE, ""),
        (NOW + 3 * DAY, -3 * DAY, NOW - DAY, ""),
        (NOW - 365 * DAY, 365 * DAY - MINUTE, NOW - DAY, ""),
        (NOW + 2 * MINUTE, timedelta(), NOW - DAY, ""),
        (NOW + 2 * MINUTE + timedelta(milliseconds=1), timedelta(), NOW - DAY, "future"),
        (NOW + 3 * DAY, timedelta(), NOW - DAY, "future"),
        (datetime(1970, 1, 1, tzinfo=UTC), timedelta(), NOW - DAY, "before_contact"),
        (NOW - DAY - 2 * MINUTE, timedelta(), NOW - DAY, ""),
        (NOW - DAY - 3 * MINUTE, timedelta(), NOW - DAY, "before_contact"),
        (NOW - MINUTE, timedelta(), None, "no_contact"),
        (NOW - 30 * DAY, timedelta(), NOW - 31 * DAY, ""),
        (NOW - 30 * DAY - MINUTE, timedelta(), NOW - 31 * DAY, "late"),
    ],
)
def test_doubts(device: datetime, offset: timedelta, contact: datetime | None, flag: str) -> None:
    times = Times(device, offset // timedelta(milliseconds=1), device + offset, contact)
    moment = corrected(times, NOW)
    assert (moment.happened_at, moment.flag) == (device + offset, flag)
    assert flag == "" or flag in CLOCK


def test_a_result_that_is_not_clock_plus_correction_is_doubtful() -> None:
    times = Times(NOW - MINUTE, 0, NOW - 10 * MINUTE, NOW - DAY)
    assert (corrected(times, NOW).happened_at, corrected(times, NOW).flag) == (
        NOW - MINUTE,
        "mismatch",
    )


@pytest.mark.parametrize("years", [-300, 300, 285_000])
def test_a_correction_beyond_the_calendar_keeps_the_phones_result(years: int) -> None:
    times = Times(NOW, years * 365 * 86_400_000, NOW, NOW)
    assert (corrected(times, NOW).happened_at, corrected(times, NOW).flag) == (NOW, "mismatch")
