"""Phones and refused records, as the office sees them."""

from datetime import datetime, timedelta

import pytest
from flask import Flask

from app.kernel.ids import new_id
from app.sync.service import Entry, Refused, record_stop
from app.sync.service_devices import Contact, record_contact
from tests.support import cast
from tests.support.cast import Cast
from tests.support.client import PageClient
from tests.support.field import NOON, entry, stop_payload
from tests.verification.test_stops_pages import chief

DAY = timedelta(days=1)


@pytest.fixture
def planura(app: Flask) -> Cast:
    return cast.planura(app)


def contacted(
    home: Cast,
    label: str,
    waiting: int = 0,
    since: datetime | None = None,
    made: timedelta = DAY / 2,
) -> None:
    contact = Contact(new_id(), label, waiting, since, NOON - made, True, True)
    record_contact(home.actor("ana"), contact, now=NOON)


def refuse(home: Cast, sent: dict[str, object], login: str = "ana") -> None:
    with pytest.raises(Refused):
        place = {"time_zone": "America/Sao_Paulo", "training": True}
        record_stop(home.actor(login), Entry.from_json(sent), now=NOON, **place)


def test_the_phone_that_waits_longest_stands_first(client: PageClient, planura: Cast) -> None:
    contacted(planura, "vazio")
    contacted(planura, "recente", 1, NOON - timedelta(hours=1))
    contacted(planura, "antigo", 3, NOON - 2 * DAY)
    rows = chief(client).get("/abordagens/aparelhos").select("li.card")
    assert [row.h2.get_text() for row in rows] == ["antigo", "recente", "vazio"]
    assert "mais de um dia" in rows[0].get_text() and "mais de um dia" not in rows[1].get_text()


@pytest.mark.parametrize(
    ("made", "words"), [(DAY, "mais de 24 h"), (3 * DAY, "não vale mais"), (DAY / 2, "30/11/2026")]
)
def test_the_age_of_a_list_is_said(
    client: PageClient, planura: Cast, made: timedelta, words: str
) -> None:
    contacted(planura, "um", made=made)
    assert words in chief(client).get("/abordagens/aparelhos").find("li", "card").get_text()


def test_a_refused_record_is_shown_with_its_reason(client: PageClient, planura: Cast) -> None:
    refuse(planura, entry(stop_payload(planura.accounts["ana"], note="Sem retrovisor", how="faro")))
    card = chief(client).get("/abordagens/quarentena").find("li", "card").get_text()
    assert "“Como foi lido”" in card and "Ana Souza" in card and "Sem retrovisor" in card
    assert "30/11/2026 às 10:00" in card and "Não autorizado" in card


def test_what_was_accepted_later_says_so(client: PageClient, planura: Cast) -> None:
    sent = entry(stop_payload(planura.accounts["ana"]))
    refuse(planura, sent, "hugo")
    place = {"time_zone": "America/Sao_Paulo", "training": True}
    record_stop(planura.actor("ana"), Entry.from_json(sent), now=NOON, **place)
    card = chief(client).get("/abordagens/quarentena").find("li", "card").get_text()
    assert "Hugo Melo" in card and "Aceito em 30/11/2026" in card


def test_only_the_chief_opens_refused_records(client: PageClient, planura: Cast) -> None:
    chief(client, "gilda").get("/abordagens/quarentena", status=403)
    assert client.get("/abordagens").find("a", string="Não aceitos") is None


def test_another_city_sees_no_phone(app: Flask, client: PageClient, planura: Cast) -> None:
    cast.patrocinio(app)
    contacted(planura, "um")
    page = chief(client, "fabio-pat").get("/abordagens/aparelhos")
    assert "Nenhum telefone" in page.get_text()
