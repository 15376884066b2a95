"""Recorded absences with the consequence the text gives, newest first."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.inspections.missed import Consequence, consequence
from app.inspections.models import InspectionMissed
from app.kernel.plate import Plate
from app.registry.models import Vehicle
from app.regulation.inspection_terms import inspection_law
from app.regulation.ruleset import Ruleset

_SHOWN = 200


@dataclass(frozen=True)
class MissRow:
    """One absence; `term_over` when it is the end of a return or a call, not a booked time."""

    id: str
    vehicle_id: str
    plate: str
    label: str
    due_on: date
    term_over: bool
    booking_id: str
    call_id: str
    consequence: Consequence | None


def misses(
    session: Session, actor: Actor, *, ruleset: Ruleset, vehicle_id: str = ""
) -> tuple[MissRow, ...]:
    """The last 200 absences of the actor's city, or of one car of it."""
    query = (
        select(InspectionMissed, Vehicle.plate)
        .join(Vehicle, Vehicle.id == InspectionMissed.vehicle_id)
        .where(InspectionMissed.municipality_id == actor.municipality_id)
        .order_by(InspectionMissed.due_on.desc(), InspectionMissed.recorded_at.desc())
        .limit(_SHOWN)
    )
    if vehicle_id:
        query = query.where(InspectionMissed.vehicle_id == vehicle_id)
    labels = {row.id.value: row.label for row in inspection_law(ruleset).occasion}
    return tuple(
        MissRow(
            row.id,
            row.vehicle_id,
            Plate(plate).display(),
            labels.get(row.occasion, row.occasion),
            row.due_on,
            not row.booking_id,
            row.booking_id,
            row.call_id,
            consequence(ruleset, row.occasion, term_over=not row.booking_id),
        )
        for row, plate in session.execute(query)
    )
