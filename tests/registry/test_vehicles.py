"""Cars in the registry: what is stored, what the law refuses, what two clerks do at once."""

from datetime import date
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.kernel.errors import Conflict, Denied, Invalid, NotFound, RuleRefused
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.registry import service
from app.registry.domain import OwnerData
from app.registry.models import Owner, Vehicle, VehicleDriver
from app.registry.queries_detail import vehicle_for
from tests.support import cars, cast
from tests.support.cars import PAT, PLA, vehicle_data

NOW = cast.NOW
ID = "0" * 31 + "a"


def register(people: cast.Cast, login: str = "bruno", **edits: Any) -> str:
    law = PAT if login.endswith("-pat") else PLA
    if law is PAT:
        edits = {"modality": "app", "licensing_city": "Patrocínio", **edits}
    return service.register_vehicle(
        people.actor(login), vehicle_data(**edits), ruleset=law, now=NOW, id=edits.pop("id", "")
    )


TODAY = NOW.date()


def remove(people: cast.Cast, vehicle_id: str, on: date = TODAY) -> None:
    """Bruno takes the car out of the registry."""
    service.remove_vehicle(
        people.actor("bruno"), vehicle_id, on=on, reason="Vendido", ruleset=PLA, now=NOW
    )


def test_registering_writes_the_car_and_one_event(app: Flask) -> None:
    id = register(cast.planura(app), plate="fum-0b05")
    row = db.session.get_one(Vehicle, id)
    event = db.session.scalars(select(LedgerEvent).where(LedgerEvent.entity_id == id)).one()
    assert (row.plate, row.registered_on, event.kind) == (
        "FUM0B05",
        date(2026, 11, 30),
        "vehicle.registered",
    )


def test_a_double_tap_makes_one_car(app: Flask) -> None:
    clerk = cast.planura(app).actor("bruno")
    for _ in range(2):
        service.register_vehicle(clerk, vehicle_data(), ruleset=PLA, now=NOW, id=ID)
    assert db.session.scalar(select(func.count()).select_from(Vehicle)) == 1


def test_the_same_id_with_another_car_is_kept_apart(app: Flask) -> None:
    clerk = cast.planura(app).actor("bruno")
    service.register_vehicle(clerk, vehicle_data(), ruleset=PLA, now=NOW, id=ID)
    other = vehicle_data(plate="RTA2C34")
    with pytest.raises(Conflict):
        service.register_vehicle(clerk, other, ruleset=PLA, now=NOW, id=ID)


@pytest.mark.parametrize("plate", ["FUM0B05", "fum 0105", "FUM-0105"])
def test_a_car_is_one_under_both_of_its_plates(app: Flask, plate: str) -> None:
    people = cast.planura(app)
    register(people, plate="FUM0105")
    with pytest.raises(Invalid) as refused:
        register(people, plate=plate)
    assert refused.value.field == "plate"


def test_a_removed_car_may_enter_again(app: Flask) -> None:
    people = cast.planura(app)
    first = register(people)
    remove(people, first)
    assert register(people) != first


def test_the_same_plate_may_stand_in_two_cities(app: Flask) -> None:
    register(cast.planura(app))
    register(cast.patrocinio(app), "bruno-pat")
    assert db.session.scalar(select(func.count()).select_from(Vehicle)) == 2


@pytest.mark.parametrize(
    ("login", "edits", "field", "citation"),
    [
        ("bruno", {"doors": 2}, "doors", "PLA art. 27"),
        ("bruno", {"made_in": 2015, "model_year": 2016}, "made_in", "PLA art. 28"),
        ("bruno", {"licensing_city": "Uberaba"}, "licensing_city", "PLA art. 27 IV"),
        ("bruno-pat", {"seats": 7}, "seats", "PAT art. 2"),
        ("bruno-pat", {"doors": 2}, "doors", "PAT art. 2 §1"),
        ("bruno-pat", {"made_in": 2020, "model_year": 2020}, "made_in", "PAT art. 2 §1"),
        ("bruno-pat", {"modality": "taxi"}, "modality", "PAT art. 31"),
    ],
)
def test_the_law_refuses_with_its_article(
    app: Flask, login: str, edits: dict[str, Any], field: str, citation: str
) -> None:
    people = cast.patrocinio(app) if login.endswith("-pat") else cast.planura(app)
    with pytest.raises(RuleRefused) as refused:
        register(people, login, **edits)
    assert refused.value.field == field and citation in refused.value.citation
    assert db.session.scalar(select(func.count()).select_from(Vehicle)) == 0


@pytest.mark.parametrize(
    ("login", "made_in"),
    [("bruno", 2016), ("bruno-pat", 2021)],
)
def test_the_last_admissible_year_enters(app: Flask, login: str, made_in: int) -> None:
    people = cast.patrocinio(app) if login.endswith("-pat") else cast.planura(app)
    id = register(people, login, made_in=made_in, model_year=made_in)
    assert db.session.get_one(Vehicle, id).made_in == made_in


