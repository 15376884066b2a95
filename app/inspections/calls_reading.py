"""Which calls of a car still wait for it, and which of them reached somebody with a receipt."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import Select, exists, select
from sqlalchemy.orm import Session

from app.inspections.models import Inspection
from app.inspections.models_booking import Booking, CallEvent, InspectionCall
from app.inspections.occasions import OpenCall


def open_call(session: Session, municipality_id: str, vehicle_id: str) -> OpenCall | None:
    """The call nearest its day that was neither met by a visit nor taken back; None without one."""
    query = _unmet(municipality_id).where(InspectionCall.vehicle_id == vehicle_id)
    row = session.scalars(query).first()
    return OpenCall(row.id, row.due_on) if row else None


def unmet_calls(
    session: Session, municipality_id: str, *, before: date
) -> Sequence[InspectionCall]:
    """Calls whose last day lies before that day and that nobody met."""
    return session.scalars(_unmet(municipality_id).where(InspectionCall.due_on < before)).all()


def notified_by(session: Session, call_id: str, day: date) -> bool:
    """Whether the call reached the driver or the platform, with a receipt, by that day."""
    query = select(CallEvent.id).where(
        CallEvent.call_id == call_id,
        CallEvent.kind == "notified",
        CallEvent.receipt != "",
        CallEvent.on_day <= day,
    )
    return session.scalars(query).first() is not None


def _unmet(municipality_id: str) -> Select[InspectionCall]:
    withdrawn = exists().where(
        CallEvent.call_id == InspectionCall.id, CallEvent.kind == "withdrawn"
    )
    met = exists().where(Booking.call_id == InspectionCall.id, Booking.state == "done")
    # The text asks for a new inspection, whatever it was called when the car came.
    seen = exists().where(
        Inspection.vehicle_id == InspectionCall.vehicle_id,
        Inspection.occasion.not_in(("return", "exit")),
        Inspection.started_at >= InspectionCall.called_at,
    )
    return (
        select(InspectionCall)
        .where(InspectionCall.municipality_id == municipality_id, ~withdrawn, ~met, ~seen)
        .order_by(InspectionCall.due_on, InspectionCall.called_at)
    )
