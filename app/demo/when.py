"""Days told from the day of loading, so that the demo is right on any day of the year. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from app.kernel.civil import add_months
from app.regulation.age import extension_limit

YEAR = 12  # months


@dataclass(frozen=True, slots=True)
class On:
    """`days` after the day of loading, then `months` later; both may be negative."""

    days: int = 0
    months: int = 0

    def day(self, today: date) -> date:
        """The civil day, when the demo is loaded on `today`."""
        return add_months(today + timedelta(days=self.days), self.months)


@dataclass(frozen=True, slots=True)
class Made:
    """A year of manufacture `years` before the year of loading."""

    years: int

    def year(self, today: date) -> int:
        """The year itself."""
        return today.year - self.years


@dataclass(frozen=True, slots=True)
class MadeForFebruary:
    """Ten years full: in attention in January and February (PLA art. 28 §2), still good before."""

    def year(self, today: date) -> int:
        """The year whose tolerance runs now, or begins next January."""
        return today.year - (11 if tolerated(today) else 10)


@dataclass(frozen=True, slots=True)
class LongestExtension:
    """The last day that PLA art. 28 §3 allows a car of that making."""

    made: Made

    def day(self, today: date) -> date:
        """The civil day."""
        return extension_limit(self.made.year(today), 10, 1)


def ago(days: int) -> On:
    """Days before the day of loading."""
    return On(-days)


def ahead(days: int) -> On:
    """Days after the day of loading."""
    return On(days)


def year_to(days: int) -> On:
    """The day whose yearly term ends `days` after the day of loading (before it when negative)."""
    return On(days, -YEAR)


def tolerated(today: date) -> bool:
    """Whether the weeks of PLA art. 28 §2 are running."""
    return today.month <= 2


def settled(fields: Mapping[str, Any], today: date) -> dict[str, Any]:
    """The fields with every relative day and year made absolute."""
    return {name: _settled(value, today) for name, value in fields.items()}


def _settled(value: Any, today: date) -> Any:
    if isinstance(value, On | LongestExtension):
        return value.day(today)
    if isinstance(value, Made | MadeForFebruary):
        return value.year(today)
    return value
