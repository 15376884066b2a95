"""Each number ends once: voided with reason, lost with report, returned; by the agent or the chief."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.infractions.models import NumberOutcome
from app.infractions.service_explain import Explanation, explain_number, return_block
from app.kernel.errors import Conflict, Denied, Invalid, NotFound
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.sync.models import Quarantined
from app.sync.service import Refused
from tests.support import cast
from tests.support.cast import NOW, Cast
from tests.support.field import entry, instant
from tests.support.notices_server import NoticePhone, agent_phone, deliver_to

SERIES = "TREINO-AI-2026"


def told(value: int = 3, **edits: Any) -> Explanation:
    values = {
        "series": SERIES, "value": value, "outcome": "voided",
        "reason": "Rasgou na impressora", "report": "", "at": NOW, **edits,
    }  # fmt: skip
    return Explanation(**values)


def outcomes() -> list[tuple[int, str]]:
    query = select(NumberOutcome.value, NumberOutcome.outcome).order_by(NumberOutcome.value)
    return [(value, outcome) for value, outcome in db.session.execute(query)]


def from_phone(phone: NoticePhone, value: int = 1, **edits: Any) -> dict[str, Any]:
    payload = {
        "account_id": phone.actor.account_id,
        "device_id": phone.device_id,
        "series": SERIES,
        "value": value,
        "block": phone.blocks[0]["id"],
        "outcome": "voided",
        "reason": "A impressão saiu ilegível",
        "at": instant(NOW - timedelta(minutes=3)),
        **edits,
    }
    return entry(payload, kind="number")


def refusal(home: Cast, sent: dict[str, Any]) -> str:
    with pytest.raises(Refused) as caught:
        deliver_to(home, sent)
    return caught.value.message


def test_the_chief_voids_a_number_and_the_event_names_it(planura: Cast, phone: NoticePhone) -> None:
    explain_number(planura.actor("fabio"), told(), now=NOW)
    query = select(LedgerEvent.entity_id).where(LedgerEvent.kind == "number.explained")
    assert outcomes() == [(3, "voided")]
    assert db.session.scalars(query).all() == ["TREINO-AI-2026-000003"]


def test_a_lost_number_needs_its_report(planura: Cast, phone: NoticePhone) -> None:
    with pytest.raises(Invalid) as caught:
        explain_number(planura.actor("fabio"), told(outcome="lost"), now=NOW)
    assert caught.value.field == "report"
    explain_number(planura.actor("fabio"), told(outcome="lost", report="BO 2026-123"), now=NOW)
    assert outcomes() == [(3, "lost")]


@pytest.mark.parametrize(
    ("edits", "field"),
    [
        ({"reason": "."}, "reason"),
        ({"reason": "x" * 401}, "reason"),
        ({"outcome": "written"}, "outcome"),
        ({"outcome": "sold"}, "outcome"),
    ],
)
def test_words_that_do_not_explain_are_refused(
    planura: Cast, phone: NoticePhone, edits: dict[str, str], field: str
) -> None:
    with pytest.raises(Invalid) as caught:
        explain_number(planura.actor("fabio"), told(**edits), now=NOW)
    assert (caught.value.field, outcomes()) == (field, [])


def test_saying_it_again_changes_nothing(planura: Cast, phone: NoticePhone) -> None:
    explain_number(planura.actor("fabio"), told(), now=NOW)
    explain_number(planura.actor("fabio"), told(), now=NOW + timedelta(hours=1))
    assert outcomes() == [(3, "voided")]


def test_a_number_ends_once(planura: Cast, phone: NoticePhone) -> None:
    explain_number(planura.actor("fabio"), told(), now=NOW)
    with pytest.raises(Conflict):
        explain_number(planura.actor("fabio"), told(outcome="returned"), now=NOW)
    assert outcomes() == [(3, "voided")]


def test_a_written_number_is_not_voided(planura: Cast, phone: NoticePhone) -> None:
    deliver_to(planura, phone.write())
    with pytest.raises(Conflict):
        explain_number(planura.actor("fabio"), told(1), now=NOW)
    assert outcomes() == [(1, "written")]


def test_a_notice_with_a_voided_number_is_kept_in_quarantine(
    planura: Cast, phone: NoticePhone
) -> None:
    explain_number(planura.actor("fabio"), told(1), now=NOW)
    assert "já foi usado" in refusal(planura, phone.write())
    assert db.session.scalar(select(func.count()).select_from(Quarantined)) == 1


def test_a_number_lent_to_nobody_is_not_found(planura: Cast, phone: NoticePhone) -> None:
    with pytest.raises(NotFound):
        explain_number(planura.actor("fabio"), told(21), now=NOW)


def test_another_citys_chief_finds_nothing(app: Flask, planura: Cast, phone: NoticePhone) -> None:
    other = cast.patrocinio(app)
    with pytest.raises(NotFound):
        explain_number(other.actor("fabio-pat"), told(), now=NOW)
    with pytest.raises(NotFound):
        return_block(other.actor("fabio-pat"), phone.blocks[0]["id"], "Fim do contrato", now=NOW)


@pytest.mark.parametrize("login", ["ana", "bruno", "celia", "hugo", "gilda"])
def test_only_the_chief_explains_in_the_office(
    planura: Cast, phone: NoticePhone, login: str
) -> None:
    with pytest.raises(Denied):
        explain_number(planura.actor(login), told(), now=NOW)


def test_a_block_is_returned_but_for_what_was_written(planura: Cast, phone: NoticePhone) -> None:
    deliver_to(planura, phone.write())
    block = phone.blocks[0]["id"]
    assert return_block(planura.actor("fabio"), block, "Agente transferido", now=NOW) == 19
    assert outcomes() == [(1, "written"), *((n, "returned") for n in range(2, 21))]


def test_a_returned_block_is_lent_no_more(planura: Cast, phone: NoticePhone) -> None:
    return_block(planura.actor("fabio"), phone.blocks[0]["id"], "Agente transferido", now=NOW)
    phone.meet(NOW)
    assert [b["first"] for b in phone.blocks if b["kind"] == "notice"] == [21]


def test_the_agent_voids_a_number_from_the_phone(planura: Cast, phone: NoticePhone) -> None:
    sent = from_phone(phone)
    deliver_to(planura, sent)
    assert deliver_to(planura, sent).replayed
    row = db.session.scalars(select(NumberOutcome)).one()
    assert (row.value, row.outcome, row.device_id) == (1, "voided", phone.device_id)


def test_a_lost_number_from_the_phone_keeps_its_report(planura: Cast, phone: NoticePhone) -> None:
    deliver_to(planura, from_phone(phone, outcome="lost", reason="BO 2026-123, furto do celular"))
    assert db.session.scalars(select(NumberOutcome.report)).one().startswith("BO 2026-123")


@pytest.mark.parametrize("edits", [{"value": 21}, {"block": "b" * 32}, {"device_id": "d" * 32}])
def test_the_agent_explains_only_numbers_of_this_phone(
    planura: Cast, phone: NoticePhone, edits: dict[str, Any]
) -> None:
    assert "bloco deste agente" in refusal(planura, from_phone(phone, **edits))
    assert outcomes() == []


def test_another_agents_number_stays_closed(planura: Cast, phone: NoticePhone) -> None:
    theirs = agent_phone(planura, "fabio")
    theirs.blocks = phone.blocks
    with pytest.raises(Refused):
        deliver_to(planura, from_phone(theirs), "fabio")
    assert outcomes() == []


def test_an_explained_hole_lets_the_loans_go_on(planura: Cast, phone: NoticePhone) -> None:
    phone.write()  # number 1 is gone
    for _ in range(15):
        deliver_to(planura, phone.write())
    explain_number(planura.actor("fabio"), told(1), now=NOW)
    phone.meet(NOW)
    assert [b["first"] for b in phone.blocks if b["kind"] == "notice"] == [1, 21]
