"""Visits as the office reads them: the list, one visit, the decision, and the comparison."""

import hashlib
import json
from datetime import timedelta

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import select

from app.inspections.models import Inspection
from app.inspections.models_checks import InspectionDraw, InspectionReview
from app.persistence.base import db
from tests.evidence.pictures import street
from tests.inspections.yard import MORNING, QUARTER, open_yard, some_cars
from tests.support import cast
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.client import PageClient
from tests.support.doubts import second_inspector
from tests.support.visit_phone import YardPhone, send_photo, sent_visit, with_photo, yard_phone

FAR = (-19.6, -48.7)


@pytest.fixture
def home(app: Flask) -> Cast:
    found = cast.planura(app)
    open_yard(found)
    return found


@pytest.fixture
def phone(home: Cast) -> YardPhone:
    return yard_phone(home, now=MORNING - timedelta(hours=1))


@pytest.fixture
def car(home: Cast) -> Car:
    return some_cars(home, 1)[0]


def signed_in(client: PageClient, login: str) -> PageClient:
    client.sign_in(login)
    return client


def lines(page: BeautifulSoup) -> list[str]:
    return [" ".join(row.get_text(" ").split()) for row in page.select(".visits .record")]


def decide(client: PageClient, row: Inspection, status: int = 200, **typed: str) -> None:
    """Clear the visit as a person does: with what stands hidden in the form."""
    address = f"/vistorias/{row.id}/analise"
    hidden = client.get(address).select("form[method=post] input[type=hidden]")
    form = {str(field["name"]): str(field["value"]) for field in hidden}
    client.post(address, {**form, "decision": "cleared", **typed}, status)


def test_the_chief_sees_a_received_visit(
    client: PageClient, home: Cast, phone: YardPhone, car: Car
) -> None:
    row = sent_visit(home, phone, phone.sheet(car, MORNING), now=NOW)
    (line,) = lines(signed_in(client, "fabio").get("/vistorias/"))
    assert row.report in line and "Hugo Melo" in line and "Aprovada" in line


def test_an_inspector_sees_only_the_own_visits(
    client: PageClient, home: Cast, phone: YardPhone, car: Car
) -> None:
    login = second_inspector(home)
    row = sent_visit(home, phone, phone.sheet(car, MORNING), now=NOW)
    visitor = signed_in(client, login)
    assert lines(visitor.get("/vistorias/")) == []
    assert row.report not in visitor.get(f"/vistorias/{row.id}", status=404).get_text()


def test_an_agent_sees_no_visits(client: PageClient, home: Cast) -> None:
    assert lines(signed_in(client, "ana").get("/vistorias/", status=403)) == []


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        ("marca=open", 1),
        ("marca=flag", 1),
        ("marca=urgent", 0),
        ("marca=confirmed", 0),
        ("marca=incomplete", 2),
        ("resultado=approved", 2),
        ("resultado=failed", 0),
        ("dia=2026-11-30", 2),
        ("dia=2026-11-29", 0),
        ("placa=RTB0A09", 2),
        ("placa=QQQ1A11", 0),
    ],
)
def test_the_list_is_narrowed(
    client: PageClient, home: Cast, phone: YardPhone, car: Car, asked: str, count: int
) -> None:
    sent_visit(home, phone, phone.sheet(car, MORNING), now=NOW)
    far = phone.sheet(car, MORNING + 4 * QUARTER, place=FAR)
    sent_visit(home, phone, far, now=NOW)
    assert len(lines(signed_in(client, "fabio").get(f"/vistorias/?{asked}"))) == count


@pytest.mark.parametrize("asked", ["marca=estranha", "dia=ontem", "placa=1", "depois=x"])
def test_a_filter_that_is_none_says_so(client: PageClient, home: Cast, asked: str) -> None:
    page = signed_in(client, "fabio").get(f"/vistorias/?{asked}")
    assert page.select_one(".notice.care") is not None


