"""What a period of inspections adds up to: results by month, defects by item and model, inspectors. Pure."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from statistics import median
from typing import Final

RESULTS: Final = ("approved", "failed", "pending", "missed")
# Under ten visits a share says more about chance than about the person or the model.
FEW: Final = 10


@dataclass(frozen=True)
class VisitFact:
    """One visit as it counts; `took` is from its start to its end."""

    id: str
    held_on: date
    result: str
    person_id: str
    make_model: str
    took: timedelta
    flagged: bool


@dataclass(frozen=True)
class DefectFact:
    """One failed item of a visit."""

    visit_id: str
    key: str
    label: str
    citation: str


@dataclass(frozen=True)
class MonthRow:
    """The results of a month; `month` is its first day."""

    month: date
    counts: dict[str, int]

    @property
    def total(self) -> int:
        """Visits and no-shows together."""
        return sum(self.counts.values())


@dataclass(frozen=True)
class ItemRow:
    """How many visits an item failed."""

    key: str
    label: str
    citation: str
    count: int


@dataclass(frozen=True)
class GroupRow:
    """Visits of one model or one inspector; `minutes` is the median of a visit."""

    name: str
    visits: int
    approved: int
    defects: int
    minutes: int
    flagged: int
    commonest: str = ""  # label of the item that failed most

    @property
    def few(self) -> bool:
        """Too few visits to compare."""
        return self.visits < FEW

    @property
    def share(self) -> int:
        """Approved of a hundred visits, rounded."""
        return round(100 * self.approved / self.visits) if self.visits else 0

    @property
    def defects_per_visit(self) -> float:
        """Failed items per visit, one decimal."""
        return round(self.defects / self.visits, 1) if self.visits else 0.0


@dataclass(frozen=True)
class Numbers:
    """All tables of a period."""

    months: tuple[MonthRow, ...]
    items: tuple[ItemRow, ...]
    models: tuple[GroupRow, ...]
    inspectors: tuple[GroupRow, ...] = field(default=())


def numbers(
    visits: Sequence[VisitFact],
    defects: Iterable[DefectFact],
    missed_on: Iterable[date],
    names: dict[str, str],
    period: tuple[date, date],
) -> Numbers:
    """Add up a period (inclusive civil days); `names` is person id → name."""
    found = list(defects)
    by_visit: defaultdict[str, list[DefectFact]] = defaultdict(list)
    for defect in found:
        by_visit[defect.visit_id].append(defect)
    return Numbers(
        _months(visits, missed_on, period),
        _items(found),
        _groups(visits, by_visit, lambda visit: visit.make_model),
        _groups(visits, by_visit, lambda visit: names.get(visit.person_id, "sem nome")),
    )


def months_of(first: date, last: date) -> list[date]:
    """The first day of each month from `first` to `last`."""
    found, day = [], first.replace(day=1)
    while day <= last:
        found.append(day)
        day = (day + timedelta(days=32)).replace(day=1)
    return found


def _months(
    visits: Sequence[VisitFact], missed_on: Iterable[date], period: tuple[date, date]
) -> tuple[MonthRow, ...]:
    counts: defaultdict[date, Counter[str]] = defaultdict(Counter)
    for visit in visits:
        counts[visit.held_on.replace(day=1)][visit.result] += 1
    for day in missed_on:
        counts[day.replace(day=1)]["missed"] += 1
    return tuple(
        MonthRow(month, {result: counts[month][result] for result in RESULTS})
        for month in months_of(*period)
    )


def _items(defects: Iterable[DefectFact]) -> tuple[ItemRow, ...]:
    times, words = Counter[str](), {}
    for defect in defects:
        times[defect.key] += 1
        words[defect.key] = (defect.label, defect.citation)
    ordered = sorted(times, key=lambda key: (-times[key], key))
    return tuple(ItemRow(key, *words[key], times[key]) for key in ordered)


def _groups(
    visits: Sequence[VisitFact],
    by_visit: dict[str, list[DefectFact]],
    name_of: Callable[[VisitFact], str],
) -> tuple[GroupRow, ...]:
    groups: defaultdict[str, list[VisitFact]] = defaultdict(list)
    for visit in visits:
        groups[name_of(visit)].append(visit)
    rows = [_group(name, mine, by_visit) for name, mine in groups.items()]
    return tuple(sorted(rows, key=lambda row: (-row.visits, row.name)))


def _group(name: str, visits: list[VisitFact], by_visit: dict[str, list[DefectFact]]) -> GroupRow:
    failed = [defect for visit in visits for defect in by_visit.get(visit.id, ())]
    labels = Counter(defect.label for defect in failed)
    return GroupRow(
        name,
        len(visits),
        sum(visit.result == "approved" for visit in visits),
        len(failed),
        round(median(visit.took / timedelta(minutes=1) for visit in visits)),
        sum(visit.flagged for visit in visits),
        min(labels, key=lambda label: (-labels[label], label), default=""),
    )
