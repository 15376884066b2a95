"""Numbers of cases and processes, and the hours of the counters."""

from datetime import UTC, date, datetime

import pytest

from app.cases.ceilings import out_of_hours
from app.cases.domain import process_key, series_code, step_hash
from app.kernel.calendar import Closing, national_calendar
from app.kernel.errors import Invalid

ZONE = "America/Sao_Paulo"
DAYS = national_calendar([2026]).with_days(closings=[Closing(date(2026, 12, 4), "luto")])


def test_a_series_says_year_and_training() -> None:
    codes = (series_code(2026, training=True), series_code(2027, training=False))
    assert codes == ("TREINO-PA-2026", "PA-2027")


@pytest.mark.parametrize(
    "typed",
    ["2026/001-a", " 2026.1 A", "２０２６/1-a", "2026-0001/A", "2026 nº".replace("nº", "1 a")],
)
def test_one_process_written_otherwise_is_one_process(typed: str) -> None:
    assert process_key(typed) == "2026-1-A"


@pytest.mark.parametrize("typed", ["", " -/. ", "9" * 61])
def test_no_process_number_is_told(typed: str) -> None:
    with pytest.raises(Invalid) as caught:
        process_key(typed)
    assert caught.value.field == "process_number"


@pytest.mark.parametrize(
    ("day", "hour", "closed"),
    [
        ("2026-11-30", 10, False),
        ("2026-11-30", 7, False),
        ("2026-11-30", 6, True),
        ("2026-11-30", 18, False),
        ("2026-11-30", 19, True),
        ("2026-11-30", 3, True),
        ("2026-11-28", 10, True),  # Saturday
        ("2026-11-20", 10, True),  # a holiday
        ("2026-12-04", 10, True),  # closed by the city
    ],
)
def test_the_counters_have_hours(day: str, hour: int, closed: bool) -> None:
    at = datetime.fromisoformat(f"{day}T{hour:02d}:00:00-03:00").astimezone(UTC)
    assert out_of_hours(DAYS, at, ZONE) is closed


def test_a_hash_binds_the_step_before() -> None:
    assert step_hash("", "{}") != step_hash(step_hash("", "{}"), "{}")
