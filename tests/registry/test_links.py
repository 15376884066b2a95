"""Ties between cars, drivers and platforms, and the places the texts give."""

from datetime import date

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.kernel.errors import Conflict, Invalid, NotFound, RuleRefused
from app.persistence.base import db
from app.registry import service
from app.registry.models import VehicleDriver, VehiclePlatform
from tests.support import cars, cast
from tests.support.cars import PAT, PLA, driver_data, vehicle_data

NOW = cast.NOW
TODAY = date(2026, 11, 30)
CPFS = ("03642621252", "99722003372", "94580730224")


def a_driver(people: cast.Cast, login: str, cpf: str) -> str:
    law = PAT if login.endswith("-pat") else PLA
    person = driver_data(name=f"Pessoa {cpf[:3]}", cpf=cpf)
    return service.register_driver(people.actor(login), person, ruleset=law, now=NOW)


def test_patrocinio_has_no_place_for_a_third_driver(app: Flask) -> None:
    people = cast.patrocinio(app)
    car, clerk = cars.patrocinio_app(people), people.actor("bruno-pat")
    second, third = (a_driver(people, "bruno-pat", cpf) for cpf in CPFS[:2])
    service.link_driver(clerk, car.vehicle, second, "app", TODAY, ruleset=PAT, now=NOW)
    with pytest.raises(RuleRefused) as refused:
        service.link_driver(clerk, car.vehicle, third, "app", TODAY, ruleset=PAT, now=NOW)
    assert "PAT art. 8 §2 II" in refused.value.citation


def test_the_place_of_a_driver_who_left_is_free(app: Flask) -> None:
    people = cast.patrocinio(app)
    car, clerk = cars.patrocinio_app(people), people.actor("bruno-pat")
    second, third = (a_driver(people, "bruno-pat", cpf) for cpf in CPFS[:2])
    link = service.link_driver(clerk, car.vehicle, second, "app", TODAY, ruleset=PAT, now=NOW)
    service.end_driver_link(clerk, link, TODAY, now=NOW)
    tomorrow = date(2026, 12, 1)
    service.link_driver(clerk, car.vehicle, third, "app", tomorrow, ruleset=PAT, now=NOW)
    assert db.session.scalar(select(func.count()).select_from(VehicleDriver)) == 3


def test_planura_gives_no_number_of_drivers(app: Flask) -> None:
    people = cast.planura(app)
    car, clerk = cars.planura_taxi(people), people.actor("bruno")
    for cpf in CPFS:
        driver = a_driver(people, "bruno", cpf)
        service.link_driver(clerk, car.vehicle, driver, "auxiliary", TODAY, ruleset=PLA, now=NOW)
    assert db.session.scalar(select(func.count()).select_from(VehicleDriver)) == 4


def test_a_taxi_has_one_holder(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    other = a_driver(people, "bruno", CPFS[0])
    with pytest.raises(Invalid) as refused:
        service.link_driver(
            people.actor("bruno"), car.vehicle, other, "holder", TODAY, ruleset=PLA, now=NOW
        )
    assert refused.value.field == "role"


@pytest.mark.parametrize("role", ["app", "passenger", ""])
def test_the_role_fits_the_car(app: Flask, role: str) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    other = a_driver(people, "bruno", CPFS[0])
    with pytest.raises(Invalid):
        service.link_driver(
            people.actor("bruno"), car.vehicle, other, role, TODAY, ruleset=PLA, now=NOW
        )


def test_the_same_link_again_is_the_same(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    service.link_driver(
        people.actor("bruno"), car.vehicle, car.driver, "holder", TODAY, ruleset=PLA, now=NOW
    )
    assert db.session.scalar(select(func.count()).select_from(VehicleDriver)) == 1


def test_the_same_driver_in_another_role_is_a_conflict(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    with pytest.raises(Conflict):
        service.link_driver(
            people.actor("bruno"), car.vehicle, car.driver, "auxiliary", TODAY, ruleset=PLA, now=NOW
        )


def test_the_sixteenth_car_of_a_platform_is_refused(app: Flask) -> None:
    people = cast.patrocinio(app)
    car, clerk = cars.patrocinio_app(people), people.actor("bruno-pat")
    for number in range(15):
        data = vehicle_data(
            plate=f"QAA0K{number:02}", modality="app", licensing_city="", chassis="", renavam=""
        )
        more = service.register_vehicle(clerk, data, ruleset=PAT, now=NOW)
        place = (clerk, more, car.platform, TODAY)
        if number < 14:
            service.link_vehicle_platform(*place, ruleset=PAT, now=NOW)
    with pytest.raises(RuleRefused) as refused:
        service.link_vehicle_platform(*place, ruleset=PAT, now=NOW)
    assert "15 de 15" in refused.value.message
    assert db.session.scalar(select(func.count()).select_from(VehiclePlatform)) == 15


def test_a_plain_taxi_works_by_no_platform(app: Flask) -> None:
    people = cast.planura(app)
    taxi = cars.planura_taxi(people)
    platform = service.register_platform(people.actor("bruno"), cars.PLATFORM, ruleset=PLA, now=NOW)
    with pytest.raises(Invalid):
        service.link_vehicle_platform(
            people.actor("bruno"), taxi.vehicle, platform, TODAY, ruleset=PLA, now=NOW
        )


def test_a_link_cannot_begin_before_the_registration(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    driver = a_driver(people, "bruno", CPFS[0])
    with pytest.raises(Invalid) as refused:
        service.link_driver(
            people.actor("bruno"),
            car.vehicle,
            driver,
            "auxiliary",
            date(2026, 11, 29),
            ruleset=PLA,
            now=NOW,
        )
    assert refused.value.field == "starts_on"


def test_a_link_cannot_end_before_it_begins(app: Flask) -> None:
    people = cast.planura(app)
    cars.planura_taxi(people)
    link = db.session.scalars(select(VehicleDriver)).one()
    with pytest.raises(Invalid):
        service.end_driver_link(people.actor("bruno"), link.id, date(2026, 2, 9), now=NOW)


def test_nobody_links_across_cities(app: Flask) -> None:
    planura, patrocinio = cast.planura(app), cast.patrocinio(app)
    here, there = cars.planura_app(planura), cars.patrocinio_app(patrocinio)
    with pytest.raises(NotFound):
        service.link_driver(
            planura.actor("bruno"), here.vehicle, there.driver, "app", TODAY, ruleset=PLA, now=NOW
        )


def test_removing_a_platform_frees_cars_and_drivers(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_app(people)
    service.remove_platform(
        people.actor("bruno"), car.platform, on=TODAY, reason="Encerrou", now=NOW
    )
    assert db.session.scalars(select(VehiclePlatform)).one().ends_on == TODAY
