"""Opening the report of a visit as a document: by who may see visits, and by those of that very car."""

import json
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.accounts.queries import City
from app.evidence.queries_attachments import pictures_at_hand
from app.inspections.booking_access import own_cars
from app.inspections.law import catalogue_on, civil_day
from app.inspections.models import Inspection, InspectionDefect, InspectionSeal
from app.inspections.paper import Paper, SealOfVisit
from app.inspections.paper_items import DefectRow
from app.inspections.queries_public import doubt_of
from app.inspections.visit_rows import RECEIVED
from app.kernel.civil import civil_today
from app.kernel.errors import NotFound
from app.ledger.queries import event_of
from app.ledger.service import append
from app.permits.models import Seal
from app.persistence.transaction import transaction
from app.registry.write import own
from app.regulation.ruleset import Ruleset


def read_report(
    actor: Actor, visit_id: str, city: City, law: Ruleset, *, now: datetime, why: str
) -> Paper:
    """The visit with all that its document shows; `why` names the document.

    For who may see it in the office or did it, and for driver and platform of the car; NotFound
    for everybody else, as for what does not exist.
    """
    with transaction() as session:
        visit: Inspection = own(session, actor, Inspection, visit_id)
        if not (_of_office(actor, visit) or _of_car(session, actor, visit, city, now)):
            raise NotFound
        paper = _paper(session, visit, law)
        entity = ("inspection", visit.id)
        append(session, actor, "inspection.read", entity, {"why": why}, now=now, chain="access")
    return paper


def _of_office(actor: Actor, visit: Inspection) -> bool:
    """requirements.md §7.2: the own visits, or all of the city with the right to read them."""
    if actor.can(Permission.INSPECTION_READ):
        return True
    return actor.can(Permission.INSPECTION_SEE) and visit.person_id == actor.person_id


def _of_car(session: Session, actor: Actor, visit: Inspection, city: City, now: datetime) -> bool:
    if not actor.can(Permission.BOOKING_OWN) or visit.vehicle_id is None:
        return False
    today = civil_today(now, city.time_zone)
    return visit.vehicle_id in {car.id for car in own_cars(session, actor, today)}


def _paper(session: Session, visit: Inspection, law: Ruleset) -> Paper:
    entity = ("inspection", visit.id)
    seq, digest = event_of(session, visit.municipality_id, RECEIVED, entity)
    day = civil_day(law, visit.started_at)
    return Paper(
        id=visit.id,
        number=visit.report,
        record=json.loads(visit.payload),
        catalogue=catalogue_on(session, visit.municipality_id, law, day),
        sha256=visit.sha256,
        result=visit.result,
        held_on=visit.held_on,
        cure_by=visit.cure_by,
        valid_until=visit.valid_until,
        stopped=visit.stopped,
        doubt=doubt_of(session, visit.id),
        training=visit.training,
        received_at=visit.received_at,
        ledger_seq=seq,
        ledger_hash=digest,
        defects=_defects(session, visit),
        seal=_seal(session, visit),
        photos=pictures_at_hand(session, visit.municipality_id, visit.id, small=True),
    )


def _defects(session: Session, visit: Inspection) -> tuple[DefectRow, ...]:
    query = select(InspectionDefect).where(InspectionDefect.inspection_id == visit.id)
    return tuple(
        DefectRow(row.key, row.label, row.citation, row.note, row.blocking, row.safety, row.due_on)
        for row in session.scalars(query.order_by(InspectionDefect.key))
    )


def _seal(session: Session, visit: Inspection) -> SealOfVisit | None:
    given = session.get(InspectionSeal, visit.id)
    seal = session.get(Seal, given.seal_id) if given else None
    return SealOfVisit(seal.number, seal.expires_on) if seal else None
