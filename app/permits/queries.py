"""Lists of permits: a keyset page by number, found by number, plate or name."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.plate import Plate
from app.permits import steps
from app.permits.domain import KIND_NAMES, STATE_NAMES, GrantKind, PermitState
from app.permits.models import Authorisation, Seal
from app.persistence.base import db
from app.registry.domain_text import like_pattern
from app.registry.models import Driver, Platform, Vehicle
from app.registry.search import drivers_like, platforms_like, require_searchable, vehicles_like

PAGE = 30


@dataclass(frozen=True)
class PermitRow:
    """A permit in a list; `plate` as painted, empty for a platform."""

    id: str
    number: str
    kind: str
    holder: str
    plate: str
    ends_on: date
    state: PermitState
    state_name: str
    seals: int  # living ones
    training: bool


@dataclass(frozen=True)
class PermitPage:
    """One page; `next` is the number to continue after, empty on the last."""

    rows: tuple[PermitRow, ...]
    next: str = ""


def permits(
    actor: Actor, *, on: date, text: str = "", after: str = "", limit: int = PAGE
) -> PermitPage:
    """Permits of the actor's city by number. `Invalid` when `text` is too short to search."""
    actor.require(Permission.PERMIT_READ)
    query = _with_names().where(Authorisation.municipality_id == actor.municipality_id)
    if text:
        require_searchable(text)
        query = query.where(_like(actor, text))
    if after:
        query = query.where(Authorisation.number > after)
    found = db.session.execute(query.order_by(Authorisation.number).limit(limit + 1)).all()
    rows = _rows([tuple(row) for row in found[:limit]], on)
    return PermitPage(rows, rows[-1].number if len(found) > limit else "")


def permits_of(actor: Actor, column: str, id: str, *, on: date) -> tuple[PermitRow, ...]:
    """Permits of one car, driver or platform (`column` "vehicle_id"…), newest first."""
    actor.require(Permission.PERMIT_READ)
    query = (
        _with_names()
        .where(
            Authorisation.municipality_id == actor.municipality_id,
            getattr(Authorisation, column) == id,
        )
        .order_by(Authorisation.starts_on.desc(), Authorisation.number)
    )
    return _rows([tuple(row) for row in db.session.execute(query)], on)


def platform_choices(actor: Actor) -> list[tuple[str, str]]:
    """(id, name) of the platforms in the registry, for a form."""
    query = (
        select(Platform.id, Platform.name)
        .where(Platform.municipality_id == actor.municipality_id, Platform.removed_on.is_(None))
        .order_by(Platform.search_key)
    )
    return [(id, name) for id, name in db.session.execute(query)]


def vehicle_by_plate(actor: Actor, plate: str) -> str:
    """The id of the registered car with this plate, in either pattern; "" when there is none."""
    text = Plate.parse(plate).text
    query = select(Vehicle.id).where(
        Vehicle.municipality_id == actor.municipality_id,
        Vehicle.removed_on.is_(None),
        or_(Vehicle.plate == text, Vehicle.twin == text),
    )
    return db.session.scalar(query) or ""


def driver_by_cpf(actor: Actor, cpf: str) -> str:
    """The id of the registered driver with this CPF; "" when there is none."""
    query = select(Driver.id).where(
        Driver.municipality_id == actor.municipality_id,
        Driver.removed_on.is_(None),
        Driver.cpf == cpf,
    )
    return db.session.scalar(query) or ""


def _with_names() -> Any:
    return (
        select(Authorisation, Driver.name, Platform.name, Vehicle.plate)
        .outerjoin(Driver, Driver.id == Authorisation.driver_id)
        .outerjoin(Platform, Platform.id == Authorisation.platform_id)
        .outerjoin(Vehicle, Vehicle.id == Authorisation.vehicle_id)
    )


def _like(actor: Actor, text: str) -> ColumnElement[bool]:
    number = func.upper(Authorisation.number).like(like_pattern(text.upper()), escape="\\")
    car = select(Vehicle.id).where(
        Vehicle.municipality_id == actor.municipality_id,
        vehicles_like(text, people=actor.can(Permission.DRIVER_READ)),
    )
    return or_(number, Vehicle.id.in_(car), drivers_like(text), platforms_like(text))


def _rows(found: list[tuple[Any, ...]], on: date) -> tuple[PermitRow, ...]:
    pairs = [(permit, permit.vehicle_id) for permit, *_ in found]
    states = steps.states_of(db.session(), pairs, on)
    seals = _living_seals([permit.id for permit, _ in pairs])
    return tuple(
        PermitRow(
            permit.id,
            permit.number,
            KIND_NAMES[GrantKind(permit.kind)],
            holder(permit, driver, platform),
            Plate(plate).display() if plate else "",
            permit.ends_on,
            state,
            STATE_NAMES[state],
            seals.get(permit.id, 0),
            permit.training,
        )
        for (permit, driver, platform, plate), state in zip(found, states, strict=True)
    )


def holder(permit: Authorisation, driver: str | None, platform: str | None) -> str:
    """Whose permit it is: the driver of a taxi, else the platform."""
    name = driver if permit.kind == GrantKind.TAXI else platform
    return name or ""


def _living_seals(ids: list[str]) -> dict[str, int]:
    query = (
        select(Seal.authorisation_id, func.count())
        .where(Seal.authorisation_id.in_(ids), Seal.state != "dead")
        .group_by(Seal.authorisation_id)
    )
    return {id: count for id, count in db.session.execute(query)}
