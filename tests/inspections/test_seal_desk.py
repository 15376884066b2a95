"""The seal of a visit in the yard: handed over by a tap that ends the old one, and printed there."""

from datetime import date, timedelta

import pypdfium2
import pytest
import zxingcpp
from flask import Flask, url_for
from sqlalchemy import select

from app.inspections.guides import GuideData, confirm_guide
from app.inspections.models import Inspection, InspectionSeal
from app.inspections.seal_desk import sheet_path
from app.permits.models import Seal
from app.permits.service_seals import kill_seal
from app.persistence.base import db
from tests.support import cars, cast, permits
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.client import PageClient
from tests.support.field import Phone
from tests.support.visits import second_inspector, stored_visit

PAID = GuideData("2026/0815", date(2026, 11, 30))


@pytest.fixture
def home(app: Flask) -> Cast:
    return cast.planura(app)


@pytest.fixture
def taxi(home: Cast) -> Car:
    car = cars.planura_taxi(home)
    permits.granted(home, car)
    confirm_guide(home.actor("bruno"), car.vehicle, PAID, ruleset=permits.law(home), now=NOW)
    return car


@pytest.fixture
def pasted(app: Flask, home: Cast) -> Car:
    """A car with a living sticker that ends with its last inspection."""
    car = cars.planura_taxi(home)
    permits.permit_for(app, home, car)
    confirm_guide(home.actor("bruno"), car.vehicle, PAID, ruleset=permits.law(home), now=NOW)
    return car


def seals() -> list[tuple[int, str]]:
    db.session.rollback()
    return [
        (row.number, row.state) for row in db.session.scalars(select(Seal).order_by(Seal.number))
    ]


def test_the_page_says_that_the_old_sticker_dies_now(
    client: PageClient, home: Cast, pasted: Car
) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    client.sign_in("hugo")
    page = client.get(f"/vistorias/{visit.id}/selo")
    assert "O adesivo antigo morre agora." in page.get_text()
    assert "selo nº 1, que vale até 15/09/2027" in page.get_text()
    assert seals() == [(1, "valid")]


def test_the_tap_gives_the_new_seal_and_ends_the_old(
    client: PageClient, home: Cast, pasted: Car
) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    client.sign_in("hugo")
    page = client.post(f"/vistorias/{visit.id}/selo", {})
    assert seals() == [(1, "dead"), (2, "valid")]
    assert "imprima e cole agora" in page.select_one("[role=status]").get_text()
    assert page.h1.get_text() == "Selo novo nº 2"
    assert page.select_one(f"a[href='{sheet_path(visit.id)}']") is not None


def test_a_second_tap_gives_no_second_seal(client: PageClient, home: Cast, pasted: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    client.sign_in("hugo")
    for _ in range(2):
        client.post(f"/vistorias/{visit.id}/selo", {})
    assert seals() == [(1, "dead"), (2, "valid")]


def test_a_failed_visit_offers_no_tap(client: PageClient, home: Cast, pasted: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change", failed=("LV05",))
    client.sign_in("hugo")
    page = client.get(f"/vistorias/{visit.id}/selo")
    assert page.select("main button[type=submit]") == []
    client.post(f"/vistorias/{visit.id}/selo", {}, 422)
    assert seals() == [(1, "valid")]


@pytest.mark.parametrize("login", ["bruno", "fabio", "gilda"])
def test_who_reads_visits_does_not_hand_over(
    client: PageClient, home: Cast, pasted: Car, login: str
) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    client.sign_in(login)
    client.post(f"/vistorias/{visit.id}/selo", {}, 404)
    assert seals() == [(1, "valid")]


def test_the_phone_hands_over_too(app: Flask, home: Cast, pasted: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    answer = Phone(app, "hugo").post(f"/campo/vistoria/{visit.id}/selo", {})
    assert answer.get_json() == {
        "seal": {"number": 2, "expires_on": "2027-11-30", "print": sheet_path(visit.id)}
    }
    assert seals() == [(1, "dead"), (2, "valid")]


def test_the_phone_is_told_what_the_seal_waits_for(app: Flask, home: Cast) -> None:
    cars.planura_taxi(home)
    visit = stored_visit(home, "FUM0B05", "change")
    answer = Phone(app, "hugo").post(f"/campo/vistoria/{visit.id}/selo", {})
    assert answer.status_code == 422
    assert "confirmar a guia" in answer.get_json()["message"]


def test_the_inspector_prints_the_seal_of_his_visit(
    client: PageClient, home: Cast, taxi: Car
) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    client.sign_in("hugo")
    response = client._open(sheet_path(visit.id))
    seal = db.session.scalars(select(Seal)).one()
    assert response.mimetype == "application/pdf"
    assert read_codes(response.data) == {permits.seal_address(seal.digits)}


def read_codes(pdf: bytes) -> set[str]:
    document = pypdfium2.PdfDocument(pdf)
    found = {
        code.text
        for page in document
        for code in zxingcpp.read_barcodes(page.render(scale=3, grayscale=True).to_pil())
    }
    document.close()
    return found


@pytest.mark.parametrize(("login", "status"), [
    ("hugo", 200), ("bruno", 200), ("celia", 200), ("gilda", 404), ("fabio", 404), ("davi", 403),
])  # fmt: skip
def test_who_prints_it(client: PageClient, home: Cast, taxi: Car, login: str, status: int) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    client.sign_in(login)
    assert client._open(sheet_path(visit.id)).status_code == status


def test_another_inspector_does_not_print_it(client: PageClient, home: Cast, taxi: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    client.sign_in(second_inspector(home))
    client.get(sheet_path(visit.id), 404)


def test_a_visit_without_a_seal_prints_nothing(client: PageClient, home: Cast, pasted: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    client.sign_in("hugo")
    client.get(sheet_path(visit.id), 404)


def test_a_dead_seal_is_not_printed(client: PageClient, home: Cast, taxi: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    given = db.session.get_one(InspectionSeal, visit.id).seal_id
    kill_seal(home.actor("celia"), given, "Rasgado", now=NOW + timedelta(minutes=1))
    client.sign_in("hugo")
    client.get(sheet_path(visit.id), 422)


def test_the_receipts_address_is_the_pages(app: Flask, home: Cast, taxi: Car) -> None:
    visit: Inspection = stored_visit(home, "FUM0B05", "change")
    with app.test_request_context():
        assert sheet_path(visit.id) == url_for("inspections.seal_pdf", id=visit.id)
