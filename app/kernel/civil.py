"""Civil dates of a municipality: months and years, weekdays in Portuguese, dd/mm/aaaa.

Months and years end on the same-numbered day, inclusive; where the month lacks that day,
on its last day (CFG-GEN-02).
"""

import calendar as _calendar
import re
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.kernel.errors import Invalid

WEEKDAYS = (
    "segunda-feira",
    "terça-feira",
    "quarta-feira",
    "quinta-feira",
    "sexta-feira",
    "sábado",
    "domingo",
)
SATURDAY, SUNDAY = 5, 6

_DATE = re.compile(r"([0-9]{2})/([0-9]{2})/([0-9]{4})")
_FIRST_YEAR, _LAST_YEAR = 1900, 2199  # outside, a typing mistake is certain


def last_day_of_month(year: int, month: int) -> date:
    """The last day of that month."""
    return date(year, month, _calendar.monthrange(year, month)[1])


def last_day_of_february(year: int) -> date:
    """28 or 29 February of that year."""
    return last_day_of_month(year, 2)


def add_months(day: date, months: int) -> date:
    """Same-numbered day `months` later (or earlier); the month's last day if it is missing."""
    ordinal = day.year * 12 + day.month - 1 + months
    last = last_day_of_month(ordinal // 12, ordinal % 12 + 1)
    return last if day.day >= last.day else last.replace(day=day.day)


def add_years(day: date, years: int) -> date:
    """Same date `years` later; 29 February becomes 28 where the year has none."""
    return add_months(day, years * 12)


class MonthEnd(StrEnum):
    """Readings of where a term of months or years ends (CFG-GEN-02); the first is the default."""

    SAME_DAY = "same_day"
    DAY_BEFORE = "day_before"
    MARCH_FIRST = "march_first"


def end_of_months(start: date, months: int, reading: MonthEnd = MonthEnd.SAME_DAY) -> date:
    """Last day of a term of `months` that began on `start`.

    MARCH_FIRST moves only an end that the month lacks, to the first day of the next one.
    """
    last = add_months(start, months)
    if reading is MonthEnd.DAY_BEFORE:
        return last - timedelta(days=1)
    if reading is MonthEnd.MARCH_FIRST and last.day < start.day:
        return last + timedelta(days=1)
    return last


def weekday_name(day: date) -> str:
    """'segunda-feira' … 'domingo'."""
    return WEEKDAYS[day.weekday()]


def format_date(day: date) -> str:
    """'02/05/2026'."""
    return f"{day.day:02d}/{day.month:02d}/{day.year:04d}"


def format_date_long(day: date) -> str:
    """'sábado, 02/05/2026'."""
    return f"{weekday_name(day)}, {format_date(day)}"


def parse_date(text: str, *, field: str = "") -> date:
    """Read 'dd/mm/aaaa' exactly; `Invalid` (with `field`) says what is wrong in Portuguese."""
    typed = text.strip()
    if not typed:
        raise Invalid("Escreva a data no formato dd/mm/aaaa.", field=field)
    match = _DATE.fullmatch(typed)
    if match is None:
        raise Invalid("Escreva a data com dia, mês e ano: dd/mm/aaaa.", field=field)
    day, month, year = (int(part) for part in match.groups())
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise Invalid(f"Confira o ano: {year:04d} não é aceito.", field=field)
    try:
        return date(year, month, day)
    except ValueError:
        message = f"O dia {typed} não existe no calendário. Confira a data."
        raise Invalid(message, field=field) from None


@lru_cache(maxsize=32)
def zone(name: str) -> ZoneInfo:
    """The time zone of an instrument ("America/Sao_Paulo"); `Invalid` when unknown."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Invalid(f"Fuso horário desconhecido: {name}.", field="time_zone") from None


def aware_utc(instant: datetime) -> datetime:
    """The same instant in UTC; a naive one is a programming mistake (ValueError)."""
    if instant.tzinfo is None or instant.utcoffset() is None:
        raise ValueError("an instant must carry its time zone")
    return instant.astimezone(UTC)


def civil_time(instant: datetime, zone_name: str) -> datetime:
    """The instant on the city's wall clock (aware, in its zone)."""
    return aware_utc(instant).astimezone(zone(zone_name))


def civil_today(now_utc: datetime, zone_name: str) -> date:
    """The civil date in the city at that instant."""
    return civil_time(now_utc, zone_name).date()


def format_instant(instant: datetime, zone_name: str) -> str:
    """'13/06/2026 às 22:40' on the city's clock."""
    local = civil_time(instant, zone_name)
    return f"{format_date(local.date())} às {local:%H:%M}"


def add_hours(instant: datetime, hours: int) -> datetime:
    """`hours` of real time later, in UTC: neither weekends nor clock changes stop them."""
    return aware_utc(instant) + timedelta(hours=hours)
