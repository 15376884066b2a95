"""The writing endpoints: receipts, refusals that say they were kept, and contacts of phones."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from app.accounts.models import RoleGrant
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.sync.models import Device, Quarantined
from app.verification.models import Stop
from tests.support import cast
from tests.support.cast import Cast
from tests.support.field import DEVICE, NOON, Phone, entry, instant, stop_payload


@pytest.fixture
def planura(app: Flask) -> Cast:
    return cast.planura(app)


@pytest.fixture
def ana(app: Flask, planura: Cast) -> Phone:
    return Phone(app, "ana")


def contact(**edits: object) -> dict[str, object]:
    return {
        "device_id": DEVICE,
        "label": "Moto G da Ana",
        "waiting": 2,
        "oldest_waiting_at": instant(NOON - timedelta(hours=5)),
        "pack_generated_at": None,
        "standalone": True,
        "persisted": False,
        **edits,
    }


def test_an_entry_gets_a_receipt_and_again_the_same(ana: Phone, planura: Cast) -> None:
    sent = entry(stop_payload(planura.accounts["ana"]))
    first, again = ana.post("/campo/registro", sent), ana.post("/campo/registro", sent)
    receipt = {
        "id": sent["id"],
        "sha256": sent["sha256"],
        "received_at": "2026-11-30T13:00:00.000Z",
    }
    assert first.get_json() == {**receipt, "replayed": False}
    assert again.get_json() == {**receipt, "replayed": True}


def test_other_content_is_a_conflict_that_was_kept(ana: Phone, planura: Cast) -> None:
    sent = entry(stop_payload(planura.accounts["ana"]))
    ana.post("/campo/registro", sent)
    other = entry(stop_payload(planura.accounts["ana"], note="outra"), id=sent["id"])
    answer = ana.post("/campo/registro", other)
    assert answer.status_code == 409 and answer.get_json()["quarantined"] is True


def test_a_wrong_field_is_named_and_kept(ana: Phone, planura: Cast) -> None:
    answer = ana.post("/campo/registro", entry(stop_payload(planura.accounts["ana"], how="smell")))
    said = answer.get_json()
    assert (answer.status_code, said["field"], said["quarantined"]) == (422, "how", True)
    assert db.session.scalars(select(Quarantined)).one().why == said["message"]


def test_an_envelope_without_id_has_nothing_to_keep(ana: Phone, planura: Cast) -> None:
    sent = entry(stop_payload(planura.accounts["ana"]))
    answer = ana.post("/campo/registro", {**sent, "id": "1"})
    assert answer.status_code == 422 and "quarantined" not in answer.get_json()


def test_a_clerk_cannot_record_a_stop(app: Flask, planura: Cast) -> None:
    clerk = Phone(app)
    clerk.token = clerk.pages.csrf_token()
    form = {"login": "bruno", "password": cast.PASSWORD, "csrf_token": clerk.token}
    clerk.send("POST", "/entrar", data=form)
    clerk.token = clerk.get("/campo/ola").get_json()["csrf"]
    answer = clerk.post("/campo/registro", entry(stop_payload(planura.accounts["bruno"])))
    assert (answer.status_code, db.session.scalar(select(Stop))) == (409, None)


def test_an_ended_agent_still_delivers_what_was_written_before(ana: Phone, planura: Cast) -> None:
    with transaction() as session:
        grants = select(RoleGrant).where(RoleGrant.person_id == planura.people["ana"])
        session.scalars(grants).one().ends_on = NOON.date() - timedelta(days=1)
    assert ana.get("/campo/ola").status_code == 403
    sent = entry(stop_payload(planura.accounts["ana"], NOON - timedelta(days=1)))
    assert ana.post("/campo/registro", sent).status_code == 200
    assert db.session.scalars(select(Stop)).one().designation_ended


def test_a_signed_out_phone_is_asked_to_sign_in(app: Flask) -> None:
    phone = Phone(app)
    phone.token = phone.get("/campo/ola").get_json()["csrf"]
    answer = phone.post("/campo/registro", entry(stop_payload("a" * 32)))
    assert answer.status_code == 401 and answer.get_json()["csrf"]


def test_a_contact_registers_the_phone_and_greets(ana: Phone) -> None:
    answer = ana.post("/campo/ola", contact())
    row = db.session.scalars(select(Device)).one()
    assert answer.get_json()["agent"]["first_name"] == "Ana"
    assert (row.device_id, row.label, row.waiting, row.standalone) == (
        DEVICE, "Moto G da Ana", 2, True,
    )  # fmt: skip


def test_the_next_contact_brings_the_row_up_to_date(ana: Phone) -> None:
    ana.post("/campo/ola", contact())
    ana.post("/campo/ola", contact(waiting=0, pack_generated_at=instant(NOON)))
    row = db.session.scalars(select(Device)).one()
    assert (row.waiting, row.oldest_waiting_at, row.pack_generated_at) == (0, None, NOON)


@pytest.mark.parametrize(
    ("edits", "field"),
    [
        ({"device_id": "x"}, "device_id"),
        ({"waiting": -1}, "waiting"),
        ({"waiting": "2"}, "waiting"),
        ({"oldest_waiting_at": "ontem"}, "oldest_waiting_at"),
    ],
)
def test_a_strange_contact_is_refused(ana: Phone, edits: dict[str, object], field: str) -> None:
    answer = ana.post("/campo/ola", contact(**edits))
    assert (answer.status_code, answer.get_json()["field"]) == (422, field)
