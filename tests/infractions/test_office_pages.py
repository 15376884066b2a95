"""Notices and numbers as the office reads them."""

from datetime import timedelta
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import select

from app.infractions.models import NoticeAnnotation, NumberOutcome
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from tests.support import cast
from tests.support.case_steps import annulled
from tests.support.cast import NOW, Cast
from tests.support.client import PageClient
from tests.support.field import deliver_to, instant
from tests.support.notices_server import NoticePhone, agent_phone, stored_notice


@pytest.fixture
def planura(app: Flask) -> Cast:
    return cast.planura(app)


def signed_in(client: PageClient, login: str) -> PageClient:
    client.sign_in(login)
    return client


def fresh(query: Any) -> list[Any]:
    """What is stored now: the test's own reading had begun before."""
    db.session.rollback()
    return list(db.session.scalars(query))


def lines(page: BeautifulSoup) -> list[str]:
    return [" ".join(row.get_text(" ").split()) for row in page.select(".notices .record")]


def test_the_chief_sees_a_received_notice(client: PageClient, planura: Cast) -> None:
    row = stored_notice(planura)
    (line,) = lines(signed_in(client, "fabio").get("/autos/"))
    assert f"TREINO-AI-2026-{row.value:06d}" in line and "Ana Souza" in line


def test_an_agent_sees_only_the_own_notices(client: PageClient, planura: Cast) -> None:
    stored_notice(planura)
    assert len(lines(signed_in(client, "ana").get("/autos/"))) == 1


def test_who_has_no_part_in_notices_sees_no_list(client: PageClient, planura: Cast) -> None:
    stored_notice(planura)
    refusal = signed_in(client, "hugo").get("/autos/", status=403)
    assert lines(refusal) == [] and "TREINO-AI" not in refusal.get_text()


def test_the_list_is_narrowed_by_plate(client: PageClient, planura: Cast) -> None:
    phone = agent_phone(planura)
    rows = [phone.write(), phone.write()]
    for sent in rows:
        deliver_to(planura, sent)
    page = signed_in(client, "fabio")
    plate = page.get("/autos/").select_one(".notices .plate")
    assert plate is not None
    assert len(lines(page.get(f"/autos/?placa={plate.get_text()}"))) == 1


@pytest.mark.parametrize(("mark", "count"), [("late", 1), ("annulled", 0), ("incomplete", 0)])
def test_the_list_is_narrowed_by_mark(
    client: PageClient, planura: Cast, mark: str, count: int
) -> None:
    phone = agent_phone(planura)
    deliver_to(planura, phone.write(), now=NOW + timedelta(hours=30))
    assert len(lines(signed_in(client, "fabio").get(f"/autos/?marca={mark}"))) == count


def test_a_filter_that_is_none_says_so(client: PageClient, planura: Cast) -> None:
    page = signed_in(client, "fabio").get("/autos/?marca=estranha")
    assert "Este filtro não existe" in page.get_text()


def test_a_late_notice_says_the_term_and_that_the_reason_is_missing(
    client: PageClient, planura: Cast
) -> None:
    phone = agent_phone(planura)
    sent = phone.write()
    deliver_to(planura, sent, now=NOW + timedelta(hours=30))
    text = signed_in(client, "fabio").get(f"/autos/{sent['id']}").get_text()
    assert "Chegou fora do prazo" in text and "art. 49 §2" in text
    assert "Falta a justificativa" in text


def test_reading_a_notice_is_an_access_event(client: PageClient, planura: Cast) -> None:
    row = stored_notice(planura)
    signed_in(client, "fabio").get(f"/autos/{row.id}")
    query = select(LedgerEvent.kind).where(
        LedgerEvent.chain == "access", LedgerEvent.entity_id == row.id
    )
    assert fresh(query) == ["notice.read"]


