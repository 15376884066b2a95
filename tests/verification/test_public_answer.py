"""The whole answer of a code: training, escaping, headers, size, HEAD, and no session at all."""

from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import func, select

from app.persistence.base import db
from app.verification.models import PlateReport
from tests.support import cars, cast, permits
from tests.support.client import PageClient
from tests.verification import fleet


def page(client: PageClient, text: str, status: int = 200, **options: Any) -> BeautifulSoup:
    return client.get(f"/v/{text}", status=status, **options)


def word(found: BeautifulSoup) -> str:
    return found.h1.get_text(strip=True)


def tone(found: BeautifulSoup) -> str:
    return str(found.header["class"][1])


def test_training_is_on_the_page_and_on_patrocinios_what_became_of_the_law(
    app: Flask, client: PageClient
) -> None:
    fleet.taxi(cast.planura(app))
    found = page(client, fleet.app_car(cast.patrocinio(app)).digits)
    assert found.body["class"] == ["training"]
    strip = found.find(class_="strip").get_text(strip=True)
    assert strip == "TREINAMENTO · não comprova autorização"
    note = found.find(class_="note").get_text()
    assert note.startswith("Lei nº 5.174, de 20 de maio de 2020: esta lei foi declarada")


def test_an_app_car_names_its_platform(app: Flask, client: PageClient) -> None:
    text = page(client, fleet.app_car(cast.patrocinio(app)).digits).get_text(" ", strip=True)
    assert "Carro de aplicativo · Patrocínio/MG" in text
    assert "Plataforma Vai Já Mobilidade" in text


def test_data_is_escaped_everywhere(app: Flask, client: PageClient) -> None:
    evil = '<script>alert(1)</script>"%(x)s'
    car = fleet.taxi(cast.planura(app), make_model=evil, colour="<b>x%s")
    found = page(client, car.digits)
    assert evil in found.find(class_="car").get_text()
    assert found.find("script") is None and found.find(class_="car").find("b") is None


def test_headers_forbid_keeping_telling_and_running(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    page(client, car.digits)
    headers = client.response.headers
    policy = headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Robots-Tag"].startswith("noindex")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy and "script-src" not in policy
    assert headers["Strict-Transport-Security"]
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize("text", ["good", "bad"])
def test_the_page_is_one_small_response_without_script_or_cookie(
    app: Flask, client: PageClient, text: str
) -> None:
    car = fleet.app_car(cast.patrocinio(app), make_model="M" * 60)
    found = page(
        client, car.digits if text == "good" else car.digits[:-7], 200 if text == "good" else 404
    )
    raw = client.response.get_data()
    assert len(raw) < 5_600  # the aim is one packet train of 14 kB; this leaves room to spare
    assert not found.find_all(["script", "img", "link", "iframe", "object"])
    assert not found.find_all(src=True)
    assert client.http.get_cookie("__Host-confere", domain="confere.test") is None


def test_head_is_the_same_without_a_body_and_nothing_is_written(
    app: Flask, client: PageClient
) -> None:
    car = fleet.taxi(cast.planura(app))
    page(client, car.digits)
    size = len(client.response.get_data())
    before = dict(client.response.headers)
    head = client.http.head(f"/v/{car.digits}", base_url=client.base)
    assert (head.get_data(), dict(head.headers)) == (b"", before)
    assert int(before["Content-Length"]) == size
    assert db.session.scalar(select(func.count()).select_from(PlateReport)) == 0


def test_a_session_cookie_changes_nothing(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    page(client, car.digits)
    anonymous = client.response.get_data()
    client.sign_in("ana")
    page(client, car.digits)
    assert client.response.get_data() == anonymous
    assert "Set-Cookie" not in client.response.headers


def test_the_view_behind_the_gateway_answers_alike(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    page(client, car.digits)
    front = client.response.get_data()
    with app.test_request_context(f"/v/{car.digits}", base_url=client.base):
        behind = app.view_functions["verification.public"](digits=car.digits)
    assert (behind.status_code, behind.get_data()) == (200, front)
    assert behind.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("make", [cars.planura_taxi, cars.planura_app, cars.patrocinio_app])
def test_a_code_issued_by_the_office_opens_green(app: Flask, client: PageClient, make: Any) -> None:
    home = cast.patrocinio(app) if make is cars.patrocinio_app else cast.planura(app)
    permit = permits.permit_for(app, home, make(home))
    found = page(client, permit.seal.digits)
    assert tone(found) == "ok"
    assert permit.number in found.get_text()
