from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel import civil
from app.kernel.errors import Invalid

SAO_PAULO = "America/Sao_Paulo"
DAYS = st.dates(date(1990, 1, 1), date(2100, 12, 31))


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2026, 8, 3), 12, date(2027, 8, 3)),
        (date(2021, 8, 31), -6, date(2021, 2, 28)),
        (date(2023, 8, 31), 6, date(2024, 2, 29)),
        (date(2026, 1, 31), 3, date(2026, 4, 30)),
        (date(2026, 12, 15), 1, date(2027, 1, 15)),
        (date(2026, 1, 15), -1, date(2025, 12, 15)),
        (date(2026, 2, 28), 1, date(2026, 3, 28)),
    ],
)
def test_months_end_on_the_same_numbered_day(day: date, months: int, expected: date) -> None:
    assert civil.add_months(day, months) == expected


@pytest.mark.parametrize(
    ("day", "years", "expected"),
    [
        (date(2024, 2, 29), 1, date(2025, 2, 28)),
        (date(2027, 2, 28), 1, date(2028, 2, 28)),
        (date(2028, 2, 29), 4, date(2032, 2, 29)),
        (date(2027, 3, 15), 5, date(2032, 3, 15)),
    ],
)
def test_years_end_on_the_same_date(day: date, years: int, expected: date) -> None:
    assert civil.add_years(day, years) == expected


@given(DAYS, st.integers(-240, 240))
def test_months_keep_the_day_or_take_the_last(day: date, months: int) -> None:
    moved = civil.add_months(day, months)
    assert moved.month == (day.month - 1 + months) % 12 + 1
    missing = moved == civil.last_day_of_month(moved.year, moved.month)
    assert moved.day == day.day or (missing and moved.day < day.day)


@given(DAYS, DAYS, st.integers(-240, 240))
def test_adding_months_keeps_the_order(one: date, other: date, months: int) -> None:
    earlier, later = sorted((one, other))
    assert civil.add_months(earlier, months) <= civil.add_months(later, months)


@pytest.mark.parametrize(("year", "day"), [(2027, 28), (2028, 29), (2100, 28), (2000, 29)])
def test_last_day_of_february(year: int, day: int) -> None:
    assert civil.last_day_of_february(year) == date(year, 2, day)


@given(DAYS)
def test_a_written_date_reads_back(day: date) -> None:
    assert civil.parse_date(civil.format_date(day)) == day


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Escreva a data"),
        ("29/02/2027", "29/02/2027 não existe"),
        ("31/11", "dia, mês e ano"),
        ("31/11/2026", "não existe"),
        ("1/2/2026", "dd/mm/aaaa"),
        ("2026-02-01", "dd/mm/aaaa"),
        ("01/02/0026", "Confira o ano"),
        ("01/02/1899", "Confira o ano"),
        ("０1/02/2026", "dd/mm/aaaa"),
        ("01/02/2026\x00", "dd/mm/aaaa"),
        ("01/02/20261", "dd/mm/aaaa"),
    ],
)
def test_a_wrong_date_is_refused_in_words(typed: str, says: str) -> None:
    with pytest.raises(Invalid, match=says) as caught:
        civil.parse_date(typed, field="fact_on")
    assert caught.value.field == "fact_on"


def test_weekday_and_long_form() -> None:
    assert civil.weekday_name(date(2026, 5, 4)) == "segunda-feira"
    assert civil.format_date_long(date(2026, 5, 2)) == "sábado, 02/05/2026"


@pytest.mark.parametrize(
    ("instant", "zone", "day"),
    [
        (datetime(2026, 6, 13, 2, 59, tzinfo=UTC), SAO_PAULO, date(2026, 6, 12)),
        (datetime(2026, 6, 13, 3, 0, tzinfo=UTC), SAO_PAULO, date(2026, 6, 13)),
        (datetime(2026, 6, 13, 3, 0, tzinfo=UTC), "America/Rio_Branco", date(2026, 6, 12)),
    ],
)
def test_today_is_the_citys(instant: datetime, zone: str, day: date) -> None:
    assert civil.civil_today(instant, zone) == day


def test_an_instant_without_zone_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="time zone"):
        civil.civil_today(datetime(2026, 6, 13, 3, 0), SAO_PAULO)  # noqa: DTZ001


@pytest.mark.parametrize("name", ["America/Atlantida", "../etc/passwd", ""])
def test_unknown_zone_is_refused(name: str) -> None:
    with pytest.raises(Invalid, match="Fuso horário"):
        civil.zone(name)


def test_hours_are_real_time_across_a_clock_change() -> None:
    # Brazil last turned its clocks on 17/02/2019, back from 00:00 to 23:00.
    start = civil.zone(SAO_PAULO)
    before = datetime(2019, 2, 16, 22, 0, tzinfo=start)
    end = civil.add_hours(before, 24)
    assert end - before.astimezone(UTC) == timedelta(hours=24)
    assert civil.format_instant(end, SAO_PAULO) == "17/02/2019 às 21:00"


@pytest.mark.parametrize(
    ("instant", "clock"),
    [
        # Midnight of 4 November 2018 did not exist in São Paulo: summer time began.
        (datetime(2018, 11, 4, 2, 30, tzinfo=UTC), "03/11/2018 às 23:30"),
        (datetime(2018, 11, 4, 3, 0, tzinfo=UTC), "04/11/2018 às 01:00"),
        # A year later there was no summer time any more; old data still shifts by an hour.
        (datetime(2019, 11, 3, 3, 30, tzinfo=UTC), "03/11/2019 às 00:30"),
        (datetime(2026, 11, 30, 2, 59, tzinfo=UTC), "29/11/2026 às 23:59"),
    ],
)
def test_summer_time_ended_for_good_in_2019(instant: datetime, clock: str) -> None:
    assert civil.format_instant(instant, SAO_PAULO) == clock
