"""Documents about a plate whose fact lies in the last 24 hours: for the guard against doubles."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.accounts.permissions import Permission
from app.infractions.models import Notice
from app.infractions.numbering import number_text
from app.kernel.canonical import instant_text
from app.kernel.errors import Invalid
from app.kernel.plate import Plate
from app.persistence.base import db

Json = dict[str, Any]
RECENT: Final = timedelta(hours=24)
_RECENT_MAX: Final = 20
_CODE_MAX: Final = 40
# A neighbourhood, not an address: hundredths of a degree, and as far as their corners lie.
_CELL, _CELL_M = 100_000, 800


@dataclass(frozen=True)
class SameFact:
    """A plate and the code of an infraction: is there a notice of it already?"""

    plate: str
    code: str

    @classmethod
    def from_json(cls, body: dict[str, object]) -> "SameFact":
        """`Invalid` unless both are given."""
        plate, code = body.get("plate"), body.get("code")
        if not isinstance(plate, str) or not plate:
            raise Invalid("Digite uma placa.", field="plate")
        if not isinstance(code, str) or not 0 < len(code) <= _CODE_MAX or "\0" in code:
            raise Invalid("Escolha a infração.", field="code")
        return cls(Plate.parse(plate).text, code)


def recent_about(session: Session, actor: Actor, plate: str, now: datetime) -> list[Json]:
    """All of them, newest first, with place and agent; the caller leaves the event of the reading."""
    if not plate:
        return []
    query = (
        select(Notice, Person.name)
        .join(Person, Person.id == Notice.person_id)
        .where(*_of_the_day(actor, plate, now))
        .order_by(Notice.happened_at.desc(), Notice.id)
        .limit(_RECENT_MAX)
    )
    return [
        {
            **_told(row, plate),
            "kind": row.kind,
            "position": _position(row),
            "agent_first_name": name.split()[0] if name.split() else "",
        }
        for row, name in session.execute(query)
    ]


def recent_like(actor: Actor, asked: SameFact, *, now: datetime) -> list[Json]:
    """Those of this very infraction: number, time and neighbourhood, nothing of any person.

    No event of the access chain: nobody is named, and the agent already knows car and infraction.
    """
    actor.require(Permission.NOTICE_WRITE)
    query = (
        select(Notice)
        .where(*_of_the_day(actor, asked.plate, now), Notice.code == asked.code)
        .order_by(Notice.happened_at.desc(), Notice.id)
        .limit(_RECENT_MAX)
    )
    return [
        {**_told(row, asked.plate), "position": _neighbourhood(_position(row))}
        for row in db.session.scalars(query)
    ]


def _of_the_day(actor: Actor, plate: str, now: datetime) -> tuple[ColumnElement[bool], ...]:
    twin = Plate(plate).twin()
    return (
        Notice.municipality_id == actor.municipality_id,
        Notice.plate.in_([plate, twin.text] if twin else [plate]),
        Notice.happened_at > now - RECENT,
    )


def _told(row: Notice, plate: str) -> Json:
    return {
        "id": row.id,
        "number": number_text(row.series, row.value),
        "code": row.code,
        "plate": plate,  # as asked: the phone compares it with what is written there
        "happened_at": instant_text(row.happened_at),
    }


def _position(row: Notice) -> Json | None:
    found: Json | None = json.loads(row.payload)["place"]["position"]
    return found


def _neighbourhood(position: Json | None) -> Json | None:
    if position is None:
        return None
    lat, lon = (round(position[name] / _CELL) * _CELL for name in ("lat", "lon"))
    return {"lat": lat, "lon": lon, "accuracy_m": position["accuracy_m"] + _CELL_M}
