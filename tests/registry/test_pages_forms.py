"""Forms of the registry: what is stored, and what stays typed when it fails."""

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import select

from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.registry import service
from app.registry.models import (
    Driver,
    Owner,
    Platform,
    RegistryDocument,
    Vehicle,
    VehicleDriver,
    VehiclePlatform,
)
from tests.support import cars, cast
from tests.support.cars import PLA, vehicle_data
from tests.support.client import PageClient

NOW = cast.NOW
NEW_CAR = {
    "plate": "rta-2c34",
    "modality": "app",
    "make_model": "Fiat Argo",
    "colour": "Cinza",
    "made_in": "2023",
    "model_year": "2024",
    "seats": "5",
    "doors": "4",
    "air_conditioning": "y",
    "licensing_city": "Planura",
    "licensing_valid_until": "2027-06-30",
    "title": "proprio",
    "owner_tax_id": "945.807.302-24",
    "owner_name": "Iara Conceição Dias",
}


def fields_of(page: BeautifulSoup) -> dict[str, str]:
    """What a browser would send back for the page's main form, untouched."""
    form = page.find("form", {"method": "post", "class": None})
    found: dict[str, str] = {}
    for tag in form.find_all(["input", "select", "textarea"]):
        if tag.get("type") in ("checkbox", "radio") and not tag.has_attr("checked"):
            continue
        if tag.name == "select":
            option = tag.find("option", selected=True) or tag.find("option")
            found[tag["name"]] = option["value"]
        elif tag.get("name"):
            found[tag["name"]] = tag.text if tag.name == "textarea" else tag.get("value", "")
    return found


