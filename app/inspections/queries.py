"""Results of a car's inspections, newest first."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import select

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.inspections.models import InspectionResult
from app.persistence.base import db


@dataclass(frozen=True)
class ResultRow:
    """One result; `cure_by` is the last day to come back after a failure."""

    id: str
    held_on: date
    result: str
    report_number: str
    cure_by: date | None
    stopped: bool
    inspector: str
    earlier: bool  # a report on paper from before Confere
    visit_id: str


@dataclass(frozen=True)
class CarResults:
    """What the panel on a car's page needs."""

    vehicle_id: str
    results: tuple[ResultRow, ...]


def results_of(actor: Actor, vehicle_id: str) -> CarResults:
    """The results of a car of the actor's city; none for a stranger's car."""
    rows = db.session.execute(
        select(InspectionResult, Person.name)
        .outerjoin(Person, Person.id == InspectionResult.inspector_person_id)
        .where(
            InspectionResult.municipality_id == actor.municipality_id,
            InspectionResult.vehicle_id == vehicle_id,
        )
        .order_by(
            InspectionResult.held_on.desc(),
            InspectionResult.recorded_at.desc(),
            InspectionResult.id,
        )
    )
    return CarResults(
        vehicle_id,
        tuple(
            ResultRow(
                row.id,
                row.held_on,
                row.result,
                row.report_number,
                row.cure_by,
                row.stopped,
                name or "",
                row.source == "earlier",
                row.visit_id or "",
            )
            for row, name in rows
        ),
    )
