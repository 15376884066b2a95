"""What an inspector takes to the yard: today's bookings and the rechecks drawn for other eyes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session, aliased

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.accounts.queries import City
from app.inspections.booking_domain import State
from app.inspections.models import Inspection
from app.inspections.models_booking import Booking, InspectionPlace
from app.inspections.models_checks import InspectionDraw, InspectionReview
from app.kernel.civil import civil_today
from app.ledger.service import append
from app.permits.asked_car import AskedCar, asked_cars
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry.models import Vehicle
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import Occasion
from app.sync.car_facts import Json, Wanted, Yard, facts_of_cars


@dataclass(frozen=True)
class Row:
    """One booking of the day with its place."""

    booking: Booking
    place: InspectionPlace


def day_of(actor: Actor, city: City, law: Ruleset, *, now: datetime) -> Json:
    """`{day, places, bookings, rechecks}` for the phone (contract "Phone endpoints").

    Another inspector's recheck is not told: nobody looks a second time at his own visit.
    """
    actor.require(Permission.INSPECTION_WRITE)
    session = db.session()
    yard = Yard(actor, city, law, civil_today(now, city.time_zone))
    drawn = {str(visit.vehicle_id): visit.id for visit in _rechecks(session, actor)}
    rows = [row for row in _bookings(session, yard) if _for_these_eyes(row, drawn)]
    booked = {
        row.booking.vehicle_id: Wanted(row.booking.occasion, row.booking.previous_id)
        for row in rows
    }
    again = {car: Wanted(Occasion.RECHECK, visit) for car, visit in drawn.items()}
    told = facts_of_cars(session, yard, booked)
    return {
        "day": yard.today.isoformat(),
        "places": [_place_json(place) for place in _places(session, yard)],
        "bookings": [_row_json(row, told[row.booking.vehicle_id]) for row in rows],
        "rechecks": list(facts_of_cars(session, yard, again).values()),
    }


def cars_of(actor: Actor, city: City, law: Ruleset, asked: AskedCar, *, now: datetime) -> Json:
    """`{cars}`: the cars of a code or plate; each look-up is an access event (requirements.md §7.3)."""
    actor.require(Permission.INSPECTION_WRITE)
    with transaction() as session:
        yard = Yard(actor, city, law, civil_today(now, city.time_zone))
        drawn = {str(visit.vehicle_id): visit.id for visit in _rechecks(session, actor)}
        found = asked_cars(session, city.id, asked)
        wanted = {
            car.id: Wanted(Occasion.RECHECK, drawn[car.id]) if car.id in drawn else Wanted()
            for car in found
        }
        facts = facts_of_cars(session, yard, wanted)
        body = {"plate": asked.plate, "cars": [car.id for car in found]}
        append(
            session, actor, "inspection.data_read", ("city", city.id), body, now=now, chain="access"
        )
        return {"cars": [facts[car.id] for car in found]}


def _bookings(session: Session, yard: Yard) -> list[Row]:
    query = (
        select(Booking, InspectionPlace)
        .join(InspectionPlace, InspectionPlace.id == Booking.place_id)
        .where(
            Booking.municipality_id == yard.city.id,
            Booking.day == yard.today,
            Booking.state != State.CANCELLED,
        )
        .order_by(Booking.starts_at, InspectionPlace.name, Booking.seat, Booking.id)
    )
    return [Row(booking, place) for booking, place in session.execute(query)]


def _for_these_eyes(row: Row, drawn: Mapping[str, str]) -> bool:
    """A booked recheck of the asker's own visit is another's to do."""
    booking = row.booking
    return booking.occasion != Occasion.RECHECK or booking.vehicle_id in drawn


def _places(session: Session, yard: Yard) -> list[InspectionPlace]:
    query = select(InspectionPlace).where(
        InspectionPlace.municipality_id == yard.city.id, InspectionPlace.closed_at.is_(None)
    )
    return list(session.scalars(query.order_by(InspectionPlace.name)))


def _rechecks(session: Session, actor: Actor) -> list[Inspection]:
    """Visits drawn, or sent back by a review, that nobody has done again, and not the asker's own."""
    again = aliased(Inspection)
    done = exists().where(again.previous_id == Inspection.id, again.occasion == Occasion.RECHECK)
    drawn = exists().where(InspectionDraw.inspection_id == Inspection.id)
    sent = exists().where(
        InspectionReview.inspection_id == Inspection.id, InspectionReview.kind == "recheck"
    )
    query = (
        select(Inspection)
        .join(Vehicle, Vehicle.id == Inspection.vehicle_id)
        .where(
            Inspection.municipality_id == actor.municipality_id,
            Inspection.person_id != actor.person_id,
            Vehicle.removed_on.is_(None),
            or_(drawn, sent),
            ~done,
        )
        .order_by(Inspection.held_on, Inspection.id)
    )
    return list(session.scalars(query))


def _row_json(row: Row, car: Json) -> Json:
    booking = row.booking
    hours, minutes = divmod(booking.starts_at, 60)
    return {
        "booking": booking.id,
        "at": f"{hours:02d}:{minutes:02d}",
        "state": booking.state,
        "occasion": booking.occasion,
        "previous": booking.previous_id,
        "place": row.place.name,
        "car": car,
    }


def _place_json(place: InspectionPlace) -> Json:
    return {
        "id": place.id,
        "name": place.name,
        "address": place.address,
        "latitude": place.latitude,
        "longitude": place.longitude,
    }
