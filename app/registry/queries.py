"""Lists of the registry: keyset pages of small frozen rows, of the actor's city only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, TypeVar

from sqlalchemy import Select, and_, or_, select

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.errors import NotFound
from app.kernel.plate import Plate
from app.persistence.base import db
from app.registry.models import Driver, Platform, Vehicle, VehicleDriver, VehiclePlatform
from app.registry.search import drivers_like, platforms_like, require_searchable, vehicles_like
from app.registry.write import own

PAGE = 30
Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a list; `next` is the id to continue after, empty on the last."""

    rows: tuple[Item, ...]
    next: str = ""


@dataclass(frozen=True)
class VehicleRow:
    """A car in a list, with who drives it now and for whom."""

    id: str
    plate: str  # as painted
    make_model: str
    colour: str
    made_in: int
    modality: str
    removed_on: date | None
    drivers: tuple[str, ...]
    platforms: tuple[str, ...]


@dataclass(frozen=True)
class PersonRow:
    """A driver in a list; the CPF stays canonical, templates mask it."""

    id: str
    name: str
    cpf: str
    removed_on: date | None
    photo_id: str
    plates: tuple[str, ...]


@dataclass(frozen=True)
class PlatformRow:
    """A platform in a list."""

    id: str
    name: str
    cnpj: str
    removed_on: date | None


def vehicles(
    actor: Actor, *, text: str = "", after: str = "", on: date, limit: int = PAGE
) -> Page[VehicleRow]:
    """Cars by plate; with `text` also removed ones. Invalid when `text` is under 3 characters."""
    query = select(Vehicle).where(Vehicle.municipality_id == actor.municipality_id)
    if text:
        require_searchable(text)
        query = query.where(vehicles_like(text, people=actor.can(Permission.DRIVER_READ)))
    else:
        query = query.where(Vehicle.removed_on.is_(None))
    found = _page(actor, query, Vehicle, Vehicle.plate, after, limit)
    ids = [row.id for row in found.rows]
    drivers = _names(_driver_names(ids, on))
    platforms = _names(_platform_names(ids, on))
    return Page(
        tuple(
            VehicleRow(
                row.id,
                Plate(row.plate).display(),
                row.make_model,
                row.colour,
                row.made_in,
                row.modality,
                row.removed_on,
                drivers.get(row.id, ()),
                platforms.get(row.id, ()),
            )
            for row in found.rows
        ),
        found.next,
    )


def drivers(
    actor: Actor, *, text: str = "", after: str = "", on: date, limit: int = PAGE
) -> Page[PersonRow]:
    """Drivers by name; with `text` also removed ones. Invalid when `text` is too short."""
    query = select(Driver).where(Driver.municipality_id == actor.municipality_id)
    if text:
        require_searchable(text)
        query = query.where(drivers_like(text))
    else:
        query = query.where(Driver.removed_on.is_(None))
    found = _page(actor, query, Driver, Driver.search_key, after, limit)
    plates = _names(_plates_of([row.id for row in found.rows], on))
    return Page(
        tuple(
            PersonRow(
                row.id,
                row.name,
                row.cpf,
                row.removed_on,
                row.photo_id,
                tuple(Plate(p).display() for p in plates.get(row.id, ())),
            )
            for row in found.rows
        ),
        found.next,
    )


def platforms(
    actor: Actor, *, text: str = "", after: str = "", limit: int = PAGE
) -> Page[PlatformRow]:
    """Platforms by name; with `text` also removed ones. Invalid when `text` is too short."""
    query = select(Platform).where(Platform.municipality_id == actor.municipality_id)
    if text:
        require_searchable(text)
        query = query.where(platforms_like(text))
    else:
        query = query.where(Platform.removed_on.is_(None))
    found = _page(actor, query, Platform, Platform.search_key, after, limit)
    return Page(
        tuple(PlatformRow(r.id, r.name, r.cnpj, r.removed_on) for r in found.rows), found.next
    )


def _page(
    actor: Actor, query: Select[Any], model: Any, key: Any, after: str, limit: int
) -> Page[Any]:
    """Continue after the row `after` of this city; an unknown one starts from the top."""
    try:
        last = own(db.session(), actor, model, after)
    except NotFound:
        last = None
    if last is not None:
        value = getattr(last, key.key)
        # Spelled out: SQLite uses only the first column of a row-value comparison.
        query = query.where(key >= value, or_(key > value, and_(key == value, model.id > last.id)))
    rows = list(db.session.scalars(query.order_by(key, model.id).limit(limit + 1)))
    more = len(rows) > limit
    rows = rows[:limit]
    return Page(tuple(rows), rows[-1].id if more else "")


def _names(query: Select[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for id, name in db.session.execute(query):
        found[id] = (*found.get(id, ()), name)
    return found


def holds_on(link: Any, on: date) -> Any:
    """The condition that a link holds on that civil day."""
    return and_(link.starts_on <= on, or_(link.ends_on.is_(None), link.ends_on >= on))


def _driver_names(ids: Sequence[str], on: date) -> Select[str, str]:
    return (
        select(VehicleDriver.vehicle_id, Driver.name)
        .join(Driver, Driver.id == VehicleDriver.driver_id)
        .where(VehicleDriver.vehicle_id.in_(ids), holds_on(VehicleDriver, on))
        .order_by(VehicleDriver.starts_on, Driver.search_key)
    )


def _platform_names(ids: Sequence[str], on: date) -> Select[str, str]:
    return (
        select(VehiclePlatform.vehicle_id, Platform.name)
        .join(Platform, Platform.id == VehiclePlatform.platform_id)
        .where(VehiclePlatform.vehicle_id.in_(ids), holds_on(VehiclePlatform, on))
        .order_by(Platform.search_key)
    )


def _plates_of(ids: Sequence[str], on: date) -> Select[str, str]:
    return (
        select(VehicleDriver.driver_id, Vehicle.plate)
        .join(Vehicle, Vehicle.id == VehicleDriver.vehicle_id)
        .where(VehicleDriver.driver_id.in_(ids), holds_on(VehicleDriver, on))
        .order_by(Vehicle.plate)
    )
