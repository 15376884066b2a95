"""What is added to a notice: by whom, with which words, and what stands of it afterwards."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from app.accounts.domain import Actor, Designation
from app.accounts.models import RoleGrant
from app.accounts.permissions import Role
from app.infractions.domain_annotations import RULES, AnnotationKind
from app.infractions.models import Notice, NoticeAnnotation
from app.infractions.queries import NoticeState, state_of
from app.infractions.service_annotations import DecidedInCase, OwnNotice, annotate
from app.kernel.errors import Conflict, Denied, DomainError, Invalid, NotFound
from app.kernel.ids import new_id
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.sync.service import Refused
from tests.support import cast
from tests.support.cast import NOW, START, Cast
from tests.support.field import entry, instant
from tests.support.notices_server import NoticePhone, agent_phone, deliver_to

KIND = AnnotationKind
ANNULMENT = {"act": "Despacho 7/2026", "reasons": "Placa de outro veículo"}
WORDS: dict[AnnotationKind, dict[str, str]] = {
    KIND.CORRECTION: {"field": "place", "text": "Av. Brasil, 121", "reasons": "Número trocado"},
    KIND.COMPLETION: {"owner_name": "José Lima", "owner_tax_id": "52998224725", "source": "Detran"},
    KIND.ANNULMENT: ANNULMENT,
    KIND.RESTITUTION: {"what": "CRLV", "to": "Davi Nunes"},
    KIND.CLOCK_CERTIFIED: {"reasons": "Conferido com a câmera da praça"},
    KIND.WARNING_VALIDATED: {"decision": "validada", "reasons": "Infração leve, primário"},
    KIND.LATE_REASON: {"text": "Sem sinal na zona rural"},
    KIND.DELIVERY: {"text": "Entregue no balcão"},
}
MAY = {
    "ana": {KIND.LATE_REASON, KIND.DELIVERY},
    "bruno": {KIND.COMPLETION},
    "celia": {KIND.COMPLETION, KIND.CORRECTION, KIND.ANNULMENT, KIND.RESTITUTION, KIND.CLOCK_CERTIFIED, KIND.WARNING_VALIDATED},
    "fabio": {KIND.COMPLETION, KIND.CORRECTION, KIND.RESTITUTION, KIND.CLOCK_CERTIFIED, KIND.WARNING_VALIDATED},
    "davi": set(), "elisa": set(), "gilda": set(), "hugo": set(),
}  # fmt: skip


@pytest.fixture
def notice(planura: Cast, phone: NoticePhone) -> Notice:
    """A notice of Ana's."""
    sent = phone.write()
    deliver_to(planura, sent)
    return db.session.get_one(Notice, sent["id"])


def add(
    home: Cast, login: str, notice: Notice, kind: AnnotationKind, body: Any = None, id: str = ""
) -> str:
    words = WORDS[kind] if body is None else body
    return annotate(home.actor(login), notice.id, kind, words, id=id or new_id(), now=NOW)


def state(notice: Notice) -> NoticeState:
    return state_of(db.session(), notice)


def test_every_kind_has_its_words() -> None:
    assert set(RULES) == set(AnnotationKind) == set(WORDS)


@pytest.mark.parametrize("kind", list(AnnotationKind))
@pytest.mark.parametrize("login", sorted(MAY))
def test_each_role_adds_what_the_matrix_says(
    planura: Cast, notice: Notice, login: str, kind: AnnotationKind
) -> None:
    try:
        add(planura, login, notice, kind)
    except Denied:
        assert kind not in MAY[login]
    except DecidedInCase:
        assert kind is KIND.ANNULMENT and kind in MAY[login]
    else:
        assert kind in MAY[login]


@pytest.fixture
def home(app: Flask) -> Cast:
    """Patrocínio, whose text has a document without a case."""
    return cast.patrocinio(app)


@pytest.fixture
def order(app: Flask, home: Cast) -> Notice:
    """An order to regularise, which has no case, by Ana."""
    sent = agent_phone(home, "ana-pat").write("regularisation")
    deliver_to(home, sent, "ana-pat")
    return db.session.get_one(Notice, sent["id"])


def test_what_has_a_case_is_annulled_there(planura: Cast, notice: Notice) -> None:
    with pytest.raises(DecidedInCase):
        add(planura, "celia", notice, KIND.ANNULMENT)


def test_an_annulment_is_a_row_and_an_event_and_the_notice_stays(home: Cast, order: Notice) -> None:
    before = order.payload
    add(home, "celia-pat", order, KIND.ANNULMENT)
    event = db.session.scalars(select(LedgerEvent).filter_by(kind="notice.annotated")).one()
    assert (event.entity_id, event.person_id) == (order.id, home.people["celia-pat"])
    assert order.payload == before and not state(order).counts
    assert (state(order).annulled_at, state(order).annulment_act) == (NOW, "Despacho 7/2026")


@pytest.mark.parametrize("missing", ["act", "reasons"])
def test_an_annulment_needs_act_and_reasons(planura: Cast, notice: Notice, missing: str) -> None:
    with pytest.raises(Invalid) as caught:
        add(planura, "celia", notice, KIND.ANNULMENT, {**ANNULMENT, missing: "  "})
    assert caught.value.field == missing


def test_the_author_never_annuls_even_as_secretary(home: Cast, order: Notice) -> None:
    grant = Designation(Role.SECRETARY, "Decreto 1/2026", "1", START, None)
    ana = Actor(home.city, home.people["ana-pat"], home.accounts["ana-pat"], "Ana", (grant,))
    with pytest.raises(OwnNotice):
        annotate(ana, order.id, KIND.ANNULMENT, ANNULMENT, id=new_id(), now=NOW)


