"""One code as the field app reads it: the same shape from the server and from the pack.

Only the days the phone may use are told: a list is good for 72 hours, and a date further
ahead would tell an agent more of a driver's papers than the street needs (requirements.md §7.2).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, Protocol

from app.registry.short_ids import DRIVER_ID_LENGTH

LIST_GOOD_FOR: Final = timedelta(hours=72)
# Day of making + 72 h can end on the fourth civil day; one more for the zones of a slow clock.
DAYS_TOLD: Final = timedelta(days=4)

Json = dict[str, Any]
Segments = list[list[Any]]


class CardRow(Protocol):
    """The columns of `SealCard` that the field app reads, as a row or as the object."""

    @property
    def seal_index(self) -> int: ...
    @property
    def plate(self) -> str: ...
    @property
    def twin(self) -> str: ...
    @property
    def make_model(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def modality(self) -> str: ...
    @property
    def operator(self) -> str: ...
    @property
    def permit_number(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def expires_on(self) -> date: ...
    @property
    def valid_until(self) -> date | None: ...
    @property
    def inspection_until(self) -> date | None: ...
    @property
    def segments(self) -> str: ...
    @property
    def drivers(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Days:
    """Civil days [first, last] that a card tells."""

    first: date
    last: date

    @classmethod
    def told_on(cls, today: date) -> "Days":
        """What is told when the card leaves the server on `today`."""
        return cls(today, today + DAYS_TOLD)


def card_of(row: CardRow, days: Days) -> Json:
    """The card of /campo/consulta and of `pack.byIndex` (field contract); dates as ISO text."""
    return {
        "index": row.seal_index,
        "plate": row.plate,
        "twin": row.twin,
        "makeModel": row.make_model,
        "colour": row.colour,
        "modality": row.modality,
        "operator": row.operator,
        "permit": row.permit_number,
        "state": row.state,
        "expiresOn": row.expires_on.isoformat(),
        "permitUntil": row.valid_until.isoformat() if row.valid_until else None,
        "inspectionUntil": row.inspection_until.isoformat() if row.inspection_until else None,
        "segments": told(json.loads(row.segments), days),
        "drivers": [driver_of(driver, days) for driver in json.loads(row.drivers)],
    }


def driver_of(driver: Json, days: Days) -> Json:
    """A driver of a card: short name, short id; `photo` is that id where there is a picture."""
    short = driver["id"][:DRIVER_ID_LENGTH]
    return {
        "id": short,
        "name": driver["name"],
        "initials": driver["initials"],
        "photo": short if driver["photo"] else "",
        "role": driver["role"],
        "segments": told(driver["segments"], days),
    }


def told(segments: Sequence[Sequence[Any]], days: Days) -> Segments:
    """The segments that touch the days, in order; the last ends with them unless it never ends.

    A day after the last `until` has no answer: unknown, never the last one known.
    """
    first, last = days.first.isoformat(), days.last.isoformat()
    found: Segments = []
    for until, level, findings in segments:
        if until is not None and until < first:
            continue
        end = until if until is None or until <= last else last
        found.append([end, level, [list(finding) for finding in findings]])
        if until is None or until >= last:
            break
    return found
