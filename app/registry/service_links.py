"""Who drives which car, and which platform they work by (PAT art. 8; PLA arts. 11 II, 15, 23 X)."""

from datetime import date, datetime
from typing import Any, TypeVar

from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.errors import Conflict, Invalid
from app.kernel.ids import new_id
from app.ledger.service import append
from app.persistence.transaction import changed, transaction
from app.registry.domain import LinkRole
from app.registry.domain_rules import NewDriver, check_driver_place, check_platform_place
from app.registry.models import (
    Driver,
    DriverPlatform,
    Platform,
    Vehicle,
    VehicleDriver,
    VehiclePlatform,
)
from app.registry.write import living, own
from app.regulation.facts import Modality
from app.regulation.ruleset import Ruleset

Link = VehicleDriver | VehiclePlatform | DriverPlatform
AnyLink = TypeVar("AnyLink", VehicleDriver, VehiclePlatform, DriverPlatform)
KINDS: tuple[type[Any], ...] = (VehicleDriver, VehiclePlatform, DriverPlatform)
BEFORE_ENTRY = "O vínculo não pode começar antes do cadastro."


def link_driver(
    actor: Actor,
    vehicle_id: str,
    driver_id: str,
    role: str,
    starts_on: date,
    *,
    ruleset: Ruleset,
    now: datetime,
) -> str:
    """Let a driver work with a car from a civil day on; an open link again is returned as it is.

    Raises RuleRefused when the text has no place for one more driver (PAT art. 8 §2 II).
    """
    actor.require(Permission.VEHICLE_WRITE)
    if role not in set(LinkRole):
        raise Invalid("Escolha a função do motorista.", field="role")
    with transaction() as session:
        # The lock on the car orders two clerks who add its last driver at the same time.
        car: Vehicle = living(session, actor, Vehicle, vehicle_id)
        person: Driver = living(session, actor, Driver, driver_id)
        _not_before(starts_on, car.registered_on, person.registered_on)
        standing = list(
            session.scalars(
                _open(VehicleDriver, starts_on).where(VehicleDriver.vehicle_id == car.id)
            )
        )
        if same := next((x for x in standing if x.driver_id == driver_id), None):
            return _same_link(same, same.role == role and same.ends_on is None)
        new = NewDriver(
            LinkRole(role),
            Modality(car.modality),
            len({x.driver_id for x in standing}),
            sum(x.role == LinkRole.HOLDER for x in standing),
        )
        check_driver_place(ruleset, new)
        link = VehicleDriver(
            id=new_id(),
            municipality_id=actor.municipality_id,
            vehicle_id=car.id,
            driver_id=person.id,
            role=role,
            starts_on=starts_on,
        )
        session.add(link)
        body = {"link": link.id, "driver": person.id, "role": role, "starts_on": starts_on}
        append(session, actor, "driver.linked", ("vehicle", car.id), body, now=now)
        changed(session, f"vehicle:{car.id}", f"driver:{person.id}")
    return link.id


def link_vehicle_platform(
    actor: Actor,
    vehicle_id: str,
    platform_id: str,
    starts_on: date,
    *,
    ruleset: Ruleset,
    now: datetime,
) -> str:
    """Let a car work by a platform; an open link again is returned as it is.

    Raises RuleRefused when the platform has all the cars the text admits (PAT art. 8 §1).
    """
    actor.require(Permission.VEHICLE_WRITE)
    with transaction() as session:
        platform: Platform = living(session, actor, Platform, platform_id)
        car: Vehicle = living(session, actor, Vehicle, vehicle_id)
        _not_before(starts_on, car.registered_on, platform.registered_on)
        _refuse_taxi_without_mark(car)
        same = session.scalar(
            _open(VehiclePlatform, starts_on).where(
                VehiclePlatform.vehicle_id == car.id, VehiclePlatform.platform_id == platform.id
            )
        )
        if same:
            return _same_link(same, same.ends_on is None)
        if not car.taxi_on_platform:  # taxis of PAT art. 31 take no place (CFG-PAT-03)
            check_platform_place(ruleset, _cars_of(session, platform.id, starts_on))
        link = VehiclePlatform(
            id=new_id(),
            municipality_id=actor.municipality_id,
            vehicle_id=car.id,
            platform_id=platform.id,
            starts_on=starts_on,
        )
        session.add(link)
        body = {"link": link.id, "platform": platform.id, "starts_on": starts_on}
        append(session, actor, "platform.linked", ("vehicle", car.id), body, now=now)
        changed(session, f"vehicle:{car.id}", f"platform:{platform.id}")
    return link.id


