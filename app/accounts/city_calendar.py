"""The calendar of one city: national holidays and the days it declared itself (CFG-GEN-06).

An optional day (*ponto facultativo*) moves no term of the law; it only closes the counters.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.accounts.city_calendar_models import CityDay
from app.accounts.domain import Actor
from app.accounts.models import Person
from app.kernel.calendar import Calendar, Closing, Holiday, Scope, national_calendar


class DayKind(StrEnum):
    """What the city declared a day to be."""

    MUNICIPAL = "municipal"
    OPTIONAL = "optional"
    CLOSING = "closing"


KIND_NAMES = {
    DayKind.MUNICIPAL: "Feriado municipal",
    DayKind.OPTIONAL: "Ponto facultativo",
    DayKind.CLOSING: "Sem expediente",
}
_SCOPES = {DayKind.MUNICIPAL: Scope.MUNICIPAL, DayKind.OPTIONAL: Scope.OPTIONAL}


@dataclass(frozen=True)
class CityDayRow:
    """One declared day, with who recorded it."""

    id: str
    day: date
    kind: str
    name: str
    act: str
    recorded_by: str
    recorded_at: datetime


def city_calendar(session: Session, municipality_id: str, years: Iterable[int]) -> Calendar:
    """The holidays and closings of a city in those years; other years are refused by it."""
    wanted = sorted(set(years))
    national = national_calendar(wanted)
    if not wanted:
        return national
    rows = list(session.scalars(_standing(municipality_id, wanted)))
    return national.with_days(
        holidays=(
            Holiday(row.day, row.name, _SCOPES[DayKind(row.kind)])
            for row in rows
            if DayKind(row.kind) in _SCOPES
        ),
        closings=(Closing(row.day, row.name) for row in rows if row.kind == DayKind.CLOSING),
    )


def calendar_around(session: Session, municipality_id: str, day: date) -> Calendar:
    """The calendar from the year before that day to two years after it: enough for any term."""
    return city_calendar(session, municipality_id, range(day.year - 1, day.year + 3))


def why_no_counter(calendar: Calendar, day: date) -> str:
    """Why no counter serves on that day, optional days included; '' when it does.

    Saturdays and Sundays do not count here: a place of inspection may open on them.
    """
    if name := calendar.holiday_name(day):
        return f"feriado: {name}"
    for closing in calendar.closings:
        if closing.day == day:
            return f"sem expediente: {closing.reason}" if closing.reason else "sem expediente"
    for holiday in calendar.holidays:
        if holiday.day == day and holiday.scope is Scope.OPTIONAL:
            return f"ponto facultativo: {holiday.name}"
    return ""


def declared_days(session: Session, actor: Actor, year: int) -> tuple[CityDayRow, ...]:
    """What the actor's city declared for a year, in the order of the days."""
    rows = list(session.scalars(_standing(actor.municipality_id, [year])))
    people = select(Person.id, Person.name).where(Person.id.in_({row.recorded_by for row in rows}))
    names: dict[str, str] = {id: name for id, name in session.execute(people)}
    return tuple(
        CityDayRow(
            row.id,
            row.day,
            row.kind,
            row.name,
            row.act,
            names.get(row.recorded_by, ""),
            row.recorded_at,
        )
        for row in rows
    )


def _standing(municipality_id: str, years: list[int]) -> Select[CityDay]:
    return (
        select(CityDay)
        .where(
            CityDay.municipality_id == municipality_id,
            CityDay.withdrawn_at.is_(None),
            CityDay.day >= date(years[0], 1, 1),
            CityDay.day <= date(years[-1], 12, 31),
        )
        .order_by(CityDay.day)
    )
