"""Visits whose photos never came: without them an approval rests on words alone (threats.md T18)."""

from datetime import datetime

from sqlalchemy import exists, select

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.evidence.queries_attachments import is_incomplete
from app.inspections.flags import examine_missing
from app.inspections.models import Inspection
from app.inspections.models_checks import InspectionFlag
from app.inspections.outliers import LIMITS
from app.permits.steps import lock_city
from app.persistence.transaction import transaction


def flag_missing_photos(actor: Actor, *, now: datetime) -> int:
    """Flag each visit once whose photos are days late; how many were flagged now.

    Photos that come afterwards are taken as ever; a person clears the flag.
    """
    actor.require(Permission.INSPECTION_READ)
    flagged = exists().where(
        InspectionFlag.inspection_id == Inspection.id, InspectionFlag.kind == "photos_missing"
    )
    query = select(Inspection).where(
        Inspection.municipality_id == actor.municipality_id,
        Inspection.received_at <= now - LIMITS.photos_late,
        ~flagged,
        is_incomplete(Inspection.municipality_id, Inspection.id),
    )
    with transaction() as session:
        lock_city(session, actor.municipality_id)
        found = list(session.scalars(query))
        for visit in found:
            examine_missing(session, actor, visit, now)
    return len(found)
