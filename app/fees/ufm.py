"""Recording and reading the UFM of a city's years."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.accounts.permissions import Permission
from app.fees.domain import UfmData
from app.fees.models import UfmValue
from app.kernel.errors import Conflict
from app.kernel.ids import parse_id
from app.ledger.service import append
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.regulation.fines import UfmValue as Unit

RECORDED: Final = "ufm.recorded"
TOLD: Final = ("year", "centavos", "act")


@dataclass(frozen=True)
class UfmRow:
    """One recorded value, with who recorded it; `counts`: it is the newest of its year."""

    year: int
    centavos: Decimal
    act: str
    who: str
    at: datetime
    counts: bool


def record_ufm(actor: Actor, data: UfmData, *, id: str, this_year: int, now: datetime) -> str:
    """Record a year's value; its id. The same form again is the same row, with other words Conflict."""
    actor.require(Permission.UFM_WRITE)
    id, data = parse_id(id), data.clean(this_year)
    with transaction() as session:
        found = session.get(UfmValue, id)
        told = {"year": data.year, "centavos": data.value, "act": data.act}
        if found is not None:
            if {name: getattr(found, name) for name in TOLD} != told:
                raise Conflict
            return id
        session.add(
            UfmValue(
                id=id,
                municipality_id=actor.municipality_id,
                person_id=actor.person_id,
                at=now,
                **told,
            )
        )
        session.flush()
        append(session, actor, RECORDED, ("ufm", id), told, now=now)
    return id


def units(session: Session, municipality_id: str) -> dict[int, Unit]:
    """Civil year → the value that counts, as fines and fees take it."""
    return {
        row.year: Unit(row.year, Decimal(row.centavos), row.act)
        for row in _rows(session, municipality_id)
    }


def ufm_rows(actor: Actor) -> Sequence[UfmRow]:
    """Every value of the city, the newest year and row first."""
    actor.require(Permission.UFM_READ)
    rows = _rows(db.session(), actor.municipality_id)
    last = {row.year: row.id for row in rows}
    query = select(Person.id, Person.name).where(Person.id.in_({row.person_id for row in rows}))
    names: dict[str, str] = {id: name for id, name in db.session.execute(query)}
    shown = [
        UfmRow(
            row.year,
            Decimal(row.centavos),
            row.act,
            names.get(row.person_id, "Confere"),
            row.at,
            last[row.year] == row.id,
        )
        for row in rows
    ]
    return sorted(shown, key=lambda row: (row.year, row.at), reverse=True)


def _rows(session: Session, municipality_id: str) -> list[UfmValue]:
    query = select(UfmValue).where(UfmValue.municipality_id == municipality_id)
    return list(session.scalars(query.order_by(UfmValue.year, UfmValue.at, UfmValue.id)))
