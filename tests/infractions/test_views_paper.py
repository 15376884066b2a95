"""Who opens a notice as PDF or for a paper roll, what the event says, and what comes out."""

import hashlib
import io
import json
from base64 import b64decode
from typing import Any

import pytest
import zxingcpp
from flask import Flask
from PIL import Image
from sqlalchemy import select
from werkzeug.test import TestResponse

from app.accounts.permissions import Role
from app.accounts.service import add_account, ensure_person
from app.evidence.attachments import PIECE_MAX, receive
from app.evidence.record_qr import public_address
from app.infractions.domain_annotations import AnnotationKind
from app.infractions.models import Notice
from app.infractions.service_annotations import annotate
from app.kernel.ids import new_id
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.persistence.transaction import transaction
from tests.support import cast
from tests.support.cast import NOW, PASSWORD, START, Cast
from tests.support.client import PageClient
from tests.support.notices_server import stored_notice
from tests.support.sheets import jpeg, pages_of

PATHS = ("pdf", "bobina")


@pytest.fixture
def home(app: Flask) -> Cast:
    return cast.planura(app)


@pytest.fixture
def notice(home: Cast) -> Notice:
    return stored_notice(home)


def enter(client: PageClient, login: str) -> None:
    """Sign in without opening the page that follows."""
    data = {"csrf_token": client.csrf_token(), "login": login, "password": PASSWORD}
    headers = {"Referer": f"{client.base}/"}
    sent = client.http.post("/entrar", data=data, base_url=client.base, headers=headers)
    assert sent.status_code == 302


def colleague(home: Cast) -> None:
    """Igor, a second agent of the city."""
    with transaction() as session:
        add_account(
            session,
            home.actor("celia"),
            person=ensure_person(session, cpf="39053344705", name="Igor Paz"),
            login="igor",
            password=PASSWORD,
            grants=[(Role.AGENT, "Portaria 2/2026", "1002", START, None)],
            now=NOW,
        )


def opened(client: PageClient, notice_id: str, what: str, status: int = 200) -> TestResponse:
    """The answer to GET, of whatever type."""
    response = client.http.get(f"/autos/{notice_id}/{what}", base_url=client.base)
    assert response.status_code == status
    return response


@pytest.mark.parametrize("login", ["ana", "bruno", "celia", "fabio", "gilda"])
@pytest.mark.parametrize("what", PATHS)
def test_author_clerk_secretary_chief_and_auditor_open_it(
    client: PageClient, notice: Notice, login: str, what: str
) -> None:
    enter(client, login)
    assert opened(client, notice.id, what).get_data()


@pytest.mark.parametrize("login", ["davi", "elisa", "hugo"])
@pytest.mark.parametrize("what", PATHS)
def test_functions_that_read_no_notices_are_refused(
    client: PageClient, notice: Notice, login: str, what: str
) -> None:
    enter(client, login)
    assert "Sem permissão" in opened(client, notice.id, what, 403).get_data(as_text=True)


@pytest.mark.parametrize("what", PATHS)
def test_another_agent_and_another_city_get_the_same_404(app: Flask, home: Cast, what: str) -> None:
    cast.patrocinio(app)
    colleague(home)
    notice = stored_notice(home)
    for login in ("igor", "celia-pat"):
        other = PageClient(app)
        enter(other, login)
        refused = opened(other, notice.id, what, 404).get_data()
        assert opened(other, new_id(), what, 404).get_data() == refused


@pytest.mark.parametrize("what", PATHS)
def test_without_a_session_one_is_asked_to_sign_in(
    client: PageClient, notice: Notice, what: str
) -> None:
    assert client.get(f"/autos/{notice.id}/{what}").h1.get_text() == "Entrar"


@pytest.mark.parametrize("id", ["x", "%00", "0" * 31, "..%2f..%2fetc", "a" * 300])
def test_what_is_no_id_is_not_found(client: PageClient, home: Cast, id: str) -> None:
    enter(client, "celia")
    client.get(f"/autos/{id}/pdf", status=404)


@pytest.mark.parametrize("what", PATHS)
def test_reading_is_an_event_with_its_reader(
    client: PageClient, home: Cast, notice: Notice, what: str
) -> None:
    enter(client, "celia")
    opened(client, notice.id, what)
    query = select(LedgerEvent).where(LedgerEvent.kind == "notice.read")
    (event,) = db.session.scalars(query)
    assert (event.chain, event.entity_id, event.person_id) == (
        "access", notice.id, home.people["celia"],
    )  # fmt: skip


def test_a_refusal_is_no_event(client: PageClient, home: Cast, notice: Notice) -> None:
    colleague(home)
    enter(client, "igor")
    opened(client, notice.id, "pdf", 404)
    assert not list(
        db.session.scalars(select(LedgerEvent).where(LedgerEvent.kind == "notice.read"))
    )


