"""The public page of a report (laudo): car, result, day and validity; never a person, never "false"."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import select

from app.inspections.models import Inspection
from app.inspections.models_checks import InspectionFlag, InspectionReview
from app.kernel.content_code import content_code, readable_code
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.verification.gateway import answers_of
from tests.support import cars, cast
from tests.support.cast import NOW, Cast
from tests.support.client import PageClient
from tests.support.visits import stored_visit

SHA = "5e" * 32  # of nothing here
MAX_BYTES = 14 * 1024
LANGUAGES = ["pt", "en", "es"]


@pytest.fixture
def home(app: Flask) -> Cast:
    home = cast.planura(app)
    cars.planura_taxi(home)
    return home


@pytest.fixture
def visit(home: Cast) -> Inspection:
    return stored_visit(home, "FUM0B05", "yearly")


def open_page(client: PageClient, visit: Inspection, **options: Any) -> BeautifulSoup:
    return client.get(f"/l/{content_code(visit.sha256)}", **options)


def told(page: BeautifulSoup) -> tuple[str, str]:
    """The word of the band and its tone."""
    return page.h1.get_text(strip=True), str(page.header["class"][1])


def values(page: BeautifulSoup) -> dict[str, str]:
    return {row.dt.get_text(): row.dd.get_text() for row in page.select("dl div")}


def doubted(home: Cast, visit: Inspection) -> None:
    with transaction() as session:
        row = InspectionFlag(
            id="f" * 32, municipality_id=home.city, inspection_id=visit.id, kind="same_photo",
            holds=True, at=NOW,
        )  # fmt: skip
        session.add(row)


def test_an_approval_shows_car_result_day_and_validity(
    client: PageClient, visit: Inspection
) -> None:
    page = open_page(client, visit)
    assert told(page) == ("Laudo registrado: aprovado", "ok")
    assert page.select_one(".plate").get_text() == "FUM0B05"
    assert page.select_one(".car").get_text() == "Chevrolet Onix Plus, Branco"
    assert values(page) == {
        "Número do laudo": "TREINO-LV-2026/000001",
        "Motivo": "Vistoria periódica",
        "Dia da vistoria": "30/11/2026",
        "Vale até": "30/11/2027",
        "Recebido": "30/11/2026, 10:00",
    }


def test_the_place_in_the_ledger_is_the_papers(client: PageClient, visit: Inspection) -> None:
    query = select(LedgerEvent).where(LedgerEvent.kind == "inspection.received")
    event = db.session.scalars(query).one()
    words = f"Registro do Município nº {event.seq} · {event.hash}"
    assert open_page(client, visit).select_one(".note").get_text() == words


def test_a_failure_shows_the_day_to_come_back(client: PageClient, home: Cast) -> None:
    page = open_page(client, stored_visit(home, "FUM0B05", failed=("LV05",)))
    assert told(page) == ("Laudo registrado: reprovado", "no")
    assert values(page)["Voltar até"] == "10/12/2026"


def test_in_patrocinio_the_approval_follows_the_platform(client: PageClient, app: Flask) -> None:
    home = cast.patrocinio(app)
    cars.patrocinio_app(home)
    page = open_page(client, stored_visit(home, "QXV7D81"))
    assert "Vale até" not in values(page)
    assert "vale enquanto valer a autorização da plataforma" in page.get_text()


@pytest.mark.parametrize(("days", "word"), [(365, "aprovado"), (366, "vencido")])
def test_the_last_day_of_an_approval_still_counts(
    client: PageClient, app: Flask, visit: Inspection, days: int, word: str
) -> None:
    later: datetime = NOW + timedelta(days=days)
    app.config["CLOCK"] = lambda: later
    assert told(open_page(client, visit))[0] == f"Laudo registrado: {word}"


def test_a_doubted_approval_is_not_told_as_one(
    client: PageClient, home: Cast, visit: Inspection
) -> None:
    doubted(home, visit)
    assert told(open_page(client, visit)) == ("Laudo em conferência", "care")


def test_an_irregular_visit_has_no_effect(
    client: PageClient, home: Cast, visit: Inspection
) -> None:
    doubted(home, visit)
    with transaction() as session:
        row = InspectionReview(
            id="e" * 32, municipality_id=home.city, inspection_id=visit.id, kind="confirmed",
            reasons="Mesma foto de outro carro.", covers=1, person_id=home.people["fabio"], at=NOW,
        )  # fmt: skip
        session.add(row)
    page = open_page(client, visit)
    assert told(page) == ("Laudo sem efeito", "no")
    assert "Mesma foto" not in page.get_text()


def test_an_older_report_says_that_there_is_a_newer(
    client: PageClient, home: Cast, visit: Inspection
) -> None:
    assert "vistoria mais nova" not in open_page(client, visit).get_text()
    stored_visit(home, "FUM0B05", "change", at=NOW + timedelta(hours=1))
    page = open_page(client, visit)
    assert told(page) == ("Laudo registrado: aprovado", "off")
    assert "vistoria mais nova" in page.get_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_person_place_guide_or_chassis_is_on_the_page(
    client: PageClient, home: Cast, visit: Inspection, language: str
) -> None:
    client.get(f"/l/{content_code(visit.sha256)}?l={language}")
    body = client.response.get_data(as_text=True)
    record = json.loads(visit.payload)
    secrets = [
        record["agent"]["name"], record["agent"]["act"], record["presented_by"],
        record["place"]["text"], record["fee"]["guide"], record["identified"]["chassis_tail"],
        record["account_id"], record["device_id"], visit.id, "Davi", cars.DAVI_CPF,
    ]  # fmt: skip
    assert [word for word in secrets if word in body] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_says_training_and_stays_small(
    client: PageClient, visit: Inspection, language: str
) -> None:
    page = client.get(f"/l/{content_code(visit.sha256)}?l={language}")
    words = {"pt": "sem valor legal", "en": "no legal effect", "es": "sin valor legal"}
    assert words[language] in page.select_one(".strip").get_text()
    assert page.html["lang"][:2] == language
    assert len(client.response.get_data()) < MAX_BYTES
    assert page.find_all("script") == []


def test_words_typed_in_the_yard_do_not_speak_here(client: PageClient, home: Cast) -> None:
    car = {"plate": "FUM0B05", "make_model": "Canário", "colour": "Azul", "modality": "taxi",
           "seal_index": None}  # fmt: skip
    visit = stored_visit(home, "FUM0B05", vehicle=car)
    text = open_page(client, visit).get_text()
    assert "Chevrolet Onix Plus, Branco" in text
    assert "Canário" not in text


@pytest.mark.parametrize("path", ["/l/", "/L/"])
def test_the_code_people_read_leads_there(client: PageClient, visit: Inspection, path: str) -> None:
    page = client.get(path + readable_code(visit.sha256))
    assert told(page)[0] == "Laudo registrado: aprovado"


def test_an_unknown_code_has_not_arrived_and_is_never_called_false(
    client: PageClient, home: Cast
) -> None:
    page = client.get(f"/l/{content_code(SHA)}", 404)
    assert told(page) == ("Ainda não chegou", "off")
    assert len(page.select("ol li")) == 3
    assert "fals" not in page.get_text().lower()


def test_a_notices_door_does_not_open_a_report(client: PageClient, visit: Inspection) -> None:
    assert told(client.get(f"/a/{content_code(visit.sha256)}", 404))[0] == "Ainda não chegou"


def test_a_typed_code_is_asked_by_its_form(client: PageClient, visit: Inspection) -> None:
    page = client.get("/l/")
    assert page.form["action"] == "/l/"
    found = client.get(f"/l/?codigo={readable_code(visit.sha256)}")
    assert told(found)[0] == "Laudo registrado: aprovado"


def test_a_bad_code_is_said_at_its_field(client: PageClient, home: Cast) -> None:
    page = client.get("/l/?codigo=abc", 422)
    assert page.select_one("#codigo-error") is not None


def test_a_guesser_waits(client: PageClient, app: Flask, home: Cast) -> None:
    limits = answers_of(app).limits.codes
    while not limits.wait("127.0.0.1"):
        pass
    client.get(f"/l/{content_code(SHA)}", 429)