def link_driver_platform(
    actor: Actor, driver_id: str, platform_id: str, starts_on: date, *, now: datetime
) -> str:
    """Record that a driver is accredited at a platform (PAT art. 8 §2 I; PLA art. 15 VIII)."""
    actor.require(Permission.DRIVER_WRITE)
    with transaction() as session:
        person: Driver = living(session, actor, Driver, driver_id)
        platform: Platform = living(session, actor, Platform, platform_id)
        same = session.scalar(
            _open(DriverPlatform, starts_on).where(
                DriverPlatform.driver_id == person.id, DriverPlatform.platform_id == platform.id
            )
        )
        if same:
            return _same_link(same, same.ends_on is None)
        link = DriverPlatform(
            id=new_id(),
            municipality_id=actor.municipality_id,
            driver_id=person.id,
            platform_id=platform.id,
            starts_on=starts_on,
        )
        session.add(link)
        body = {"link": link.id, "platform": platform.id, "starts_on": starts_on}
        append(session, actor, "platform.linked", ("driver", person.id), body, now=now)
        changed(session, f"driver:{person.id}", f"platform:{platform.id}")
    return link.id


def end_driver_link(actor: Actor, link_id: str, ends_on: date, *, now: datetime) -> None:
    """The driver's last day with the car."""
    actor.require(Permission.VEHICLE_WRITE)
    with transaction() as session:
        link = own(session, actor, VehicleDriver, link_id, lock=True)
        _end(session, actor, link, ("vehicle", link.vehicle_id), "driver.unlinked", ends_on, now)
        changed(session, f"vehicle:{link.vehicle_id}", f"driver:{link.driver_id}")


def end_vehicle_platform(actor: Actor, link_id: str, ends_on: date, *, now: datetime) -> None:
    """The car's last day by the platform."""
    actor.require(Permission.VEHICLE_WRITE)
    with transaction() as session:
        link = own(session, actor, VehiclePlatform, link_id, lock=True)
        _end(session, actor, link, ("vehicle", link.vehicle_id), "platform.unlinked", ends_on, now)
        changed(session, f"vehicle:{link.vehicle_id}", f"platform:{link.platform_id}")


def end_driver_platform(actor: Actor, link_id: str, ends_on: date, *, now: datetime) -> None:
    """The driver's last day at the platform."""
    actor.require(Permission.DRIVER_WRITE)
    with transaction() as session:
        link = own(session, actor, DriverPlatform, link_id, lock=True)
        _end(session, actor, link, ("driver", link.driver_id), "platform.unlinked", ends_on, now)
        changed(session, f"driver:{link.driver_id}", f"platform:{link.platform_id}")


def end_links(session: Session, actor: Actor, *, on: date, **of: str) -> set[str]:
    """End every open link of one record (`vehicle_id=`, `driver_id=` or `platform_id=`).

    An inner step of the removals; returns the other ends as subjects for `changed`.
    """
    ((column, id),) = of.items()
    others: set[str] = set()
    for kind in KINDS:
        if not hasattr(kind, column):
            continue
        for link in session.scalars(_open(kind, on).where(getattr(kind, column) == id)):
            link.ends_on = on
            others |= subjects_of(link)
    return others


def subjects_of(link: Link) -> set[str]:
    """Both ends of a link, as subjects for `changed`."""
    ends = ("vehicle", "driver", "platform")
    return {f"{end}:{getattr(link, f'{end}_id')}" for end in ends if hasattr(link, f"{end}_id")}


def _end(
    session: Session,
    actor: Actor,
    link: Link,
    entity: tuple[str, str],
    kind: str,
    ends_on: date,
    now: datetime,
) -> None:
    if link.ends_on == ends_on:
        return
    if link.ends_on is not None:
        raise Conflict("Este vínculo já foi encerrado. Confira a data no registro.")
    if ends_on < link.starts_on:
        raise Invalid("O vínculo não pode terminar antes de começar.", field="ends_on")
    link.ends_on = ends_on
    other = getattr(link, "driver_id" if kind == "driver.unlinked" else "platform_id")
    body = {"link": link.id, "other": other, "ends_on": ends_on}
    append(session, actor, kind, entity, body, now=now)


def _open(kind: type[AnyLink], on: date) -> Select[AnyLink]:
    """Links that still hold on that civil day or begin later."""
    return select(kind).where(or_(kind.ends_on.is_(None), kind.ends_on >= on))


def _cars_of(session: Session, platform_id: str, on: date) -> int:
    count = session.scalar(
        select(func.count(func.distinct(VehiclePlatform.vehicle_id)))
        .join(Vehicle, Vehicle.id == VehiclePlatform.vehicle_id)
        .where(
            VehiclePlatform.platform_id == platform_id,
            or_(VehiclePlatform.ends_on.is_(None), VehiclePlatform.ends_on >= on),
            Vehicle.taxi_on_platform.is_(False),
            Vehicle.removed_on.is_(None),
        )
    )
    return count or 0


def _refuse_taxi_without_mark(car: Vehicle) -> None:
    if car.modality == Modality.TAXI and not car.taxi_on_platform:
        raise Invalid(
            "Este táxi não está marcado como táxi em plataforma. Corrija o cadastro do carro antes.",
            field="platform_id",
        )


def _same_link(link: Link, same: bool) -> str:
    if not same:
        raise Conflict("Já existe um vínculo entre estes dois nessas datas. Confira o registro.")
    return link.id


def _not_before(starts_on: date, *entered: date) -> None:
    if starts_on < max(entered):
        raise Invalid(BEFORE_ENTRY, field="starts_on")
