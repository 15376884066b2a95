"""One record with what stands around it. A stranger's record is NotFound, like none at all."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import select

from app.accounts.domain import Actor
from app.kernel.plate import Plate
from app.persistence.base import db
from app.registry.domain import DriverData, OwnerData, PlatformData, VehicleData
from app.registry.models import (
    Driver,
    DriverPlatform,
    Owner,
    Platform,
    Vehicle,
    VehicleDriver,
    VehiclePlatform,
)
from app.registry.write import own, values_of


@dataclass(frozen=True)
class LinkRow:
    """One link seen from one side; `other` is the record at the far end."""

    id: str
    other: str
    name: str
    starts_on: date
    ends_on: date | None
    role: str = ""

    def holds_on(self, day: date) -> bool:
        """Whether it holds on that civil day."""
        return self.starts_on <= day and (self.ends_on is None or day <= self.ends_on)


@dataclass(frozen=True)
class OwnerDetail:
    """An owner with the version an edit must name."""

    id: str
    version: int
    data: OwnerData


@dataclass(frozen=True)
class VehicleDetail:
    """A car, its owner and its links, newest first."""

    id: str
    version: int
    data: VehicleData
    plate: str  # as painted
    twin: str  # as painted in the other pattern, or empty
    age_extended_until: date | None
    registered_on: date
    removed_on: date | None
    owner: OwnerDetail | None
    drivers: tuple[LinkRow, ...]
    platforms: tuple[LinkRow, ...]


@dataclass(frozen=True)
class DriverDetail:
    """A driver with personal data: opened only through `read_driver`, which records it."""

    id: str
    version: int
    data: DriverData
    person_id: str
    photo_id: str
    toxicology_on: date | None
    registered_on: date
    removed_on: date | None
    vehicles: tuple[LinkRow, ...]
    platforms: tuple[LinkRow, ...]


@dataclass(frozen=True)
class PlatformDetail:
    """A platform with its cars and drivers of today counted by the links."""

    id: str
    version: int
    data: PlatformData
    registered_on: date
    removed_on: date | None
    vehicles: tuple[LinkRow, ...]
    drivers: tuple[LinkRow, ...]


def vehicle_for(actor: Actor, vehicle_id: str) -> VehicleDetail:
    """A car of the actor's city; NotFound otherwise."""
    row = own(db.session(), actor, Vehicle, vehicle_id)
    twin = Plate(row.twin).display() if row.twin else ""
    return VehicleDetail(
        row.id,
        row.version,
        values_of(row, VehicleData),
        Plate(row.plate).display(),
        twin,
        row.age_extended_until,
        row.registered_on,
        row.removed_on,
        owner_for(actor, row.owner_id) if row.owner_id else None,
        _links(VehicleDriver, VehicleDriver.vehicle_id, row.id, Driver, "driver_id"),
        _links(VehiclePlatform, VehiclePlatform.vehicle_id, row.id, Platform, "platform_id"),
    )


def owner_for(actor: Actor, owner_id: str) -> OwnerDetail:
    """An owner of the actor's city; NotFound otherwise."""
    row = own(db.session(), actor, Owner, owner_id)
    return OwnerDetail(row.id, row.version, values_of(row, OwnerData))


def driver_for(actor: Actor, driver_id: str) -> DriverDetail:
    """A driver of the actor's city; NotFound otherwise. People's pages use `read_driver`."""
    row = own(db.session(), actor, Driver, driver_id)
    return DriverDetail(
        row.id,
        row.version,
        values_of(row, DriverData),
        row.person_id,
        row.photo_id,
        row.toxicology_on,
        row.registered_on,
        row.removed_on,
        _links(VehicleDriver, VehicleDriver.driver_id, row.id, Vehicle, "vehicle_id"),
        _links(DriverPlatform, DriverPlatform.driver_id, row.id, Platform, "platform_id"),
    )


def platform_for(actor: Actor, platform_id: str) -> PlatformDetail:
    """A platform of the actor's city; NotFound otherwise."""
    row = own(db.session(), actor, Platform, platform_id)
    return PlatformDetail(
        row.id,
        row.version,
        values_of(row, PlatformData),
        row.registered_on,
        row.removed_on,
        _links(VehiclePlatform, VehiclePlatform.platform_id, row.id, Vehicle, "vehicle_id"),
        _links(DriverPlatform, DriverPlatform.platform_id, row.id, Driver, "driver_id"),
    )


def _links(link: Any, side: Any, id: str, other: Any, column: str) -> tuple[LinkRow, ...]:
    far = getattr(link, column)
    name = other.plate if other is Vehicle else other.name
    query = (
        select(link, name)
        .join(other, other.id == far)
        .where(side == id)
        .order_by(link.starts_on.desc(), link.id)
    )
    return tuple(
        LinkRow(
            row.id,
            getattr(row, column),
            Plate(named).display() if other is Vehicle else named,
            row.starts_on,
            row.ends_on,
            getattr(row, "role", ""),
        )
        for row, named in db.session.execute(query)
    )


@dataclass(frozen=True)
class LinkEnds:
    """A link by the names of its two ends; `home` is the record whose page shows it."""

    id: str
    home: tuple[str, str]
    names: tuple[str, str]
    starts_on: date
    ends_on: date | None


def link_for(actor: Actor, kind: type[Any], link_id: str) -> LinkEnds:
    """A link of the actor's city; NotFound otherwise."""
    session = db.session()
    row = own(session, actor, kind, link_id)
    ends: list[tuple[str, Any]] = [
        (name, session.get_one(model, getattr(row, f"{name}_id")))
        for name, model in (("vehicle", Vehicle), ("driver", Driver), ("platform", Platform))
        if hasattr(row, f"{name}_id")
    ]
    first, second = ((Plate(r.plate).display() if n == "vehicle" else r.name) for n, r in ends)
    return LinkEnds(
        row.id, (ends[0][0], ends[0][1].id), (first, second), row.starts_on, row.ends_on
    )
