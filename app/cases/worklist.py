"""The day's work by urgency: what is over, due today, within a week, later, and without a term."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from app.cases.queries import Waiting

_WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Group:
    """Cases of one urgency; `kind` is "over", "today", "soon", "later" or "none"."""

    kind: str
    title: str
    rows: tuple[Waiting, ...]


_TITLES = {
    "over": "Vencidos",
    "today": "Vencem hoje",
    "soon": "Próximos 7 dias",
    "later": "Depois",
    "none": "Sem prazo correndo",
}


def grouped(waiting: Iterable[Waiting], today: date) -> list[Group]:
    """The groups that have cases, the most urgent first."""
    found: dict[str, list[Waiting]] = {kind: [] for kind in _TITLES}
    for one in waiting:
        found[_kind(one.due, today)].append(one)
    return [Group(kind, _TITLES[kind], tuple(rows)) for kind, rows in found.items() if rows]


def _kind(due: date | None, today: date) -> str:
    if due is None:
        return "none"
    if due <= today:
        return "over" if due < today else "today"
    return "soon" if due <= today + _WEEK else "later"
