"""What follows a visit's arrival in the same transaction: its booking is done, its doubts are noted."""

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.evidence.arrival import Arrival
from app.inspections.booking_done import mark_done
from app.inspections.flags import examine
from app.inspections.models import Inspection
from app.inspections.payload import VisitPayload


def note_arrival(
    session: Session, actor: Actor, visit: Inspection, payload: VisitPayload, arrival: Arrival
) -> None:
    """Close the booking and write the doubts and the draw.

    An inner step: the visit's row is flushed, the city locked.
    """
    if visit.booking_id:
        mark_done(session, actor, visit.booking_id, visit, arrival.received_at)
    examine(session, actor, visit, payload, arrival)
