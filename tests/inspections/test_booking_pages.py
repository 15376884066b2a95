"""The pages of the agenda as each person finds them."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from app.inspections.models_booking import Booking, InspectionHours, InspectionPlace
from app.kernel.ids import new_id
from app.persistence.base import db
from tests.support import cars
from tests.support.bookings import TUESDAY, booked, paid, yard
from tests.support.cast import NOW, planura
from tests.support.client import PageClient


def stored() -> Booking:
    db.session.rollback()
    return db.session.scalars(select(Booking)).one()


def test_the_driver_books_with_a_few_taps(app: Flask, client: PageClient) -> None:
    home = planura(app)
    car, place = cars.planura_taxi(home), yard(home)
    client.sign_in("davi")
    page = client.get(f"/vistorias/marcar/{car.vehicle}?motivo=exit&dia=2026-12-01")
    times = [field["value"] for field in page.select("input[name=slot]")]
    typed = {"id": new_id(), "place": place, "occasion": "exit", "slot": times[1]}
    client.post(f"/vistorias/marcar/{car.vehicle}", typed)
    assert (stored().day, stored().starts_at, stored().channel) == (TUESDAY, 540, "driver")


def test_a_form_without_a_time_says_what_is_missing(app: Flask, client: PageClient) -> None:
    home = planura(app)
    car, place = cars.planura_taxi(home), yard(home)
    client.sign_in("davi")
    typed = {"id": new_id(), "place": place, "occasion": "exit"}
    page = client.post(f"/vistorias/marcar/{car.vehicle}", typed, status=422)
    assert page.find(string="Escolha a hora.")


def test_what_cannot_be_booked_says_why_and_where(app: Flask, client: PageClient) -> None:
    home = planura(app)
    car = cars.planura_taxi(home)
    yard(home)
    client.sign_in("davi")
    page = client.get(f"/vistorias/marcar/{car.vehicle}?motivo=exit")
    assert "Este carro já foi aprovado em vistoria." in page.select_one("details.why").get_text()  # type: ignore[union-attr]


@pytest.mark.parametrize("login", ["ana", "gilda", "iris", "davi"])
def test_a_strangers_booking_is_not_there(app: Flask, client: PageClient, login: str) -> None:
    home = planura(app)
    id = booked(home, cars.planura_app(home).vehicle, yard(home))
    client.sign_in(login)
    client.get(f"/vistorias/marcadas/{id}", status=404)


def test_the_list_of_what_to_bring_names_fee_and_provision(app: Flask, client: PageClient) -> None:
    home = planura(app)
    id = booked(home, cars.planura_taxi(home).vehicle, yard(home), occasion="change")
    client.sign_in("davi")
    first = client.get(f"/vistorias/marcadas/{id}").select_one(".bring li")
    words = first.get_text(" ", strip=True)  # type: ignore[union-attr]
    assert "Laudo de vistoria: 2 UFM." in words and "PLA art. 54 II" in words


def test_the_calendar_file_begins_at_the_booked_hour(app: Flask, client: PageClient) -> None:
    home = planura(app)
    id = booked(home, cars.planura_taxi(home).vehicle, yard(home))
    client.sign_in("davi")
    client.get(f"/vistorias/marcadas/{id}/agenda.ics")
    assert client.response is not None and client.response.mimetype == "text/calendar"
    assert "DTSTART:20261201T110000Z" in client.response.get_data(as_text=True)


def test_the_day_shows_plate_state_and_guide(app: Flask, client: PageClient) -> None:
    home = planura(app)
    car = cars.planura_taxi(home).vehicle
    booked(home, car, yard(home), occasion="change")
    paid(home, car)
    client.sign_in("hugo")
    row = client.get("/vistorias/agenda?dia=2026-12-01").select_one(".yard li")
    words = row.get_text(" ", strip=True)  # type: ignore[union-attr]
    assert "08:00 FUM0B05" in words and "Marcada" in words and "Guia paga" in words


def test_one_tap_marks_the_arrival(app: Flask, client: PageClient) -> None:
    home = planura(app)
    id = booked(home, cars.planura_taxi(home).vehicle, yard(home))
    app.config["CLOCK"] = lambda: NOW + timedelta(hours=22)
    client.sign_in("hugo")
    client.post(f"/vistorias/agenda/{id}/chegou")
    assert stored().state == "arrived"


def test_a_booking_on_a_day_that_closed_is_listed_to_be_moved(
    app: Flask, client: PageClient
) -> None:
    home = planura(app)
    id = booked(home, cars.planura_taxi(home).vehicle, yard(home))
    client.sign_in("celia")
    typed = {"id": new_id(), "on": "2026-12-01", "kind": "closing", "name": "Dedetização"}
    page = client.post("/configuracoes/calendario/novo", typed, status=422)
    assert page.find("a", href=f"/vistorias/marcadas/{id}/remarcar")
    client.post("/configuracoes/calendario/novo", {**typed, "confirmed": "y"})
    agenda = client.get("/vistorias/agenda")
    assert agenda.select_one(".touched").find("a", href=f"/vistorias/marcadas/{id}/remarcar")  # type: ignore[union-attr]


def test_the_clerk_finds_the_car_by_plate(app: Flask, client: PageClient) -> None:
    home = planura(app)
    cars.planura_taxi(home)
    yard(home)
    client.sign_in("bruno")
    page = client.get("/vistorias/agenda/marcar?placa=fum 0b05")
    assert page.h1 is not None and page.h1.get_text() == "Marcar vistoria"
    assert page.find(string="FUM0B05")


def test_a_place_is_made_with_its_week(app: Flask, client: PageClient) -> None:
    planura(app)
    client.sign_in("bruno")
    typed = {
        "id": new_id(),
        "name": "Pátio",
        "address": "Rua A, 1",
        "latitude": "-20,1385",
        "longitude": "-48.703",
        "weekday": ["0", "2", "0"],
        "from": ["08:00", "13:00", ""],
        "to": ["12:00", "17:00", ""],
        "minutes": ["40", "30", "40"],
        "cars": ["2", "1", "1"],
    }
    client.post("/vistorias/agenda/locais/novo", typed)
    assert db.session.scalars(select(InspectionPlace.latitude)).one() == -20.1385
    rows = db.session.scalars(select(InspectionHours).order_by(InspectionHours.weekday)).all()
    assert [(r.weekday, r.starts_at, r.ends_at, r.minutes, r.capacity) for r in rows] == [
        (0, 480, 720, 40, 2),
        (2, 780, 1020, 30, 1),
    ]


def test_hours_that_overlap_keep_what_was_typed(app: Flask, client: PageClient) -> None:
    planura(app)
    client.sign_in("bruno")
    typed = {
        "id": new_id(),
        "name": "Pátio",
        "address": "Rua A, 1",
        "weekday": ["0", "0"],
        "from": ["08:00", "11:00"],
        "to": ["12:00", "17:00"],
        "minutes": ["40", "30"],
        "cars": ["2", "1"],
    }
    page = client.post("/vistorias/agenda/locais/novo", typed, status=422)
    assert [field["value"] for field in page.select("input[name=from]")][:2] == ["08:00", "11:00"]


def test_the_permit_page_knows_the_next_booking(app: Flask, client: PageClient) -> None:
    home = planura(app)
    booked(home, cars.planura_taxi(home).vehicle, yard(home))
    client.sign_in("davi")
    client.get("/permissao/dados")
    assert client.response is not None
    assert (
        client.response.get_json()["cars"][0]["visit"] == "01/12/2026 às 08:00, Pátio da Prefeitura"
    )
