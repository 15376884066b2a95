"""What stands before the agent who writes a paper: the law of the day, the registry, the hours."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import select

from app.demo.phone import Phone
from app.demo.stage import Stage
from app.demo.table_notices import DemoNotice
from app.infractions.law import catalogue_on
from app.infractions.prefill import Asked, prefill
from app.kernel.civil import civil_today
from app.permits.asked_car import AskedCar
from app.permits.models import Seal
from app.persistence.base import db
from app.registry.short_ids import DRIVER_ID_LENGTH

Json = dict[str, Any]
GONE: Final = {
    "absent": "O condutor não estava no carro.",
    "evaded": "O condutor foi embora antes de se identificar.",
}
_FACT_BEFORE: Final = timedelta(minutes=9)  # from the fact to the end of writing


@dataclass(frozen=True)
class Known:
    """What stands before the agent: law of the day, the chosen type, registry, hours."""

    stage: Stage
    paper: DemoNotice
    catalogue: Mapping[str, Any]
    type: Mapping[str, Any]
    registry: Json
    written_at: datetime
    happened_at: datetime

    @property
    def driver_seen(self) -> bool:
        """Whether somebody was at the wheel to be identified."""
        return self.paper.ending not in GONE

    @property
    def count(self) -> int:
        """A number of this paper's own, from which things are invented."""
        return 700 + self.stage.town.papers.index(self.paper)

    @property
    def plate(self) -> str:
        """The car's."""
        stranger = self.paper.stranger
        return stranger.plate if stranger else str(self.registry["vehicle"]["plate"])


def known_to(phone: Phone, paper: DemoNotice) -> Known:
    """Asked as the phone asks: reading the registry is an event of the access chain."""
    stage, written_at = phone.stage, phone.written_at(paper)
    catalogue = catalogue_on(stage.law, civil_today(written_at, stage.city.time_zone))
    row = next(row for row in catalogue["types"] if row["code"] == paper.code)
    asked = _asked(stage, paper)
    real = stage.now(paper.at, paper.minutes)
    registry = prefill(phone.actor, stage.city, asked, now=real)
    return Known(stage, paper, catalogue, row, registry, written_at, written_at - _FACT_BEFORE)


def _asked(stage: Stage, paper: DemoNotice) -> Asked:
    if paper.stranger is not None:
        return Asked(AskedCar(paper.stranger.plate))
    number = db.session.scalar(select(Seal.number).where(Seal.id == stage.id("seal", paper.car)))
    driver = stage.id("driver", paper.car, "0")[:DRIVER_ID_LENGTH]
    return Asked(AskedCar(seal_index=number), driver)
