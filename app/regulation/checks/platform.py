"""Row 3: the platform's authorisation, its 12 months or 4 years, and the renewal asked in March."""

from dataclasses import dataclass
from datetime import date

from app.kernel.calendar import national_calendar
from app.regulation.checks.answer import (
    DAY,
    Answer,
    Level,
    Question,
    Scope,
    fails,
    passes,
    term,
    within,
)
from app.regulation.effects import effect
from app.regulation.facts import Platform

_MARCH = 3
_BY_MARCH = "last_business_day_of_march"


@dataclass(frozen=True, slots=True)
class PlatformTerm:
    """Civil days [start, end] of an authorisation; from `pending` on a renewal holds it open."""

    start: date
    end: date
    pending: date | None

    def held_open(self, on: date) -> bool:
        """True when a renewal asked in time waits for a decision on that day (CFG-PAT-04)."""
        return self.pending is not None and self.pending <= on


def platform_term(q: Question) -> PlatformTerm | None:
    """The authorisation's days by row 3, whichever check asks; None when it has no known end."""
    platform = q.facts.platform
    if platform is None or platform.authorised is None:
        return None
    start = platform.authorised.start
    months = term_months(q)
    end = platform.authorised.end
    if end is None and months is not None:
        end = q.months_after(start, months)
    if end is None:
        return None
    if q.law.check("platform_authorised").params.get("renewal_limit") != _BY_MARCH:
        return PlatformTerm(start, end, None)
    return _with_march(q, platform, start, end)


def term_months(q: Question) -> int | None:
    """The number of months of row 3, whichever check asks."""
    months = q.law.check("platform_authorised").params.get("term_months")
    return months if isinstance(months, int) else None


def own_months(q: Question) -> int | None:
    """The same months, counted for the car itself, where the city reads so (CFG-PAT-20)."""
    return term_months(q) if q.reading("CFG-PAT-20") == "yearly_own_term" else None


def _with_march(q: Question, platform: Platform, start: date, end: date) -> PlatformTerm:
    """PAT art. 3 §2: 12 months, and March, in the city's reading (CFG-PAT-04)."""
    reading = q.reading("CFG-PAT-04")
    if reading == "twelve_months_strict":
        return PlatformTerm(start, end, None)
    if reading == _BY_MARCH:
        marches = (_march(platform, year) for year in (start.year, end.year))
        return PlatformTerm(start, next((day for day in marches if start < day < end), end), None)
    filed = platform.renewal_filed_on
    in_time = filed is not None and start <= filed <= _march(platform, end.year)
    return PlatformTerm(start, end, filed if in_time else None)


def _march(platform: Platform, year: int) -> date:
    """Last business day of March: the city's own when the facts carry it, else the national one."""
    limit = platform.renewal_limit
    if limit is not None and limit.year == year:
        return limit
    return national_calendar([year]).last_business_day(year, _MARCH)


@effect("check", "platform_authorised")
def platform_authorised(q: Question) -> Answer:
    """The platform may work on that day (PAT arts. 3, 3 §2; PLA arts. 7 II, 10)."""
    platform = q.facts.platform
    if q.guest_taxi and not q.facts.taxi_on_platform:
        return passes()
    days = platform_term(q)
    if platform is None or days is None or q.on < days.start:
        return within(q.on, Scope.PLATFORM, platform.authorised if platform else None)
    if not days.held_open(q.on):
        warn_days = q.number("warn_days")
        late = term(q.on, Scope.PLATFORM, days.end, start=days.start, warn_days=warn_days)
        return late.before(days.pending)
    if q.on <= days.end:
        return passes(days.end)
    since, filed = max(days.end + DAY, days.pending or days.end), days.pending
    return fails("renewal_pending", Scope.PLATFORM, Level.AMBER, since=since, date=filed)
