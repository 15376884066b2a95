"""The reports (laudos) of some cars, newest first: what their drivers and platforms may open."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.inspections.models import Inspection

LATEST = 3  # of each car; the older ones are with the office


@dataclass(frozen=True)
class ReportRow:
    """One visit by its report's number."""

    id: str
    report: str
    held_on: date
    result: str


def latest_reports(
    session: Session, municipality_id: str, vehicle_ids: Collection[str]
) -> dict[str, tuple[ReportRow, ...]]:
    """Vehicle id → its latest reports; whose cars these are, the caller has asked."""
    query = (
        select(Inspection)
        .where(
            Inspection.municipality_id == municipality_id, Inspection.vehicle_id.in_(vehicle_ids)
        )
        .order_by(Inspection.held_on.desc(), Inspection.started_at.desc(), Inspection.id)
    )
    found: defaultdict[str, list[ReportRow]] = defaultdict(list)
    for row in session.scalars(query):
        if len(found[str(row.vehicle_id)]) < LATEST:
            told = ReportRow(row.id, row.report, row.held_on, row.result)
            found[str(row.vehicle_id)].append(told)
    return {car: tuple(rows) for car, rows in found.items()}
