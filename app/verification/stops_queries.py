"""Stops as the office reads them: newest arrival first, page by key, of the actor's city only."""

import json
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.models import Person, RoleGrant
from app.accounts.permissions import Permission
from app.accounts.queries import City
from app.kernel.civil import zone
from app.kernel.errors import Invalid, NotFound
from app.kernel.plate import Plate
from app.persistence.base import db
from app.persistence.newest_first import key_of, older
from app.registry.models import Driver, Vehicle
from app.registry.queries import Page
from app.regulation.ruleset import Ruleset
from app.verification.models import Stop
from app.verification.pack_head import catalogue
from app.verification.stops_words import LEVELS, WRONG_CLOCK, age

PAGE: Final = 30
_FIELD = re.compile(r"( há)? \{\w+\}")


@dataclass(frozen=True)
class Filters:
    """What the list is narrowed to; empty means all."""

    agent: str = ""
    verdict: str = ""
    day: date | None = None


@dataclass(frozen=True)
class StopRow:
    """One line of the list. `at`: the fact, or the arrival where the phone's clock was wrong."""

    id: str
    plate: str
    at: datetime
    agent: str
    place: str
    verdict: str
    outcome: str
    doubt: str
    another_plate: bool


@dataclass(frozen=True)
class FindingLine:
    """What the agent was shown, without the dates of that day, and where the law says it."""

    text: str
    citation: str


@dataclass(frozen=True)
class StopDetail:
    """All of one stop, with the names behind its ids."""

    row: Stop
    plate: str
    plate_seen: str
    agent: str
    registration: str
    car: str
    driver: str
    findings: tuple[FindingLine, ...]
    list_age: str  # of the list that answered; "" online
    clock_wrong: bool  # its hour cannot stand as that of the fact


def stops(actor: Actor, city: City, filters: Filters, after: str = "") -> Page[StopRow]:
    """One page; `Invalid` for a key or an answer that is none."""
    actor.require(Permission.STOP_READ)
    query = (
        select(Stop, Person.name)
        .join(Person, Person.id == Stop.person_id)
        .where(Stop.municipality_id == actor.municipality_id, *_narrowed(filters, city))
        .order_by(Stop.received_at.desc(), Stop.id.desc())
        .limit(PAGE + 1)
    )
    found = db.session.execute(query.where(_older(after)) if after else query).all()
    rows = tuple(_line(stop, name) for stop, name in found[:PAGE])
    last = found[PAGE - 1][0] if len(found) > PAGE else None
    return Page(rows, key_of(last.received_at, last.id) if last else "")


def agents(actor: Actor) -> list[tuple[str, str]]:
    """People who ever recorded a stop in the city: (person id, name), by name."""
    actor.require(Permission.STOP_READ)
    people = select(Stop.person_id).where(Stop.municipality_id == actor.municipality_id)
    query = select(Person.id, Person.name).where(Person.id.in_(people)).order_by(Person.name)
    return [(id, name) for id, name in db.session.execute(query)]


def stop_for(actor: Actor, stop_id: str, law: Ruleset) -> StopDetail:
    """The stop with that id; `NotFound` for strangers."""
    actor.require(Permission.STOP_READ)
    session = db.session()
    row = session.get(Stop, stop_id)
    if row is None or row.municipality_id != actor.municipality_id:
        raise NotFound
    vehicle = session.get(Vehicle, row.vehicle_id) if row.vehicle_id else None
    driver = session.get(Driver, row.driver_id) if row.driver_id else None
    return StopDetail(
        row=row,
        plate=_shown(row.plate_read),
        plate_seen=_shown(row.plate_seen),
        agent=session.get_one(Person, row.person_id).name,
        registration=_registration(session, row),
        car=f"{vehicle.make_model}, {vehicle.colour}" if vehicle else "",
        driver=driver.name if driver else row.driver_other,
        findings=tuple(_finding(code, law) for code in json.loads(row.findings)),
        list_age=age(row.pack_age_s) if row.pack_age_s is not None else "",
        clock_wrong=row.clock_flag in WRONG_CLOCK,
    )


def _narrowed(filters: Filters, city: City) -> list[ColumnElement[bool]]:
    """Conditions of the filters; the day is civil, in the city's zone."""
    found: list[ColumnElement[bool]] = []
    if filters.agent:
        found.append(Stop.person_id == filters.agent)
    if filters.verdict:
        if filters.verdict not in LEVELS:
            raise Invalid("Escolha uma resposta da lista.", field="veredito")
        found.append(Stop.verdict == filters.verdict)
    if filters.day:
        start = _midnight(filters.day, city)
        end = _midnight(filters.day + timedelta(days=1), city)
        found += [Stop.happened_at >= start, Stop.happened_at < end]
    return found


def _midnight(day: date, city: City) -> datetime:
    return datetime.combine(day, time(), tzinfo=zone(city.time_zone)).astimezone(UTC)


def _older(key: str) -> ColumnElement[bool]:
    words = "Este endereço está incompleto. Abra a lista de novo."
    return older(Stop.received_at, Stop.id, key, words)


def _line(stop: Stop, agent: str) -> StopRow:
    return StopRow(
        id=stop.id,
        plate=_shown(stop.plate_seen or stop.plate_read),
        at=stop.received_at if stop.clock_flag in WRONG_CLOCK else stop.happened_at,
        agent=agent,
        place=stop.place,
        verdict=stop.verdict,
        outcome=stop.outcome,
        doubt=_doubt(stop),
        another_plate=stop.plate_confirmed == "different",
    )


def _doubt(stop: Stop) -> str:
    if stop.clock_flag in WRONG_CLOCK:
        return "hora de chegada: a do telefone estava errada"
    if stop.clock_flag:
        return "hora a conferir"
    return "designação a conferir" if stop.designation_ended else ""


def _shown(plate: str) -> str:
    return Plate(plate).display() if plate else ""


def _registration(session: Session, row: Stop) -> str:
    query = select(RoleGrant.registration, RoleGrant.act).where(
        RoleGrant.person_id == row.person_id, RoleGrant.municipality_id == row.municipality_id
    )
    found = session.execute(query.order_by(RoleGrant.starts_on.desc()).limit(1)).one_or_none()
    return f"matrícula {found[0]}, {found[1]}" if found and found[0] else ""


def _finding(code: str, law: Ruleset) -> FindingLine:
    """The words of the catalogue; dates are not stored, so "há {days}" is left out."""
    told = catalogue(law).get(code)
    return (
        FindingLine(_FIELD.sub("", told["text"]), told["citation"])
        if told
        else FindingLine(code, "")
    )
