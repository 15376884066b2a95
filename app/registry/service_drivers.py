"""Drivers enter, change and leave the registry (PAT art. 8; PLA arts. 15, 16)."""

from dataclasses import asdict
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.accounts.service import ensure_person
from app.kernel.civil import civil_today
from app.kernel.errors import Invalid
from app.kernel.ids import new_id, parse_id
from app.ledger.service import append
from app.persistence.transaction import changed, transaction
from app.registry.domain import DriverData
from app.registry.domain_rules import check_removal_day
from app.registry.domain_text import name_key, one_line
from app.registry.models import Driver
from app.registry.service_links import end_links
from app.registry.write import hold_version, living, put, repeated, unique
from app.regulation.ruleset import Ruleset

TAKEN = "Este CPF já é de um motorista do cadastro. Procure pelo CPF."


def register_driver(
    actor: Actor, data: DriverData, *, ruleset: Ruleset, now: datetime, id: str = ""
) -> str:
    """Put a driver in the registry and return the id; the person is known by the CPF.

    Raises Invalid with a field, Conflict when the id holds something else.
    """
    actor.require(Permission.DRIVER_WRITE)
    id, data = parse_id(id or new_id()), data.clean()
    with transaction() as session:
        if repeated(session, actor, Driver, id, data, DriverData):
            return id
        _refuse_taken_cpf(session, actor, data.cpf, id)
        person = ensure_person(session, cpf=data.cpf, name=data.name)
        with unique(session, TAKEN):
            session.add(
                Driver(
                    id=id,
                    municipality_id=actor.municipality_id,
                    person_id=person.id,
                    search_key=name_key(data.name),
                    registered_on=civil_today(now, ruleset.instrument.time_zone),
                    updated_at=now,
                    version=1,
                    **asdict(data),
                )
            )
        append(session, actor, "driver.registered", ("driver", id), asdict(data), now=now)
        changed(session, f"driver:{id}")
    return id


def edit_driver(
    actor: Actor, driver_id: str, data: DriverData, *, version: int, now: datetime
) -> None:
    """Correct a driver's data. Raises Conflict when `version` is stale, Invalid with a field."""
    actor.require(Permission.DRIVER_WRITE)
    data = data.clean()
    with transaction() as session:
        row: Driver = living(session, actor, Driver, driver_id)
        hold_version(row, version)
        if data.cpf != row.cpf:
            _refuse_taken_cpf(session, actor, data.cpf, row.id)
            row.person_id = ensure_person(session, cpf=data.cpf, name=data.name).id
        row.search_key = name_key(data.name)
        with unique(session, TAKEN):
            body = {"changes": put(row, data, now=now), "version": row.version}
        append(session, actor, "driver.edited", ("driver", row.id), body, now=now)
        changed(session, f"driver:{row.id}")


def remove_driver(actor: Actor, driver_id: str, *, on: date, reason: str, now: datetime) -> None:
    """Take a driver out of the registry at the end of civil day `on`; the links end with it."""
    actor.require(Permission.DRIVER_WRITE)
    reason = one_line(reason, field="reason", what="O motivo", longest=200, required=True)
    with transaction() as session:
        row: Driver = living(session, actor, Driver, driver_id)
        check_removal_day(row.registered_on, on, now)
        row.removed_on, row.updated_at, row.version = on, now, row.version + 1
        others = end_links(session, actor, driver_id=row.id, on=on)
        body = {"on": on, "reason": reason}
        append(session, actor, "driver.removed", ("driver", row.id), body, now=now)
        changed(session, f"driver:{row.id}", *others)


def _refuse_taken_cpf(session: Session, actor: Actor, cpf: str, id: str) -> None:
    other = session.scalar(
        select(Driver.id).where(
            Driver.municipality_id == actor.municipality_id,
            Driver.cpf == cpf,
            Driver.removed_on.is_(None),
            Driver.id != id,
        )
    )
    if other:
        raise Invalid(TAKEN, field="cpf")
