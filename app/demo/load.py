"""Loading the demo: every step of both towns in the order of its day, each made once.

The ledger says at the end that the city's data is a demonstration (`demo.loaded`). A load that
stopped halfway is taken up again with the days of its first attempt.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from app.accounts import queries
from app.accounts.domain import Actor, Designation
from app.accounts.models import Account, Municipality
from app.accounts.service import add_account, ensure_person
from app.demo.patrocinio import PATROCINIO
from app.demo.planura import PLANURA
from app.demo.script_cars import car_steps
from app.demo.script_cases import case_steps
from app.demo.script_companies import town_steps
from app.demo.script_notices import notice_steps
from app.demo.script_people import staff_cpf
from app.demo.script_visits import visit_steps
from app.demo.script_yard import yard_steps
from app.demo.stage import Stage, Step, demo_id
from app.demo.table import COMPANIES_ENTERED, PASSWORD, Employee, Town
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict
from app.ledger.models import LedgerEvent
from app.ledger.service import append
from app.permits.keys import ensure_keys
from app.persistence.base import db
from app.persistence.transaction import readers_later, transaction
from app.verification.models import SealCard
from app.verification.projection import rebuild_city
from app.web.rulesets import ruleset_of

TOWNS: Final = (PLANURA, PATROCINIO)
_DONE: Final = "demo.loaded"


@dataclass(frozen=True)
class Loaded:
    """What a load did in one town: steps made now, and steps in all."""

    town: Town
    made: int
    steps: int


def load(now: datetime) -> list[Loaded]:
    """Load what is missing of both towns. Raises Conflict where a city of that name is not a demo."""
    return [_load(town, now) for town in TOWNS]


def is_loaded(town: Town) -> bool:
    """Whether the whole demo of the town is there."""
    query = select(
        exists().where(LedgerEvent.kind == _DONE, LedgerEvent.entity_id == city_id(town))
    )
    return bool(db.session.scalar(query))


def city_id(town: Town) -> str:
    """The id of the demo's municipality."""
    return demo_id(town, "city")


def login_of(town: Town, employee: Employee) -> str:
    """What the person types to sign in."""
    return employee.login + town.suffix


def stage_of(town: Town) -> Stage:
    """The town as it was set up: its people, and the instant to which its days refer."""
    city = queries.city(city_id(town))
    rows = {
        row.login: row
        for row in db.session.scalars(select(Account).where(Account.municipality_id == city.id))
    }
    first = rows[login_of(town, town.staff[0])]
    people = {e.login: _actor(town, e, rows[login_of(town, e)]) for e in town.staff}
    stage = Stage(town, city, ruleset_of(city), first.created_at, people)
    db.session.rollback()
    return stage


def _load(town: Town, now: datetime) -> Loaded:
    if is_loaded(town):
        _freshen(town, now)
        return Loaded(town, 0, 0)
    _found(town, now)
    stage = stage_of(town)
    steps = sorted(_script(stage), key=lambda step: step.place)
    with readers_later():  # each act would rebuild the cards of all cars: once is enough
        count = sum(_play(step) for step in steps)
    rebuild_city(stage.city, stage.law, now)
    with transaction() as session:
        body = {"steps": len(steps), "day": stage.today}
        append(session, stage.clerk, _DONE, ("city", stage.city.id), body, now=stage.loaded_at)
    return Loaded(town, count, len(steps))


def _freshen(town: Town, now: datetime) -> None:
    """What a daily job would do: the live key lasts a month, and answers are told day by day."""
    city = queries.city(city_id(town))
    with transaction() as session:
        ensure_keys(session, city, now)
        oldest = select(func.min(SealCard.rebuilt_at)).where(SealCard.municipality_id == city.id)
        rebuilt_at = session.scalar(oldest)
    today = civil_today(now, city.time_zone)
    if rebuilt_at is None or civil_today(rebuilt_at, city.time_zone) < today:
        rebuild_city(city, ruleset_of(city), now)


def _script(stage: Stage) -> Iterator[Step]:
    yield from town_steps(stage)
    for scenario in (*stage.town.scenarios, *stage.town.fleet):
        yield from car_steps(stage, scenario)
    yield from notice_steps(stage)
    yield from case_steps(stage)
    yield from yard_steps(stage)
    yield from visit_steps(stage)


def _play(step: Step) -> bool:
    done = step.done(db.session())
    db.session.rollback()
    if not done:
        step.run()
    return not done


def _found(town: Town, now: datetime) -> None:
    """The city and everybody with an account; once."""
    with transaction() as session:
        if session.get(Municipality, city_id(town)) is not None:
            return
        _refuse_other(session, town)
        session.add(
            Municipality(
                id=city_id(town),
                slug=town.slug,
                name=town.name,
                uf="MG",
                ibge=town.ibge,
                time_zone="America/Sao_Paulo",
                ruleset=town.ruleset,
                phone=town.phone,
            )
        )
        session.flush()
        for place, employee in enumerate(town.staff):
            _hire(session, town, place, employee, now)


def _refuse_other(session: Session, town: Town) -> None:
    taken = select(exists().where(Municipality.slug == town.slug))
    if session.scalar(taken):
        raise Conflict(
            f"{town.name} já existe neste banco e não é da demonstração. Use um banco vazio."
        )


def _hire(session: Session, town: Town, place: int, employee: Employee, now: datetime) -> None:
    person = ensure_person(session, cpf=staff_cpf(town.order, place), name=employee.name)
    seeder = Actor(city_id(town), "system", "system", "Confere")
    designation = _designation(town, employee, now)
    act = (
        designation.role,
        designation.act,
        designation.registration,
        designation.starts_on,
        None,
    )
    add_account(
        session,
        seeder,
        person=person,
        login=login_of(town, employee),
        password=PASSWORD,
        grants=[act],
        now=now,
    )


def _designation(town: Town, employee: Employee, moment: datetime) -> Designation:
    starts = moment.date() + timedelta(days=COMPANIES_ENTERED - 10)
    place = town.staff.index(employee)
    return Designation(
        employee.role, f"Portaria {14 + place}/{starts:%Y}", f"{1001 + place}", starts, None
    )


def _actor(town: Town, employee: Employee, account: Account) -> Actor:
    return Actor(
        account.municipality_id,
        account.person_id,
        account.id,
        employee.name,
        (_designation(town, employee, account.created_at),),
    )
