"""The report (laudo) as PDF: what it says of each result, its code, its photos, and who may open it."""

from datetime import date

import pypdfium2
import pytest
import zxingcpp
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from app.evidence.record_qr import public_address
from app.inspections.guides import GuideData, confirm_guide
from app.inspections.models import Inspection
from app.inspections.models_checks import InspectionFlag
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry.models import VehicleDriver
from app.registry.service_links import end_driver_link
from tests.support import cars, cast, permits
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.client import PageClient
from tests.support.sheets import pages_of, tight
from tests.support.visits import photographed_visit, stored_visit

GUIDE = GuideData("2026/0815", date(2026, 11, 30))


@pytest.fixture
def home(app: Flask) -> Cast:
    return cast.planura(app)


@pytest.fixture
def taxi(home: Cast) -> Car:
    car = cars.planura_taxi(home)
    permits.granted(home, car)
    confirm_guide(home.actor("bruno"), car.vehicle, GUIDE, ruleset=permits.law(home), now=NOW)
    return car


@pytest.fixture
def patrocinio(app: Flask) -> Cast:
    home = cast.patrocinio(app)
    permits.granted(home, cars.patrocinio_app(home))
    return home


def opened(client: PageClient, visit: Inspection, login: str) -> TestResponse:
    client.sign_in(login)
    return client._open(f"/vistorias/{visit.id}/laudo.pdf")


def pdf_of(client: PageClient, visit: Inspection, login: str = "celia") -> bytes:
    response = opened(client, visit, login)
    assert response.status_code == 200, response.get_data(as_text=True)[:400]
    content: bytes = response.data
    return content


def words(content: bytes) -> str:
    return tight("".join(pages_of(content)))


def says(content: bytes, *sentences: str) -> list[str]:
    """Those of the sentences that do not stand in the document."""
    text = words(content)
    return [each for each in sentences if tight(each) not in text]


def test_an_approved_report_says_result_validity_and_seal(
    client: PageClient, home: Cast, taxi: Car
) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    missing = says(
        pdf_of(client, visit),
        "TREINO-LV-2026/000001",
        "APROVADO",
        "Substituição ou alteração do veículo de 30/11/2026. Vale até 30/11/2027.",
        "Selo de vistoria Número nº 1 Vale até 30/11/2027",
        "Placa FUM0B05",
        "Nome Hugo Melo Matrícula 1001 Ato Portaria 1/2026",
        "Guia da taxa 2026/0815 Paga em 30/11/2026",
        "Local Pátio da Secretaria Início 30/11/2026 às 09:40 Fim 30/11/2026 às 10:00",
    )
    assert missing == []


