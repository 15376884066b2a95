"""The post and the gazette: labels of what waits, an edital that names nobody more than it must."""

import io
from datetime import timedelta

import pytest
from flask import Flask
from pypdf import PdfReader

from app.cases.models import CaseFile
from tests.support.case_steps import homologated, take
from tests.support.cast import Cast
from tests.support.client import PageClient

DAY = timedelta(days=1)


@pytest.fixture
def clerk(client: PageClient, planura: Cast) -> PageClient:
    """Bruno at his desk."""
    client.sign_in("bruno")
    return client


def words(client: PageClient, path: str) -> str:
    """The text of a PDF."""
    answer = client._open(path, method="GET")
    assert answer.status_code == 200
    pages = PdfReader(io.BytesIO(answer.get_data())).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def test_a_homologated_case_waits_for_the_post(
    clerk: PageClient, planura: Cast, case: CaseFile
) -> None:
    homologated(planura, case.id)
    assert case.number in clerk.get("/processos/correio").get_text()
    assert case.number in words(clerk, "/processos/correio/etiquetas.pdf")


def test_without_letters_there_are_no_labels(clerk: PageClient, case: CaseFile) -> None:
    page = clerk.get("/processos/correio/etiquetas.pdf", status=404)
    assert "Nenhuma carta a postar" in page.get_text()


def returned(home: Cast, id: str) -> None:
    homologated(home, id)
    take(home, id, "send", "bruno", tracking="BR600100115BR")
    take(home, id, "returned", "bruno", returned_because="moved")


def test_a_letter_that_came_back_goes_to_the_edital(
    app: Flask, clerk: PageClient, planura: Cast, case: CaseFile
) -> None:
    returned(planura, case.id)
    clerk.get("/processos/correio/edital?numero=3/2026&formato=texto")
    assert clerk.response is not None
    text = clerk.response.get_data(as_text=True)
    assert case.number in text and "PLA art. 50 §2" in text
    assert text.count("TREINAMENTO – SEM VALOR LEGAL") >= 2


def test_an_edital_without_a_number_says_so(
    clerk: PageClient, planura: Cast, case: CaseFile
) -> None:
    returned(planura, case.id)
    assert "número do edital" in clerk.get("/processos/correio/edital", status=422).get_text()


def test_a_driver_reads_no_list_of_the_post(client: PageClient, case: CaseFile) -> None:
    client.sign_in("davi")
    assert "permissão" in client.get("/processos/correio", status=403).get_text()