def test_nor_by_a_second_account_of_the_same_person(home: Cast, order: Notice) -> None:
    grant = Designation(Role.SECRETARY, "Decreto 1/2026", "1", START, None)
    other = Actor(home.city, home.people["ana-pat"], home.accounts["celia-pat"], "Ana", (grant,))
    with pytest.raises(OwnNotice):
        annotate(other, order.id, KIND.ANNULMENT, ANNULMENT, id=new_id(), now=NOW)


def test_a_document_is_annulled_once(home: Cast, order: Notice) -> None:
    add(home, "celia-pat", order, KIND.ANNULMENT)
    with pytest.raises(Conflict):
        add(home, "celia-pat", order, KIND.ANNULMENT)


def test_the_same_id_and_words_are_one_annotation(planura: Cast, notice: Notice) -> None:
    id = add(planura, "fabio", notice, KIND.CORRECTION)
    add(planura, "fabio", notice, KIND.CORRECTION, id=id)
    assert db.session.scalars(select(NoticeAnnotation.id)).all() == [id]


def test_the_same_id_with_other_words_is_a_conflict(planura: Cast, notice: Notice) -> None:
    id = add(planura, "fabio", notice, KIND.CORRECTION)
    other = {**WORDS[KIND.CORRECTION], "text": "Outra rua"}
    with pytest.raises(Conflict):
        add(planura, "fabio", notice, KIND.CORRECTION, other, id)


def test_what_the_office_completes_is_shown_beside_the_original(
    planura: Cast, notice: Notice
) -> None:
    add(planura, "bruno", notice, KIND.COMPLETION)
    add(planura, "fabio", notice, KIND.COMPLETION, {"vehicle_chassis": "9BG", "source": "CRLV"})
    assert state(notice).completed == {
        "owner_name": "José Lima", "owner_tax_id": "52998224725", "vehicle_chassis": "9BG",
    }  # fmt: skip


def test_an_owner_to_come_is_pending_until_completed(planura: Cast, phone: NoticePhone) -> None:
    record = phone.record()
    record["owner"] = {**dict.fromkeys(record["owner"], ""), "pending": True}
    record["owner"]["id_card_issued_on"] = ""
    sent = phone.freeze(record)
    deliver_to(planura, sent)
    found = db.session.get_one(Notice, sent["id"])
    assert state(found).owner_pending
    add(planura, "bruno", found, KIND.COMPLETION)
    assert not state(found).owner_pending


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"source": "Detran"}, "owner_name"),
        ({"owner_name": "José"}, "source"),
        ({"valor": "0", "source": "x"}, "valor"),
    ],
)
def test_a_completion_says_what_and_from_where(
    planura: Cast, notice: Notice, body: dict[str, str], field: str
) -> None:
    with pytest.raises(Invalid) as caught:
        add(planura, "bruno", notice, KIND.COMPLETION, body)
    assert caught.value.field == field


def test_another_city_finds_no_notice(app: Flask, planura: Cast, notice: Notice) -> None:
    other = cast.patrocinio(app)
    with pytest.raises(NotFound):
        add(other, "celia-pat", notice, KIND.ANNULMENT)


def said(phone: NoticePhone, notice: Notice, **edits: Any) -> dict[str, Any]:
    payload = {
        "account_id": phone.actor.account_id,
        "device_id": phone.device_id,
        "notice_id": notice.id,
        "kind": "late_reason",
        "text": "Sem sinal na zona rural",
        "at": instant(NOW),
        **edits,
    }
    return entry(payload, kind="annotation")


def test_the_author_gives_the_reason_of_a_delay_from_the_phone(
    planura: Cast, phone: NoticePhone, notice: Notice
) -> None:
    sent = said(phone, notice)
    deliver_to(planura, sent)
    assert deliver_to(planura, sent).replayed
    row = db.session.scalars(select(NoticeAnnotation)).one()
    assert (row.id, row.device_id) == (sent["id"], phone.device_id)
    assert state(notice).late_reason == "Sem sinal na zona rural"


def test_who_is_no_agent_any_more_still_explains(
    planura: Cast, phone: NoticePhone, notice: Notice
) -> None:
    with transaction() as session:
        query = select(RoleGrant).where(RoleGrant.person_id == planura.people["ana"])
        session.scalars(query).one().ends_on = NOW.date()
    deliver_to(planura, said(phone, notice), now=NOW + timedelta(days=2))
    assert state(notice).late_reason


@pytest.mark.parametrize("edits", [{"notice_id": "0" * 32}, {"kind": "annulment"}, {"text": " "}])
def test_what_cannot_be_added_is_kept(
    planura: Cast, phone: NoticePhone, notice: Notice, edits: dict[str, str]
) -> None:
    with pytest.raises(Refused) as caught:
        deliver_to(planura, said(phone, notice, **edits))
    assert isinstance(caught.value.cause, DomainError)
    assert db.session.scalars(select(NoticeAnnotation)).all() == []


def test_another_agent_adds_nothing(planura: Cast, phone: NoticePhone, notice: Notice) -> None:
    fabio = said(phone, notice, account_id=planura.accounts["fabio"])
    with pytest.raises(Refused) as caught:
        deliver_to(planura, fabio, "fabio")
    assert isinstance(caught.value.cause, Conflict)
