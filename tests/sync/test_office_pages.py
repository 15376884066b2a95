"""Phones and refused records, as the office sees them."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.infractions.models import NumberBlock, NumberOutcome
from app.kernel.civil import format_instant
from app.kernel.ids import new_id
from app.persistence.transaction import transaction
from app.sync.service import Refused
from app.sync.service_devices import Contact, record_contact
from tests.support import cast
from tests.support.cast import Cast
from tests.support.client import PageClient
from tests.support.field import NOON, deliver_to, entry, stop_payload
from tests.support.permits import law
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
    login: str = "ana",
    **told: Any,
) -> None:
    contact = Contact(new_id(), label, waiting, since, NOON - made, True, True, **told)
    record_contact(home.actor(login), contact, law=law(home), now=NOON)


def card(client: PageClient, login: str = "fabio") -> str:
    """The one phone, as the chief sees it."""
    found = chief(client, login).get("/abordagens/aparelhos").select_one("li.card")
    assert found is not None
    return " ".join(found.get_text(" ").split())


def refuse(home: Cast, sent: dict[str, object], login: str = "ana") -> None:
    with pytest.raises(Refused):
        deliver_to(home, sent, login)


def test_the_phone_that_waits_longest_stands_first(client: PageClient, planura: Cast) -> None:
    contacted(planura, "vazio")
    contacted(planura, "recente", 1, NOON - timedelta(hours=1))
    contacted(planura, "antigo", 3, NOON - 2 * DAY)
    rows = chief(client).get("/abordagens/aparelhos").select("li.card")
    assert [row.h2.get_text() for row in rows] == ["antigo", "recente", "vazio"]
    assert "mais de um dia" in rows[0].get_text() and "mais de um dia" not in rows[1].get_text()


def test_photos_that_wait_are_counted_also_behind_a_text_that_came(
    client: PageClient, planura: Cast
) -> None:
    contacted(planura, "um", photos_waiting=3)
    assert "A enviar nada Fotos a enviar 3" in card(client)


@pytest.mark.parametrize(("hours", "overdue"), [(2, False), (24, False), (25, True)])
def test_the_oldest_unsent_notice_stands_against_the_legal_hours(
    client: PageClient, planura: Cast, hours: int, overdue: bool
) -> None:
    fact = NOON - timedelta(hours=hours)
    contacted(planura, "um", 1, NOON, oldest_fact_at=fact)
    due = format_instant(fact + DAY, "America/Sao_Paulo").replace(" às", "")
    assert f"encaminhar até {due} PLA art. 49 §2" in card(client)
    assert ("prazo vencido" in card(client)) is overdue


def test_a_city_without_hours_counts_none(app: Flask, client: PageClient) -> None:
    home = cast.patrocinio(app)
    contacted(home, "um", 1, NOON, login="ana-pat", oldest_fact_at=NOON - 2 * DAY)
    assert "encaminhar até" not in card(client, "fabio-pat")


def test_blocks_that_run_out_lead_to_the_numbers(client: PageClient, planura: Cast) -> None:
    contacted(planura, "um")
    assert "no fim" not in card(client)
    with transaction() as session:
        for block in session.scalars(select(NumberBlock)).all():
            use_up(session, planura, block, left=5)
    assert "TREINO-AI-2026 livres: 5 no fim Ver a numeração" in card(client)


def use_up(session: Session, home: Cast, block: NumberBlock, *, left: int) -> None:
    """All numbers but the last `left` end lost."""
    for value in range(block.first, block.last + 1 - left):
        session.add(
            NumberOutcome(
                municipality_id=home.city, series=block.series, value=value, outcome="lost",
                block_id=block.id, reason="Extraviado na rua", report="BO 1", at=NOON,
                person_id=block.person_id, account_id=block.account_id, recorded_at=NOON,
            )
        )  # fmt: skip


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
    deliver_to(planura, sent)
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
