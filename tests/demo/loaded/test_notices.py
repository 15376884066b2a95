"""The demo's notices: each public page says what the list says, the office shows each state."""

import re
from datetime import timedelta

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import func, select

from app.accounts.permissions import Role
from app.demo.listing import town_list
from app.demo.load import TOWNS, stage_of
from app.demo.look_notices import SeenNotice
from app.demo.stage import Stage
from app.demo.table import Town
from app.evidence.queries_attachments import attachments_of, picture
from app.infractions.models import Notice, NoticeAnnotation
from app.infractions.queries_numbers import series
from app.infractions.queries_office import NoticeDetail, notice_for
from app.persistence.base import db
from app.sync.models import Quarantined
from app.sync.queries import devices
from tests.conftest import NOON
from tests.demo.loaded.test_commands import run
from tests.support.client import PageClient

PLANURA, PATROCINIO = TOWNS
WORDS = {"anulado": "Documento anulado", "no-telefone": "Ainda não chegou"}
DUE = {  # the day that stands on the public page; the others count from a notification to come
    "caso-pago": "09/10/2026",
    "caso-defendido": "23/11/2026",
    "assinado": "04/12/2026",
    "atrasado": "07/12/2026",
    "atrasado-justificado": "07/12/2026",
    "relogio": "07/12/2026",
    "corrigido": "08/12/2026",
    "fotos": "09/12/2026",
    "incompleto": "09/12/2026",
}


@pytest.fixture(scope="module")
def papers(demo: Flask) -> dict[str, SeenNotice]:
    return {seen.key: seen for town in TOWNS for seen in town_list(town, NOON).notices}


@pytest.fixture(scope="module")
def planura(demo: Flask) -> Stage:
    return stage_of(PLANURA)


def detail(stage: Stage, key: str) -> NoticeDetail:
    """The notice as the chief reads it."""
    return notice_for(stage.holder(Role.CHIEF), stage.id("notice", key), stage.law)


def opened(visitor: PageClient, seen: SeenNotice) -> BeautifulSoup:
    path = seen.url.removeprefix(visitor.base)
    return visitor.get(path, status=200 if seen.known else 404)


def test_every_public_page_says_what_the_list_says(
    visitor: PageClient, papers: dict[str, SeenNotice]
) -> None:
    wrong = []
    for seen in papers.values():
        page = opened(visitor, seen)
        text = page.get_text(" ", strip=True)
        lost = [told for told in seen.says if told not in text]
        if page.h1.get_text(strip=True) != seen.word or lost:
            wrong.append((seen.key, page.h1.get_text(), lost))
    assert wrong == [] and len(papers) == 28


def test_the_list_itself_is_right_about_word_and_term(papers: dict[str, SeenNotice]) -> None:
    told = {key: seen.word for key, seen in papers.items()}
    days = {key: re.findall(r"até ([0-9/]{10})", seen.next) for key, seen in papers.items()}
    assert told == {key: WORDS.get(key, "Documento registrado") for key in papers}
    assert {key: found[0] for key, found in days.items() if found} == DUE


def test_no_name_and_no_plate_is_on_a_public_page(
    visitor: PageClient, planura: Stage, papers: dict[str, SeenNotice]
) -> None:
    record = detail(planura, "assinado").record
    text = opened(visitor, papers["assinado"]).get_text(" ", strip=True)
    secrets = (record["driver"]["name"], record["vehicle"]["plate"], record["agent"]["name"])
    assert all(secrets) and not [secret for secret in secrets if secret in text]


def test_everything_is_of_training(demo: Flask) -> None:
    legal = select(Notice.id).where(Notice.training.is_(False) | ~Notice.series.like("TREINO-%"))
    assert db.session.scalars(legal).all() == []


def test_every_record_was_taken_without_a_doubt_but_the_clock(planura: Stage) -> None:
    doubts = db.session.execute(select(Notice.flags, Notice.clock_flag).distinct()).all()
    assert {tuple(row) for row in doubts} == {("", ""), ("", "future")}
    assert db.session.scalar(select(func.count()).select_from(Quarantined)) == 0


