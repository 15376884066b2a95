"""The passenger's page: what each code is told, in which words, and never a reason or a person."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import update

from app.permits.models import Seal
from app.permits.token import SealType
from app.persistence.transaction import changed, transaction
from app.registry import models as registry
from app.verification.models import SealCard
from tests.support import cast
from tests.support.client import PageClient
from tests.verification import fleet
from tests.verification.fleet import NOW, Car, digits, payload


def page(client: PageClient, text: str, status: int = 200, **options: Any) -> BeautifulSoup:
    return client.get(f"/v/{text}", status=status, **options)


def word(found: BeautifulSoup) -> str:
    return found.h1.get_text(strip=True)


def tone(found: BeautifulSoup) -> str:
    return str(found.header["class"][1])


def change(car: Car, model: type, **values: Any) -> None:
    with transaction() as session:
        key = {registry.Vehicle: car.vehicle, Seal: car.seal}[model]
        session.execute(update(model).where(model.id == key).values(**values))
        changed(session, f"vehicle:{car.vehicle}")


def live(car: Car, start: datetime) -> str:
    return digits(
        car.city, payload(car.index, car.plate, type=SealType.LIVE, kid=2, window_start=start)
    )


def test_a_car_in_order_is_green_and_shows_what_to_compare(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    found = page(client, car.digits)
    text = found.get_text(" ", strip=True)
    assert (word(found), tone(found)) == ("Autorizado", "ok")
    assert found.find(class_="plate").get_text() == "ABC1D23"
    for shown in (
        "Táxi · Planura/MG",
        "Fiat Cronos, prata",
        "nº 2, Rodoviária",
        "nº 12/ABC1D23, vale até 01/07/2030",
        "vale até 15/09/2027",
        "nº 1001",
        "30/11/2026, 10:00:00",
        "Confira se é a placa deste carro",
        "Esta página nunca pede pagamento nem senha. Endereço certo: confere.test",
        "156",
    ):
        assert shown in text, shown


def test_the_plate_is_the_largest_text_of_an_old_plate_too(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app), "ABC1234")
    plate = page(client, car.digits).find(class_="plate")
    assert (plate.get_text(), plate["class"]) == ("ABC-1234", ["plate", "old"])


def test_no_person_stands_on_any_page(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    fleet.restrict(car)
    text = page(client, car.digits).get_text()
    for secret in ("Davi", "Nunes", "Silva", "12345678901", car.driver, car.vehicle):
        assert secret not in text
    assert "f" * 32 not in client.response.get_data(as_text=True)


@pytest.mark.parametrize("subject", ["authorisation", "vehicle"])
def test_suspended_is_red_on_the_next_request(app: Flask, client: PageClient, subject: str) -> None:
    car = fleet.taxi(cast.planura(app))
    assert tone(page(client, car.digits)) == "ok"
    fleet.restrict(car, subject)
    found = page(client, car.digits)
    assert (word(found), tone(found)) == ("Não autorizado", "no")
    text = found.get_text()
    for reason in ("suspens", "segredo", "Decreto", "vistoria", "Vistoria", "vale até"):
        assert reason not in text, reason


def test_a_suspension_shows_online_a_hundred_times_out_of_a_hundred(
    app: Flask, client: PageClient
) -> None:
    home = cast.planura(app)
    cars = [fleet.taxi(home, f"AAA{n // 100}B{n % 100:02}", 1001 + n) for n in range(100)]
    for car in cars:
        fleet.restrict(car)
        assert tone(page(client, car.digits)) == "no"


def test_a_soft_pendency_is_amber_with_its_own_sign(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app), reregistered_on=date(2025, 12, 10))
    found = page(client, car.digits)
    assert (word(found), tone(found)) == ("Autorizado", "care")
    assert "Em caso de dúvida, procure a Secretaria." in found.header.get_text()
    assert "recadastr" not in found.get_text().lower()


@pytest.mark.parametrize(
    ("state", "said"), [("dead", "Código cancelado"), ("suspended", "Não autorizado")]
)
def test_a_seal_that_lost_its_force_is_red(
    app: Flask, client: PageClient, state: str, said: str
) -> None:
    car = fleet.taxi(cast.planura(app))
    change(car, Seal, state=state)
    found = page(client, car.digits)
    assert (word(found), tone(found)) == (said, "no")


def test_a_code_past_its_day_is_expired_in_the_citys_day(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    app.config["CLOCK"] = lambda: datetime(2027, 9, 16, 2, 59, 59, tzinfo=UTC)  # still the 15th
    assert word(page(client, car.digits)) != "Código vencido"
    app.config["CLOCK"] = lambda: datetime(2027, 9, 16, 3, 0, tzinfo=UTC)
    found = page(client, car.digits)
    assert (word(found), tone(found)) == ("Código vencido", "no")
    assert "valeu até 15/09/2027" in found.get_text()


def test_a_card_past_its_horizon_is_never_green(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    with transaction() as session:
        session.execute(update(SealCard).values(levels="g2026-11-29"))
    found = page(client, car.digits)
    assert (word(found), tone(found)) == ("Não confirmado", "off")


# Live codes: good for their two minutes and one more window.


@pytest.mark.parametrize("minutes", [-2, 0, 2])
def test_a_live_code_says_when_it_was_made(app: Flask, client: PageClient, minutes: int) -> None:
    car = fleet.taxi(cast.planura(app))
    start = NOW - timedelta(minutes=minutes)
    found = page(client, live(car, start))
    made = (start - timedelta(hours=3)).strftime("%H:%M")
    assert tone(found) == "ok"
    assert f"Código ao vivo, gerado às {made}" in found.header.get_text()


@pytest.mark.parametrize("seconds", [240, 3600, -181, -7200])
def test_a_live_code_out_of_its_time_is_an_old_picture(
    app: Flask, client: PageClient, seconds: int
) -> None:
    car = fleet.taxi(cast.planura(app))
    text = live(car, NOW)
    app.config["CLOCK"] = lambda: NOW + timedelta(seconds=seconds)
    found = page(client, text)
    assert (word(found), tone(found)) == ("Código antigo", "care")
    assert "pode ser uma foto" in found.header.get_text()
    assert "10:00" in found.header.get_text()


def test_a_suspension_is_told_before_the_age_of_a_live_code(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    text = live(car, NOW)
    fleet.restrict(car)
    app.config["CLOCK"] = lambda: NOW + timedelta(hours=1)
    assert word(page(client, text)) == "Não autorizado"
