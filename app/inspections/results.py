"""Writing what the verdict reads: the result of a visit that counts, or of an earlier report."""

from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.inspections.models import Inspection, InspectionResult
from app.ledger.service import append
from app.persistence.transaction import changed

RECORDED: Final = "inspection.recorded"
# What the event says of the row beside its car, its author and its instant.
TOLD: Final = (
    "held_on",
    "result",
    "report_number",
    "stopped",
    "cure_by",
    "source",
    "visit_id",
    "training",
    "inspector_person_id",
    "recorded_at",
)


def add_result(session: Session, actor: Actor, visit: Inspection, *, now: datetime) -> None:
    """The row of a visit with a known car, under the visit's own id; an inner step.

    One that was cleared later keeps its place among the results of its day: that of its arrival.
    """
    if visit.vehicle_id is None:
        return
    row = InspectionResult(
        id=visit.id,
        municipality_id=visit.municipality_id,
        vehicle_id=visit.vehicle_id,
        held_on=visit.held_on,
        result=visit.result,
        report_number=visit.report,
        cure_by=visit.cure_by,
        stopped=visit.stopped,
        source="visit",
        visit_id=visit.id,
        training=visit.training,
        inspector_person_id=visit.person_id,
        recorded_at=visit.received_at,
    )
    store_result(session, actor, row, now=now)


def store_result(session: Session, actor: Actor, row: InspectionResult, *, now: datetime) -> None:
    """The row, its event about the car, and word to the readers; an inner step."""
    session.add(row)
    session.flush()
    body = {"inspection": row.id, **{name: getattr(row, name) for name in TOLD}}
    append(session, actor, RECORDED, ("vehicle", row.vehicle_id), body, now=now)
    changed(session, f"vehicle:{row.vehicle_id}")
