"""A scenario's car: registered, inspected, licensed, sealed, and then the one thing that changes."""

from collections.abc import Iterator
from functools import partial

from sqlalchemy import ColumnElement, exists, select
from sqlalchemy.orm import Session

from app.demo import invented
from app.demo.script_acts import act_step, pause_step
from app.demo.script_ends import end_steps, import_step
from app.demo.script_people import driver_id, person, wheel_steps
from app.demo.stage import Stage, Step, made
from app.demo.table import LINKED, Link, Scenario, Visit
from app.demo.when import Made, ago, ahead, settled
from app.inspections.domain import EarlierData
from app.inspections.models import InspectionResult
from app.inspections.service_earlier import record_earlier_result
from app.permits.domain import GrantData, GrantKind
from app.permits.models import Authorisation, Seal
from app.permits.service import grant_authorisation
from app.permits.service_seals import issue_seal
from app.persistence.base import db
from app.registry import service
from app.registry.domain import OwnerData, VehicleData
from app.registry.domain_documents import DocumentData
from app.registry.models import RegistryDocument, Vehicle, VehiclePlatform
from app.regulation.facts import Subject

_TERMO_FROM, _TERMO_SEALED = -190, -150
_POLICY_FROM = -100
_RANKS = ("Praça da Matriz", "Rodoviária", "Hospital", "Mercado")
_RENTAL = 9  # every ninth car belongs to a company


def car_steps(stage: Stage, scenario: Scenario) -> Iterator[Step]:
    """All steps of one row of the table, in no order of days."""
    id = stage.id("vehicle", scenario.key)
    yield Step(scenario.entered, partial(_register, stage, scenario, id), made(Vehicle, id))
    yield from wheel_steps(stage, scenario, id)
    yield from _links(stage, scenario, id)
    yield from _visits(stage, scenario, id)
    if stage.law.check("insurance_valid").applies and scenario.owner_policy is not None:
        yield _policy(stage, scenario, id)
    permit, own = permit_id(stage, scenario), _own_permit_id(stage, scenario)
    if _own_permit(stage, scenario):
        at = min(_granted(stage, scenario), 0)
        yield Step(at, partial(_grant, stage, scenario, id), made(Authorisation, own))
    if _office_seals(scenario):
        seal = stage.id("seal", scenario.key)
        at = _sealed(stage, scenario)
        yield Step(at, partial(_seal, stage, scenario, (permit, id), at), made(Seal, seal))
    for act in scenario.acts:
        subject = permit if act.subject is Subject.AUTHORISATION else id
        yield act_step(stage, act, subject, scenario.key)
    if scenario.pause_at is not None:
        yield pause_step(stage, id, scenario.pause_at)
    if scenario.imported:
        yield import_step(stage, scenario, id)
    yield from end_steps(stage, scenario, id)


def permit_id(stage: Stage, scenario: Scenario) -> str:
    """The permit behind the car's seal: its own, or its platform's (PLA art. 11 II)."""
    taxi_of_platform = scenario.modality == "taxi" and scenario.by
    if (scenario.modality == "app" and not _cars_have_permits(stage)) or taxi_of_platform:
        return stage.id("permit", company_of(scenario))
    return _own_permit_id(stage, scenario)


def _own_permit_id(stage: Stage, scenario: Scenario) -> str:
    return stage.id("permit-of-car", scenario.key)


def company_of(scenario: Scenario) -> str:
    """The company of the car's authorisation; the first one unless the row says another."""
    return scenario.by or "A"


def _cars_have_permits(stage: Stage) -> bool:
    return bool(stage.law.check("licence_issued").applies)


def _own_permit(stage: Stage, scenario: Scenario) -> bool:
    if scenario.plate_only and scenario.granted is None:
        return False
    if scenario.modality == "taxi":
        return scenario.granted is not None or not scenario.by
    return _cars_have_permits(stage)


def _granted(stage: Stage, scenario: Scenario) -> int:
    if scenario.granted is not None:
        return scenario.granted
    own = scenario.modality == "taxi"
    return _TERMO_FROM if own else stage.town.cars_from[company_of(scenario)]


def _sealed(stage: Stage, scenario: Scenario) -> int:
    """The day of the seal: never before the car's first approved inspection."""
    if scenario.sealed is not None:
        return scenario.sealed
    approved = (v for v in _visits_of(stage, scenario) if v.result == "approved")
    first = min((stage.offset(visit.held.day(stage.today)) for visit in approved), default=0)
    if scenario.modality == "taxi" and not scenario.by:
        return max(_TERMO_SEALED, first)
    return max(stage.town.cars_from[company_of(scenario)] + 1, first)


def _register(stage: Stage, scenario: Scenario, id: str) -> None:
    n = 400 * stage.town.order + stage.number(scenario)
    make, colour = invented.car(n)
    name, cpf = person(stage, scenario, 0)
    owner = OwnerData(name, cpf)
    rental = n % _RENTAL == _RENTAL - 1
    if rental:
        owner = OwnerData("Locadora Três Rios do Cerrado Ltda.", invented.cnpj("97LOC3R10S01"))
    fields = {
        "plate": invented.plate(stage.town.series, stage.number(scenario)),
        "modality": scenario.modality,
        "make_model": make,
        "colour": colour,
        "made_in": Made(3),
        "chassis": invented.chassis(n),
        "renavam": invented.renavam(n),
        "title": "locado" if rental else "proprio",
        "owned_since": ago(790),
        "licensing_valid_until": ahead(200),
        "licensing_city": stage.town.name,
        "reregistered_on": ago(75),
        **scenario.car,
    }
    # An older car was made early enough for the day it came in.
    if scenario.entered < -1000 and "made_in" not in scenario.car:
        fields["made_in"] = Made(6)
    made_fields = settled(fields, stage.today)
    data = VehicleData(**made_fields, model_year=made_fields["made_in"])
    now = stage.now(scenario.entered)
    service.register_vehicle(stage.clerk, data, ruleset=stage.law, now=now, id=id, owner=owner)


