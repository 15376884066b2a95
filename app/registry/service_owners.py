"""Owners named in cars' documents (PLA art. 49 V)."""

from dataclasses import asdict
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.errors import Invalid
from app.kernel.ids import new_id, parse_id
from app.ledger.service import append
from app.persistence.transaction import changed, transaction
from app.registry.domain import OwnerData
from app.registry.domain_text import name_key
from app.registry.models import Owner, Vehicle
from app.registry.write import hold_version, own, put, repeated, unique

TAKEN = "Este CPF ou CNPJ já é de um proprietário do cadastro."


def register_owner(actor: Actor, data: OwnerData, *, now: datetime, id: str = "") -> str:
    """Put an owner in the registry and return the id; Invalid when the CPF or CNPJ is there."""
    actor.require(Permission.VEHICLE_WRITE)
    id, data = parse_id(id or new_id()), data.clean()
    with transaction() as session:
        if repeated(session, actor, Owner, id, data, OwnerData):
            return id
        if _found(session, actor, data.tax_id) is not None:
            raise Invalid(TAKEN, field="tax_id")
        _add(session, actor, id, data, now)
    return id


def edit_owner(
    actor: Actor, owner_id: str, data: OwnerData, *, version: int, now: datetime
) -> None:
    """Correct an owner's data; Conflict when `version` is stale."""
    actor.require(Permission.VEHICLE_WRITE)
    data = data.clean()
    with transaction() as session:
        row = own(session, actor, Owner, owner_id, lock=True)
        hold_version(row, version)
        other = _found(session, actor, data.tax_id)
        if other is not None and other.id != row.id:
            raise Invalid(TAKEN, field="tax_id")
        row.search_key = name_key(data.name)
        with unique(session, TAKEN):
            body = {"changes": put(row, data, now=now), "version": row.version}
        append(session, actor, "owner.edited", ("owner", row.id), body, now=now)
        cars = session.scalars(select(Vehicle.id).where(Vehicle.owner_id == row.id))
        changed(session, *(f"vehicle:{id}" for id in cars))


def owner_step(session: Session, actor: Actor, data: OwnerData, *, now: datetime) -> str:
    """The id of the owner with this CPF or CNPJ, made when new. An inner step, not a verb.

    An owner already there keeps the data; another name for the same number is Invalid.
    """
    data = data.clean()
    row = _found(session, actor, data.tax_id)
    if row is None:
        return _add(session, actor, new_id(), data, now)
    if row.search_key != name_key(data.name):
        raise Invalid(
            f"Este CPF ou CNPJ já está no cadastro em nome de {row.name}. Confira o número ou "
            "corrija o nome no registro do proprietário.",
            field="owner_name",
        )
    return row.id


def _found(session: Session, actor: Actor, tax_id: str) -> Owner | None:
    return session.scalar(
        select(Owner).where(Owner.municipality_id == actor.municipality_id, Owner.tax_id == tax_id)
    )


def _add(session: Session, actor: Actor, id: str, data: OwnerData, now: datetime) -> str:
    with unique(session, TAKEN):
        session.add(
            Owner(
                id=id,
                municipality_id=actor.municipality_id,
                search_key=name_key(data.name),
                updated_at=now,
                version=1,
                **asdict(data),
            )
        )
    append(session, actor, "owner.registered", ("owner", id), asdict(data), now=now)
    return id
