"""Open times of a place: hours, seats taken, what is left of today. Pure."""

from datetime import UTC, date, datetime, timedelta

import pytest

from app.inspections.booking_domain import (
    Stretch,
    Taken,
    check_hours,
    instant_of,
    minute_of,
    open_slots,
    read_clock,
    totals,
    waiting_minutes,
)
from app.kernel.errors import Invalid

MONDAY = date(2026, 12, 7)
MORNING = Stretch(0, 8 * 60, 10 * 60, 40, 2)
TEN = datetime(2026, 12, 7, 13, 0, tzinfo=UTC)


def clocks(*taken: Taken, after: int = -1) -> list[str]:
    return [slot.clock for slot in open_slots(MONDAY, [MORNING], taken, after=after)]


def test_a_car_must_end_inside_the_hours() -> None:
    assert clocks() == ["08:00", "08:40", "09:20"]


def test_another_weekday_has_no_times() -> None:
    assert open_slots(MONDAY + timedelta(days=1), [MORNING], ()) == ()


def test_one_seat_taken_leaves_the_other() -> None:
    slot = open_slots(MONDAY, [MORNING], [Taken(480, 40, 1)])[0]
    assert slot.seats == (2,)


def test_a_full_time_is_not_offered() -> None:
    assert clocks(Taken(480, 40, 1), Taken(480, 40, 2)) == ["08:40", "09:20"]


def test_a_booking_of_older_hours_takes_what_it_overlaps() -> None:
    assert "08:00" not in clocks(Taken(470, 60, 1), Taken(500, 30, 2))


def test_a_seat_beyond_a_smaller_capacity_still_counts() -> None:
    alone = Stretch(0, 480, 600, 40, 1)
    assert open_slots(MONDAY, [alone], [Taken(480, 40, 2)])[0].clock == "08:40"


def test_what_is_past_today_is_not_offered() -> None:
    assert clocks(after=8 * 60 + 40) == ["09:20"]


@pytest.mark.parametrize(
    ("zone", "hour"),
    [("America/Sao_Paulo", 11), ("America/Rio_Branco", 13), ("America/Noronha", 10)],
)
def test_eight_in_the_morning_is_the_citys_own(zone: str, hour: int) -> None:
    assert instant_of(MONDAY, 480, zone) == datetime(2026, 12, 7, hour, tzinfo=UTC)


def test_the_minute_of_the_day_is_the_citys_own() -> None:
    assert minute_of(TEN, "America/Rio_Branco") == 8 * 60


def test_hours_that_overlap_are_refused() -> None:
    with pytest.raises(Invalid, match="sobrepõem"):
        check_hours([MORNING, Stretch(0, 9 * 60, 11 * 60, 30, 1)])


def test_hours_that_touch_are_two_stretches() -> None:
    hours = [MORNING, Stretch(0, 10 * 60, 11 * 60, 30, 1)]
    check_hours(hours)
    assert open_slots(MONDAY, hours, ())[-1].clock == "10:30"


@pytest.mark.parametrize(
    "item",
    [
        Stretch(0, 600, 480, 30, 1),
        Stretch(0, 480, 500, 30, 1),
        Stretch(0, 480, 600, 4, 1),
        Stretch(0, 480, 600, 30, 0),
    ],
)
def test_hours_that_serve_nobody_are_refused(item: Stretch) -> None:
    with pytest.raises(Invalid):
        check_hours([item])


@pytest.mark.parametrize(("typed", "minute"), [("08:30", 510), ("8:30", 510), (" 00:00 ", 0)])
def test_a_clock_is_read(typed: str, minute: int) -> None:
    assert read_clock(typed, field="from") == minute


@pytest.mark.parametrize("typed", ["", "25:00", "8h30", "08:60", "8.30"])
def test_what_is_no_clock_is_refused(typed: str) -> None:
    with pytest.raises(Invalid):
        read_clock(typed, field="from")


def test_who_comes_early_waits_from_the_booked_time() -> None:
    early, start = TEN - timedelta(minutes=30), TEN + timedelta(minutes=12)
    assert waiting_minutes(TEN, early, start) == 12


def test_who_comes_late_waits_from_the_arrival() -> None:
    late, start = TEN + timedelta(minutes=10), TEN + timedelta(minutes=25)
    assert waiting_minutes(TEN, late, start) == 15


def test_who_is_taken_early_did_not_wait() -> None:
    early = TEN - timedelta(minutes=30)
    assert waiting_minutes(TEN, early, TEN - timedelta(minutes=5)) == 0


def test_who_has_not_arrived_does_not_wait() -> None:
    assert waiting_minutes(TEN, None, TEN) is None


def test_the_day_in_numbers() -> None:
    day = totals(
        [("done", 10), ("done", 21), ("missed", None), ("cancelled", None), ("booked", None)]
    )
    assert (day.booked, day.done, day.missed, day.mean_wait, day.longest_wait) == (4, 2, 1, 16, 21)


def test_a_day_without_anybody_has_no_mean() -> None:
    assert totals([]).mean_wait is None
