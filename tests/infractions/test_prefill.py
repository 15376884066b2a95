"""What the registry tells an agent who writes a notice; each answer is an event of the access chain."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from app.accounts.queries import city
from app.infractions.prefill import Asked, prefill
from app.kernel.errors import Denied, Invalid
from app.ledger.models import LedgerEvent
from app.permits.asked_car import AskedCar
from app.persistence.base import db
from tests.support import cars, cast
from tests.support.cast import NOW, Cast
from tests.support.notices_server import NoticePhone, agent_phone, deliver_to
from tests.support.permits import permit_for


def ask(home: Cast, login: str = "ana", **body: Any) -> dict[str, Any]:
    return prefill(home.actor(login), city(home.city), Asked.from_json(body), now=NOW)


def test_a_plate_gives_car_owner_and_permit(app: Flask, planura: Cast) -> None:
    car = cars.planura_taxi(planura)
    permit = permit_for(app, planura, car)
    answer = ask(planura, plate="fum-0b05")
    assert answer["found"] and answer["permit"] == {"number": permit.number}
    assert (answer["vehicle"]["chassis"], answer["vehicle"]["renavam"]) == (
        "9BGEA48A0RG123456", "40560865693",
    )  # fmt: skip
    assert (answer["owner"]["name"], answer["owner"]["tax_id"]) == ("Davi Nunes", cars.DAVI_CPF)


def test_a_code_gives_the_same_car(app: Flask, planura: Cast) -> None:
    permit = permit_for(app, planura, cars.planura_taxi(planura))
    answer = ask(planura, seal_index=permit.seal.number)
    assert (answer["vehicle"]["plate"], answer["vehicle"]["seal_index"]) == (
        "FUM0B05", permit.seal.number,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["driver", "driver_id"])
def test_the_driver_of_the_card_comes_with_documents(planura: Cast, name: str) -> None:
    car = cars.planura_taxi(planura)
    driver = ask(planura, plate=car.plate, **{name: car.driver[:8]})["driver"]
    assert driver == {
        "id": car.driver[:8], "name": "Davi Nunes", "cpf": cars.DAVI_CPF,
        "id_card": "MG-12.345.678", "id_card_issued_on": "2010-03-04",
        "licence": "59796888141", "licence_category": "B", "address": "Rua Monte Carmelo, 120",
    }  # fmt: skip


def test_a_driver_of_another_car_is_not_told(planura: Cast) -> None:
    taxi, other = cars.planura_taxi(planura), cars.planura_app(planura)
    assert ask(planura, plate=taxi.plate, driver=other.driver[:8])["driver"] is None


def test_who_operates_is_the_holder_of_a_taxi_or_the_platform(app: Flask, planura: Cast) -> None:
    taxi, app_car = cars.planura_taxi(planura), cars.planura_app(planura)
    permit_for(app, planura, taxi)
    permit_for(app, planura, app_car)
    assert ask(planura, plate=taxi.plate)["operator"] == {
        "kind": "authorised_driver", "name": "Davi Nunes", "tax_id": cars.DAVI_CPF,
    }  # fmt: skip
    assert ask(planura, plate=app_car.plate)["operator"] == {
        "kind": "platform", "name": "Vai Junto Tecnologia", "tax_id": "12ABC34501DE35",
    }  # fmt: skip


def test_a_car_without_authorisation_has_no_number(planura: Cast) -> None:
    car = cars.planura_taxi(planura)
    answer = ask(planura, plate=car.plate)
    assert (answer["permit"], answer["operator"]) == ({"number": ""}, None)


def test_an_unknown_plate_is_said_to_be_unknown(planura: Cast) -> None:
    answer = ask(planura, plate="QQQ1234")
    assert (answer["found"], answer["vehicle"], answer["driver"]) == (False, None, None)


def test_a_neighbours_car_is_unknown(app: Flask, planura: Cast) -> None:
    theirs = cars.patrocinio_app(cast.patrocinio(app))
    assert ask(planura, plate=theirs.plate)["found"] is False


def test_nobody_is_called_primary_without_decisions_on_record(planura: Cast) -> None:
    assert ask(planura, plate="QQQ1234")["primary"]["known"] is False


@pytest.mark.parametrize("plate", ["FUM0B05", "QQQ1234"])
def test_each_answer_is_one_event_of_the_access_chain(planura: Cast, plate: str) -> None:
    cars.planura_taxi(planura)
    ask(planura, plate=plate)
    query = select(LedgerEvent).filter_by(kind="notice.data_read")
    event = db.session.scalars(query).one()
    assert (event.chain, event.person_id) == ("access", planura.people["ana"])


@pytest.mark.parametrize("login", ["bruno", "celia", "davi", "fabio", "gilda", "hugo"])
def test_only_who_writes_notices_may_ask(planura: Cast, login: str) -> None:
    with pytest.raises(Denied):
        ask(planura, login, plate="FUM0B05")


@pytest.mark.parametrize(
    ("body", "field"),
    [({}, "plate"), ({"plate": 5}, "plate"), ({"plate": "AB"}, "plate"), ({"seal_index": "1"}, "seal_index"),
     ({"seal_index": -1}, "seal_index"), ({"plate": "FUM0B05", "driver": 7}, "plate")],
)  # fmt: skip
def test_a_strange_question_is_refused(body: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as caught:
        Asked.from_json(body)
    assert caught.value.field == field


def written(home: Cast, phone: NoticePhone, plate: str) -> dict[str, Any]:
    record = phone.record()
    record["vehicle"]["plate"] = plate
    deliver_to(home, phone.freeze(record), "ana" if phone.law.code == "PLA" else "ana-pat")
    return record


def test_a_document_of_the_last_day_is_told_for_the_guard(
    planura: Cast, phone: NoticePhone
) -> None:
    record = written(planura, phone, "FUM0B05")
    (recent,) = ask(planura, plate="FUM0B05")["recent"]
    assert (recent["number"], recent["code"], recent["happened_at"], recent["agent_first_name"]) == (
        "TREINO-AI-2026-000001", record["infraction"]["code"], record["happened_at"], "Ana",
    )  # fmt: skip
    assert recent["position"] == record["place"]["position"]


def test_the_other_pattern_of_the_plate_is_the_same_car(planura: Cast, phone: NoticePhone) -> None:
    written(planura, phone, "FUM0105")
    assert len(ask(planura, plate="FUM0B05")["recent"]) == 1


def test_an_older_document_is_not_told(planura: Cast, phone: NoticePhone) -> None:
    written(planura, phone, "FUM0B05")
    asked = Asked(AskedCar("FUM0B05"))
    later = NOW + timedelta(hours=25)
    answer = prefill(planura.actor("ana"), city(planura.city), asked, now=later)
    assert answer["recent"] == []


def test_a_neighbours_document_is_not_told(app: Flask, planura: Cast) -> None:
    other = cast.patrocinio(app)
    written(other, agent_phone(other, "ana-pat"), "FUM0B05")
    assert ask(planura, plate="FUM0B05")["recent"] == []
