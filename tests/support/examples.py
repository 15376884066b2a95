"""What the worked examples of requirements.md share: the two texts, the calendar, dates as written there."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from app.kernel.calendar import national_calendar
from app.regulation.loader import load_all
from app.regulation.ruleset import Ruleset

# National holidays only, no local one: the calendar of requirements.md §4.
CALENDAR = national_calendar(range(2015, 2041))
SAO_PAULO = ZoneInfo("America/Sao_Paulo")
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def pat() -> Ruleset:
    """Patrocínio, Lei 5.174/2020."""
    return load_all()["patrocinio-2020"]


def pla() -> Ruleset:
    """Planura, PL 28/2025."""
    return load_all()["planura-2025"]


def day(written: str) -> date:
    """'Fri 17/04/2026' or '17/04/2026'; the weekday, where written, must be right."""
    weekday, _, figures = written.rpartition(" ")
    found = datetime.strptime(figures, "%d/%m/%Y").replace(tzinfo=UTC).date()
    if weekday and _WEEKDAYS[found.weekday()] != weekday:
        raise ValueError(f"{written} is a {_WEEKDAYS[found.weekday()]}")
    return found


def moment(written: str) -> datetime:
    """'Fri 12/06/2026 22:40' on the clock of São Paulo."""
    date_part, _, clock = written.rpartition(" ")
    hour, minute = map(int, clock.split(":"))
    found = day(date_part)
    return datetime(found.year, found.month, found.day, hour, minute, tzinfo=SAO_PAULO)