def test_the_four_endings_are_there(planura: Stage) -> None:
    keys = {"assinado": "signed", "recusado": "refused", "ausente": "absent", "evadido": "evaded"}
    assert {key: detail(planura, key).row.ending for key in keys} == keys


def test_two_came_late_and_one_says_why(planura: Stage) -> None:
    why, bare = detail(planura, "atrasado-justificado"), detail(planura, "atrasado")
    assert why.row.late and bare.row.late and bare.late_by > timedelta(0)
    assert "sem sinal" in why.late_reason and bare.late_reason == ""


@pytest.mark.parametrize(
    ("key", "kind", "login"),
    [
        ("anulado", "annulment", "celia"),
        ("corrigido", "correction", "fabio"),
        ("completado", "completion", "bruno"),
    ],
)
def test_what_was_added_has_its_author(planura: Stage, key: str, kind: str, login: str) -> None:
    query = select(NoticeAnnotation.kind, NoticeAnnotation.person_id).where(
        NoticeAnnotation.notice_id == planura.id("notice", key)
    )
    assert [tuple(row) for row in db.session.execute(query)] == [
        (kind, planura.people[login].person_id)
    ]


def test_three_photos_can_be_seen_and_one_is_still_expected(planura: Stage) -> None:
    chief = planura.holder(Role.CHIEF)
    whole = attachments_of(chief, planura.id("notice", "fotos"))
    part = attachments_of(chief, planura.id("notice", "incompleto"))
    assert [photo.shown for photo in whole] == [True, True, True]
    assert [photo.state.value for photo in part] == ["received", "expected"]
    assert picture(chief, whole[0].entry_id, whole[0].sha256).startswith(b"\xff\xd8")


def test_numbers_ended_in_every_way(planura: Stage) -> None:
    row = next(one for one in series(planura.holder(Role.CHIEF)) if "-AI-" in one.code)
    assert row.ended == {"written": 21, "voided": 1, "lost": 1}
    assert row.holes == ("TREINO-AI-2026-000020",)


def test_the_phone_is_seen_with_what_waits_on_it(planura: Stage) -> None:
    rows = devices(planura.holder(Role.CHIEF), planura.law, now=NOON)
    assert sorted(row.waiting for row in rows) == [0, 0, 1]  # the inspectors' phones, the agent's


def test_patrocinio_fines_by_class_and_orders(demo: Flask) -> None:
    stage = stage_of(PATROCINIO)
    found = {paper.key: detail(stage, paper.key) for paper in PATROCINIO.papers}
    assert found["multa-fixa"].row.fine_ufm == "0.5"
    assert found["ponto-onibus"].record["infraction"]["choice"] == "art. 16 II"
    assert found["regularizar"].record["regularise"]["days"] == 15
    assert [one["kind"] for one in found["pessoa-juridica"].record["measures"]] == [
        "retencao",
        "apreensao_documentos",
    ]
    assert found["pessoa-juridica"].record["offender"]["tax_id"].startswith("97EXP4ESS001")


def test_verify_finds_the_installation_whole(demo: Flask) -> None:
    done = demo.test_cli_runner().invoke(args=["ledger", "verify"])
    assert (done.exit_code, "Íntegro." in done.output) == (0, True), done.output


def test_the_list_for_people_names_each_paper(demo: Flask, papers: dict[str, SeenNotice]) -> None:
    output = run(demo, "list")
    assert [seen.url for seen in papers.values() if seen.url not in output] == []
    assert "Auto de um telefone com a hora adiantada" in output


@pytest.mark.parametrize("town", TOWNS, ids=lambda town: town.slug)
def test_the_page_of_a_town_links_each_paper(visitor: PageClient, town: Town) -> None:
    found = town_list(town, NOON)
    page = visitor.get(f"/demo?cidade={town.slug}")
    links = {str(a["href"]) for a in page.select(".papers a")}
    assert links == {f"/a/{seen.code.replace(' ', '')}" for seen in found.notices}
