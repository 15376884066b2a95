"""Pages of the registry, each role through the door."""

import pytest
from flask import Flask
from sqlalchemy import select

from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.registry import service
from app.registry.domain_documents import DocumentData
from tests.support import cars, cast
from tests.support.cars import PLA, vehicle_data
from tests.support.client import PageClient

NOW = cast.NOW


@pytest.mark.parametrize("login", ["bruno", "celia", "elisa", "fabio", "hugo"])
def test_the_page_of_a_car_opens(app: Flask, client: PageClient, login: str) -> None:
    car = cars.planura_app(cast.planura(app))
    client.sign_in(login)
    assert "Vai Junto" in client.get(f"/cadastro/veiculos/{car.vehicle}").get_text()


@pytest.mark.parametrize("login", ["ana", "davi", "gilda"])
@pytest.mark.parametrize("path", ["veiculos", "motoristas", "plataformas"])
def test_the_others_stay_outside(app: Flask, client: PageClient, login: str, path: str) -> None:
    cast.planura(app)
    client.sign_in(login)
    client.get(f"/cadastro/{path}", status=403)


@pytest.mark.parametrize("login", ["celia", "elisa", "fabio", "hugo"])
def test_readers_get_no_button_to_write(app: Flask, client: PageClient, login: str) -> None:
    car = cars.planura_taxi(cast.planura(app))
    client.sign_in(login)
    page = client.get(f"/cadastro/veiculos/{car.vehicle}")
    assert not page.find("main").select('a.button[href^="/cadastro"]')
    client.get(f"/cadastro/veiculos/{car.vehicle}/editar", status=403)


def test_the_inspector_sees_names_but_no_cpf_nor_link(app: Flask, client: PageClient) -> None:
    car = cars.planura_taxi(cast.planura(app))
    client.sign_in("hugo")
    page = client.get(f"/cadastro/veiculos/{car.vehicle}")
    assert "Davi Nunes" in page.get_text() and "654.321" not in page.get_text()
    assert not page.find("a", href=f"/cadastro/motoristas/{car.driver}")


@pytest.mark.parametrize("kind", ["veiculos", "motoristas", "plataformas"])
def test_a_strangers_page_is_not_there(app: Flask, client: PageClient, kind: str) -> None:
    car = cars.planura_app(cast.planura(app))
    cast.patrocinio(app)
    ids = {"veiculos": car.vehicle, "motoristas": car.driver, "plataformas": car.platform}
    client.sign_in("bruno-pat")
    for tail in ("", "/editar", "/baixa"):
        client.get(f"/cadastro/{kind}/{ids[kind]}{tail}", status=404)


@pytest.mark.parametrize("text", ["fum0105", "davi", "987.654.321-00"])
def test_the_search_box_works_without_script(app: Flask, client: PageClient, text: str) -> None:
    cars.planura_taxi(cast.planura(app))
    client.sign_in("bruno")
    page = client.get("/cadastro/veiculos", query_string={"q": text})
    assert page.find("a", "record") and page.find("input", {"name": "q"})["value"] == text


def test_typing_asks_only_for_the_list(app: Flask, client: PageClient) -> None:
    cars.planura_taxi(cast.planura(app))
    client.sign_in("bruno")
    page = client.get(
        "/cadastro/veiculos", query_string={"q": "fum"}, headers={"HX-Request": "true"}
    )
    assert not page.find("html") and page.find(id="lista").find("a", "record")


def test_a_misread_plate_is_suggested(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    client.sign_in("bruno")
    page = client.get("/cadastro/veiculos", query_string={"q": "FUM1O23"})
    assert "Você quis dizer" in page.get_text()


@pytest.mark.parametrize("q", ["%", "_", "a", "x" * 500, "\x00abc", "<script>alert(1)</script>"])
@pytest.mark.parametrize("path", ["veiculos", "motoristas", "plataformas"])
def test_hostile_searches_are_answered(app: Flask, client: PageClient, path: str, q: str) -> None:
    cars.planura_app(cast.planura(app))
    client.sign_in("bruno")
    page = client.get(f"/cadastro/{path}", query_string={"q": q, "depois": "\x00' OR 1=1"})
    assert not page.find("a", "record")


def test_the_drivers_page_is_logged(app: Flask, client: PageClient) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    client.sign_in("celia")
    page = client.get(f"/cadastro/motoristas/{car.driver}")
    event = db.session.scalars(select(LedgerEvent).where(LedgerEvent.kind == "driver.read")).one()
    assert "987.654.321-00" in page.get_text()
    assert event.person_id == people.people["celia"]


@pytest.mark.parametrize(("login", "seen"), [("bruno", False), ("celia", True)])
def test_the_number_of_a_criminal_record_is_restricted(
    app: Flask, client: PageClient, login: str, seen: bool
) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    paper = DocumentData("criminal_record", "CERT-777", NOW.date())
    service.record_document(
        people.actor("bruno"), ("driver", car.driver), paper, ruleset=PLA, now=NOW
    )
    client.sign_in(login)
    text = client.get(f"/cadastro/motoristas/{car.driver}").get_text()
    assert ("CERT-777" in text) is seen and "30/11/2026" in text


@pytest.mark.parametrize("kind", ["nada", "cnh", "toxicology"])
def test_an_unknown_kind_of_document_is_not_there(
    app: Flask, client: PageClient, kind: str
) -> None:
    car = cars.planura_taxi(cast.planura(app))
    client.sign_in("bruno")
    client.get(f"/cadastro/veiculos/{car.vehicle}/documentos/{kind}", status=404)


def test_markup_in_a_name_is_only_text(app: Flask, client: PageClient) -> None:
    people = cast.planura(app)
    name = '"><img src=x onerror=alert(1)> {{7*7}}'
    data = vehicle_data(make_model=name)
    service.register_vehicle(people.actor("bruno"), data, ruleset=PLA, now=NOW)
    client.sign_in("bruno")
    page = client.get("/cadastro/veiculos")
    assert not page.find("img") and name in page.get_text()
