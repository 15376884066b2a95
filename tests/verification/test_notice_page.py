"""The public page of a notice: known, annulled or not arrived yet; never a person, never "false"."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from app.infractions.models import Notice
from app.kernel.content_code import content_code, readable_code
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.verification import notice_page, record_page
from app.verification.gateway import answers_of
from tests.support import cast
from tests.support.case_steps import case_of, take
from tests.support.cast import NOW, Cast
from tests.support.client import PageClient
from tests.support.notices_server import stored_notice

SHA = "5e" * 32  # of nothing here
MAX_BYTES = 14 * 1024
PERSONAL = (
    "driver", "owner", "offender", "vehicle", "agent", "witnesses", "facts", "place", "ending",
    "measures", "photos", "account_id", "device_id", "key_id", "group", "stop_id", "beacon",
)  # fmt: skip


@pytest.fixture
def home(app: Flask) -> Cast:
    return cast.planura(app)


@pytest.fixture
def notice(home: Cast) -> Notice:
    return stored_notice(home)


def open_page(client: PageClient, code: str, status: int = 200, **options: Any) -> BeautifulSoup:
    return client.get(f"/a/{code}", status=status, **options)


def told(page: BeautifulSoup) -> tuple[str, str]:
    """The word of the band and its tone."""
    return page.h1.get_text(strip=True), str(page.header["class"][1])


def values(page: BeautifulSoup) -> dict[str, str]:
    return {row.dt.get_text(): row.dd.get_text() for row in page.select("dl div")}


def annul(home: Cast, notice: Notice) -> None:
    reasons, later = "Placa lida errada, carro de Fulano Canário.", NOW + timedelta(hours=1)
    case = case_of(notice.id)
    take(home, case, "propose_annulment", "fabio", at=later, reasons=reasons)
    take(home, case, "annul", "celia", at=later, reasons=reasons)


def test_a_received_document_shows_what_to_compare(client: PageClient, notice: Notice) -> None:
    page = open_page(client, content_code(notice.sha256))
    event = db.session.scalars(
        select(LedgerEvent).where(LedgerEvent.kind == "notice.received")
    ).one()
    assert told(page) == ("Documento registrado", "ok")
    assert page.select_one(".car").get_text() == "Auto de Infração"
    assert values(page) == {
        "Número": f"TREINO-AI-2026-{notice.value:06d}",
        "Infração": f"{notice.code} · {notice.title}",
        "Base legal": notice.citation,
        "Data do fato": "30/11/2026",
        "Recebido": "30/11/2026, 10:00",
    }
    anchor = f"Registro do Município nº {event.seq} · {event.hash}"
    assert page.select_one(".note").get_text() == anchor


@pytest.mark.parametrize("form", ["long", "short", "spaced", "lower", "dashes", "dots", "mixed"])
@pytest.mark.parametrize("path", ["/a/", "/A/"])
def test_every_way_to_write_the_code_leads_there(
    client: PageClient, notice: Notice, form: str, path: str
) -> None:
    long, read = content_code(notice.sha256), readable_code(notice.sha256)
    ways = {"long": long, "short": long[:16], "spaced": read, "lower": long.lower(),
            "dashes": read.replace(" ", "-").lower(), "dots": read.replace(" ", "."),
            "mixed": f"{read[:9].lower()} . {read[9:]}"}  # fmt: skip
    assert told(client.get(path + ways[form]))[0] == "Documento registrado"


def leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from leaves(each)
    elif isinstance(value, str) and len(value) > 3:
        yield value


@pytest.mark.parametrize("language", ["pt", "en", "es"])
@pytest.mark.parametrize("kind", ["notice", "warning", "verbal"])
def test_no_word_about_a_person_or_a_car_is_on_the_page(
    client: PageClient, home: Cast, kind: str, language: str
) -> None:
    witness = {"name": "Canário Testemunha", "document": "MG-777", "address": "Rua Canário"}
    notice = stored_notice(
        home, kind=kind, facts="O Canário Amarelo dirigia sem camisa.", witnesses=[witness]
    )
    annul(home, notice)
    open_page(client, f"{content_code(notice.sha256)}?l={language}")
    body = client.response.get_data(as_text=True)
    record = json.loads(notice.payload)
    secrets = {word for part in PERSONAL for word in leaves(record[part])} - {
        "signed",
        "Planura",
        "none",
    }
    secrets |= {"Canário", "Despacho", notice.id, home.people["ana"]}
    assert len(secrets) > 12
    assert not [word for word in secrets if word in body]


def test_a_type_that_the_norm_does_not_know_is_not_repeated(
    client: PageClient, notice: Notice, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = notice_page.public_notice(notice.sha256)
    assert found is not None
    forged = replace(found, code="O Canário é culpado")
    monkeypatch.setattr(notice_page, "public_notice", lambda _prefix: forged)
    page = open_page(client, content_code(notice.sha256))
    assert "Canário" not in page.get_text()
    assert "Infração" not in values(page)


def test_an_annulled_document_says_so_and_not_why(
    client: PageClient, home: Cast, notice: Notice
) -> None:
    annul(home, notice)
    page = open_page(client, content_code(notice.sha256))
    assert told(page) == ("Documento anulado", "no")
    assert values(page)["Anulado"] == "30/11/2026, 11:00"
    assert "Placa lida errada" not in page.get_text()
    assert "Não há prazo a cumprir" in page.get_text()


@pytest.mark.parametrize("code", [content_code(SHA), content_code(SHA)[:16], "A" * 16, "7" * 16])
def test_an_unknown_code_has_not_arrived_and_is_never_called_false(
    client: PageClient, home: Cast, code: str
) -> None:
    page = open_page(client, code, 404)
    text = page.get_text(" ")
    assert told(page) == ("Ainda não chegou", "off")
    assert "24 horas" in text
    assert len(page.select("ol li")) == 4
    for word in ("fals", "inválid", "não existe", "não reconhec"):
        assert word not in text.lower()


def test_all_unknown_codes_get_the_same_bytes(client: PageClient, notice: Notice) -> None:
    near = notice.sha256[:-1] + ("0" if notice.sha256[-1] != "0" else "1")
    bodies = set()
    for sha256 in (SHA, near, "00" * 32, notice.sha256[::-1]):
        for code in (content_code(sha256), content_code(sha256)[:16]):
            if content_code(notice.sha256).startswith(code):
                continue  # the neighbour shares the short code of the real one
            open_page(client, code, 404)
            bodies.add(client.response.get_data())
    assert len(bodies) == 1


def test_a_short_code_of_two_documents_shows_neither(
    client: PageClient, home: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = stored_notice(home), stored_notice(home)
    shared = sorted((first.sha256, second.sha256))
    monkeypatch.setattr(record_page, "hash_prefix", lambda code: "")
    assert shared[0] != shared[1]
    assert told(open_page(client, "A" * 16, 404))[0] == "Ainda não chegou"


@pytest.mark.parametrize(
    "code",
    [
        "%00", "A" * 15, "A" * 17, "A" * 51 + "B", "A" * 53, "A" * 9000,
        "%3Cscript%3Ealert(1)", "1'%20OR%20'1'='1", "%E2%80%AE" + "A" * 16, "%25s%25(css)s",
        "%EE%80%80css%EE%80%81", "ÀÀÀÀÀÀÀÀÀÀÀÀÀÀÀÀ",
    ],
)  # fmt: skip
def test_what_is_no_code_is_said_to_be_incomplete(
    client: PageClient, home: Cast, code: str
) -> None:
    page = open_page(client, code, 404)
    assert told(page) == ("Código incompleto", "off")
    assert "script" not in {tag.name for tag in page.find_all()}


def test_slashes_lead_nowhere(client: PageClient, home: Cast) -> None:
    client.get("/a/..%2f..%2fetc%2fpasswd", status=404)
    assert "root:" not in client.response.get_data(as_text=True)


def test_a_typed_code_opens_its_page(client: PageClient, notice: Notice) -> None:
    typed = f" {readable_code(notice.sha256).lower()} "
    page = client.get("/a/", query_string={"codigo": typed, "l": "en"})
    assert told(page)[0] == "Document on record"


@pytest.mark.parametrize("typed", ["ABC", "é" * 16, "A" * 500, '"><script>x</script>'])
def test_a_wrong_code_stays_in_the_field_with_its_error(
    client: PageClient, home: Cast, typed: str
) -> None:
    page = client.get("/a/", status=422, query_string={"codigo": typed})
    field = page.find("input", id="codigo")
    assert field["value"] == typed[:120]
    assert field["aria-describedby"] == page.find(role="alert")["id"]


@pytest.mark.parametrize("path", ["/a", "/a/", "/A/", "/a/?codigo="])
def test_the_form_stands_alone(client: PageClient, home: Cast, path: str) -> None:
    page = client.get(path)
    assert told(page)[0] == "Conferir um documento"
    assert page.find("input", id="codigo")["value"] == ""


def test_headers_and_size_are_those_of_the_passengers_page(
    client: PageClient, notice: Notice
) -> None:
    for code, status in ((content_code(notice.sha256), 200), (content_code(SHA), 404)):
        for language in ("pt", "en", "es"):
            page = open_page(client, f"{code}?l={language}", status)
            headers, body = client.response.headers, client.response.get_data()
            assert headers["Cache-Control"] == "no-store"
            assert "sha256-" in headers["Content-Security-Policy"]
            assert headers["Referrer-Policy"] == "no-referrer"
            assert "Set-Cookie" not in headers
            assert len(body) < MAX_BYTES
            assert not page.find_all(["script", "img", "link"])


def test_training_is_told_on_every_state(client: PageClient, notice: Notice) -> None:
    for code, status in ((content_code(notice.sha256), 200), (content_code(SHA), 404), ("", 200)):
        page = open_page(client, code, status)
        assert "TREINAMENTO · sem valor legal" in page.find(class_="strip").get_text()


@pytest.mark.parametrize(
    ("language", "word", "label"),
    [("en", "Document on record", "Number"), ("es", "Documento registrado", "Número")],
)
def test_the_page_speaks_the_language_asked_for(
    client: PageClient, notice: Notice, language: str, word: str, label: str
) -> None:
    page = open_page(client, content_code(notice.sha256), headers={"Accept-Language": language})
    assert told(page)[0] == word
    assert label in values(page)
    assert page.html["lang"] == language


def test_the_301st_look_up_of_a_minute_waits(
    app: Flask, client: PageClient, home: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers_of(app).limits.codes, "clock", lambda: 0.0)
    for _ in range(300):
        answer = client.http.get(f"/a/{'A' * 16}", base_url=client.base)
        assert answer.status_code == 404
    page = open_page(client, "A" * 16, 429)
    assert told(page)[0] == "Espere um pouco"
    assert int(client.response.headers["Retry-After"]) >= 1


def test_look_ups_change_nothing(client: PageClient, notice: Notice) -> None:
    def events() -> int:
        return len(list(db.session.scalars(select(LedgerEvent.seq))))

    before = events()
    open_page(client, content_code(notice.sha256))
    assert events() == before


def test_a_silent_database_is_said_with_503(
    client: PageClient, home: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_prefix: str) -> None:
        raise OperationalError("SELECT", {}, Exception("locked"))

    monkeypatch.setattr(notice_page, "public_notice", fail)
    assert told(open_page(client, "A" * 16, 503))[0] == "Tente de novo"


def test_what_comes_next_gives_the_term_and_its_article(client: PageClient, home: Cast) -> None:
    notice = stored_notice(home)
    steps = " ".join(
        li.get_text() for li in open_page(client, content_code(notice.sha256)).select(".next")
    )
    assert "Prazo para impugnação" in steps
    assert "10 dias" in steps
    assert "PLA art. 51" in steps


def test_patrocinio_has_not_fixed_its_term_and_says_so(app: Flask, client: PageClient) -> None:
    notice = stored_notice(cast.patrocinio(app), "ana-pat")
    text = open_page(client, content_code(notice.sha256)).get_text()
    assert "O prazo de defesa virá na notificação do Município." in text
    assert "Prazo para" not in text


def test_a_notice_to_put_right_gives_its_days(app: Flask, client: PageClient) -> None:
    notice = stored_notice(cast.patrocinio(app), "ana-pat", "regularisation")
    page = open_page(client, content_code(notice.sha256))
    assert page.select_one(".car").get_text() == "Notificação para regularização"
    assert "Prazo para regularizar: 15 dias." in page.get_text()
