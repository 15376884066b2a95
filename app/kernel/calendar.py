"""The city's calendar: holidays by who declared them, days without office, counting of business days.

A calendar knows which years it covers and refuses to answer for others: a year whose
holidays were never loaded would otherwise look like a year without holidays.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from functools import cached_property, lru_cache

from app.kernel.civil import SATURDAY, format_date, last_day_of_month, weekday_name
from app.kernel.errors import RuleRefused

_ONE_DAY = timedelta(days=1)


class Scope(StrEnum):
    """Who declared the day. OPTIONAL is a *ponto facultativo*: never a holiday by itself."""

    NATIONAL = "national"
    STATE = "state"
    MUNICIPAL = "municipal"
    OPTIONAL = "optional"


# CFG-GEN-06 and PLA art. 19 II c: national and municipal days only. A state or optional day on
# which the city does close is entered as a closing.
COUNTED_SCOPES = frozenset({Scope.NATIONAL, Scope.MUNICIPAL})


@dataclass(frozen=True)
class Holiday:
    """One declared day and its name ("Tiradentes")."""

    day: date
    name: str
    scope: Scope


@dataclass(frozen=True)
class Closing:
    """A day on which the office does not work (sem expediente), with the act or reason."""

    day: date
    reason: str


@dataclass(frozen=True)
class Calendar:
    """Holidays and closings of the `years` covered. Methods raise `RuleRefused` outside them."""

    years: frozenset[int]
    holidays: tuple[Holiday, ...] = ()
    closings: tuple[Closing, ...] = ()

    @cached_property
    def _holiday_names(self) -> dict[date, str]:
        return {h.day: h.name for h in self.holidays if h.scope in COUNTED_SCOPES}

    @cached_property
    def _closing_reasons(self) -> dict[date, str]:
        return {c.day: c.reason for c in self.closings}

    def _covered(self, day: date) -> date:
        if day.year not in self.years:
            raise RuleRefused(
                f"O calendário de {day.year} ainda não foi carregado. "
                "Inclua os feriados desse ano nas configurações.",
                citation="CFG-GEN-06",
            )
        return day

    def holiday_name(self, day: date) -> str:
        """Name of the national or municipal holiday on that day, or ''."""
        return self._holiday_names.get(self._covered(day), "")

    def is_holiday(self, day: date) -> bool:
        """National or municipal holiday (PLA art. 19 II c); state and optional days are not."""
        return self._covered(day) in self._holiday_names

    def why_closed(self, day: date) -> str:
        """Why that is no business day: 'sábado', 'feriado: Natal', 'sem expediente: …'; '' if it is."""
        if name := self.holiday_name(day):
            return f"feriado: {name}"
        if day.weekday() >= SATURDAY:
            return weekday_name(day)
        if day in self._closing_reasons:
            reason = self._closing_reasons[day]
            return f"sem expediente: {reason}" if reason else "sem expediente"
        return ""

    def is_business_day(self, day: date) -> bool:
        """Monday to Friday, no national or municipal holiday, with office hours."""
        return not self.why_closed(day)

    def next_business_day(self, day: date) -> date:
        """That day, or the first business day after it."""
        while not self.is_business_day(day):
            day += _ONE_DAY
        return day

    def previous_business_day(self, day: date) -> date:
        """That day, or the last business day before it."""
        while not self.is_business_day(day):
            day -= _ONE_DAY
        return day

    def add_business_days(self, day: date, count: int) -> date:
        """The `count`-th business day after `day`, which is not counted itself."""
        for _ in range(count):
            day = self.next_business_day(day + _ONE_DAY)
        return day

    def last_business_day(self, year: int, month: int) -> date:
        """The last business day of that month ("último dia útil", PAT art. 3 §2)."""
        return self.previous_business_day(last_day_of_month(year, month))

    def for_fares(self) -> "Calendar":
        """The calendar of the taxi flags: holidays only, no office closings (CFG-GEN-06)."""
        return replace(self, closings=())

    def with_days(
        self, holidays: Iterable[Holiday] = (), closings: Iterable[Closing] = ()
    ) -> "Calendar":
        """A copy with the city's own days added; each must fall in a covered year."""
        new_holidays, new_closings = tuple(holidays), tuple(closings)
        for day in (*(h.day for h in new_holidays), *(c.day for c in new_closings)):
            self._covered(day)
        return replace(
            self,
            holidays=self.holidays + new_holidays,
            closings=self.closings + new_closings,
        )

    def describe(self, day: date) -> str:
        """'segunda-feira, 12/10/2026 (feriado: Nossa Senhora Aparecida)'."""
        words = f"{weekday_name(day)}, {format_date(day)}"
        why = self.why_closed(day)
        return f"{words} ({why})" if why and why != weekday_name(day) else words


@lru_cache(maxsize=16)
def _national(years: tuple[int, ...]) -> Calendar:
    # Imported here: the package costs about 0.2 s of CPU at start-up.
    from holidays import country_holidays

    # Without `language` the names come in English on some installs.
    found = country_holidays("BR", years=list(years), language="pt_BR")
    days = (Holiday(day, name, Scope.NATIONAL) for day, name in sorted(found.items()))
    return Calendar(years=frozenset(years), holidays=tuple(d for d in days if d.day.year in years))


def national_calendar(years: Iterable[int]) -> Calendar:
    """The national holidays of those years; the city adds its own with `with_days`."""
    return _national(tuple(sorted(set(years))))
