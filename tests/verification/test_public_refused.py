"""Codes that are not genuine: 404, no car on the page, never green, and a way to ask by plate."""

import random
from dataclasses import replace
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import update

from app.permits.models import SigningKey
from app.permits.token import SealType, encode
from app.persistence.transaction import transaction
from app.verification.gateway import answers_of
from tests.permits.seals import private
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


def other_car(car: Car, **edits: Any) -> str:
    return digits(car.city, replace(payload(car.index, car.plate), **edits))


def mutated(car: Car) -> str:
    return car.digits[:-1] + str((int(car.digits[-1]) + 1) % 10)


def stranger(car: Car) -> str:
    return encode(payload(car.index, car.plate), private("stranger"))


def elsewhere(car: Car) -> str:
    return encode(payload(car.index, car.plate, municipality=355030), private("stranger"))


def unissued(car: Car) -> str:
    return digits(car.city, payload(car.index + 1, car.plate))


def wrong_plate(car: Car) -> str:
    return digits(car.city, payload(car.index, "DEF4G56"))


def twin_plate(car: Car) -> str:
    return digits(car.city, payload(car.index, "ABC1323"))


def cut(car: Car) -> str:
    return car.digits[:-7]


def live_by_print_key(car: Car) -> str:
    return digits(car.city, payload(car.index, car.plate, type=SealType.LIVE, window_start=NOW))


NOT_GENUINE = [
    (mutated, "Não reconhecido"),
    (stranger, "Não reconhecido"),
    (elsewhere, "Outro município"),
    (unissued, "Não reconhecido"),
    (wrong_plate, "Não reconhecido"),
    (twin_plate, "Não reconhecido"),
    (cut, "Código incompleto"),
    (live_by_print_key, "Não reconhecido"),
    (lambda _car: "abc", "Código incompleto"),
    (lambda car: "x" * len(car.digits), "Não reconhecido"),
    (lambda car: "٣" * len(car.digits), "Código incompleto"),
    (lambda car: "9" * len(car.digits), "Não reconhecido"),
    (lambda car: "9" * 20_000, "Código incompleto"),
    (lambda car: "%3Cscript%3E", "Código incompleto"),
]


@pytest.mark.parametrize(("make", "said"), NOT_GENUINE)
def test_a_code_that_is_not_genuine_shows_no_car(
    app: Flask, client: PageClient, make: Any, said: str
) -> None:
    car = fleet.taxi(cast.planura(app))
    found = page(client, make(car), status=404)
    assert word(found) == said
    assert tone(found) in {"no", "off"}
    assert found.find(class_="plate") is None and "Fiat" not in found.get_text()
    assert found.find("form", action="/consulta").find("input", {"name": "placa"})


@pytest.mark.parametrize(
    "values",
    [
        {"revoked_at": NOW},
        {"not_after": NOW},
    ],
)
def test_codes_of_a_withdrawn_key_are_refused(app: Flask, client: PageClient, values: Any) -> None:
    car = fleet.taxi(cast.planura(app))
    with transaction() as session:
        session.execute(update(SigningKey).values(**values))
    assert word(page(client, car.digits, status=404)) == "Código retirado"


def test_a_revoked_key_stops_within_five_seconds(
    app: Flask, client: PageClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    car, store, moment = fleet.taxi(cast.planura(app)), answers_of(app).store, [1000.0]
    monkeypatch.setattr(store, "clock", lambda: moment[0])
    store.forget()
    assert tone(page(client, car.digits)) == "ok"
    with transaction() as session:
        session.execute(update(SigningKey).values(revoked_at=NOW))
    moment[0] += 4.9
    page(client, car.digits, status=404)
    store.forget()


def test_a_code_of_the_other_city_is_foreign_at_this_citys_own_host(
    app: Flask, client: PageClient
) -> None:
    here, there = cast.planura(app), cast.patrocinio(app)
    fleet.taxi(here)
    car = fleet.app_car(there)
    assert tone(page(client, car.digits)) == "ok"  # one address for both
    with transaction() as session:
        session.get_one(cast.Municipality, here.city).host = "confere.test"
    answers_of(app).store.forget()
    assert word(page(client, car.digits, status=404)) == "Outro município"


def test_two_thousand_changed_codes_are_never_believed(app: Flask) -> None:
    car, answers, dice = fleet.taxi(cast.planura(app)), answers_of(app), random.Random(7)
    for _ in range(2000):
        at, by = dice.randrange(len(car.digits)), dice.randrange(1, 10)
        changed_one = (int(car.digits[at]) + by) % 10
        text = f"{car.digits[:at]}{changed_one}{car.digits[at + 1 :]}"
        assert answers.find(text, "", NOW).card is None


def test_forged_codes_cost_no_look_up_of_a_record(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    car, answers = fleet.taxi(cast.planura(app)), answers_of(app)
    asked: list[int] = []
    monkeypatch.setattr(answers.store, "card", lambda _city, index: asked.append(index))
    answers.find(mutated(car), "", NOW)
    assert asked == []
    answers.find(car.digits, "", NOW)
    assert asked == [car.index]
