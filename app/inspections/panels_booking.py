"""The panel on a car's page: its next booking, its paid guide, its open call."""

from dataclasses import dataclass

from flask import g

from app.accounts.domain import Actor
from app.inspections.booking_queries import BookingRow, next_bookings
from app.inspections.calls_reading import open_call
from app.inspections.guides_reading import GuideRow, standing_guide
from app.inspections.occasions import OpenCall
from app.persistence.base import db
from app.web.clock import now


@dataclass(frozen=True)
class CarAgenda:
    """What the panel shows."""

    vehicle_id: str
    booking: BookingRow | None
    guide: GuideRow | None
    call: OpenCall | None


def car_agenda(actor: Actor, vehicle_id: str) -> CarAgenda:
    """The agenda of one car of the actor's city."""
    session = db.session()
    waiting = next_bookings(session, actor, [vehicle_id], ruleset=g.ruleset, now=now())
    return CarAgenda(
        vehicle_id,
        waiting.get(vehicle_id),
        standing_guide(session, actor.municipality_id, vehicle_id),
        open_call(session, actor.municipality_id, vehicle_id),
    )