def test_a_correction_stands_beside_the_original(client: PageClient, planura: Cast) -> None:
    row = stored_notice(planura)
    page = signed_in(client, "fabio")
    typed = {"field": "Local", "text": "Rua B, 20", "reasons": "Número trocado."}
    shown = page.post(f"/autos/{row.id}/anotar/correction", typed).get_text()
    assert "Retificação" in shown and "Rua B, 20" in shown
    (stored,) = fresh(select(NoticeAnnotation.body))
    assert "Rua B, 20" in stored


def test_an_annotation_without_its_words_keeps_what_was_typed(
    client: PageClient, planura: Cast
) -> None:
    row = stored_notice(planura)
    page = signed_in(client, "fabio").post(
        f"/autos/{row.id}/anotar/correction", {"field": "Local", "text": ""}, status=422
    )
    assert "Preencha: Como deve ser lido." in page.get_text()
    assert page.select_one('input[name="field"]')["value"] == "Local"  # type: ignore[index]


def test_an_annulled_notice_keeps_its_number_and_says_it_is_annulled(
    client: PageClient, planura: Cast
) -> None:
    row = stored_notice(planura)
    annulled(planura, row.id)
    shown = signed_in(client, "celia").get(f"/autos/{row.id}").get_text()
    assert "Anulado" in shown
    assert fresh(select(NumberOutcome.outcome)) == ["written"]
    assert "nenhum prazo corre" in shown and "Prazo do autuado" not in shown


def test_the_signature_is_drawn_as_it_was_written(client: PageClient, planura: Cast) -> None:
    strokes = [[10, 20, 300, 40, 500, 90], [30, 50]]
    ending = {
        "kind": "signed",
        "at": instant(NOW),
        "signer": "other",
        "signer_name": "Rita Souza",
        "note": "",
        "signature": {"w": 600, "h": 200, "strokes": strokes},
    }
    row = stored_notice(planura, kind="warning", ending=ending)
    drawn = signed_in(client, "fabio").get(f"/autos/{row.id}").select_one(".signature path")
    assert drawn is not None and drawn["d"] == "M10 20 300 40 500 90h.01M30 50h.01"


def test_the_author_is_not_offered_the_annulment(client: PageClient, planura: Cast) -> None:
    row = stored_notice(planura)
    assert "Anulação" not in signed_in(client, "ana").get(f"/autos/{row.id}").get_text()


def hole(planura: Cast) -> NoticePhone:
    """Number 1 was deleted on the phone after signing; number 2 has arrived."""
    phone = agent_phone(planura)
    phone.write()
    deliver_to(planura, phone.write())
    return phone


def test_a_hole_is_shown_with_agent_and_number(client: PageClient, planura: Cast) -> None:
    phone = hole(planura)
    page = signed_in(client, "fabio").get("/autos/numeros")
    block = next(row.get_text(" ") for row in page.select(".blocks .record") if "AI" in str(row))
    assert "1 lacuna" in block and "Ana Souza" in block and phone.device_id[:6] in block


def test_the_chief_explains_a_hole(client: PageClient, planura: Cast) -> None:
    phone = hole(planura)
    block = next(b["id"] for b in phone.blocks if b["kind"] == "notice")
    typed = {"outcome": "lost", "reason": "Telefone furtado no pátio.", "report": "BO 2026-77"}
    shown = signed_in(client, "fabio").post(f"/autos/numeros/{block}/1/explicar", typed)
    assert "Extraviado" in shown.get_text() and not shown.select(".hole")
    ends = fresh(select(NumberOutcome).order_by(NumberOutcome.value))
    assert [(end.value, end.outcome) for end in ends] == [(1, "lost"), (2, "written")]


def test_what_is_left_of_a_block_is_taken_back(client: PageClient, planura: Cast) -> None:
    phone = agent_phone(planura)
    block = next(b["id"] for b in phone.blocks if b["kind"] == "notice")
    typed = {"reason": "Agente mudou de setor."}
    signed_in(client, "fabio").post(f"/autos/numeros/{block}/devolver", typed)
    assert set(fresh(select(NumberOutcome.outcome))) == {"returned"}
