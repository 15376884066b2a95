"""Declaring a day of the city and taking it back. What was decided before stays decided.

Parts above say through `on_city_day` what a day would touch; the person sees it and confirms.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from typing import Self

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.city_calendar import KIND_NAMES, DayKind
from app.accounts.city_calendar_models import CityDay
from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.calendar import national_calendar
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, Invalid, NotFound
from app.kernel.ids import new_id, parse_id
from app.ledger.service import append
from app.persistence.transaction import changed, transaction

_YEARS_AHEAD = 2


@dataclass(frozen=True)
class Touched:
    """Something that falls on the day and that a person must settle on the page `endpoint`."""

    words: str
    endpoint: str
    id: str


@dataclass(frozen=True)
class CityDayData:
    """One day as typed."""

    day: date
    kind: str
    name: str
    act: str = ""

    def clean(self) -> Self:
        """The canonical values; Invalid names the field."""
        if self.kind not in set(DayKind):
            raise Invalid("Escolha o que o dia é.", field="kind")
        name, act = " ".join(self.name.split()), " ".join(self.act.split())
        if not name or len(name) > 80:
            raise Invalid("Escreva o nome do dia, com até 80 letras.", field="name")
        if len(act) > 80:
            raise Invalid("Escreva o ato com até 80 letras.", field="act")
        if not act and self.kind != DayKind.CLOSING:
            raise Invalid("Escreva a lei ou o decreto que declara o dia.", field="act")
        return replace(self, name=name, act=act)


AskTouched = Callable[[Session, Actor, date], list[Touched]]
_asked: list[AskTouched] = []


def on_city_day(ask: AskTouched) -> None:
    """Register who knows what falls on a day (future bookings)."""
    if ask not in _asked:
        _asked.append(ask)


def touched_by(session: Session, actor: Actor, day: date) -> list[Touched]:
    """Everything that falls on the day and would have to be moved."""
    return [item for ask in _asked for item in ask(session, actor, day)]


def declare_day(
    actor: Actor,
    data: CityDayData,
    *,
    time_zone: str,
    now: datetime,
    id: str = "",
    confirmed: bool = False,
) -> str:
    """Record a day of the city; returns its id. Nothing booked or counted before changes by it.

    `confirmed`: the person saw what falls on the day. Raises Invalid with a field, Conflict
    when the day is taken or the id holds another day.
    """
    actor.require(Permission.CALENDAR_WRITE)
    id, data = parse_id(id or new_id()), data.clean()
    today = civil_today(now, time_zone)
    with transaction() as session:
        if _repeated(session, actor, id, data):
            return id
        _check_day(data.day, today)
        if not confirmed and (data.day < today or touched_by(session, actor, data.day)):
            raise Invalid("Leia o que cai neste dia e marque que já viu.", field="confirmed")
        row = CityDay(
            id=id,
            municipality_id=actor.municipality_id,
            recorded_by=actor.person_id,
            recorded_at=now,
            **asdict(data),
        )
        session.add(row)
        try:
            session.flush()
        except IntegrityError:
            raise Conflict("Este dia já está no calendário. Retire-o antes de mudar.") from None
        append(session, actor, "calendar.declared", ("city_day", id), asdict(data), now=now)
        changed(session, f"city:{actor.municipality_id}")
    return id


def withdraw_day(actor: Actor, id: str, *, time_zone: str, now: datetime) -> None:
    """Take a day that has not come out of the calendar; a day that passed is history."""
    actor.require(Permission.CALENDAR_WRITE)
    with transaction() as session:
        row = _own(session, actor, id)
        if row.withdrawn_at is not None:
            return
        if row.day <= civil_today(now, time_zone):
            raise Conflict("Este dia já chegou: prazos contaram com ele e ele não sai mais.")
        row.withdrawn_at, row.withdrawn_by = now, actor.person_id
        body = {"day": row.day, "kind": row.kind, "name": row.name}
        append(session, actor, "calendar.withdrawn", ("city_day", row.id), body, now=now)
        changed(session, f"city:{actor.municipality_id}")


def _own(session: Session, actor: Actor, id: str) -> CityDay:
    try:
        row = session.get(CityDay, parse_id(id), with_for_update=True)
    except Invalid:
        raise NotFound from None
    if row is None or row.municipality_id != actor.municipality_id:
        raise NotFound
    return row


def _repeated(session: Session, actor: Actor, id: str, data: CityDayData) -> bool:
    row = session.get(CityDay, id)
    if row is None:
        return _standing_same(session, actor, data)
    mine = row.municipality_id == actor.municipality_id
    if not mine or CityDayData(row.day, row.kind, row.name, row.act) != data:
        raise Conflict
    return True


def _standing_same(session: Session, actor: Actor, data: CityDayData) -> bool:
    """Conflict in words when another declaration stands on that day."""
    row = session.scalar(
        select(CityDay).where(
            CityDay.municipality_id == actor.municipality_id,
            CityDay.day == data.day,
            CityDay.withdrawn_at.is_(None),
        )
    )
    if row is not None:
        what = KIND_NAMES[DayKind(row.kind)]
        raise Conflict(f"Este dia já está no calendário: {what}, {row.name}. Retire-o antes.")
    return False


def _check_day(day: date, today: date) -> None:
    if not today.year - 1 <= day.year <= today.year + _YEARS_AHEAD:
        first, last = today.year - 1, today.year + _YEARS_AHEAD
        raise Invalid(f"Escolha um dia de {first} a {last}.", field="day")
    if name := national_calendar([day.year]).holiday_name(day):
        raise Invalid(f"Este dia já é feriado nacional: {name}.", field="day")
