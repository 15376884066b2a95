"""Whose cars a person may book: the office any car, the driver his own, the platform its own."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.inspections.booking_domain import Channel
from app.kernel.errors import Denied, Invalid, NotFound
from app.kernel.ids import parse_id
from app.registry.models import Driver, Platform, Vehicle, VehicleDriver, VehiclePlatform
from app.registry.models_people import PlatformPerson


@dataclass(frozen=True)
class Bookable:
    """A car this person may book for, and in which quality."""

    car: Vehicle
    channel: Channel

    @property
    def office(self) -> bool:
        """Whether the office books."""
        return self.channel is Channel.OFFICE


def bookable(
    session: Session, actor: Actor, vehicle_id: str, today: date, *, lock: bool = False
) -> Bookable:
    """The living car, if this person may book for it; NotFound for a stranger's, like for none."""
    try:
        car = session.get(Vehicle, parse_id(vehicle_id), with_for_update=lock or None)
    except Invalid:
        raise NotFound from None
    if car is None or car.municipality_id != actor.municipality_id or car.removed_on is not None:
        raise NotFound
    if actor.can(Permission.BOOKING_WRITE):
        return Bookable(car, Channel.OFFICE)
    if not actor.can(Permission.BOOKING_OWN):
        raise NotFound
    if session.scalars(_driven(actor, today).where(Vehicle.id == car.id)).first():
        return Bookable(car, Channel.DRIVER)
    if session.scalars(_of_platform(actor, today).where(Vehicle.id == car.id)).first():
        return Bookable(car, Channel.PLATFORM)
    raise NotFound


def own_cars(session: Session, actor: Actor, today: date) -> tuple[Vehicle, ...]:
    """The living cars the person drives or whose platform the person acts for, by plate."""
    if not actor.can(Permission.BOOKING_OWN):
        raise Denied
    found = {car.id: car for car in session.scalars(_driven(actor, today))}
    found |= {car.id: car for car in session.scalars(_of_platform(actor, today))}
    return tuple(sorted(found.values(), key=lambda car: car.plate))


def _driven(actor: Actor, today: date) -> Select[Vehicle]:
    return (
        _living(actor)
        .join(VehicleDriver, VehicleDriver.vehicle_id == Vehicle.id)
        .join(Driver, Driver.id == VehicleDriver.driver_id)
        .where(
            Driver.municipality_id == actor.municipality_id,
            Driver.person_id == actor.person_id,
            Driver.removed_on.is_(None),
            *_holds(VehicleDriver, today),
        )
    )


def _of_platform(actor: Actor, today: date) -> Select[Vehicle]:
    return (
        _living(actor)
        .join(VehiclePlatform, VehiclePlatform.vehicle_id == Vehicle.id)
        .join(Platform, Platform.id == VehiclePlatform.platform_id)
        .join(PlatformPerson, PlatformPerson.platform_id == Platform.id)
        .where(
            PlatformPerson.municipality_id == actor.municipality_id,
            PlatformPerson.person_id == actor.person_id,
            Platform.removed_on.is_(None),
            *_holds(PlatformPerson, today),
            *_holds(VehiclePlatform, today),
        )
    )


def _living(actor: Actor) -> Select[Vehicle]:
    return select(Vehicle).where(
        Vehicle.municipality_id == actor.municipality_id, Vehicle.removed_on.is_(None)
    )


def _holds(
    link: type[VehicleDriver] | type[VehiclePlatform] | type[PlatformPerson], today: date
) -> tuple[ColumnElement[bool], ...]:
    return (link.starts_on <= today, or_(link.ends_on.is_(None), link.ends_on >= today))