def test_the_pdf_is_the_stored_record_with_number_and_code(
    client: PageClient, notice: Notice
) -> None:
    enter(client, "ana")
    answer = opened(client, notice.id, "pdf")
    pages = pages_of(answer.get_data())
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"].startswith('inline; filename="TREINO-AI-')
    assert answer.headers["Cache-Control"] == "no-store"
    assert len(pages) == 2
    for page in pages:
        assert f"{notice.series}-{notice.value:06d}" in page
        assert notice.sha256 in page.replace(" ", "")


def pictures(page: Any) -> list[Image.Image]:
    sources = [image["src"].partition(",")[2] for image in page.select(".roll img")]
    return [Image.open(io.BytesIO(b64decode(source))) for source in sources]


@pytest.mark.parametrize(("width", "dots"), [("58", 384), ("80", 576)])
def test_a_roll_is_of_one_bit_and_of_the_printers_dots(
    client: PageClient, notice: Notice, width: str, dots: int
) -> None:
    enter(client, "ana")
    page = client.get(f"/autos/{notice.id}/bobina?largura={width}")
    found = pictures(page)
    assert {(picture.mode, picture.width) for picture in found} == {("1", dots)}
    assert page.body["class"][1] == f"roll-{width}"


@pytest.mark.parametrize("width", ["58", "80"])
def test_the_code_on_a_roll_reads_back(client: PageClient, notice: Notice, width: str) -> None:
    enter(client, "ana")
    page = client.get(f"/autos/{notice.id}/bobina?largura={width}")
    read = [code.text for p in pictures(page) for code in zxingcpp.read_barcodes(p.convert("L"))]
    assert read == [public_address("https://confere.test", "a", notice.sha256)]


@pytest.mark.parametrize("width", ["", "57", "58mm", "-1", "80 ", "a" * 50])
def test_paper_of_another_width_is_refused(client: PageClient, notice: Notice, width: str) -> None:
    enter(client, "ana")
    page = client.get(f"/autos/{notice.id}/bobina", status=404, query_string={"largura": width})
    assert "58 ou 80 mm" in page.get_text()


def test_who_does_not_see_the_picture_reads_the_same_words(
    client: PageClient, notice: Notice
) -> None:
    enter(client, "ana")
    page = client.get(f"/autos/{notice.id}/bobina")
    words = page.find("details").get_text(" ")
    for shown in ("Tipificação da infração", "Histórico da infração", notice.title, notice.sha256):
        assert shown in words
    first, *others = [image["alt"] for image in page.select(".roll img")]
    assert "Ler em texto" in first
    assert set(others) <= {""}


def test_a_narrative_is_text_on_the_page_too(client: PageClient, home: Cast) -> None:
    evil = "<script>window.__xss=1</script><img src=x onerror=alert(1)> {{7*7}}"
    notice = stored_notice(home, facts=evil)
    enter(client, "ana")
    page = client.get(f"/autos/{notice.id}/bobina")
    assert evil in page.find("details").get_text()
    assert not page.select("details script, details img")


def sent_photo(home: Cast, content: bytes) -> Notice:
    """A notice with one photo, which has arrived."""
    sha256 = hashlib.sha256(content).hexdigest()
    photo = {"sha256": sha256, "size": len(content), "caption": "Pneu liso"}
    notice = stored_notice(home, photos=[{**photo, "taken_at": "2026-11-30T12:50:00.000Z"}])
    for start in range(0, len(content), PIECE_MAX):
        piece = content[start : start + PIECE_MAX]
        receive(home.actor("ana"), notice.id, sha256, start, piece, now=NOW)
    return db.session.get_one(Notice, notice.id)


def test_photos_that_came_are_printed_with_caption_and_hash(client: PageClient, home: Cast) -> None:
    notice = sent_photo(home, jpeg(1600, 1200))
    enter(client, "celia")
    pages = pages_of(opened(client, notice.id, "pdf").get_data())
    (photo,) = json.loads(notice.payload)["photos"]
    assert len(pages) == 3
    assert "Pneu liso" in pages[2]
    assert photo["sha256"] in pages[2]
    assert "não está disponível" not in pages[2]


def test_what_was_added_later_is_printed_after_the_original(
    client: PageClient, home: Cast, notice: Notice
) -> None:
    body = {"field": "Local", "text": "Rua Sete, 12", "reasons": "Erro de digitação."}
    kind = AnnotationKind.CORRECTION
    annotate(home.actor("celia"), notice.id, kind, body, id=new_id(), now=NOW)
    enter(client, "celia")
    first, second, later = pages_of(opened(client, notice.id, "pdf").get_data())
    for page in (first, second):
        assert "Há anotações posteriores a este documento" in page
        assert "Rua Sete, 12" not in page
    for word in ("Retificação", "Célia Prado", "Rua Sete, 12", "Erro de digitação."):
        assert word in later
