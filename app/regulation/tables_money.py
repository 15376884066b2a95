"""Money rows of the ruleset files: fees, other amounts, and taxi fares."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Self

from app.regulation.vocabulary import DayKind, FeeBefore, FeeOccasion, FlagBoundary


@dataclass(frozen=True)
class ClockTime:
    """A time of day of the fare calendar, 00:00 to 24:00, in minutes since midnight."""

    minutes: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read "HH:MM"; ValueError outside 00:00 to 24:00."""
        hours, colon, minutes = text.partition(":")
        if not (colon and len(text) == 5 and hours.isdecimal() and minutes.isdecimal()):
            raise ValueError("escreva a hora como HH:MM")
        total = int(hours) * 60 + int(minutes)
        if int(minutes) > 59 or total > 24 * 60:
            raise ValueError("hora fora do dia (00:00 a 24:00)")
        return cls(total)


@dataclass(frozen=True)
class Fee:
    """A fee in UFM; `ufm` None where the text has no number."""

    id: str
    name: str
    ufm: Decimal | None
    basis: tuple[str, ...]
    payer: str
    occasion: FeeOccasion | None
    covers_returns: int = 0
    decisions: tuple[str, ...] = ()
    before: FeeBefore | None = None


@dataclass(frozen=True)
class Amount:
    """Another value of the text, in centavos or in UFM."""

    id: str
    name: str
    basis: tuple[str, ...]
    centavos: int = 0
    ufm: Decimal | None = None


@dataclass(frozen=True)
class Flag:
    """A taximeter flag (bandeira)."""

    id: str
    name: str


@dataclass(frozen=True)
class FareRule:
    """When a flag runs; the first rule that matches wins. `start` and `end`: TOML from, to."""

    flag: str
    basis: str
    days: tuple[DayKind, ...]
    start: ClockTime = field(metadata={"key": "from"})
    end: ClockTime = field(metadata={"key": "to"})
    gap: bool = False
    decision: str = ""


@dataclass(frozen=True)
class Fares:
    """fares.toml, where the text has fares (PLA art. 19)."""

    boundary: FlagBoundary
    flag: tuple[Flag, ...]
    rule: tuple[FareRule, ...]
