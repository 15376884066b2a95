"""What cannot be taken goes to quarantine whole, and nothing of it is stored."""

import hashlib
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.accounts.models import RoleGrant
from app.evidence.models import Attachment
from app.infractions.models import Notice, NumberOutcome
from app.kernel.canonical import canonical
from app.kernel.errors import Conflict, DomainError
from app.kernel.ids import new_id
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.sync.models import Quarantined, Receipt
from app.sync.service import Refused
from tests.support import cast
from tests.support.cast import NOW, Cast
from tests.support.field import instant
from tests.support.notices_server import NoticePhone, agent_phone, deliver_to

Edit = Callable[[dict[str, Any]], object]


def refused(home: Cast, sent: dict[str, Any], login: str = "ana") -> DomainError:
    with pytest.raises(Refused) as caught:
        deliver_to(home, sent, login)
    return caught.value.cause


def count(model: type) -> int:
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def kept() -> Quarantined:
    return db.session.scalars(select(Quarantined)).one()


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        (lambda r: r.update(facts=""), "facts"),
        (lambda r: r["infraction"].update(code="PLA-99"), "infraction.code"),
        (lambda r: r.update(confirmed=[]), "vehicle.plate"),
        (lambda r: r.update(kind="fine"), "kind"),
        (lambda r: r.update(training=False), "training"),
        (lambda r: r["vehicle"].update(plate="AB1C234"), "vehicle.plate"),
        (lambda r: r["fine"].update(ufm="1e309"), "fine.ufm"),
        (lambda r: r["fine"].update(ufm="-1"), "fine.ufm"),
        (lambda r: r["number"].update(value=2**63), "payload"),
        (lambda r: r["number"].update(value=0), "number.value"),
        (lambda r: r["number"].update(value="007"), "number.value"),
        (lambda r: r.update(number=None), "number"),
        (lambda r: r["chain"].update(seq=0), "chain.seq"),
        (lambda r: r.update(facts="a\0b" * 20), "facts"),
        (lambda r: r.update(beacon="x" * 81), "beacon"),
        (lambda r: r.pop("witnesses"), "witnesses"),
        (lambda r: r["ruleset"].update(slug="patrocinio-2020"), "ruleset"),
        (lambda r: r.update(key_id="0" * 16), "key_id"),
    ],
)  # fmt: skip
def test_a_defect_is_named_and_nothing_is_stored(
    planura: Cast, phone: NoticePhone, edit: Edit, field: str
) -> None:
    record = phone.record()
    edit(record)
    sent = phone.envelope(record) if field != "payload" else huge_number(phone, record)
    assert refused(planura, sent).field == field
    assert (count(Notice), count(NumberOutcome), count(Receipt)) == (0, 0, 0)
    assert (kept().payload, kept().signature) == (sent["payload"], sent["signature"])


def huge_number(phone: NoticePhone, record: dict[str, Any]) -> dict[str, Any]:
    """No canonical form carries 2^63: written into the text by hand."""
    record["number"]["value"] = 0
    text = canonical(record).decode().replace('"value":0', f'"value":{2**63}')
    return {
        **phone.envelope(record),
        "payload": text,
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }


def test_a_refusal_by_the_law_cites_its_article(planura: Cast, phone: NoticePhone) -> None:
    assert "art. 49" in refused(planura, phone.write(facts="")).citation


@pytest.mark.parametrize("place", [0, 64, 127])
def test_a_signature_with_one_digit_changed_is_refused(
    planura: Cast, phone: NoticePhone, place: int
) -> None:
    sent = phone.write()
    good = sent["signature"]
    sent["signature"] = good[:place] + ("0" if good[place] != "0" else "1") + good[place + 1 :]
    assert refused(planura, sent).field == "signature"


@pytest.mark.parametrize("signature", ["", "00" * 64, "zz" * 64, "0" * 127, " " * 128])
def test_what_is_no_signature_is_refused(planura: Cast, phone: NoticePhone, signature: str) -> None:
    assert refused(planura, {**phone.write(), "signature": signature}).field == "signature"


def test_a_text_with_the_same_meaning_in_another_form_is_refused(
    planura: Cast, phone: NoticePhone
) -> None:
    sent = phone.write()
    text = sent["payload"].replace('"chain":{', '"chain": {', 1)
    sent |= {"payload": text, "sha256": hashlib.sha256(text.encode()).hexdigest()}
    sent["signature"] = phone.sign(b"cf-n1\0" + text.encode())
    assert "forma combinada" in refused(planura, sent).message


def test_another_agents_notice_is_not_taken_from_this_one(
    planura: Cast, phone: NoticePhone
) -> None:
    sent = phone.write()
    assert "outro agente" in refused(planura, sent, "hugo").message
    assert not deliver_to(planura, sent).replayed


