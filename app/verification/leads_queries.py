"""Different-plate reports as the office reads them: newest first, page by key."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, and_, select

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.accounts.permissions import Permission
from app.kernel.plate import Plate
from app.persistence.base import db
from app.persistence.newest_first import key_of, older
from app.verification.models import PlateReport, SealCard, Stop

PAGE: Final = 20
_SOURCES: Final = {"passenger": "Passageiro", "agent": "Agente de fiscalização"}


@dataclass(frozen=True)
class Lead:
    """One report: what the code says, what was seen, when, where if known, who dealt with it."""

    id: str
    source: str
    seal_index: int
    plate: str
    plate_seen: str
    car: str
    reported_at: datetime
    place: str
    position: str  # "-20,1404, -48,6981", or ""
    handled_by: str
    handled_at: datetime | None


@dataclass(frozen=True)
class Leads:
    """One page; `next` is the key of the page after it, or ""."""

    rows: tuple[Lead, ...]
    next: str


def leads(actor: Actor, *, handled: bool = False, after: str = "") -> Leads:
    """Reports of the actor's city, open or already handled; Invalid for a key that is none."""
    actor.require(Permission.LEAD_READ)
    query = (
        select(PlateReport, Stop, SealCard, Person.name)
        .outerjoin(Stop, Stop.id == PlateReport.stop_id)
        .outerjoin(
            SealCard,
            and_(
                SealCard.municipality_id == PlateReport.municipality_id,
                SealCard.seal_index == PlateReport.seal_index,
            ),
        )
        .outerjoin(Person, Person.id == PlateReport.seen_by)
        .where(PlateReport.municipality_id == actor.municipality_id)
        .where(PlateReport.handled_at.is_not(None) if handled else PlateReport.handled_at.is_(None))
        .order_by(PlateReport.reported_at.desc(), PlateReport.id.desc())
        .limit(PAGE + 1)
    )
    found = db.session.execute(query.where(_older(after)) if after else query).all()
    rows = tuple(_lead(*row) for row in found[:PAGE])
    more = len(found) > PAGE
    return Leads(rows, key_of(rows[-1].reported_at, rows[-1].id) if more else "")


def _older(key: str) -> ColumnElement[bool]:
    words = "Este endereço está incompleto. Abra a lista de novo."
    return older(PlateReport.reported_at, PlateReport.id, key, words)


def _lead(
    report: PlateReport, stop: Stop | None, card: SealCard | None, person: str | None
) -> Lead:
    known = stop is not None and stop.latitude is not None and stop.longitude is not None
    return Lead(
        id=report.id,
        source=_SOURCES.get(report.source, report.source),
        seal_index=report.seal_index,
        plate=Plate(report.plate).display(),
        plate_seen=Plate(report.plate_seen).display() if report.plate_seen else "",
        car=f"{card.make_model}, {card.colour}" if card else "",
        reported_at=report.reported_at,
        place=stop.place if stop else "",
        position=_position(stop) if stop and known else "",
        handled_by=person or "",
        handled_at=report.handled_at,
    )


def _position(stop: Stop) -> str:
    parts = (f"{value:.4f}".replace(".", ",") for value in (stop.latitude, stop.longitude))
    return " ".join(parts)
