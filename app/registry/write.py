"""Steps that the registry's verbs share: load one's own row, hold its version, say what changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.kernel.errors import Conflict, Invalid, NotFound
from app.kernel.ids import parse_id
from app.persistence.base import Tenanted
from app.registry.domain import DriverData, OwnerData, PlatformData, VehicleData
from app.registry.models import Driver, Owner, Platform, Vehicle

Record = Vehicle | Driver | Owner | Platform
Row = TypeVar("Row", bound=Tenanted)
Data = TypeVar("Data", VehicleData, DriverData, OwnerData, PlatformData)


def own(session: Session, actor: Actor, model: type[Row], id: str, *, lock: bool = False) -> Row:
    """The row of the actor's city, locked for a write if asked; NotFound for strangers."""
    try:
        row = session.get(model, parse_id(id), with_for_update=lock or None)
    except Invalid:  # what is no id has no record; PostgreSQL would choke on a NUL
        raise NotFound from None
    if row is None or row.municipality_id != actor.municipality_id:
        raise NotFound
    return row


def living(
    session: Session, actor: Actor, model: type[Vehicle] | type[Driver] | type[Platform], id: str
) -> Any:
    """The locked row, still in the registry; Conflict once it was removed."""
    row = own(session, actor, model, id, lock=True)
    if row.removed_on is not None:
        raise Conflict("Este registro já teve baixa. Nada foi gravado: confira o histórico.")
    return row


def repeated(
    session: Session, actor: Actor, model: type[Any], id: str, data: object, kind: type[Data]
) -> bool:
    """Whether this very write was already made; Conflict when the id holds something else."""
    row = session.get(model, id) if id else None
    if row is None:
        return False
    if row.municipality_id != actor.municipality_id or values_of(row, kind) != data:
        raise Conflict
    return True


def hold_version(row: Record, version: int) -> None:
    """Conflict when the row moved on since the form was opened."""
    if row.version != version:
        raise Conflict(
            "Outra pessoa gravou este registro enquanto você escrevia. O que você digitou "
            "continua aqui: compare e grave de novo se estiver certo."
        )


def values_of(row: Any, kind: type[Data]) -> Data:
    """The row as the value that was typed."""
    return kind(**{f.name: getattr(row, f.name) for f in fields(kind)})


def put(row: Record, data: Any, *, now: datetime) -> dict[str, list[Any]]:
    """Write the values, count the version up, and give what changed: field → [old, new]."""
    found: dict[str, list[Any]] = {}
    for name, value in asdict(data).items():
        before = getattr(row, name)
        if before != value:
            found[name] = [before, value]
            setattr(row, name, value)
    row.updated_at = now
    row.version += 1
    return found


@contextmanager
def unique(session: Session, sentence: str) -> Iterator[None]:
    """Flush; a unique index that two writers met at once becomes a Conflict with `sentence`."""
    try:
        yield
        session.flush()
    except IntegrityError:
        raise Conflict(sentence) from None
