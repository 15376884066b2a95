"""Granting: who, until when, how many, and what is refused with which article."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date

import pytest
from flask import Flask
from sqlalchemy import select

from app.kernel.errors import Conflict, Denied, Invalid, RuleRefused
from app.ledger.models import LedgerEvent
from app.permits.domain import GrantData, GrantKind, grant_term
from app.permits.models import Authorisation
from app.permits.service import Granted, grant_authorisation, record_population
from app.persistence.base import db
from app.registry import service as registry
from tests.support import cars, cast, permits
from tests.support.cars import ENTERED, PAT, PLA
from tests.support.cast import NOW

TAXI, PLATFORM, VEHICLE = GrantKind


def grant(people: cast.Cast, data: GrantData, login: str = "") -> Granted:
    actor = people.actor(login) if login else permits.granter(people)
    return grant_authorisation(actor, permits.law(people), data, now=NOW)


def taxi_request(people: cast.Cast, **edits: object) -> GrantData:
    permits.ready(people)
    car = cars.planura_taxi(people)
    return permits.grant_data(TAXI, driver_id=car.driver, vehicle_id=car.vehicle, **edits)


def stored() -> list[Authorisation]:
    return list(db.session.scalars(select(Authorisation).order_by(Authorisation.granted_at)))


@pytest.mark.parametrize(
    ("start", "last"),
    [
        (date(2026, 7, 1), date(2030, 7, 1)),
        (date(2027, 1, 15), date(2031, 1, 15)),
        (date(2028, 2, 29), date(2032, 2, 29)),
    ],
)
@pytest.mark.parametrize("kind", [TAXI, PLATFORM])
def test_planura_grants_four_years(kind: GrantKind, start: date, last: date) -> None:
    span = grant_term(PLA, kind, starts_on=start, licence_issued_on=None, platform_ends_on=None)
    assert span.last == last


@pytest.mark.parametrize(
    ("alvara", "last", "march"),
    [
        (date(2020, 8, 10), date(2021, 8, 10), date(2021, 3, 31)),
        (date(2021, 2, 15), date(2022, 2, 15), date(2021, 3, 31)),
        (date(2023, 4, 3), date(2024, 4, 3), date(2024, 3, 28)),
        (date(2024, 4, 12), date(2025, 4, 12), date(2025, 3, 31)),
    ],
)
def test_patrocinio_counts_from_the_alvara(alvara: date, last: date, march: date) -> None:
    by_march = PAT.with_decisions({"CFG-PAT-04": "last_business_day_of_march"})
    for law, expected in ((PAT, last), (by_march, march)):
        span = grant_term(
            law, PLATFORM, starts_on=alvara, licence_issued_on=alvara, platform_ends_on=None
        )
        assert span.last == expected


def test_a_platforms_car_follows_the_platform() -> None:
    start, end = date(2026, 5, 4), date(2027, 3, 2)
    own = PAT.with_decisions({"CFG-PAT-20": "yearly_own_term"})
    for law, last in ((PAT, end), (own, date(2027, 5, 4))):
        span = grant_term(
            law, VEHICLE, starts_on=start, licence_issued_on=None, platform_ends_on=end
        )
        assert span.last == last


def test_a_termo_stands_as_granted(app: Flask) -> None:
    people = cast.planura(app)
    receipt = grant(people, taxi_request(people))
    row = stored()[0]
    assert (row.number, row.ends_on) == ("TREINO-T-2026-0001", date(2030, 3, 2))
    assert (row.id, row.act, row.process) == (receipt.id, "Decreto 12/2026", "Concorrência 1/2026")
    assert (row.training, row.ruleset_hash) == (True, PLA.hash)
    event = db.session.scalars(
        select(LedgerEvent).where(LedgerEvent.kind == "permit.granted")
    ).one()
    assert event.entity_id == row.id


def test_a_typed_number_stays_in_the_training_series(app: Flask) -> None:
    people = cast.planura(app)
    assert grant(people, taxi_request(people, number="47/2026")).number == "TREINO-47/2026"


def test_patrocinio_car_ends_with_its_platform(app: Flask) -> None:
    people = cast.patrocinio(app)
    permits.granted(people, cars.patrocinio_app(people))
    assert [(row.kind, row.ends_on) for row in stored()] == [
        ("platform", date(2027, 3, 2)),
        ("vehicle", date(2027, 3, 2)),
    ]


def test_no_car_without_the_platforms_authorisation(app: Flask) -> None:
    people = cast.patrocinio(app)
    car = cars.patrocinio_app(people)
    data = permits.grant_data(VEHICLE, platform_id=car.platform, vehicle_id=car.vehicle)
    with pytest.raises(RuleRefused, match="plataforma não tem") as refusal:
        grant(people, data)
    assert "PAT art. 14" in refusal.value.citation


@pytest.mark.parametrize("login", ["celia", "bruno", "ana", "davi"])
def test_only_the_mayor_grants_in_planura(app: Flask, login: str) -> None:
    people = cast.planura(app)
    data = taxi_request(people)
    with pytest.raises(Denied):
        grant(people, data, login)
    assert stored() == []


@pytest.mark.parametrize(
    ("edit", "field", "citation"),
    [
        ({"act": "  "}, "act", "PLA art. 8"),
        ({"process": ""}, "process", "PLA art. 14 §2"),
        ({"driver_id": ""}, "driver_id", ""),
        ({"vehicle_id": "0" * 32}, "vehicle_id", ""),
    ],
)
def test_what_is_missing_is_named(app: Flask, edit: dict, field: str, citation: str) -> None:
    people = cast.planura(app)
    with pytest.raises(Invalid) as refusal:
        grant(people, replace(taxi_request(people), **edit))
    assert refusal.value.field == field
    assert citation in refusal.value.citation


def test_one_termo_for_each_person(app: Flask) -> None:
    people = cast.planura(app)
    first = taxi_request(people)
    grant(people, first)
    other = registry.register_vehicle(
        people.actor("bruno"),
        cars.vehicle_data(plate="FUM0B06", renavam="", chassis=""),
        ruleset=PLA,
        now=ENTERED,
    )
    with pytest.raises(RuleRefused, match="TREINO-T-2026-0001") as refusal:
        grant(people, replace(first, vehicle_id=other))
    assert refusal.value.citation == "PLA art. 9"


def test_one_termo_for_each_car(app: Flask) -> None:
    people = cast.planura(app)
    first = taxi_request(people)
    grant(people, first)
    with pytest.raises(RuleRefused) as refusal:
        grant(people, replace(first, driver_id=cars.planura_app(people).driver))
    assert refusal.value.citation == "PLA art. 11 I"


def test_the_same_request_again_is_the_same_grant(app: Flask) -> None:
    people = cast.planura(app)
    data = replace(taxi_request(people), id="b" * 32)
    assert grant(people, data) == grant(people, data)
    with pytest.raises(Conflict):
        grant(people, replace(data, act="Decreto 99/2026"))
    assert len(stored()) == 1


def test_no_taxi_before_the_population_is_known(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    data = permits.grant_data(TAXI, driver_id=car.driver, vehicle_id=car.vehicle)
    with pytest.raises(RuleRefused, match="IBGE") as refusal:
        grant(people, data)
    assert refusal.value.citation == "PLA art. 8 p.u."


def test_no_taxi_above_one_for_each_thousand(app: Flask) -> None:
    people = cast.planura(app)
    data = taxi_request(people)
    record_population(
        permits.secretary(people), 999, reference_on=date(2026, 7, 1), source="Estimativa", now=NOW
    )
    with pytest.raises(RuleRefused, match="0 de 0 táxis") as refusal:
        grant(people, data)
    assert refusal.value.citation == "PLA art. 8 p.u."


def platform(people: cast.Cast, number: int) -> str:
    data = replace(cars.PLATFORM, name=f"Aplicativo {number}", cnpj=CNPJS[number])
    clerk = people.actor("bruno-pat")
    return registry.register_platform(clerk, data, ruleset=PAT, now=ENTERED)


CNPJS = ["11222333000181", "11444777000161", "60746948000112", "00000000000191"]


def test_no_fourth_platform(app: Flask) -> None:
    people = cast.patrocinio(app)
    for number in range(3):
        grant(people, permits.grant_data(PLATFORM, platform_id=platform(people, number)))
    with pytest.raises(RuleRefused, match="3 de 3") as refusal:
        grant(people, permits.grant_data(PLATFORM, platform_id=platform(people, 3)))
    assert "PAT art. 3 §1" in refusal.value.citation
    assert len(stored()) == 3


def car_of(people: cast.Cast, number: int) -> str:
    data = cars.vehicle_data(
        plate=f"QXV7D{number:02}",
        modality="app",
        licensing_city="Patrocínio",
        renavam="",
        chassis="",
    )
    return registry.register_vehicle(people.actor("bruno-pat"), data, ruleset=PAT, now=ENTERED)


def test_no_sixteenth_car(app: Flask) -> None:
    people = cast.patrocinio(app)
    company = platform(people, 0)
    grant(people, permits.grant_data(PLATFORM, platform_id=company))
    for number in range(15):
        vehicle = car_of(people, number)
        grant(people, permits.grant_data(VEHICLE, platform_id=company, vehicle_id=vehicle))
    with pytest.raises(RuleRefused, match="15 de 15 carros"):
        grant(
            people, permits.grant_data(VEHICLE, platform_id=company, vehicle_id=car_of(people, 15))
        )
    assert len(stored()) == 16


def test_a_text_without_taxis_grants_none(app: Flask) -> None:
    people = cast.patrocinio(app)
    with pytest.raises(RuleRefused, match="táxi"):
        grant(people, permits.grant_data(TAXI))


def test_another_citys_car_is_unknown(app: Flask) -> None:
    home, away = cast.planura(app), cast.patrocinio(app)
    permits.ready(home)
    mine, theirs = cars.planura_taxi(home), cars.patrocinio_app(away)
    with pytest.raises(Invalid, match="cadastro"):
        grant(home, permits.grant_data(TAXI, driver_id=mine.driver, vehicle_id=theirs.vehicle))


def test_two_requests_race_for_the_last_place(app: Flask) -> None:
    people = cast.planura(app)
    first = taxi_request(people)
    vehicle = registry.register_vehicle(
        people.actor("bruno"),
        cars.vehicle_data(plate="FUM0B06", renavam="", chassis=""),
        ruleset=PLA,
        now=ENTERED,
    )
    second = replace(first, vehicle_id=vehicle, driver_id=cars.planura_app(people).driver)
    record_population(
        permits.secretary(people), 1000, reference_on=date(2026, 7, 1), source="IBGE", now=NOW
    )

    def attempt(data: GrantData) -> str:
        with app.app_context():
            try:
                grant_authorisation(people.actor("elisa"), PLA, data, now=NOW)
            except RuleRefused as refusal:
                return refusal.citation
            finally:
                db.session.remove()
        return "granted"

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(attempt, [first, second]))
    assert answers == ["PLA art. 8 p.u.", "granted"]
    assert len(stored()) == 1
