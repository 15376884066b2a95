"""Whether the fee guide that a visit names is one the office knows, of that car and not yet used."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.inspections.models import Inspection
from app.inspections.models_booking import InspectionGuide
from app.regulation.inspection_items import fee_asked


def fee_flags(
    session: Session,
    municipality_id: str,
    vehicle_id: str | None,
    told: tuple[str, str],
    occasion: Mapping[str, Any] | None,
) -> list[str]:
    """`guide_unknown` where the occasion asks a fee and the typed guide is not confirmed.

    `told`: the visit's id and the guide's number (PAT art. 12; PLA arts. 16 p.u., 54 II).
    """
    if occasion is None or not fee_asked(occasion):
        return []
    known = vehicle_id is not None and guide_good(session, municipality_id, vehicle_id, *told)
    return [] if known else ["guide_unknown"]


def guide_good(
    session: Session, municipality_id: str, vehicle_id: str, visit_id: str, number: str
) -> bool:
    """Whether a standing guide of that car has this number and paid for no other visit."""
    guide = select(InspectionGuide.id).where(
        InspectionGuide.municipality_id == municipality_id,
        InspectionGuide.vehicle_id == vehicle_id,
        InspectionGuide.number == number,
        InspectionGuide.withdrawn_at.is_(None),
    )
    # One fee covers one return (CFG-PLA-30): a return names the guide of the visit before it.
    used = select(Inspection.id).where(
        Inspection.municipality_id == municipality_id,
        Inspection.vehicle_id == vehicle_id,
        Inspection.guide == number,
        Inspection.id != visit_id,
        Inspection.occasion != "return",
    )
    if session.scalar(guide.limit(1)) is None:
        return False
    return session.scalar(used.limit(1)) is None
