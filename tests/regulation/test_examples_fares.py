"""requirements.md §6: the twenty rows of the taxi fare table (PLA arts. 17–22), and its gaps."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.calendar import Calendar, Closing, Holiday, Scope
from app.kernel.errors import RuleRefused
from app.kernel.money import Centavos
from app.regulation.fares import FlagAnswer, check_contract_price, fare_flag, flag_at, table_of
from tests.support.examples import CALENDAR, SAO_PAULO, day, moment, pat, pla


def with_day(written: str, scope: Scope = Scope.MUNICIPAL) -> Calendar:
    return CALENDAR.with_days([Holiday(day(written), "Dia da cidade", scope)])


def at(written: str, calendar: Calendar = CALENDAR, *, inside: bool = True) -> FlagAnswer:
    return fare_flag(pla(), moment(written), inside, calendar)


@pytest.mark.parametrize(
    ("instant", "flag", "basis"),
    [
        ("Mon 08/06/2026 05:59", "B2", "II a"),  # 1
        ("Mon 08/06/2026 06:00", "B1", "I"),  # 2
        ("Mon 08/06/2026 19:59", "B1", "I"),  # 3
        ("Mon 08/06/2026 20:00", "B2", "II a"),  # 4
        ("Tue 21/04/2026 10:00", "B2", "II c"),  # 5
        ("Thu 04/06/2026 10:00", "B1", "I"),  # 7
        ("Fri 12/06/2026 23:30", "B2", "II a"),  # 8
        ("Sat 13/06/2026 12:00", "B2", "II b"),  # 11
        ("Sun 14/06/2026 10:00", "B2", "II c"),  # 12
        ("Mon 15/06/2026 00:30", "B2", "II a"),  # 13
        ("Fri 20/11/2026 15:00", "B2", "II c"),  # 14
        ("Tue 17/02/2026 15:00", "B1", "I"),  # 15
        ("Thu 24/12/2026 20:00", "B2", "II a"),  # 16
        ("Thu 31/12/2026 23:30", "B2", "II a"),  # 17
        ("Fri 01/01/2027 00:30", "B2", "II c"),  # 17
        ("Mon 07/09/2026 05:00", "B2", "II c"),  # 18
        ("Mon 07/09/2026 21:00", "B2", "II c"),  # 18
    ],
)
def test_flag_where_the_text_decides(instant: str, flag: str, basis: str) -> None:
    answer = at(instant)
    assert (answer.flag, answer.basis) == (flag, f"PLA art. 19 {basis}")
    assert not answer.gap


@pytest.mark.parametrize(
    ("instant", "flag", "inside"),
    [
        ("Wed 10/06/2026 10:00", "B1", False),  # 6
        ("Sat 13/06/2026 03:00", "B2", True),  # 9
        ("Sat 13/06/2026 06:00", "B1", True),  # 10
        ("Sat 13/06/2026 09:00", "B1", True),  # 10
        ("Sat 13/06/2026 11:59", "B1", True),  # 10
    ],
)
def test_flag_where_the_text_is_silent(instant: str, flag: str, inside: bool) -> None:
    answer = at(instant, inside=inside)
    assert (answer.flag, answer.gap, answer.decision) == (flag, True, "CFG-PLA-09")


@pytest.mark.parametrize(
    ("instant", "scope", "flag"),
    [
        ("Thu 04/06/2026 10:00", Scope.MUNICIPAL, "B2"),  # 7
        ("Thu 04/06/2026 10:00", Scope.OPTIONAL, "B1"),
        ("Tue 17/02/2026 15:00", Scope.MUNICIPAL, "B2"),  # 15
        ("Tue 17/02/2026 15:00", Scope.OPTIONAL, "B1"),
        ("Wed 10/06/2026 10:00", Scope.STATE, "B1"),  # 19
        ("Sat 15/08/2026 09:00", Scope.MUNICIPAL, "B2"),  # 20
    ],
)
def test_only_national_and_municipal_holidays_change_the_flag(
    instant: str, scope: Scope, flag: str
) -> None:
    answer = at(instant, with_day(instant.rpartition(" ")[0], scope))
    assert (answer.flag, answer.gap) == (flag, False)


def test_a_closed_office_does_not_change_the_flag() -> None:
    calendar = CALENDAR.with_days(closings=[Closing(day("17/02/2026"), "ponto facultativo")])
    assert at("Tue 17/02/2026 15:00", calendar).flag == "B1"


def test_saturday_night_after_a_holiday_friday_has_the_lower_flag() -> None:
    # Good Friday: its night is no working day's, so nothing runs on into Saturday.
    answer = at("Sat 04/04/2026 03:00")
    assert (answer.flag, answer.gap) == ("B1", True)
    assert answer.reason == "sábado, das 00:00 às 12:00: o texto não prevê a bandeira"


def test_a_minute_that_no_line_covers_has_the_lowest_flag_as_a_gap() -> None:
    table = replace(table_of(pla()), rules=())
    answer = flag_at(moment("Sat 13/06/2026 03:00"), True, table, CALENDAR)
    assert (answer.flag, answer.gap, answer.decision) == ("B1", True, "CFG-PLA-09")
    assert answer.reason == "sábado às 03:00: o texto não prevê a bandeira, vale a menor"


@pytest.mark.parametrize("instant", ["Wed 10/06/2026 21:00", "Sun 14/06/2026 10:00"])
def test_night_and_sunday_have_no_perimeter(instant: str) -> None:
    assert at(instant, inside=False) == at(instant, inside=True)


def test_patrocinio_has_no_taxi_fare() -> None:
    with pytest.raises(RuleRefused, match="não tem tarifa de táxi"):
        fare_flag(pat(), moment("08/06/2026 10:00"), True, CALENDAR)


MINUTES = st.integers(0, 24 * 60 - 1)
DAYS = st.dates(date(2024, 1, 2), date(2030, 12, 31))


@given(DAYS, MINUTES, st.booleans())
def test_every_minute_has_a_flag_and_says_why(on: date, minute: int, inside: bool) -> None:
    local = datetime(on.year, on.month, on.day, tzinfo=SAO_PAULO) + timedelta(minutes=minute)
    answer = flag_at(local, inside, table_of(pla()), CALENDAR.for_fares())
    assert answer.flag in {"B1", "B2"}
    assert answer.reason
    assert answer.basis.startswith("PLA art. 19")
    assert bool(answer.decision) is answer.gap


@pytest.mark.parametrize("agreed", [9000, 10000, 11000])
def test_contract_price_within_ten_percent(agreed: int) -> None:
    check_contract_price(
        Centavos(agreed), Centavos(10000), Decimal(10), discount_only=False, citation="X"
    )


@pytest.mark.parametrize(
    ("agreed", "discount_only"), [(8999, False), (11001, False), (10001, True), (8999, True)]
)
def test_contract_price_outside_the_band_is_refused(agreed: int, discount_only: bool) -> None:
    with pytest.raises(RuleRefused, match="no máximo 10%") as caught:
        check_contract_price(
            Centavos(agreed),
            Centavos(10000),
            Decimal(10),
            discount_only=discount_only,
            citation="PLA art. 19 §2",
        )
    assert caught.value.citation == "PLA art. 19 §2"
