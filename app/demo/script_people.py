"""The drivers of a scenario's car: registered, tied to it, with their papers and acts."""

from collections.abc import Iterator
from functools import partial

from sqlalchemy import ColumnElement, exists, select
from sqlalchemy.orm import Session

from app.demo import invented
from app.demo.script_acts import act_step
from app.demo.stage import Stage, Step, made
from app.demo.table import Scenario, Wheel
from app.demo.when import ago, ahead, settled
from app.persistence.base import db
from app.registry import service
from app.registry.domain import DriverData, LinkRole
from app.registry.domain_documents import DocumentData
from app.registry.models import Driver, RegistryDocument, VehicleDriver

_MOST_WHEELS = 4


def driver_id(stage: Stage, scenario: Scenario, place: int) -> str:
    """The id of the driver in that place of the table's row."""
    return stage.id("driver", scenario.key, str(place))


def wheel_steps(stage: Stage, scenario: Scenario, vehicle_id: str) -> Iterator[Step]:
    """Everything about everybody who drives this car."""
    for place, wheel in enumerate(scenario.wheels):
        id = driver_id(stage, scenario, place)
        yield Step(
            scenario.entered, partial(_register, stage, scenario, place, id), made(Driver, id)
        )
        yield from _tied(stage, scenario, place, (vehicle_id, id))
        if wheel.toxicology and stage.law.check("toxicology_valid").applies:
            yield _exam(stage, wheel, id)
        for act in wheel.acts:
            yield act_step(stage, act, id, f"driver-{scenario.key}-{place}")
        if wheel.removed:
            yield Step(0, partial(_remove, stage, id), partial(_removed, id))


def person(stage: Stage, scenario: Scenario, place: int) -> tuple[str, str]:
    """Name and CPF; a driver with an account is the person of the account."""
    wheel = scenario.wheels[place]
    if wheel.login:
        staff = stage.town.staff
        found = next(n for n, e in enumerate(staff) if e.login == wheel.login)
        return staff[found].name, staff_cpf(stage.town.order, found)
    n = _count(stage, scenario, place)
    return str(wheel.fields.get("name", invented.name(n))), invented.cpf(n)


def staff_cpf(order: int, place: int) -> str:
    """The CPF of an employee: beyond those of drivers."""
    return invented.cpf(4000 + 100 * order + place)


def _count(stage: Stage, scenario: Scenario, place: int) -> int:
    return 400 * stage.town.order + stage.number(scenario) * _MOST_WHEELS + place


def _register(stage: Stage, scenario: Scenario, place: int, id: str) -> None:
    n = _count(stage, scenario, place)
    name, cpf = person(stage, scenario, place)
    fields = {
        "id_card": f"MG-{10 + n % 9}.{(n * 379) % 900 + 100}.{(n * 211) % 900 + 100}",
        "id_card_issuer": "PC/MG",
        "id_card_issued_on": ago(5200 + n),
        "licence_number": invented.licence(n),
        "licence_category": "B",
        "licence_valid_until": ahead(400 + n),
        "licence_first_on": ago(4000 + n),
        "licence_issued_on": ago(900),
        "paid_activity": True,
        "card_number": f"C-{1000 + n}",
        "card_valid_until": ahead(300),
        "reregistered_on": ago(75),
        "address": f"{invented.address(n)}, {stage.town.name}",
        "phone": invented.phone(n),
        **scenario.wheels[place].fields,
        "name": name,
        "cpf": cpf,
    }
    if not stage.law.check("card_valid").applies:  # this text knows no card
        fields |= {"card_number": "", "card_valid_until": None}
    data = DriverData(**settled(fields, stage.today))
    service.register_driver(
        stage.clerk, data, ruleset=stage.law, now=stage.now(scenario.entered), id=id
    )


def _tied(stage: Stage, scenario: Scenario, place: int, pair: tuple[str, str]) -> Iterator[Step]:
    wheel = scenario.wheels[place]
    role = LinkRole.APP
    if scenario.modality == "taxi":
        role = LinkRole.AUXILIARY if place else LinkRole.HOLDER
    starts = max(wheel.starts, scenario.entered)
    yield Step(min(starts, 0), partial(_link, stage, pair, role, starts), partial(_linked, pair))
    if wheel.ends is not None:
        yield Step(wheel.ends, partial(_unlink, stage, pair, wheel.ends), partial(_unlinked, pair))


def _link(stage: Stage, pair: tuple[str, str], role: LinkRole, starts: int) -> None:
    service.link_driver(
        stage.clerk, *pair, role, stage.day(starts), ruleset=stage.law, now=stage.now(starts)
    )


def _unlink(stage: Stage, pair: tuple[str, str], at: int) -> None:
    link_id = db.session.scalars(select(VehicleDriver.id).where(_pair(pair))).one()
    service.end_driver_link(stage.clerk, link_id, stage.day(at), now=stage.now(at))


def _linked(pair: tuple[str, str], session: Session) -> bool:
    return bool(session.scalar(select(exists().where(_pair(pair)))))


def _unlinked(pair: tuple[str, str], session: Session) -> bool:
    ended = _pair(pair) & VehicleDriver.ends_on.is_not(None)
    return bool(session.scalar(select(exists().where(ended))))


def _pair(pair: tuple[str, str]) -> ColumnElement[bool]:
    return (VehicleDriver.vehicle_id == pair[0]) & (VehicleDriver.driver_id == pair[1])


def _exam(stage: Stage, wheel: Wheel, driver: str) -> Step:
    assert wheel.toxicology is not None
    day = wheel.toxicology.day(stage.today)
    id = stage.id("exam", driver)
    paper = DocumentData("toxicology", "", day)
    at = stage.offset(day)

    def run() -> None:
        service.record_document(
            stage.clerk, ("driver", driver), paper, ruleset=stage.law, now=stage.now(at), id=id
        )

    return Step(at, run, made(RegistryDocument, id))


def _remove(stage: Stage, id: str) -> None:
    reason = "Mudou-se para outra cidade"
    service.remove_driver(stage.clerk, id, on=stage.today, reason=reason, now=stage.now(0))


def _removed(id: str, session: Session) -> bool:
    row = session.get(Driver, id)
    return row is not None and row.removed_on is not None