def test_the_law_is_named_with_what_it_is_worth(client: PageClient, home: Cast, taxi: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    law = permits.law(home).instrument
    assert says(pdf_of(client, visit), law.title, law.status_note, "Município de Planura/MG") == []


def test_every_page_of_training_is_marked(client: PageClient, home: Cast, taxi: Car) -> None:
    pages = pages_of(pdf_of(client, stored_visit(home, "FUM0B05", "change")))
    assert [page.count("TREINAMENTO – SEM VALOR LEGAL") for page in pages] == [4] * len(pages)


def test_every_item_stands_with_its_answer_and_provision(
    client: PageClient, home: Cast, taxi: Car
) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    text = words(pdf_of(client, visit))
    items = [row for row in permits.law(home).items if row.id in {"LV05", "LV09", "LT04", "LV13"}]
    for row in items:
        assert tight(f"{row.label}{permits.law(home).cite_all(row.basis)}Conforme") in text
    assert len(items) == 4


def test_a_failure_in_planura_names_defects_days_and_the_stop(
    client: PageClient, home: Cast, taxi: Car
) -> None:
    visit = stored_visit(home, "FUM0B05", "change", failed=("LV04.1", "LV05"))
    law = permits.law(home)
    missing = says(
        pdf_of(client, visit),
        "REPROVADO",
        "2 itens reprovados. Voltar até 10/12/2026.",
        "Segurança: o carro não roda até ser aprovado.10/12/2026",
        "Corrija e volte até 10/12/2026: só os itens reprovados serão vistos de novo.",
        f"PLA art. 27“{law.provision('art. 27').text}”",
        f"PLA art. 11 p.u.“{law.provision('art. 11 p.u.').text}”",
    )
    assert missing == []


def test_a_failure_in_patrocinio_quotes_the_five_days_and_what_follows(
    client: PageClient, patrocinio: Cast
) -> None:
    failed = ("PV11.2", "PV20")
    visit = stored_visit(patrocinio, "QXV7D81", "change", failed=failed)
    law = permits.law(patrocinio)
    missing = says(
        pdf_of(client, visit, "celia-pat"),
        "1 item reprovado. Voltar até 07/12/2026.",
        "Não reprova: é uma observação.",
        f"PAT art. 12 §2“{law.provision('art. 12 §2').text}”",
        f"PAT art. 28 II“{law.provision('art. 28 II').text}”",
    )
    assert missing == []


def test_a_failed_report_has_no_seal(client: PageClient, home: Cast, taxi: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change", failed=("LV05",))
    assert "Selodevistoria" not in words(pdf_of(client, visit))


def test_a_doubt_is_said_above_all(client: PageClient, home: Cast, taxi: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    with transaction() as session:
        row = InspectionFlag(
            id="f" * 32, municipality_id=home.city, inspection_id=visit.id, kind="same_photo",
            holds=True, at=NOW,
        )  # fmt: skip
        session.add(row)
    content = pdf_of(client, visit)
    assert says(content, "EM CONFERÊNCIA", "a aprovação espera a conferência da chefia") == []
    assert "APROVADO" not in words(content)


def test_the_code_opens_the_public_page_of_this_very_content(
    client: PageClient, home: Cast, taxi: Car
) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    document = pypdfium2.PdfDocument(pdf_of(client, visit))
    image = document[0].render(scale=2, grayscale=True).to_pil()
    read = [code.text for code in zxingcpp.read_barcodes(image)]
    assert read == [public_address("https://confere.test", "l", visit.sha256)]
    document.close()


def test_the_same_visit_gives_the_same_bytes(client: PageClient, home: Cast, taxi: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change", failed=("LV05",))
    first = pdf_of(client, visit)
    assert client._open(f"/vistorias/{visit.id}/laudo.pdf").data == first


def test_photos_that_have_come_are_printed_small(client: PageClient, home: Cast, taxi: Car) -> None:
    visit = photographed_visit(home, "FUM0B05", "change", failed=("LV05",))
    document = pypdfium2.PdfDocument(pdf_of(client, visit))
    sizes = [
        each.get_px_size()
        for page in document
        for each in page.get_objects(filter=(pypdfium2.raw.FPDF_PAGEOBJ_IMAGE,), max_depth=9)
    ]
    document.close()
    assert len(sizes) == 5
    assert max(max(size) for size in sizes) <= 320


def test_a_photo_that_has_not_come_is_said(client: PageClient, home: Cast, taxi: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    text = words(pdf_of(client, visit))
    assert text.count(tight("Esta foto não está disponível aqui")) == 4


def test_the_driver_of_the_car_opens_its_report(client: PageClient, home: Cast, taxi: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    assert says(pdf_of(client, visit, "davi"), visit.report) == []
    page = client.get("/minhas-vistorias")
    assert page.select_one(f"a[href='/vistorias/{visit.id}/laudo.pdf']") is not None


def test_a_driver_whose_link_ended_does_not(client: PageClient, home: Cast, taxi: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    link = db.session.scalars(select(VehicleDriver.id)).one()
    end_driver_link(home.actor("bruno"), link, date(2026, 11, 29), now=NOW)
    assert opened(client, visit, "davi").status_code == 404


@pytest.mark.parametrize(("login", "status"), [
    ("hugo", 200), ("bruno", 200), ("gilda", 200), ("fabio", 200), ("ana", 404), ("elisa", 404),
])  # fmt: skip
def test_who_opens_it(client: PageClient, home: Cast, taxi: Car, login: str, status: int) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    assert opened(client, visit, login).status_code == status


def test_a_stranger_of_another_city_does_not(
    client: PageClient, home: Cast, taxi: Car, patrocinio: Cast
) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    assert opened(client, visit, "celia-pat").status_code == 404


def test_each_reading_is_an_access_event(client: PageClient, home: Cast, taxi: Car) -> None:
    visit = stored_visit(home, "FUM0B05", "change")
    pdf_of(client, visit, "bruno")
    db.session.rollback()  # to see what the request wrote
    query = select(LedgerEvent).where(LedgerEvent.kind == "inspection.read")
    found = [(event.entity_id, event.person_id) for event in db.session.scalars(query)]
    assert found == [(visit.id, home.people["bruno"])]