def test_another_content_under_one_id_keeps_both(planura: Cast, phone: NoticePhone) -> None:
    record = phone.record()
    first = phone.freeze(record)
    deliver_to(planura, first)
    other = phone.envelope({**record, "facts": record["facts"] + " E mais."}, first["id"])
    assert isinstance(refused(planura, other), Conflict)
    assert (kept().payload, db.session.scalars(select(Notice)).one().payload) == (
        other["payload"], first["payload"],
    )  # fmt: skip


def test_a_used_number_under_another_id_is_a_conflict(planura: Cast, phone: NoticePhone) -> None:
    number = phone.take()
    first, second = phone.write(number=number), phone.write(number=number)
    deliver_to(planura, first)
    refusal = refused(planura, second)
    assert isinstance(refusal, Conflict) and "000001 já foi usado" in refusal.message
    assert count(Notice) == 1 and kept().payload == second["payload"]


def test_a_place_in_the_chain_is_taken_once(planura: Cast, phone: NoticePhone) -> None:
    first = phone.write()
    phone.seq -= 1
    second = phone.write()
    deliver_to(planura, first)
    assert "mesmo lugar na sequência" in refused(planura, second).message


def other_block(phone: NoticePhone, other: NoticePhone) -> dict[str, Any]:
    return {**(phone.take() or {}), "block": other.blocks[0]["id"]}


def test_a_number_of_another_phones_block_is_refused(planura: Cast, phone: NoticePhone) -> None:
    stranger = agent_phone(planura)
    number = stranger.take()
    assert "bloco deste agente" in refused(planura, phone.write(number=number)).message


@pytest.mark.parametrize(
    "edits",
    [
        {"value": 21},
        {"value": 999_999},
        {"block": new_id()},
        {"series": "TREINO-AI-2025"},
        {"series": "AI-2026"},
    ],
)
def test_a_number_outside_the_block_is_refused(
    planura: Cast, phone: NoticePhone, edits: dict[str, Any]
) -> None:
    # Under an older hash the city's own rules are not asked first.
    record = phone.record()
    record["ruleset"]["hash"] = "f" * 64
    record["number"] |= edits
    assert isinstance(refused(planura, phone.envelope(record)), Conflict)


def test_a_warnings_number_is_not_a_notices(planura: Cast, phone: NoticePhone) -> None:
    record = phone.record(number=phone.take("warning"))
    record["ruleset"]["hash"] = "f" * 64
    assert "outro tipo" in refused(planura, phone.envelope(record)).message


def test_without_an_act_on_the_day_it_waits_for_the_chief(
    planura: Cast, phone: NoticePhone
) -> None:
    with transaction() as session:
        query = select(RoleGrant).where(RoleGrant.person_id == planura.people["ana"])
        session.scalars(query).one().ends_on = date(2026, 11, 29)
    assert "designação" in refused(planura, phone.write()).message


def test_an_inspector_has_no_notices_to_write(planura: Cast) -> None:
    phone = agent_phone(planura, "hugo")
    assert phone.blocks == []
    assert "designação" in refused(planura, phone.write("verbal"), "hugo").message


def test_photos_of_a_refused_notice_may_still_come(planura: Cast, phone: NoticePhone) -> None:
    photo = {"sha256": "a" * 64, "size": 9, "taken_at": instant(NOW), "caption": ""}
    sent = phone.write(facts="", photos=[photo])
    refused(planura, sent)
    found = db.session.scalars(select(Attachment)).one()
    assert (found.entry_id, found.sha256, found.declared_by) == (
        sent["id"], "a" * 64, planura.accounts["ana"],
    )  # fmt: skip


def test_a_refused_notice_is_taken_later_when_the_cause_is_gone(planura: Cast) -> None:
    phone = NoticePhone(planura.actor("ana"), agent_phone(planura).law)
    phone.meet(NOW - timedelta(hours=1), key=None)
    sent = phone.write()
    assert refused(planura, sent).field == "key_id"
    phone.meet(NOW)
    deliver_to(planura, sent)
    assert (count(Notice), count(Quarantined)) == (1, 1)


def test_a_refusal_leaves_no_event(planura: Cast, phone: NoticePhone) -> None:
    refused(planura, phone.write(facts=""))
    kinds = set(db.session.scalars(select(LedgerEvent.kind)))
    assert "notice.received" not in kinds


def test_one_id_in_two_cities_stays_two_cities(
    app: Flask, planura: Cast, phone: NoticePhone
) -> None:
    other, id = cast.patrocinio(app), new_id()
    deliver_to(planura, phone.freeze(phone.record(), id))
    theirs = agent_phone(other, "ana-pat")
    sent = theirs.freeze(theirs.record(), id)
    assert "não pode ser usado" in refused(other, sent, "ana-pat").message
