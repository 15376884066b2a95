"""Places of inspection and their week. New hours move nobody: what is booked keeps its time."""

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Self

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.inspections.booking_domain import Stretch, check_hours
from app.inspections.booking_steps import hours_of
from app.inspections.models_booking import InspectionHours, InspectionPlace
from app.kernel.errors import Conflict, Invalid
from app.kernel.ids import new_id, parse_id
from app.ledger.service import append
from app.persistence.transaction import transaction
from app.registry.domain_text import one_line
from app.registry.write import own


@dataclass(frozen=True)
class PlaceData:
    """A place as typed; coordinates in degrees, both or none."""

    name: str
    address: str = ""
    latitude: float | None = None
    longitude: float | None = None

    def clean(self) -> Self:
        """The canonical values; Invalid names the field."""
        name = one_line(self.name, field="name", what="O nome do local", longest=80, required=True)
        address = one_line(
            self.address, field="address", what="O endereço", longest=200, required=True
        )
        if (self.latitude is None) != (self.longitude is None):
            raise Invalid("Escreva latitude e longitude, ou nenhuma.", field="latitude")
        if self.latitude is not None and not -90 <= self.latitude <= 90:
            raise Invalid("A latitude vai de -90 a 90.", field="latitude")
        if self.longitude is not None and not -180 <= self.longitude <= 180:
            raise Invalid("A longitude vai de -180 a 180.", field="longitude")
        return replace(self, name=name, address=address)


@dataclass(frozen=True)
class Place:
    """A place with its week."""

    id: str
    version: int
    data: PlaceData
    closed: bool
    hours: tuple[Stretch, ...]


def places(session: Session, actor: Actor, *, closed: bool = False) -> tuple[Place, ...]:
    """The places of the actor's city, by name; those closed only if asked."""
    query = select(InspectionPlace).where(InspectionPlace.municipality_id == actor.municipality_id)
    if not closed:
        query = query.where(InspectionPlace.closed_at.is_(None))
    rows = session.scalars(query.order_by(InspectionPlace.name, InspectionPlace.id)).all()
    return tuple(_place(session, row) for row in rows)


def place_for(session: Session, actor: Actor, id: str) -> Place:
    """One place of the actor's city; NotFound otherwise."""
    return _place(session, own(session, actor, InspectionPlace, id))


def open_place(
    actor: Actor, data: PlaceData, hours: tuple[Stretch, ...], *, now: datetime, id: str = ""
) -> str:
    """Make a place with its week; the same id again is the same place."""
    actor.require(Permission.BOOKING_WRITE)
    id, data = parse_id(id or new_id()), data.clean()
    check_hours(hours)
    with transaction() as session:
        standing = session.get(InspectionPlace, id)
        if standing is not None:
            if standing.municipality_id != actor.municipality_id or _data(standing) != data:
                raise Conflict
            return id
        session.add(
            InspectionPlace(
                id=id, municipality_id=actor.municipality_id, opened_at=now, **asdict(data)
            )
        )
        session.flush()
        _put_hours(session, actor, id, hours)
        body = {**_body(data), "hours": _words(hours)}
        append(session, actor, "place.opened", ("place", id), body, now=now)
    return id


def edit_place(
    actor: Actor,
    id: str,
    data: PlaceData,
    hours: tuple[Stretch, ...],
    *,
    version: int,
    now: datetime,
) -> None:
    """Correct a place and its week. Conflict when the row moved on since the form was opened."""
    actor.require(Permission.BOOKING_WRITE)
    data = data.clean()
    check_hours(hours)
    with transaction() as session:
        row = own(session, actor, InspectionPlace, id, lock=True)
        if row.version != version:
            raise Conflict("Outra pessoa mudou este local. Confira e grave de novo.")
        for name, value in asdict(data).items():
            setattr(row, name, value)
        row.version += 1
        _put_hours(session, actor, row.id, hours)
        body = {**_body(data), "hours": _words(hours), "version": row.version}
        append(session, actor, "place.edited", ("place", row.id), body, now=now)


def close_place(actor: Actor, id: str, *, now: datetime) -> None:
    """No more bookings here; what is booked stays and is moved by people."""
    actor.require(Permission.BOOKING_WRITE)
    with transaction() as session:
        row = own(session, actor, InspectionPlace, id, lock=True)
        if row.closed_at is not None:
            return
        row.closed_at, row.version = now, row.version + 1
        append(session, actor, "place.closed", ("place", row.id), {}, now=now)


def _put_hours(session: Session, actor: Actor, place_id: str, hours: tuple[Stretch, ...]) -> None:
    session.execute(delete(InspectionHours).where(InspectionHours.place_id == place_id))
    for item in hours:
        session.add(
            InspectionHours(
                municipality_id=actor.municipality_id, place_id=place_id, **asdict(item)
            )
        )


def _place(session: Session, row: InspectionPlace) -> Place:
    return Place(
        row.id, row.version, _data(row), row.closed_at is not None, hours_of(session, row.id)
    )


def _data(row: InspectionPlace) -> PlaceData:
    return PlaceData(row.name, row.address, row.latitude, row.longitude)


def _body(data: PlaceData) -> dict[str, str]:
    """The ledger holds no floats: degrees as text."""
    spot = "" if data.latitude is None else f"{data.latitude:.6f},{data.longitude:.6f}"
    return {"name": data.name, "address": data.address, "position": spot}


def _words(hours: tuple[Stretch, ...]) -> list[list[int]]:
    return [[h.weekday, h.starts_at, h.ends_at, h.minutes, h.capacity] for h in hours]
