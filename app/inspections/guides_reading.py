"""Fee guides that the office confirmed and that no inspection has used yet."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from app.inspections.models import Inspection
from app.inspections.models_booking import InspectionGuide


@dataclass(frozen=True)
class GuideRow:
    """A paid guide; `amount_ufm` as the ruleset asks it."""

    id: str
    vehicle_id: str
    number: str
    paid_on: date
    amount_ufm: str
    citation: str
    analysed_on: date | None


def standing_guide(session: Session, municipality_id: str, vehicle_id: str) -> GuideRow | None:
    """The oldest confirmed guide of a car that no visit has used, or None."""
    return standing_guides(session, municipality_id, [vehicle_id]).get(vehicle_id)


def standing_guides(
    session: Session, municipality_id: str, vehicle_ids: Iterable[str]
) -> dict[str, GuideRow]:
    """The same for many cars: vehicle id → its oldest unused guide."""
    used = exists().where(
        Inspection.municipality_id == municipality_id, Inspection.guide == InspectionGuide.number
    )
    rows = session.scalars(
        select(InspectionGuide)
        .where(
            InspectionGuide.municipality_id == municipality_id,
            InspectionGuide.vehicle_id.in_(list(vehicle_ids)),
            InspectionGuide.withdrawn_at.is_(None),
            ~used,
        )
        .order_by(InspectionGuide.paid_on.desc(), InspectionGuide.confirmed_at.desc())
    )
    return {row.vehicle_id: as_row(row) for row in rows}


def as_row(row: InspectionGuide) -> GuideRow:
    """The table's row as a value."""
    return GuideRow(
        row.id,
        row.vehicle_id,
        row.number,
        row.paid_on,
        row.amount_ufm,
        row.citation,
        row.analysed_on,
    )
