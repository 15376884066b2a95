"""Asking by plate: every way to type it, one answer, nothing of a person, and limits for bots."""

import random
from collections import Counter
from datetime import date

import pytest
from bs4 import BeautifulSoup
from flask import Flask

from tests.support import cast
from tests.support.client import PageClient
from tests.verification import fleet


def ask(client: PageClient, plate: str, status: int = 200, **query: str) -> BeautifulSoup:
    return client.get("/consulta", status, query_string={"placa": plate, **query})


def word(page: BeautifulSoup) -> str:
    return page.h1.get_text(strip=True)


@pytest.mark.parametrize(
    "typed", ["ABC1D23", "abc1d23", " abc-1d23 ", "ABC 1D23", "ABC1323", "abc-1323"]
)
def test_any_way_to_write_the_plate_finds_the_car(
    app: Flask, client: PageClient, typed: str
) -> None:
    fleet.taxi(cast.planura(app))
    page = ask(client, typed)
    assert word(page) == "Autorizado"
    assert page.find(class_="plate").get_text() == "ABC1D23"
    text = page.get_text(" ", strip=True)
    assert "Táxi · Planura/MG · vale até 01/07/2030" in text
    assert "Fiat Cronos, prata" in text


def test_a_twin_is_said_to_be_the_other_form(app: Flask, client: PageClient) -> None:
    fleet.taxi(cast.planura(app))
    assert "outra forma da placa" in ask(client, "ABC1323").get_text()
    assert "outra forma da placa" not in ask(client, "ABC1D23").get_text()


def test_nothing_of_a_person_nor_of_the_permit_is_told(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    ask(client, "ABC1D23")
    raw = client.response.get_data(as_text=True)
    for secret in ("Davi", "Nunes", car.driver, car.vehicle, "12/ABC", "1001", "f" * 32):
        assert secret not in raw, secret


def test_a_suspended_car_is_red_without_a_reason_or_a_date(app: Flask, client: PageClient) -> None:
    fleet.restrict(fleet.taxi(cast.planura(app)))
    page = ask(client, "ABC1D23")
    assert word(page) == "Não autorizado"
    for reason in ("suspens", "Decreto", "segredo", "vale até"):
        assert reason not in page.main.get_text(), reason


def test_a_missing_plate_says_so_and_offers_look_alikes(app: Flask, client: PageClient) -> None:
    fleet.taxi(cast.planura(app))
    page = ask(client, "AOO0O00", 404)
    links = {a.get_text() for a in page.find(class_="problem").find_all("a")}
    assert links and links <= {"AOO-0000", "AOO0O00", "AOO0000"}
    assert page.find("input", {"name": "placa"})["value"] == "AOO0O00"


def test_a_car_that_left_the_registry_is_missing(app: Flask, client: PageClient) -> None:
    fleet.taxi(cast.planura(app), removed_on=date(2026, 11, 1))
    assert "Nenhum táxi" in ask(client, "ABC1D23", 404).get_text()


@pytest.mark.parametrize("typed", ["ABC", "ABC12345", "АBC1D23", "ABC1D2\u200b3", "1ABC234"])
def test_a_plate_that_is_none_is_explained_and_kept(
    app: Flask, client: PageClient, typed: str
) -> None:
    page = ask(client, typed, 422)
    field = page.find("input", {"name": "placa"})
    assert (field["value"], field["aria-invalid"]) == (typed.strip(), "true") or field[
        "value"
    ] == typed
    assert page.find(id="placa-error").get_text()


@pytest.mark.parametrize("typed", ["", "   "])
def test_an_empty_question_shows_the_form(app: Flask, client: PageClient, typed: str) -> None:
    page = ask(client, typed)
    assert word(page) == "Consultar uma placa"
    assert page.find(id="placa-error") is None
    assert page.find("select") is None


def test_the_city_is_asked_only_where_several_know_the_plate(
    app: Flask, client: PageClient
) -> None:
    fleet.taxi(cast.planura(app))
    fleet.app_car(cast.patrocinio(app), "ABC1D23")
    page = ask(client, "ABC1D23")
    options = [option.get_text() for option in page.find_all("option")]
    assert options == ["Patrocínio/MG", "Planura/MG"]
    chosen = ask(client, "ABC1D23", cidade="patrocinio")
    assert "Carro de aplicativo · Patrocínio/MG" in chosen.get_text(" ", strip=True)


def test_a_hundred_thousand_characters_cost_nothing(app: Flask, client: PageClient) -> None:
    page = ask(client, "A" * 100_000, 422)
    assert len(page.find("input", {"name": "placa"})["value"]) == 40


def test_a_bot_finds_nothing_and_passengers_go_on(app: Flask, client: PageClient) -> None:
    """T01 scaled down: 2,000 look-ups from twenty addresses, real scans in between."""
    car, dice = fleet.taxi(cast.planura(app)), random.Random(1)
    outcome: Counter[int] = Counter()
    for number in range(2000):
        plate = f"ABD{number // 1000}E{number % 100:02}"
        response = client.http.get(
            f"/consulta?placa={plate}",
            base_url=client.base,
            environ_base={"REMOTE_ADDR": f"198.51.100.{dice.randrange(20)}"},
        )
        outcome[response.status_code] += 1
        if response.status_code == 429:
            assert int(response.headers["Retry-After"]) >= 1
        if number % 20 == 0:
            scan = client.http.get(f"/v/{car.digits}", base_url=client.base)
            assert scan.status_code == 200
    assert set(outcome) == {404, 429}
    # ten at once from each address, and the few that trickle in while this runs
    assert 200 <= outcome[404] <= 200 + 20 * 10


def test_neighbours_of_a_good_code_give_no_car(app: Flask, client: PageClient) -> None:
    car = fleet.taxi(cast.planura(app))
    statuses = Counter(
        client.http.get(
            f"/v/{int(car.digits) + step:0191}",
            base_url=client.base,
            environ_base={"REMOTE_ADDR": f"198.51.100.{step % 5}"},
        ).status_code
        for step in range(1, 501)
    )
    assert statuses == {404: 500}


def test_there_is_no_way_to_ask_by_permit_or_seal_number(app: Flask, client: PageClient) -> None:
    fleet.taxi(cast.planura(app))
    for number in ("1001", "12/ABC1D23"):
        ask(client, number, 422)
        client.get(f"/v/{number}", 404)
