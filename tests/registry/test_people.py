"""Drivers, owners and platforms: stored truth, conflicts, and reading as an event."""

from datetime import date

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.kernel.errors import Conflict, Denied, Invalid, NotFound
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.registry import service
from app.registry.domain import OwnerData, PlatformData
from app.registry.models import Driver, Owner, Platform
from app.registry.service_reading import read_driver
from tests.support import cars, cast
from tests.support.cars import PLA, driver_data

NOW = cast.NOW
ID = "0" * 31 + "b"


def test_numbers_are_kept_canonical(app: Flask) -> None:
    person = driver_data(cpf="987.654.321-00", phone="(34) 99876-1234", licence_category="ab")
    id = service.register_driver(cast.planura(app).actor("bruno"), person, ruleset=PLA, now=NOW)
    row = db.session.get_one(Driver, id)
    assert (row.cpf, row.phone, row.licence_category) == ("98765432100", "34998761234", "AB")


def test_a_double_tap_makes_one_driver(app: Flask) -> None:
    clerk = cast.planura(app).actor("bruno")
    for _ in range(2):
        service.register_driver(clerk, driver_data(), ruleset=PLA, now=NOW, id=ID)
    assert db.session.scalar(select(func.count()).select_from(Driver)) == 1


def test_a_cpf_is_one_driver(app: Flask) -> None:
    clerk = cast.planura(app).actor("bruno")
    service.register_driver(clerk, driver_data(), ruleset=PLA, now=NOW)
    with pytest.raises(Invalid) as refused:
        service.register_driver(clerk, driver_data(name="Outro"), ruleset=PLA, now=NOW)
    assert refused.value.field == "cpf"


@pytest.mark.parametrize("cnh", ["59796888141", "00641829409", "04463004100", "01101314000"])
def test_a_cnh_with_an_odd_digit_is_taken(app: Flask, cnh: str) -> None:
    id = service.register_driver(
        cast.planura(app).actor("bruno"), driver_data(licence_number=cnh), ruleset=PLA, now=NOW
    )
    assert db.session.get_one(Driver, id).licence_number == cnh


@pytest.mark.parametrize(
    ("edits", "field"),
    [
        ({"cpf": "111.111.111-11"}, "cpf"),
        ({"name": "   "}, "name"),
        ({"name": "12345"}, "name"),
        ({"name": "Davi\u200bNunes"}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"licence_category": "Z"}, "licence_category"),
        ({"phone": "123"}, "phone"),
        ({"email": "davi@"}, "email"),
        ({"address": "Rua\x00A"}, "address"),
    ],
)
def test_nonsense_is_named_by_its_field(app: Flask, edits: dict[str, str], field: str) -> None:
    clerk = cast.planura(app).actor("bruno")
    with pytest.raises(Invalid) as refused:
        service.register_driver(clerk, driver_data(**edits), ruleset=PLA, now=NOW)
    assert refused.value.field == field


def test_a_stale_edit_is_a_conflict(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    clerk = people.actor("bruno")
    service.edit_driver(clerk, car.driver, driver_data(address="Rua A"), version=1, now=NOW)
    with pytest.raises(Conflict):
        service.edit_driver(clerk, car.driver, driver_data(address="Rua B"), version=1, now=NOW)
    assert db.session.get_one(Driver, car.driver).address == "Rua A"


def test_another_cpf_is_another_person(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    person = driver_data(cpf="15736819384")
    service.edit_driver(people.actor("bruno"), car.driver, person, version=1, now=NOW)
    assert db.session.get_one(Driver, car.driver).person_id != people.people["davi"]


def test_opening_a_driver_is_an_event_of_the_access_chain(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    read_driver(people.actor("celia"), car.driver, now=NOW, why="teste")
    event = db.session.scalars(select(LedgerEvent).where(LedgerEvent.kind == "driver.read")).one()
    assert (event.chain, event.entity_id, event.person_id) == (
        "access",
        car.driver,
        people.people["celia"],
    )


def test_the_inspector_opens_no_driver(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    with pytest.raises(Denied):
        read_driver(people.actor("hugo"), car.driver, now=NOW, why="teste")


def test_a_strangers_driver_is_not_there_and_leaves_no_event(app: Flask) -> None:
    car = cars.planura_taxi(cast.planura(app))
    stranger = cast.patrocinio(app).actor("celia-pat")
    with pytest.raises(NotFound):
        read_driver(stranger, car.driver, now=NOW, why="teste")
    found = select(func.count()).select_from(LedgerEvent).where(LedgerEvent.kind == "driver.read")
    assert db.session.scalar(found) == 0


def test_an_owner_is_corrected(app: Flask) -> None:
    people = cast.planura(app)
    cars.planura_taxi(people)
    owner = db.session.scalars(select(Owner)).one()
    data = OwnerData("Davi Nunes Filho", cars.DAVI_CPF, address="Rua C")
    service.edit_owner(people.actor("bruno"), owner.id, data, version=1, now=NOW)
    row = db.session.get_one(Owner, owner.id)
    assert (row.name, row.search_key, row.version) == ("Davi Nunes Filho", "DAVI NUNES FILHO", 2)


def test_an_alphanumeric_cnpj_is_kept_upper_case(app: Flask) -> None:
    data = PlatformData("Vai", "12.abc.345/01de-35")
    id = service.register_platform(cast.planura(app).actor("bruno"), data, ruleset=PLA, now=NOW)
    assert db.session.get_one(Platform, id).cnpj == "12ABC34501DE35"


def test_a_platform_is_one_by_cnpj(app: Flask) -> None:
    clerk = cast.planura(app).actor("bruno")
    service.register_platform(clerk, cars.PLATFORM, ruleset=PLA, now=NOW)
    with pytest.raises(Invalid) as refused:
        service.register_platform(clerk, cars.PLATFORM, ruleset=PLA, now=NOW)
    assert refused.value.field == "cnpj"


def test_a_removed_driver_is_not_edited(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    service.remove_driver(
        people.actor("bruno"), car.driver, on=date(2026, 11, 30), reason="Mudou", now=NOW
    )
    with pytest.raises(Conflict):
        service.edit_driver(people.actor("bruno"), car.driver, driver_data(), version=2, now=NOW)