def test_a_taxi_in_a_platform_is_exempt_in_patrocinio(app: Flask) -> None:
    id = register(
        cast.patrocinio(app),
        "bruno-pat",
        modality="taxi",
        taxi_on_platform=True,
        seats=7,
        made_in=2015,
        model_year=2015,
    )
    assert db.session.get_one(Vehicle, id).taxi_on_platform


@pytest.mark.parametrize(
    ("edits", "field"),
    [
        ({"plate": "ABC12D3"}, "plate"),
        ({"plate": "ABС1D23"}, "plate"),  # Cyrillic С
        ({"chassis": "CURTO"}, "chassis"),
        ({"renavam": "12345678901"}, "renavam"),
        ({"made_in": 1900}, "made_in"),
        ({"model_year": 2030}, "model_year"),
        ({"make_model": "x" * 61}, "make_model"),
        ({"colour": "Bran\u202eco"}, "colour"),
        ({"make_model": "Onix\x00"}, "make_model"),
        ({"modality": "moto"}, "modality"),
        ({"title": "roubado"}, "title"),
    ],
)
def test_nonsense_is_named_by_its_field(app: Flask, edits: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        register(cast.planura(app), **edits)
    assert refused.value.field == field


def test_a_stale_edit_loses_nothing(app: Flask) -> None:
    people = cast.planura(app)
    id = register(people)
    clerk = people.actor("bruno")
    service.edit_vehicle(clerk, id, vehicle_data(colour="Prata"), version=1, ruleset=PLA, now=NOW)
    with pytest.raises(Conflict):
        service.edit_vehicle(
            clerk, id, vehicle_data(colour="Preto"), version=1, ruleset=PLA, now=NOW
        )
    assert db.session.get_one(Vehicle, id).colour == "Prata"


def test_an_old_car_may_still_be_corrected(app: Flask) -> None:
    people = cast.planura(app)
    id = register(people)
    row = db.session.get_one(Vehicle, id)
    row.made_in, row.model_year = 2010, 2010  # an incumbent of before the law
    db.session.commit()
    old = vehicle_data(made_in=2010, model_year=2010, colour="Prata")
    service.edit_vehicle(people.actor("bruno"), id, old, version=1, ruleset=PLA, now=NOW)
    assert db.session.get_one(Vehicle, id).colour == "Prata"


def test_an_edit_cannot_bring_in_an_old_car(app: Flask) -> None:
    people = cast.planura(app)
    id = register(people)
    old = vehicle_data(made_in=2012, model_year=2012)
    with pytest.raises(RuleRefused):
        service.edit_vehicle(people.actor("bruno"), id, old, version=1, ruleset=PLA, now=NOW)


def test_removal_ends_the_links(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    remove(people, car.vehicle)
    assert db.session.scalars(select(VehicleDriver)).one().ends_on == NOW.date()


@pytest.mark.parametrize("on", [date(2026, 2, 9), date(2026, 12, 1)])
def test_removal_lies_between_entry_and_today(app: Flask, on: date) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    with pytest.raises(Invalid):
        remove(people, car.vehicle, on)


def test_two_cars_share_one_owner(app: Flask) -> None:
    people = cast.planura(app)
    for plate in ("FUM0B05", "RTA2C34"):
        service.register_vehicle(
            people.actor("bruno"),
            vehicle_data(plate=plate),
            ruleset=PLA,
            now=NOW,
            owner=OwnerData("Ávila & Filhos", "12.ABC.345/01DE-35"),
        )
    assert db.session.scalars(select(Owner)).one().tax_id == "12ABC34501DE35"


def test_another_name_for_the_same_owner_is_asked(app: Flask) -> None:
    people = cast.planura(app)
    cars.planura_taxi(people)
    with pytest.raises(Invalid) as refused:
        service.register_vehicle(
            people.actor("bruno"),
            vehicle_data(plate="RTA2C34"),
            ruleset=PLA,
            now=NOW,
            owner=OwnerData("Outra Pessoa", cars.DAVI_CPF),
        )
    assert "Davi Nunes" in refused.value.message


def test_another_city_sees_nothing(app: Flask) -> None:
    car = cars.planura_taxi(cast.planura(app))
    stranger = cast.patrocinio(app).actor("bruno-pat")
    with pytest.raises(NotFound):
        vehicle_for(stranger, car.vehicle)
    with pytest.raises(NotFound):
        service.edit_vehicle(stranger, car.vehicle, vehicle_data(), version=1, ruleset=PLA, now=NOW)


@pytest.mark.parametrize("login", ["ana", "davi", "gilda", "hugo", "celia"])
def test_only_the_clerk_writes(app: Flask, login: str) -> None:
    with pytest.raises(Denied):
        register(cast.planura(app), login)


@pytest.mark.parametrize("id", ["", "x", "\x00" * 32, "' OR 1=1 --", "0" * 32])
def test_what_is_no_id_has_no_record(app: Flask, id: str) -> None:
    with pytest.raises(NotFound):
        vehicle_for(cast.planura(app).actor("bruno"), id)