def _links(stage: Stage, scenario: Scenario, id: str) -> Iterator[Step]:
    links = scenario.links
    if links is None:
        if scenario.modality == "taxi" and not scenario.by:
            return
        start = LINKED
        if _cars_have_permits(stage):
            start = stage.town.cars_from[company_of(scenario)]
        links = (Link(company_of(scenario), start),)
    for link in links:
        pair = (id, stage.id("company", link.company))
        yield Step(
            min(link.starts, 0),
            partial(_link, stage, pair, link.starts),
            partial(_linked, pair, ended=False),
        )
        if link.ends is not None:
            run = partial(_unlink, stage, pair, link.ends)
            yield Step(link.ends, run, partial(_linked, pair, ended=True))


def _link(stage: Stage, pair: tuple[str, str], starts: int) -> None:
    service.link_vehicle_platform(
        stage.clerk, *pair, stage.day(starts), ruleset=stage.law, now=stage.now(starts)
    )


def _unlink(stage: Stage, pair: tuple[str, str], at: int) -> None:
    link_id = db.session.scalars(select(VehiclePlatform.id).where(_pair(pair))).one()
    service.end_vehicle_platform(stage.clerk, link_id, stage.day(at), now=stage.now(at))


def _linked(pair: tuple[str, str], session: Session, *, ended: bool) -> bool:
    found = _pair(pair)
    if ended:
        found &= VehiclePlatform.ends_on.is_not(None)
    return bool(session.scalar(select(exists().where(found))))


def _pair(pair: tuple[str, str]) -> ColumnElement[bool]:
    return (VehiclePlatform.vehicle_id == pair[0]) & (VehiclePlatform.platform_id == pair[1])


def _visits(stage: Stage, scenario: Scenario, id: str) -> Iterator[Step]:
    for place, visit in enumerate(_visits_of(stage, scenario)):
        result = stage.id("inspection", scenario.key, str(place))
        day = visit.held.day(stage.today)
        report = f"LV-{day:%Y}/{100 + 3 * stage.number(scenario) + place:03d}"
        data = EarlierData(day, visit.result, report, visit.stopped)
        at = stage.offset(day)
        yield Step(at, partial(_inspect, stage, id, data, result), made(InspectionResult, result))


def _visits_of(stage: Stage, scenario: Scenario) -> tuple[Visit, ...]:
    return (Visit(stage.town.inspected),) if scenario.visits is None else scenario.visits


def _office_seals(scenario: Scenario) -> bool:
    return not scenario.plate_only and not scenario.sealed_by_visit


def _inspect(stage: Stage, vehicle_id: str, data: EarlierData, id: str) -> None:
    now = stage.now(stage.offset(data.held_on))
    record_earlier_result(stage.secretary, vehicle_id, data, ruleset=stage.law, now=now, id=id)


def _policy(stage: Stage, scenario: Scenario, vehicle_id: str) -> Step:
    """The owner's policy (PAT art. 3 III)."""
    id = stage.id("policy", scenario.key)
    fields = {
        "kind": "insurance_owner",
        "number": f"AP-{70_000 + stage.number(scenario) * 31}",
        "issued_on": ago(-_POLICY_FROM),
        "valid_until": ahead(200),
        "amount": 5_000_000,
        **(scenario.owner_policy or {}),
    }
    paper = DocumentData(**settled(fields, stage.today))

    def run() -> None:
        now = stage.now(_POLICY_FROM)
        subject = ("vehicle", vehicle_id)
        service.record_document(stage.clerk, subject, paper, ruleset=stage.law, now=now, id=id)

    return Step(_POLICY_FROM, run, made(RegistryDocument, id))


def _grant(stage: Stage, scenario: Scenario, vehicle_id: str) -> None:
    taxi, at = scenario.modality == "taxi", _granted(stage, scenario)
    starts = scenario.termo.day(stage.today) if scenario.termo else stage.day(at)
    alvara = starts if scenario.alvara is None else stage.day(scenario.alvara)
    number = stage.number(scenario)
    data = GrantData(
        GrantKind.TAXI if taxi else GrantKind.VEHICLE,
        act=f"Decreto {60 + number}/{starts:%Y}",
        process=f"{'Concorrência' if taxi else 'Protocolo'} {number + 1}/{starts:%Y}",
        starts_on=starts,
        driver_id=driver_id(stage, scenario, 0),
        platform_id="" if taxi else stage.id("company", company_of(scenario)),
        vehicle_id=vehicle_id,
        rank=f"Ponto {number % 4 + 1}, {_RANKS[number % 4]}" if taxi else "",
        licence_issued_on=alvara,
        id=_own_permit_id(stage, scenario),
    )
    grant_authorisation(stage.granter, stage.law, data, now=stage.now(at))


def _seal(stage: Stage, scenario: Scenario, pair: tuple[str, str], at: int) -> None:
    last = scenario.seal_until.day(stage.today) if scenario.seal_until else None
    id = stage.id("seal", scenario.key)
    issue_seal(stage.secretary, stage.law, *pair, now=stage.now(at), expires_on=last, id=id)
