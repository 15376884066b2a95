"""What the pages of calls read: the list, and one call with its deliveries."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.inspections.calls_reading import unmet_calls
from app.inspections.models_booking import CallEvent, InspectionCall
from app.kernel.plate import Plate
from app.registry.models import Driver, Platform, Vehicle, VehicleDriver, VehiclePlatform
from app.registry.write import own


@dataclass(frozen=True)
class CallLine:
    """One call; `state` is waiting met withdrawn."""

    id: str
    vehicle_id: str
    plate: str
    reasons: str
    due_on: date
    called_at: datetime
    state: str
    reached: int


@dataclass(frozen=True)
class Delivery:
    """Whom a call reached, or why it was taken back (kind withdrawn)."""

    kind: str
    to_whom: str
    name: str
    how: str
    on_day: date
    receipt: str


@dataclass(frozen=True)
class CallDetail:
    """One call with the names it is addressed to."""

    line: CallLine
    basis: str
    car: str
    drivers: tuple[str, ...]
    platforms: tuple[str, ...]
    called_by: str
    deliveries: tuple[Delivery, ...]


def calls(session: Session, actor: Actor) -> tuple[CallLine, ...]:
    """The last 200 calls of the actor's city: those that wait by their day, then the others."""
    rows = session.execute(
        select(InspectionCall, Vehicle.plate)
        .join(Vehicle, Vehicle.id == InspectionCall.vehicle_id)
        .where(InspectionCall.municipality_id == actor.municipality_id)
        .order_by(InspectionCall.called_at.desc())
        .limit(200)
    ).all()
    waiting = {row.id for row in unmet_calls(session, actor.municipality_id, before=date.max)}
    ids = [row.id for row, _ in rows]
    events = session.scalars(select(CallEvent).where(CallEvent.call_id.in_(ids))).all()
    found = [
        _line(row, plate, waiting, [e for e in events if e.call_id == row.id])
        for row, plate in rows
    ]
    return tuple(sorted(found, key=lambda line: (line.state != "waiting", line.due_on)))


def call_detail(session: Session, actor: Actor, id: str) -> CallDetail:
    """One call of the actor's city; NotFound otherwise."""
    row = own(session, actor, InspectionCall, id)
    car = session.get_one(Vehicle, row.vehicle_id)
    events = session.scalars(
        select(CallEvent).where(CallEvent.call_id == row.id).order_by(CallEvent.at)
    ).all()
    waiting = {each.id for each in unmet_calls(session, actor.municipality_id, before=date.max)}
    person = session.get(Person, row.called_by)
    return CallDetail(
        _line(row, car.plate, waiting, list(events)),
        row.basis,
        f"{car.make_model} · {car.colour}",
        _drivers(session, car.id, row.called_at.date()),
        _platforms(session, car.id, row.called_at.date()),
        person.name if person else "",
        tuple(Delivery(e.kind, e.to_whom, e.name, e.how, e.on_day, e.receipt) for e in events),
    )


def _line(row: InspectionCall, plate: str, waiting: set[str], events: list[CallEvent]) -> CallLine:
    withdrawn = any(event.kind == "withdrawn" for event in events)
    state = "withdrawn" if withdrawn else "waiting" if row.id in waiting else "met"
    return CallLine(
        row.id,
        row.vehicle_id,
        Plate(plate).display(),
        row.reasons,
        row.due_on,
        row.called_at,
        state,
        len({event.to_whom for event in events if event.kind == "notified"}),
    )


def _drivers(session: Session, vehicle_id: str, day: date) -> tuple[str, ...]:
    query = (
        select(Driver.name)
        .join(VehicleDriver, VehicleDriver.driver_id == Driver.id)
        .where(
            VehicleDriver.vehicle_id == vehicle_id,
            VehicleDriver.starts_on <= day,
            or_(VehicleDriver.ends_on.is_(None), VehicleDriver.ends_on >= day),
        )
    )
    return tuple(session.scalars(query.order_by(Driver.name)))


def _platforms(session: Session, vehicle_id: str, day: date) -> tuple[str, ...]:
    query = (
        select(Platform.name)
        .join(VehiclePlatform, VehiclePlatform.platform_id == Platform.id)
        .where(
            VehiclePlatform.vehicle_id == vehicle_id,
            VehiclePlatform.starts_on <= day,
            or_(VehiclePlatform.ends_on.is_(None), VehiclePlatform.ends_on >= day),
        )
    )
    return tuple(session.scalars(query.order_by(Platform.name)))
