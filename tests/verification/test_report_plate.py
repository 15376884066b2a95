"""A passenger says that the plate is different: no cookie, once in ten minutes, only from our page."""

from datetime import timedelta
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import select

from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.verification.leads import forget_addresses, from_our_page
from app.verification.limits import address_prefix
from app.verification.models import PlateReport
from tests.support import cast
from tests.support.client import PageClient
from tests.verification import fleet
from tests.verification.fleet import NOW, Car

OURS = {"Sec-Fetch-Site": "same-origin", "Origin": "null"}


def send(
    client: PageClient, car: Car, status: int = 200, headers: Any = OURS, **form: str
) -> BeautifulSoup:
    environ = {"REMOTE_ADDR": form.pop("address", "203.0.113.77")}
    response = client._open(
        f"/v/{car.digits}/placa-diferente",
        method="POST",
        data=form,
        headers=headers,
        environ_base=environ,
    )
    client.response = response
    assert response.status_code == status, response.get_data(as_text=True)[:600]
    return BeautifulSoup(response.get_data(as_text=True), "html.parser")


def reports() -> list[PlateReport]:
    db.session.rollback()
    return list(db.session.scalars(select(PlateReport).order_by(PlateReport.reported_at)))


def test_one_tap_is_stored_with_a_cut_address_and_told_what_to_do(
    app: Flask, client: PageClient
) -> None:
    car = fleet.taxi(cast.planura(app))
    page = send(client, car)
    (row,) = reports()
    assert (row.source, row.seal_index, row.plate) == ("passenger", 1001, "ABC1D23")
    assert (row.address_prefix, row.reported_at, row.plate_seen) == ("203.0.113.0/24", NOW, "")
    assert "avisamos o Município" in page.h1.get_text()
    assert "190" in page.get_text()


def test_the_form_on_the_page_is_the_one_that_reports(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    form = client.get(f"/v/{car.digits}?l=en").find("form")
    assert form["method"] == "post"
    assert form["action"] == f"/v/{car.digits}/placa-diferente?l=en"
    assert form.find("input") is None


def test_no_cookie_is_set_and_the_ledger_knows(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    send(client, car)
    assert "Set-Cookie" not in client.response.headers
    event = db.session.scalars(select(LedgerEvent).where(LedgerEvent.kind == "plate_report.made"))
    assert event.one().person_id == "passenger"


def test_taps_of_ten_minutes_are_one_report(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    for minutes in (0, 3, 9.9):
        app.config["CLOCK"] = lambda m=minutes: NOW + timedelta(minutes=m)
        send(client, car, address="203.0.113.9")
    assert len(reports()) == 1
    app.config["CLOCK"] = lambda: NOW + timedelta(minutes=10)
    send(client, car, address="203.0.113.9")
    assert len(reports()) == 2


def test_another_place_or_another_code_is_another_report(app: Flask, client: PageClient) -> None:
    home = cast.planura(app)
    first, second = fleet.taxi(home), fleet.taxi(home, "DEF4G56", 1002)
    send(client, first)
    send(client, first, address="198.51.100.1")
    send(client, second)
    assert len(reports()) == 3


def test_the_plate_seen_is_added_to_the_same_report(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    send(client, car)
    page = send(client, car, placa="xyz 9a87")
    assert [row.plate_seen for row in reports()] == ["XYZ9A87"]
    assert page.find(class_="plate").get_text() == "XYZ9A87"


def test_a_plate_that_is_none_is_said_and_kept_in_the_field(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    page = send(client, car, 422, placa='"><b>12')
    assert page.find("input", {"name": "placa"})["value"] == '"><b>12'
    assert page.find(role="alert").get_text()
    assert reports() == []


@pytest.mark.parametrize("site", ["cross-site", "same-site", "banana"])
def test_a_form_of_another_site_counts_for_nothing(
    app: Flask, client: PageClient, site: str
) -> None:
    car = fleet.taxi(cast.planura(app))
    page = send(client, car, 403, {"Sec-Fetch-Site": site, "Origin": "https://confere.test"})
    assert "não enviado" in page.h1.get_text()
    assert reports() == []


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "https://ours"}, False),
        ({"Origin": "https://ours"}, True),
        ({"Origin": "https://ours.evil"}, False),
        ({"Origin": "https://evil"}, False),
        ({"Origin": "null"}, True),
        ({}, True),
    ],
)
def test_what_counts_as_our_page(headers: dict[str, str], ours: bool) -> None:
    assert from_our_page(headers, ("ours",)) is ours


def test_a_code_that_is_not_genuine_cannot_be_reported(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    forged = Car(**{**vars(car), "digits": car.digits[:-1]})
    assert send(client, forged, 404).h1.get_text(strip=True) == "Código incompleto"
    assert reports() == []


def test_the_eleventh_report_of_a_minute_waits(app: Flask, client: PageClient) -> None:
    home = cast.planura(app)
    car = fleet.taxi(home)
    for _ in range(10):
        send(client, car)
    send(client, car, 429)
    assert int(client.response.headers["Retry-After"]) > 0


def test_a_reload_in_another_language_goes_back_to_the_code(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    page = client.get(f"/v/{car.digits}/placa-diferente?l=es")
    assert page.html["lang"] == "es"
    assert reports() == []


@pytest.mark.parametrize(
    ("address", "prefix"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1234:5678::9", "2001:db8:1234::/48"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("fe80::1%eth0", "fe80::/48"),
        ("?", ""),
    ],
)
def test_an_address_is_cut_so_that_it_names_nobody(address: str, prefix: str) -> None:
    assert address_prefix(address) == prefix


def test_addresses_are_forgotten_after_ninety_days(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    send(client, car)
    assert forget_addresses(NOW + timedelta(days=89)) == 0
    assert forget_addresses(NOW + timedelta(days=91)) == 1
    assert [row.address_prefix for row in reports()] == [""]


@pytest.mark.parametrize(("language", "word"), [("en", "A plate has"), ("es", "Una matrícula")])
def test_the_correction_speaks_the_pages_language(
    app: Flask, client: PageClient, language: str, word: str
) -> None:
    car = fleet.taxi(cast.planura(app))
    page = send(client, car, 422, {**OURS, "Accept-Language": language}, placa="12")
    assert page.find(role="alert").get_text().startswith(word)
