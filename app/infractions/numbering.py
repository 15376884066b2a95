"""Series of numbers: how they are named, and what is free, missing or explained in a phone's blocks.

Pure. "TREINO-AI-2026" is of training, "AI-2026" has legal value; 17 is written -000017.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from app.kernel.errors import Invalid

# A shift writes a handful of notices and a bad one a dozen; twenty last a day without signal,
# and few enough stand open for the chief to explain by hand when a phone is lost.
BLOCK_SIZE: Final = 20
# A further block is lent while at least this many are left: the phone may be offline for hours.
REFILL_BELOW: Final = 6
# Two hundred unexplained numbers on one phone are no shift: the chief looks before more are lent.
OPEN_BLOCKS_MAX: Final = 10
_TRAINING: Final = "TREINO-"
_REPORTS_MAX: Final = 20
_WAITING_MAX: Final = 1_000


def series_code(letters: str, year: int, *, training: bool) -> str:
    """ "TREINO-AI-2026" from "AI", 2026 and training."""
    return f"{_TRAINING if training else ''}{letters}-{year}"


def is_training(series: str) -> bool:
    """Whether numbers of the series are without legal value."""
    return series.startswith(_TRAINING)


def year_of(series: str) -> int:
    """The civil year of a series."""
    return int(series.rpartition("-")[2])


def number_text(series: str | None, value: int | None) -> str:
    """The number as written, "TREINO-AI-2026-000017"; "" for a document without one."""
    return "" if series is None or value is None else f"{series}-{value:06d}"


@dataclass(frozen=True)
class Report:
    """What a phone says of a series: the next number it will take, and those that wait on it."""

    next: int
    waiting: frozenset[int] | None = None  # None: the phone told only how many entries wait

    @classmethod
    def all_from_json(cls, value: object) -> Mapping[str, "Report"]:
        """From `numbers: [{series, next, waiting?}]`; `Invalid` for anything else."""
        if value is None:
            return {}
        if not isinstance(value, list) or len(value) > _REPORTS_MAX:
            raise _strange()
        return dict(_report(item) for item in value)


def _report(item: object) -> tuple[str, Report]:
    if not isinstance(item, dict):
        raise _strange()
    series, following, waiting = item.get("series"), item.get("next"), item.get("waiting")
    if not isinstance(series, str) or len(series) > 20 or not _is_number(following):
        raise _strange()
    if waiting is not None and not (
        isinstance(waiting, list) and len(waiting) <= _WAITING_MAX and all(map(_is_number, waiting))
    ):
        raise _strange()
    return series, Report(following, None if waiting is None else frozenset(waiting))


def _is_number(value: Any) -> TypeGuard[int]:
    return type(value) is int and 0 <= value < 2**31


def _strange() -> Invalid:
    return Invalid(
        "A numeração do aparelho não foi entendida. Atualize o aplicativo.", field="numbers"
    )


@dataclass(frozen=True)
class Lent:
    """The open blocks of one series on one account's phone. `written`: its highest written number."""

    ranges: tuple[tuple[int, int], ...]  # first and last of each block
    explained: frozenset[int] = frozenset()
    written: int = 0

    def open_numbers(self) -> list[int]:
        """Numbers without an end, in order."""
        return [value for value in _values(self.ranges) if value not in self.explained]

    def free(self, report: Report | None) -> int:
        """How many the phone can still take: open, and not below what it says it has used."""
        first = report.next if report else 0
        return sum(value >= first for value in self.open_numbers())

    def taken_up_to(self, report: Report | None) -> int:
        """The highest number known to be used: written here, or told by the phone."""
        return max(self.written, report.next - 1 if report else 0)

    def holes(self, report: Report | None, waiting: int) -> list[int]:
        """Used numbers without an end whose record does not wait on the phone (threats.md T12).

        When the phone told only how many entries wait, as many of the newest are excused.
        """
        last = self.taken_up_to(report)
        missing = [value for value in self.open_numbers() if value <= last]
        if report is not None and report.waiting is not None:
            return [value for value in missing if value not in report.waiting]
        return missing[: max(0, len(missing) - waiting)]


def _values(ranges: Iterable[tuple[int, int]]) -> list[int]:
    return sorted(value for first, last in ranges for value in range(first, last + 1))


def may_lend(lent: Lent, report: Report | None, waiting: int) -> tuple[bool, str]:
    """Whether to lend a further block, and its flag: "holes" when lent although numbers are missing.

    An agent is never left with nothing to write on: with holes a block comes only at the very
    end of the last one, and the chief sees the flag.
    """
    if len(lent.ranges) >= OPEN_BLOCKS_MAX:
        return False, ""
    free = lent.free(report)
    if free >= REFILL_BELOW:
        return False, ""
    if not lent.holes(report, waiting):
        return True, ""
    return (True, "holes") if free == 0 else (False, "")
