"""Bounds of the hour of writing: what is doubtful is flagged, what is not is left alone (T11)."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from app.evidence.domain_clock import CLOCK_FLAGS, Written, clock_flag

NOW = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
MS = timedelta(milliseconds=1)


def written(
    at: datetime, beacon: datetime | None, skew: timedelta = timedelta(), **edits: object
) -> Written:
    values = {
        "happened_at": at - MINUTE,
        "written_at": at + skew,
        "device_time": at + skew,
        "offset_ms": 0,
        "beacon": beacon,
        **edits,
    }
    return Written(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("times", "flag"),
    [
        (written(NOW - HOUR, NOW - 2 * HOUR), ""),
        (written(NOW - 3 * DAY, NOW - 4 * DAY), ""),
        (written(NOW, NOW, 2 * MINUTE), ""),
        (written(NOW, NOW, 2 * MINUTE + MS), "future"),
        (written(NOW, NOW, -2 * MINUTE), ""),
        (written(NOW, NOW, -2 * MINUTE - MS), "before_contact"),
        (written(NOW - HOUR, None), "no_contact"),
        (written(NOW - HOUR, None, beacon_forged=True), "beacon"),
        (written(NOW - HOUR, NOW - DAY, happened_at=NOW - HOUR + 3 * MINUTE), "fact_after"),
        (written(NOW - HOUR, NOW - DAY, happened_at=NOW + 3 * MINUTE), "future"),
        (written(NOW - HOUR, NOW - DAY, written_at=NOW - 2 * HOUR), "mismatch"),
        (written(NOW - HOUR, NOW - DAY, offset_ms=2**53), "mismatch"),
        (written(datetime(1970, 1, 1, 0, 9, tzinfo=UTC), NOW - DAY), "before_contact"),
        (written(datetime(2099, 1, 1, tzinfo=UTC), NOW - DAY), "future"),
    ],
)
def test_doubts(times: Written, flag: str) -> None:
    assert clock_flag(times, NOW) == flag
    assert flag == "" or flag in CLOCK_FLAGS


def test_ten_thousand_clocks_are_flagged_exactly_when_out_of_bounds() -> None:
    rng, wrong = Random(11), []
    for _ in range(10_000):
        beacon = NOW - timedelta(seconds=rng.randint(0, 10 * 86_400))
        received = NOW + timedelta(seconds=rng.randint(0, 86_400))
        truth = beacon + (received - beacon) * rng.random()
        skew = timedelta(
            seconds=rng.choice(
                [rng.randint(-120, 120), rng.randint(-3 * 31_536_000, 3 * 31_536_000)]
            )
        )
        flag = clock_flag(written(truth, beacon, skew, happened_at=beacon - DAY), received)
        outside = truth + skew < beacon - 2 * MINUTE or truth + skew > received + 2 * MINUTE
        wrong += [(truth, skew)] if bool(flag) != outside else []
    assert wrong == []
