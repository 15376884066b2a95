"""What a visit does to its booking, inside the transaction in which the visit arrives."""

from datetime import datetime
from typing import Protocol

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.inspections.booking_domain import State
from app.inspections.models_booking import Booking
from app.ledger.service import append
from app.persistence.transaction import changed


class DoneVisit(Protocol):
    """The parts of a visit that the booking keeps."""

    @property
    def id(self) -> str: ...
    @property
    def vehicle_id(self) -> str | None: ...
    @property
    def started_at(self) -> datetime: ...
    @property
    def finished_at(self) -> datetime: ...


def mark_done(
    session: Session, actor: Actor, booking_id: str, visit: DoneVisit, now: datetime
) -> bool:
    """Close the booking with this visit. False when there is no such booking of that very car.

    A booking closed as missed before the phone found signal is set right: the visit happened.
    """
    row = session.get(Booking, booking_id, with_for_update=True)
    if row is None or row.municipality_id != actor.municipality_id:
        return False
    if row.vehicle_id != visit.vehicle_id or row.visit_id not in {"", visit.id}:
        return False
    if row.state == State.DONE:
        return True
    was, row.state = row.state, State.DONE
    row.visit_id, row.started_at, row.done_at = visit.id, visit.started_at, visit.finished_at
    row.arrived_at = row.arrived_at or visit.started_at
    row.ended_at, row.ended_by, row.end_reason = None, "", ""
    body = {"booking": row.id, "visit": visit.id, "was": was}
    append(session, actor, "booking.done", ("vehicle", row.vehicle_id), body, now=now)
    changed(session, f"booking:{row.id}")
    return True