def test_the_next_page_goes_on_where_the_first_ended(
    client: PageClient, home: Cast, phone: YardPhone, car: Car, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.inspections.queries_visits.PAGE", 1)
    for number in range(2):
        at = MORNING + number * 2 * QUARTER
        sent_visit(home, phone, phone.sheet(car, at), now=at + QUARTER)
    page = signed_in(client, "fabio").get("/vistorias/?resultado=approved")
    more = page.select_one("#lista .actions a")
    assert more is not None and "resultado=approved" in str(more["href"])
    assert len(lines(client.get(str(more["href"])))) == 1
    assert lines(client.get(str(more["href"]))) != lines(page)


def test_a_visit_shows_its_result_items_and_flags(
    client: PageClient, home: Cast, phone: YardPhone, car: Car
) -> None:
    row = sent_visit(home, phone, phone.sheet(car, MORNING, place=FAR), now=NOW)
    page = signed_in(client, "fabio").get(f"/vistorias/{row.id}")
    result = page.select_one(".result")
    assert result is not None and result.get_text(strip=True) == "Em conferência"
    assert "Foi feita longe do local de vistoria." in page.get_text()
    answers = page.select(".answers li > .answer-label")
    assert len(answers) == len(json.loads(row.payload)["items"])
    assert all(answer.select_one(".cite").get_text() for answer in answers)  # type: ignore[union-attr]


def test_a_defect_stands_with_its_citation_note_and_day(
    client: PageClient, home: Cast, phone: YardPhone, car: Car
) -> None:
    row = sent_visit(home, phone, phone.sheet(car, MORNING, failed=("LV05",)), now=NOW)
    (defect,) = signed_in(client, "fabio").get(f"/vistorias/{row.id}").select(".failing")
    assert "Higiene" in defect.get_text() and "27" in defect.select_one(".cite").get_text()  # type: ignore[union-attr]
    assert "Reprovado na conferência do pátio." in defect.get_text()


def test_a_photo_is_shown_at_its_side_of_the_car(
    client: PageClient, home: Cast, phone: YardPhone, car: Car
) -> None:
    content = street(1)
    row = sent_visit(home, phone, with_photo(phone.sheet(car, MORNING), content), now=NOW)
    send_photo(home.actor("hugo"), row.id, content, now=NOW)
    image = signed_in(client, "fabio").get(f"/vistorias/{row.id}").select_one('img[alt="Frente"]')
    assert image is not None
    assert client._open(str(image["src"]), method="GET").mimetype == "image/jpeg"


def test_the_photos_of_a_visit_are_for_who_may_read_visits(
    client: PageClient, home: Cast, phone: YardPhone, car: Car
) -> None:
    content = street(1)
    row = sent_visit(home, phone, with_photo(phone.sheet(car, MORNING), content), now=NOW)
    send_photo(home.actor("hugo"), row.id, content, now=NOW)
    address = f"/evidencia/anexo/{row.id}/{hashlib.sha256(content).hexdigest()}"
    told = {}
    for login in ("fabio", "hugo", "ana", "elisa"):
        signed_in(client, login)
        told[login] = client._open(address, method="GET").status_code
    assert told == {"fabio": 200, "hugo": 200, "ana": 404, "elisa": 404}


def test_the_chief_clears_on_the_page(
    client: PageClient, home: Cast, phone: YardPhone, car: Car
) -> None:
    row = sent_visit(home, phone, phone.sheet(car, MORNING, place=FAR), now=NOW)
    decide(signed_in(client, "fabio"), row, reasons="O pátio mudou de lugar nesse dia.")
    db.session.rollback()
    assert db.session.scalars(select(InspectionReview)).one().kind == "cleared"


def test_a_decision_without_reason_is_not_taken(
    client: PageClient, home: Cast, phone: YardPhone, car: Car
) -> None:
    row = sent_visit(home, phone, phone.sheet(car, MORNING, place=FAR), now=NOW)
    decide(signed_in(client, "fabio"), row, 422)
    db.session.rollback()
    assert db.session.scalars(select(InspectionReview)).all() == []


def test_a_drawn_visit_says_nothing_to_its_own_inspector(
    client: PageClient, home: Cast, phone: YardPhone, car: Car
) -> None:
    row = sent_visit(home, phone, phone.sheet(car, MORNING), now=NOW)
    assert db.session.get(InspectionDraw, row.id) is not None
    words = "reinspecionar"
    assert words not in signed_in(client, "hugo").get(f"/vistorias/{row.id}").get_text()
    assert words in signed_in(client, "fabio").get(f"/vistorias/{row.id}").get_text()


def test_both_visits_stand_item_by_item(
    client: PageClient, home: Cast, phone: YardPhone, car: Car
) -> None:
    first = sent_visit(home, phone, phone.sheet(car, MORNING), now=NOW)
    login = second_inspector(home)
    other = yard_phone(home, login)
    sheet = other.sheet(car, NOW, occasion="recheck", previous=first.id, failed=("LV05",))
    again = sent_visit(home, other, sheet, now=NOW + QUARTER, login=login)
    page = signed_in(client, "fabio").get(f"/vistorias/{again.id}/comparar")
    (differing,) = page.select("tr.differs")
    assert "Higiene" in differing.get_text() and "Não conforme" in differing.get_text()
    assert "recheck" in {row.occasion for row in db.session.scalars(select(Inspection))}
