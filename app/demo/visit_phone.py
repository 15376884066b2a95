"""The inspectors' phones: when each visit of the table happens, and its place in the phone's chain."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from app.accounts.domain import Actor
from app.demo.handset import FIRST_PREV, Handset
from app.demo.stage import Stage
from app.demo.table_visits import DemoVisit
from app.demo.yard_day import agenda_visits
from app.inspections.models import Inspection
from app.persistence.base import db

_AFTERNOON, _BETWEEN = 13 * 60, 35  # minutes of the city's clock
_SHORTEST: Final = 17  # minutes of a visit, and up to seven more
_TRAVELS: Final = timedelta(minutes=2)


@dataclass(frozen=True)
class Dated:
    """A visit with its instants: start, end, arrival at the city."""

    visit: DemoVisit
    starts: datetime
    ends: datetime

    @property
    def arrives(self) -> datetime:
        """When the record is here."""
        return self.ends + _TRAVELS


@dataclass(frozen=True)
class VisitPhone(Handset):
    """The phone of one inspector of the town."""

    login: str = "hugo"

    @property
    def actor(self) -> Actor:
        """Who holds it."""
        return self.stage.people[self.login]

    @property
    def label(self) -> str:
        """How the office sees it named."""
        return f"Telefone da vistoria ({self.login})"

    @property
    def device_id(self) -> str:
        """Always the same one."""
        return self.stage.id("yard-phone", self.login)

    def chain(self, dated: Dated) -> dict[str, Any]:
        """The visit's place among those of this phone, and the hash of the one before."""
        own = [other for other in dated_visits(self.stage) if other.visit.by == self.login]
        place = own.index(dated)
        if not place:
            return {"seq": 1, "prev": FIRST_PREV}
        before = self.stage.id("visit", own[place - 1].visit.key)
        return {"seq": place + 1, "prev": db.session.get_one(Inspection, before).sha256}


def dated_visits(stage: Stage) -> list[Dated]:
    """All visits of the town in the order of time; those of one inspector never overlap."""
    return sorted(_dated(stage), key=lambda dated: (dated.starts, dated.visit.key))


def _dated(stage: Stage) -> Iterator[Dated]:
    yard, taken = stage.town.yard, Counter[tuple[object, str]]()
    if yard is None:
        return
    for n, visit in enumerate((*yard.visits, *agenda_visits(stage))):
        day, minute = stage.working(visit.at), visit.minute
        if not minute:
            minute = _AFTERNOON + _BETWEEN * taken[day, visit.by]
            taken[day, visit.by] += 1
        starts = stage.at_clock(day, minute)
        yield Dated(visit, starts, starts + timedelta(minutes=_SHORTEST + n % 8))
