"""What anybody who holds the paper may learn of a report by its code: the car and the result, no person.

Nothing that was typed in the yard leaves here: make and colour are the registry's.
"""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from app.inspections.holding import is_open, last_review
from app.inspections.models import Inspection
from app.inspections.visit_rows import RECEIVED
from app.kernel.content_code import hash_range
from app.ledger.queries import event_of
from app.persistence.base import db
from app.registry.models import Vehicle


@dataclass(frozen=True)
class PublicReport:
    """The public part of one frozen visit (requirements.md §7.2: car data, nobody's name).

    `valid_until` and `cure_by` are None where the law gives none; `ledger_seq` is 0 where no
    event names the visit; `newer`: a later visit of the same car is here; `doubt`: "open" while an
    approval waits for a person, "confirmed" when it counts no more.
    """

    municipality_id: str
    number: str
    plate: str
    make_model: str
    colour: str
    occasion: str
    result: str
    held_on: date
    valid_until: date | None
    cure_by: date | None
    received_at: datetime
    training: bool
    ruleset_slug: str
    newer: bool
    doubt: str
    ledger_seq: int
    ledger_hash: str


def public_report(prefix: str) -> PublicReport | None:
    """The visit whose SHA-256 begins with these hex digits; None for none, or for more than one.

    Looked up in all cities: the hash is a name that nobody can guess.
    """
    query = select(Inspection).where(Inspection.sha256.between(*hash_range(prefix))).limit(2)
    rows = list(db.session.scalars(query))
    return _public(rows[0]) if len(rows) == 1 else None


def _public(row: Inspection) -> PublicReport:
    car = db.session.get(Vehicle, row.vehicle_id) if row.vehicle_id else None
    entity = ("inspection", row.id)
    seq, digest = event_of(db.session(), row.municipality_id, RECEIVED, entity)
    return PublicReport(
        municipality_id=row.municipality_id,
        number=row.report,
        plate=row.plate,
        make_model=car.make_model if car else "",
        colour=car.colour if car else "",
        occasion=row.occasion,
        result=row.result,
        held_on=row.held_on,
        valid_until=row.valid_until,
        cure_by=row.cure_by,
        received_at=row.received_at,
        training=row.training,
        ruleset_slug=row.ruleset_slug,
        newer=_has_newer(row),
        doubt=doubt_of(db.session(), row.id),
        ledger_seq=seq,
        ledger_hash=digest,
    )


def _has_newer(row: Inspection) -> bool:
    later = select(
        exists().where(
            Inspection.municipality_id == row.municipality_id,
            Inspection.plate == row.plate,
            Inspection.started_at > row.started_at,
        )
    )
    return bool(db.session.scalar(later))


def doubt_of(session: Session, inspection_id: str) -> str:
    """ "confirmed" when a person found the visit irregular, "open" while a doubt waits, else ""."""
    review = last_review(session, inspection_id)
    if review is not None and review.kind == "confirmed":
        return "confirmed"
    return "open" if is_open(session, inspection_id) else ""
