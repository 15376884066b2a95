"""The online answer: codes and plates of the city, the same card as the pack, each look-up noted."""

import gzip
import json
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from app.accounts.queries import city
from app.kernel.errors import Denied, Invalid
from app.ledger.models import LedgerBody, LedgerEvent
from app.permits.models import Restriction
from app.persistence.base import db
from app.persistence.transaction import changed, transaction
from app.registry.short_ids import driver_named
from app.verification import pack, pack_store
from app.verification.field_card import Days, told
from app.verification.field_check import Asked, check
from tests.support import cars, cast, field, permits
from tests.support.cars import PLA, Car
from tests.support.cast import Cast
from tests.support.field import NOON
from tests.support.permits import Permit

DAYS = Days.told_on(NOON.date())


@pytest.fixture
def planura(app: Flask) -> Cast:
    return cast.planura(app)


@pytest.fixture
def taxi(planura: Cast) -> Car:
    return cars.planura_taxi(planura)


@pytest.fixture
def permit(app: Flask, planura: Cast, taxi: Car) -> Permit:
    return permits.permit_for(app, planura, taxi)


def ask(home: Cast, login: str = "ana", **asked: str) -> dict[str, Any]:
    return check(home.actor(login), city(home.city), Asked.from_json({**asked}), now=NOON)


def digits(permit: Permit) -> str:
    return permit.url.rpartition("/")[2]


def test_a_code_of_the_city_finds_its_card(planura: Cast, taxi: Car, permit: Permit) -> None:
    answer = ask(planura, digits=digits(permit))
    assert answer["found"] and answer["token"]["verdict"] == "ok" and answer["token"]["type"] == 1
    card = answer["card"]
    assert (card["plate"], card["modality"], card["state"]) == ("FUM0B05", "taxi", "valid")
    assert card["drivers"][0]["name"] == "Davi N." and card["drivers"][0]["id"] == taxi.driver[:8]
    assert answer["server_now"] == "2026-11-30T13:00:00.000Z"


def test_one_other_digit_is_no_code_of_ours(planura: Cast, permit: Permit) -> None:
    text = digits(permit)
    answer = ask(planura, digits=text[:-1] + str((int(text[-1]) + 1) % 10))
    assert (answer["found"], answer["card"]) == (False, None)
    assert answer["token"]["verdict"] == "bad_signature"


@pytest.mark.parametrize("text", ["1", "9" * 191, "0" * 198, "x" * 191, "1" * 399])
def test_what_is_no_token_is_answered_too(planura: Cast, permit: Permit, text: str) -> None:
    answer = ask(planura, digits=text)
    assert answer["found"] is False and answer["token"]["verdict"].startswith("bad_")


def test_a_code_of_another_city_is_foreign(app: Flask, planura: Cast, permit: Permit) -> None:
    other = cast.patrocinio(app)
    assert ask(other, "ana-pat", digits=digits(permit))["token"]["verdict"] == "foreign_city"


@pytest.mark.parametrize("plate", ["FUM0B05", "fum-0105", "FUM 0105"])
def test_a_plate_is_found_in_both_patterns(planura: Cast, permit: Permit, plate: str) -> None:
    assert ask(planura, plate=plate)["card"]["plate"] == "FUM0B05"


def test_a_living_code_answers_before_cancelled_ones(planura: Cast) -> None:
    field.add_cards(field.card_values(planura, 1), field.card_values(planura, 2, state="dead"))
    assert [card["index"] for card in ask(planura, plate="FUM0B05")["cards"]] == [1, 2]


def test_a_plate_of_another_city_is_not_found(app: Flask, planura: Cast, permit: Permit) -> None:
    other = cast.patrocinio(app)
    assert ask(other, "ana-pat", plate="FUM0B05")["found"] is False


@pytest.mark.parametrize(
    "body", [{}, {"plate": "x"}, {"digits": 1}, {"digits": "1", "plate": "FUM0B05"}]
)
def test_a_question_that_is_none_is_refused(body: dict[str, object]) -> None:
    with pytest.raises(Invalid):
        Asked.from_json(body)


