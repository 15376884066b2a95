"""Cars enter, change and leave the registry."""

from dataclasses import asdict, replace
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.civil import civil_today
from app.kernel.errors import Invalid
from app.kernel.ids import new_id, parse_id
from app.kernel.plate import Plate
from app.ledger.service import append
from app.persistence.transaction import changed, transaction
from app.registry import domain_rules as rules
from app.registry.conditions import require_removable
from app.registry.domain import OwnerData, VehicleData
from app.registry.domain_text import one_line
from app.registry.models import Owner, Vehicle
from app.registry.service_links import end_links
from app.registry.service_owners import owner_step
from app.registry.write import hold_version, living, own, put, repeated, unique, values_of
from app.regulation.ruleset import Ruleset

TAKEN = "Este carro já está no cadastro. Procure pela placa."


def register_vehicle(
    actor: Actor,
    data: VehicleData,
    *,
    ruleset: Ruleset,
    now: datetime,
    id: str = "",
    owner: OwnerData | None = None,
) -> str:
    """Put a car in the registry and return its id; the same id again returns it again.

    `owner` is found by CPF or CNPJ or made, and takes the place of `data.owner_id`.
    Raises Invalid with a field, RuleRefused with a citation, Conflict for another car's id.
    """
    actor.require(Permission.VEHICLE_WRITE)
    id, data = parse_id(id or new_id()), data.clean()
    today = civil_today(now, ruleset.instrument.time_zone)
    with transaction() as session:
        data = _with_owner(session, actor, data, owner, now)
        if repeated(session, actor, Vehicle, id, data, VehicleData):
            return id
        rules.check_inclusion(ruleset, data, today)
        _refuse_taken_plate(session, actor, data.plate, id)
        with unique(session, TAKEN):
            session.add(
                Vehicle(
                    id=id,
                    municipality_id=actor.municipality_id,
                    twin=twin_of(data.plate),
                    registered_on=today,
                    updated_at=now,
                    version=1,
                    **asdict(data),
                )
            )
        append(session, actor, "vehicle.registered", ("vehicle", id), asdict(data), now=now)
        changed(session, f"vehicle:{id}")
    return id


def edit_vehicle(
    actor: Actor,
    vehicle_id: str,
    data: VehicleData,
    *,
    version: int,
    ruleset: Ruleset,
    now: datetime,
    owner: OwnerData | None = None,
) -> None:
    """Correct a car's data. The law is asked again only about what changed.

    Raises Conflict when `version` is stale, Invalid or RuleRefused as at registration.
    """
    actor.require(Permission.VEHICLE_WRITE)
    data = data.clean()
    with transaction() as session:
        row: Vehicle = living(session, actor, Vehicle, vehicle_id)
        hold_version(row, version)
        data = _with_owner(session, actor, data, owner, now)
        _check_changes(ruleset, values_of(row, VehicleData), data, row.registered_on)
        _refuse_taken_plate(session, actor, data.plate, row.id)
        row.twin = twin_of(data.plate)
        with unique(session, TAKEN):
            changes = put(row, data, now=now)
        append(
            session,
            actor,
            "vehicle.edited",
            ("vehicle", row.id),
            {"changes": changes, "version": row.version},
            now=now,
        )
        changed(session, f"vehicle:{row.id}")


def remove_vehicle(
    actor: Actor,
    vehicle_id: str,
    *,
    on: date,
    reason: str,
    ruleset: Ruleset,
    now: datetime,
    without_exit: str = "",
) -> None:
    """Take a car out of the registry (baixa) at the end of civil day `on`; its links end with it.

    `without_exit`: why the car cannot come to its exit inspection, where the text asks for one
    (PLA art. 23 XII); it stands in the event. Raises Invalid with a field.
    """
    actor.require(Permission.VEHICLE_WRITE)
    reason = one_line(reason, field="reason", what="O motivo", longest=200, required=True)
    excuse = one_line(without_exit, field="without_exit", what="O motivo", longest=200)
    with transaction() as session:
        row: Vehicle = living(session, actor, Vehicle, vehicle_id)
        if not excuse:
            require_removable(session, actor, row, ruleset)
        rules.check_removal_day(row.registered_on, on, now)
        row.removed_on, row.updated_at, row.version = on, now, row.version + 1
        others = end_links(session, actor, vehicle_id=row.id, on=on)
        body = {"on": on, "reason": reason, "without_exit": excuse}
        append(session, actor, "vehicle.removed", ("vehicle", row.id), body, now=now)
        changed(session, f"vehicle:{row.id}", *others)


def twin_of(plate: str) -> str:
    """The same car's plate in the other pattern, or empty."""
    return str(Plate(plate).twin() or "")


def _with_owner(
    session: Session, actor: Actor, data: VehicleData, owner: OwnerData | None, now: datetime
) -> VehicleData:
    if owner is not None:
        return replace(data, owner_id=owner_step(session, actor, owner, now=now))
    if data.owner_id:
        own(session, actor, Owner, data.owner_id)
    return data


def _check_changes(
    ruleset: Ruleset, before: VehicleData, after: VehicleData, entered_on: date
) -> None:
    if (before.modality, before.taxi_on_platform) != (after.modality, after.taxi_on_platform):
        rules.check_inclusion(ruleset, after, entered_on)
        return
    if (before.seats, before.doors) != (after.seats, after.doors):
        rules.check_body(ruleset, after)
    if before.licensing_city != after.licensing_city:
        rules.check_licensing_city(ruleset, after)
    if (before.made_in, before.owned_since) != (after.made_in, after.owned_since):
        rules.check_age(ruleset, after, entered_on)


def _refuse_taken_plate(session: Session, actor: Actor, plate: str, id: str) -> None:
    """One key per car: the old and the Mercosul plate of one car are the same car."""
    other = session.scalar(
        select(Vehicle.plate).where(
            Vehicle.municipality_id == actor.municipality_id,
            Vehicle.plate.in_([plate, twin_of(plate)]),
            Vehicle.removed_on.is_(None),
            Vehicle.id != id,
        )
    )
    if other == plate:
        raise Invalid(TAKEN, field="plate")
    if other:
        shown = Plate(other).display()
        raise Invalid(
            f"Este carro já está no cadastro com a placa {shown}, do outro padrão. Abra o registro "
            "dele e troque a placa.",
            field="plate",
        )
