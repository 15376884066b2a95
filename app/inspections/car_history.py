"""What the tables know of a car's inspections, for the choice of an occasion."""

from datetime import date

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.inspections.calls_reading import open_call
from app.inspections.models import InspectionResult
from app.inspections.occasions import CarHistory
from app.permits.models import Authorisation
from app.registry.models import Vehicle, VehiclePlatform
from app.regulation.facts import Modality


def history_of(session: Session, car: Vehicle, today: date) -> CarHistory:
    """Last approval, last failure, the platform's term and the open call of one car."""
    rows = list(
        session.scalars(
            select(InspectionResult)
            .where(
                InspectionResult.municipality_id == car.municipality_id,
                InspectionResult.vehicle_id == car.id,
            )
            .order_by(InspectionResult.held_on.desc(), InspectionResult.recorded_at.desc())
        )
    )
    approved = next((row for row in rows if row.result == "approved"), None)
    failed = next((row for row in rows if row.result == "failed"), None)
    start, end = _platform_term(session, car, today)
    # The newest row decides between a failure and an approval of the same day.
    cured = bool(failed and approved and rows.index(approved) < rows.index(failed))
    return CarHistory(
        modality=Modality(car.modality),
        approved_on=approved.held_on if approved else None,
        failed_on=failed.held_on if failed and not cured else None,
        failed_id=(failed.visit_id or "") if failed and not cured else "",
        cure_by=failed.cure_by if failed and not cured else None,
        platform_start=start,
        platform_end=end,
        call=open_call(session, car.municipality_id, car.id),
        last_id=next((row.visit_id for row in rows if row.visit_id), ""),
    )


def _platform_term(session: Session, car: Vehicle, today: date) -> tuple[date | None, date | None]:
    """Days of the newest authorisation of the platforms the car works by."""
    linked = select(VehiclePlatform.platform_id).where(
        VehiclePlatform.vehicle_id == car.id,
        VehiclePlatform.starts_on <= today,
        or_(VehiclePlatform.ends_on.is_(None), VehiclePlatform.ends_on >= today),
    )
    permit = session.scalars(
        select(Authorisation)
        .where(
            Authorisation.municipality_id == car.municipality_id,
            Authorisation.kind == "platform",
            Authorisation.platform_id.in_(linked),
            Authorisation.starts_on <= today,
        )
        .order_by(Authorisation.ends_on.desc())
    ).first()
    return (permit.starts_on, permit.ends_on) if permit else (None, None)