def test_a_clerk_may_not_ask(planura: Cast) -> None:
    with pytest.raises(Denied):
        ask(planura, "bruno", plate="FUM0B05")


def test_each_look_up_is_noted_without_the_digits(planura: Cast, permit: Permit) -> None:
    ask(planura, digits=digits(permit))
    event = db.session.scalars(select(LedgerEvent).where(LedgerEvent.kind == "field.checked")).one()
    body = db.session.get(LedgerBody, (planura.city, "access", event.seq)).body
    assert event.person_id == planura.people["ana"] and digits(permit) not in body
    assert json.loads(body)["verdict"] == "ok"


def suspend(home: Cast, car: Car) -> None:
    """An act against the car, written as the services do."""
    with transaction() as session:
        session.add(
            Restriction(
                municipality_id=home.city,
                kind="suspension",
                subject_kind="vehicle",
                subject_id=car.vehicle,
                starts_on=NOON.date(),
                act="Portaria 9/2026",
                reasons="segredo",
                decided_by=home.people["elisa"],
                decided_at=NOON,
                training=True,
            )
        )
        changed(session, f"vehicle:{car.vehicle}")


def packed(home: Cast) -> bytes:
    """The pack's body, unpacked."""
    place = city(home.city)
    made = pack_store.current(home.actor("ana"), place, PLA, hosts=("confere.test",), now=NOON)
    start = len(pack.MAGIC) + 4
    header = int.from_bytes(made.content[len(pack.MAGIC) : start], "big")
    return gzip.decompress(made.content[start + header + 64 :])


def test_the_pack_holds_no_cpf_address_or_full_name(planura: Cast, permit: Permit) -> None:
    body = packed(planura).decode("utf-8", "replace")
    for secret in (
        cars.DAVI_CPF, "Davi Nunes", "Monte Carmelo", "34998761234", "59796888141",
        "9BGEA48A0RG123456", "40560865693", "MG-12.345.678", "C-0001",
    ):  # fmt: skip
        assert secret not in body, secret
    assert "Chevrolet Onix Plus" in body


def test_a_suspension_reaches_the_next_list_at_once(
    planura: Cast, taxi: Car, permit: Permit
) -> None:
    code = b"no_restriction.vehicle_suspension"
    before = packed(planura).count(code)
    suspend(planura, taxi)
    assert ask(planura, digits=digits(permit))["card"]["segments"][0][1] == "red"
    assert packed(planura).count(code) == before + 1  # words of the catalogue, and now a card


@pytest.mark.parametrize(
    ("segments", "wanted"),
    [
        ([["2026-12-31", "green", []]], [["2026-12-04", "green", []]]),
        ([[None, "red", []]], [[None, "red", []]]),
        ([["2026-11-29", "green", []], [None, "red", []]], [[None, "red", []]]),
        (
            [["2026-11-30", "green", []], ["2026-12-31", "red", []]],
            [["2026-11-30", "green", []], ["2026-12-04", "red", []]],
        ),
        ([["2026-12-04", "green", []], [None, "red", []]], [["2026-12-04", "green", []]]),
        ([["2026-11-29", "green", []]], []),
        ([], []),
    ],
)
def test_only_the_days_of_the_list_are_told(segments: list[Any], wanted: list[Any]) -> None:
    assert told(segments, DAYS) == wanted


def test_a_driver_is_found_by_the_short_id_in_the_city_only(
    app: Flask, planura: Cast, taxi: Car
) -> None:
    other, session = cast.patrocinio(app), db.session()
    assert driver_named(session, planura.city, taxi.driver[:8]).id == taxi.driver
    assert driver_named(session, planura.city, taxi.driver).id == taxi.driver
    assert driver_named(session, other.city, taxi.driver[:8]) is None
    assert driver_named(session, planura.city, taxi.driver[:7]) is None
    assert driver_named(session, planura.city, "%%%%%%%%") is None
