"""The field endpoints of notices over HTTP: contact with key and numbers, delivery, prefill."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from app.infractions.models import Notice, NumberBlock
from app.kernel.beacon import Bearer, beacon_key, read_beacon
from app.persistence.base import db
from app.sync.models import Device, Quarantined
from tests.support import cars, cast
from tests.support.cast import NOW, Cast
from tests.support.field import Phone
from tests.support.notices_server import NoticePhone
from tests.support.permits import law


@pytest.fixture
def planura(app: Flask) -> Cast:
    return cast.planura(app)


@pytest.fixture
def phone(planura: Cast) -> NoticePhone:
    """Ana's phone before any contact."""
    return NoticePhone(planura.actor("ana"), law(planura))


@pytest.fixture
def ana(app: Flask, phone: NoticePhone) -> Phone:
    """Her signed-in field app."""
    return Phone(app, "ana")


def meet(ana: Phone, phone: NoticePhone, **edits: Any) -> dict[str, Any]:
    answer = ana.post("/campo/ola", phone.contact_body(**edits))
    assert answer.status_code == 200, answer.get_data(as_text=True)
    said: dict[str, Any] = answer.get_json()
    phone.beacon, phone.blocks = said["beacon"], said["blocks"]
    return said


def test_a_contact_answers_with_beacon_and_blocks(
    app: Flask, planura: Cast, ana: Phone, phone: NoticePhone
) -> None:
    said = meet(ana, phone)
    key = beacon_key(app.config["LEDGER_KEY"])
    bearer = Bearer(planura.city, planura.accounts["ana"], phone.device_id)
    assert read_beacon(key, bearer, said["beacon"]) == NOW
    assert [set(block) for block in said["blocks"]] == [
        {"id", "series", "kind", "first", "last", "used"}
    ] * 2


def test_the_greeting_is_still_there(ana: Phone, phone: NoticePhone) -> None:
    assert meet(ana, phone)["agent"]["first_name"] == "Ana"


@pytest.mark.parametrize(
    ("edits", "field"),
    [
        ({"key": {"spki": "AAAA", "key_id": "0" * 16}}, "key"),
        ({"key": "x"}, "key"),
        ({"numbers": [{"series": "AI-2026"}]}, "numbers"),
        ({"numbers": "x"}, "numbers"),
        ({"photos_waiting": -1}, "photos_waiting"),
        ({"photos_waiting": "3"}, "photos_waiting"),
        ({"oldest_fact_at": "ontem"}, "oldest_fact_at"),
    ],
)
def test_a_strange_key_or_report_is_refused(
    ana: Phone, phone: NoticePhone, edits: dict[str, Any], field: str
) -> None:
    answer = ana.post("/campo/ola", phone.contact_body(**edits))
    assert (answer.status_code, answer.get_json()["field"]) == (422, field)
    assert db.session.scalars(select(NumberBlock)).all() == []


def test_a_key_under_another_keys_name_is_refused(ana: Phone, phone: NoticePhone) -> None:
    body = phone.contact_body()
    body["key"]["key_id"] = "0" * 16
    assert ana.post("/campo/ola", body).status_code == 422


def test_a_contact_tells_photos_and_the_oldest_fact(ana: Phone, phone: NoticePhone) -> None:
    meet(ana, phone, waiting=1, photos_waiting=4, oldest_fact_at="2026-11-30T10:00:00.000Z")
    seen = db.session.scalars(select(Device)).one()
    assert (seen.photos_waiting, seen.oldest_fact_at) == (4, NOW - timedelta(hours=3))


def test_an_older_phone_tells_neither(ana: Phone, phone: NoticePhone) -> None:
    meet(ana, phone)
    seen = db.session.scalars(select(Device)).one()
    assert (seen.photos_waiting, seen.oldest_fact_at) == (0, None)