def test_a_car_is_registered_with_its_owner(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    client.sign_in("bruno")
    typed = fields_of(client.get("/cadastro/veiculos/novo")) | NEW_CAR
    page = client.post("/cadastro/veiculos/novo", typed)
    assert page.find("h1").get_text(strip=True).endswith("RTA2C34")
    assert db.session.scalars(select(Owner)).one().tax_id == "94580730224"


def test_the_same_form_twice_is_one_car(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    client.sign_in("bruno")
    typed = fields_of(client.get("/cadastro/veiculos/novo")) | NEW_CAR
    for _ in range(2):
        client.post("/cadastro/veiculos/novo", typed)
    assert len(db.session.scalars(select(Vehicle)).all()) == 1


def test_all_errors_show_at_once_and_keep_what_was_typed(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    client.sign_in("bruno")
    typed = NEW_CAR | {
        "plate": "ABC12D3",
        "renavam": "123",
        "made_in": "dois mil",
        "colour": "Azul",
    }
    page = client.post("/cadastro/veiculos/novo", typed, status=422)
    assert len(page.find("div", "summary").find_all("li")) == 3
    assert page.find("input", {"name": "plate"})["value"] == "ABC12D3"
    assert page.find("input", {"name": "made_in"})["value"] == "dois mil"
    assert page.find("input", {"name": "colour"})["value"] == "Azul"


def test_the_law_refuses_at_its_field_with_the_article(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    client.sign_in("bruno")
    page = client.post("/cadastro/veiculos/novo", NEW_CAR | {"doors": "2"}, status=422)
    assert "4 portas" in page.find("p", id="doors-error").get_text()
    assert "PLA art. 27" in page.find("p", "cite").get_text()


def test_an_empty_form_is_answered_not_broken(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    client.sign_in("bruno")
    for path in ("veiculos/novo", "motoristas/novo", "plataformas/nova"):
        client.post(f"/cadastro/{path}", {}, status=422)
    assert not db.session.scalars(select(Vehicle)).all()


def test_a_stale_form_shows_both_versions(app: Flask, client: PageClient) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    client.sign_in("bruno")
    path = f"/cadastro/veiculos/{car.vehicle}/editar"
    typed = fields_of(client.get(path)) | {"colour": "Preto"}
    service.edit_vehicle(
        people.actor("bruno"),
        car.vehicle,
        vehicle_data(colour="Prata"),
        version=1,
        ruleset=PLA,
        now=NOW,
    )
    page = client.post(path, typed, status=409)
    assert page.find("input", {"name": "colour"})["value"] == "Preto"
    assert "Prata" in page.find("div", "summary").get_text()


def test_sending_again_after_a_conflict_is_a_choice(app: Flask, client: PageClient) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    client.sign_in("bruno")
    path = f"/cadastro/veiculos/{car.vehicle}/editar"
    typed = fields_of(client.get(path)) | {"colour": "Preto"}
    service.edit_vehicle(
        people.actor("bruno"),
        car.vehicle,
        vehicle_data(colour="Prata"),
        version=1,
        ruleset=PLA,
        now=NOW,
    )
    client.post(path, fields_of(client.post(path, typed, status=409)))
    assert db.session.get_one(Vehicle, car.vehicle).colour == "Preto"


def test_an_untouched_form_changes_nothing_but_the_version(app: Flask, client: PageClient) -> None:
    car = cars.planura_taxi(cast.planura(app))
    client.sign_in("bruno")
    path = f"/cadastro/veiculos/{car.vehicle}/editar"
    client.post(path, fields_of(client.get(path)))
    event = db.session.scalars(
        select(LedgerEvent).where(LedgerEvent.kind == "vehicle.edited")
    ).one()
    row = db.session.get_one(Vehicle, event.entity_id)
    assert (row.version, row.owner_id is not None, row.colour) == (2, True, "Branco")


def test_a_version_of_nonsense_is_stale(app: Flask, client: PageClient) -> None:
    car = cars.planura_taxi(cast.planura(app))
    client.sign_in("bruno")
    path = f"/cadastro/veiculos/{car.vehicle}/editar"
    for version in ("", "x", "-1", "9" * 30):
        client.post(path, NEW_CAR | {"version": version}, status=409)


def test_a_driver_is_registered_and_corrected(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    client.sign_in("bruno")
    typed = fields_of(client.get("/cadastro/motoristas/novo"))
    typed |= {
        "name": "José <b>Ávila</b>",
        "cpf": "157.368.193-84",
        "licence_valid_until": "30/06/2030",
    }
    client.post("/cadastro/motoristas/novo", typed)
    row = db.session.scalars(select(Driver)).one()
    path = f"/cadastro/motoristas/{row.id}/editar"
    page = client.post(path, fields_of(client.get(path)) | {"name": "José Ávila"})
    assert page.find("h1").get_text() == "José Ávila"


def test_a_platform_is_registered(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    client.sign_in("bruno")
    typed = fields_of(client.get("/cadastro/plataformas/nova"))
    client.post("/cadastro/plataformas/nova", typed | {"name": "Vai", "cnpj": "12ABC34501DE35"})
    assert db.session.scalars(select(Platform)).one().name == "Vai"


def test_a_driver_is_found_and_linked(app: Flask, client: PageClient) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    other = service.register_driver(
        people.actor("bruno"),
        cars.driver_data(name="José Ávila", cpf="15736819384"),
        ruleset=PLA,
        now=NOW,
    )
    client.sign_in("bruno")
    path = f"/cadastro/veiculos/{car.vehicle}/motoristas?q=avila"
    typed = fields_of(client.get(path)) | {"role": "auxiliary"}
    page = client.post(path, typed)
    assert typed["driver_id"] == other and "José Ávila" in page.get_text()


def test_a_driver_not_in_the_list_is_not_linked(app: Flask, client: PageClient) -> None:
    car = cars.planura_taxi(cast.planura(app))
    client.sign_in("bruno")
    typed = {"driver_id": "0" * 32, "role": "auxiliary", "starts_on": "2026-11-30"}
    client.post(f"/cadastro/veiculos/{car.vehicle}/motoristas?q=davi", typed, status=422)
    assert len(db.session.scalars(select(VehicleDriver)).all()) == 1


def test_links_are_ended_by_their_form(app: Flask, client: PageClient) -> None:
    car = cars.planura_app(cast.planura(app))
    client.sign_in("bruno")
    driver = db.session.scalars(select(VehicleDriver)).one().id
    platform = db.session.scalars(select(VehiclePlatform)).one().id
    for path in (f"motorista/{driver}", f"plataforma/{platform}"):
        page = client.post(f"/cadastro/vinculos/{path}/encerrar", {"ends_on": "2026-11-30"})
        assert "a 30/11/2026" in page.get_text()
    assert car.vehicle in client.response.request.path


def test_a_document_is_recorded(app: Flask, client: PageClient) -> None:
    car = cars.patrocinio_app(cast.patrocinio(app))
    client.sign_in("bruno-pat")
    path = f"/cadastro/veiculos/{car.vehicle}/documentos/insurance_vehicle"
    typed = fields_of(client.get(path)) | {
        "number": "AP-9",
        "issued_on": "2026-11-01",
        "valid_until": "2027-11-01",
        "amount": "50.000,00",
    }
    client.post(path, typed)
    row = db.session.scalars(
        select(RegistryDocument).where(RegistryDocument.kind == "insurance_vehicle")
    ).one()
    assert (row.amount, row.purpose) == (5_000_000, "owner")


def test_removal_by_its_form(app: Flask, client: PageClient) -> None:
    car = cars.planura_taxi(cast.planura(app))
    client.sign_in("bruno")
    path = f"/cadastro/veiculos/{car.vehicle}/baixa"
    page = client.post(path, {"on": "2026-11-30", "reason": "Vendido"})
    assert "Baixa em 30/11/2026" in page.get_text() and not page.find("a", "danger")


def test_a_paper_report_is_recorded_by_the_secretary(app: Flask, client: PageClient) -> None:
    car = cars.planura_taxi(cast.planura(app))
    client.sign_in("celia")
    path = f"/vistorias/veiculos/{car.vehicle}/laudo-anterior"
    typed = fields_of(client.get(path)) | {"result": "failed", "report_number": "LV-77"}
    page = client.post(path, typed)
    assert "Voltar até 10/12/2026" in page.get_text()


def test_an_empty_paper_report_says_what_to_do(app: Flask, client: PageClient) -> None:
    car = cars.planura_taxi(cast.planura(app))
    client.sign_in("celia")
    page = client.post(f"/vistorias/veiculos/{car.vehicle}/laudo-anterior", {}, status=422)
    group = page.find("fieldset", id="result")
    assert group["aria-describedby"] == "result-error"


HOSTILE: dict[str, Callable[[], dict[str, Any]]] = {
    "long": lambda: {"make_model": "x" * 5000},
    "nul": lambda: {"make_model": "Onix\x00"},
    "direction": lambda: {"colour": "Bra\u202enco"},
    "huge year": lambda: {"made_in": "9" * 5000},
    "other digits": lambda: {"made_in": "٢٠٢٣"},
    "old date": lambda: {"licensing_valid_until": "0001-01-01"},
    "no date": lambda: {"licensing_valid_until": "2026-02-30"},
    "id": lambda: {"id": "../../x"},
    "modality": lambda: {"modality": "moto"},
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_forms_are_refused_in_words(app: Flask, client: PageClient, name: str) -> None:
    cast.planura(app)
    client.sign_in("bruno")
    page = client.post("/cadastro/veiculos/novo", NEW_CAR | HOSTILE[name](), status=422)
    assert page.find("div", "summary").find("li").get_text(strip=True)
    assert not db.session.scalars(select(Vehicle)).all()