def test_a_notice_gets_its_receipt_and_again_the_same(ana: Phone, phone: NoticePhone) -> None:
    meet(ana, phone)
    sent = phone.write()
    first, again = ana.post("/campo/registro", sent), ana.post("/campo/registro", sent)
    receipt = {
        "id": sent["id"],
        "sha256": sent["sha256"],
        "received_at": "2026-11-30T13:00:00.000Z",
    }
    assert first.get_json() == {**receipt, "replayed": False}
    assert again.get_json() == {**receipt, "replayed": True}


def test_a_used_number_is_a_conflict_that_was_kept(ana: Phone, phone: NoticePhone) -> None:
    meet(ana, phone)
    number = phone.take()
    ana.post("/campo/registro", phone.write(number=number))
    answer = ana.post("/campo/registro", phone.write(number=number))
    assert answer.status_code == 409 and answer.get_json()["quarantined"] is True
    assert len(db.session.scalars(select(Notice)).all()) == 1


def test_a_defect_names_field_and_article_and_is_kept(ana: Phone, phone: NoticePhone) -> None:
    meet(ana, phone)
    answer = ana.post("/campo/registro", phone.write(facts=""))
    said = answer.get_json()
    assert (answer.status_code, said["field"], said["quarantined"]) == (422, "facts", True)
    assert "art. 49" in said["citation"] and db.session.scalars(select(Quarantined)).one()


def test_an_unsigned_notice_is_kept_apart(ana: Phone, phone: NoticePhone) -> None:
    meet(ana, phone)
    sent = phone.write()
    del sent["signature"]
    assert ana.post("/campo/registro", sent).get_json()["field"] == "signature"


def test_a_signature_that_is_no_text_leaves_nothing_to_keep(ana: Phone, phone: NoticePhone) -> None:
    answer = ana.post("/campo/registro", {**phone.write(number={}), "signature": 7})
    assert answer.status_code == 422 and "quarantined" not in answer.get_json()


def test_a_payload_over_its_limit_is_refused_and_kept(ana: Phone, phone: NoticePhone) -> None:
    meet(ana, phone)
    record = phone.record()
    record["facts"] = "x" * 140_000
    answer = ana.post("/campo/registro", phone.envelope(record))
    assert (answer.status_code, answer.get_json()["field"]) == (422, "payload")


def test_a_body_over_the_limit_of_the_route_is_413(ana: Phone, phone: NoticePhone) -> None:
    meet(ana, phone)
    answer = ana.post("/campo/registro", {**phone.write(), "payload": "x" * 1_100_000})
    assert answer.status_code == 413


def test_an_agent_is_told_of_a_car(planura: Cast, ana: Phone) -> None:
    car = cars.planura_taxi(planura)
    answer = ana.post("/campo/dados", {"plate": car.plate, "driver_id": car.driver[:8]})
    assert answer.get_json()["driver"]["name"] == "Davi Nunes"


def test_an_agent_is_told_of_a_notice_like_this_one(ana: Phone, phone: NoticePhone) -> None:
    meet(ana, phone)
    record = phone.record()
    ana.post("/campo/registro", phone.freeze(record))
    asked = {"plate": record["vehicle"]["plate"], "code": record["infraction"]["code"]}
    (found,) = ana.post("/campo/recentes", asked).get_json()["recent"]
    assert found["number"] == "TREINO-AI-2026-000001"


@pytest.mark.parametrize("login", ["hugo", "fabio"])
def test_who_writes_no_notice_is_not_told(app: Flask, planura: Cast, login: str) -> None:
    answer = Phone(app, login).post("/campo/recentes", {"plate": "FUM0B05", "code": "PLA-23-XVII"})
    assert answer.status_code == 403


def test_an_inspector_is_not(app: Flask, planura: Cast) -> None:
    hugo = Phone(app, "hugo")
    assert hugo.post("/campo/dados", {"plate": "FUM0B05"}).status_code == 403


def test_an_inspectors_contact_brings_no_numbers(app: Flask, planura: Cast) -> None:
    phone = NoticePhone(planura.actor("hugo"), law(planura))
    assert meet(Phone(app, "hugo"), phone)["blocks"] == []
