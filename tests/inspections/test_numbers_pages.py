"""The page of numbers: who sees which table, what a period holds, and the files."""

import pytest
from flask import Flask

from tests.support import cast
from tests.support.cars import Car
from tests.support.cast import Cast
from tests.support.client import PageClient
from tests.support.visits import stored_visit

PAGE = "/vistorias/numeros"


@pytest.fixture
def failed(planura: Cast, taxi: Car) -> Car:
    """A taxi that failed one item in November."""
    stored_visit(planura, taxi.plate, failed=["LV05"])
    return taxi


def test_the_page_counts_a_failed_visit_and_its_item(failed: Car, client: PageClient) -> None:
    client.sign_in("fabio")
    page = client.get(PAGE)
    rows = [row.get_text(" ", strip=True) for row in page.find_all("tr")]
    assert "11/2026 0 1 0 0 1" in rows
    assert "Higiene" in page.get_text()


def test_a_file_holds_the_rows_of_its_table(failed: Car, client: PageClient) -> None:
    client.sign_in("fabio")
    client.get(f"{PAGE}/itens.csv")
    assert client.response is not None
    lines = client.response.get_data(as_text=True).splitlines()
    assert lines[0] == "\ufeffItem;Conferência;Artigo;Reprovações"
    assert lines[1].startswith("LV05;Higiene;PLA art. 27 I") and lines[1].endswith(";1")


def test_a_clerk_does_not_compare_inspectors(failed: Car, client: PageClient) -> None:
    client.sign_in("bruno")
    assert "Por vistoriador" not in client.get(PAGE).get_text()
    client.get(f"{PAGE}/vistoriadores.csv", status=404)


def test_an_inspector_has_no_page_of_numbers(planura: Cast, client: PageClient) -> None:
    client.sign_in("hugo")
    assert "Vistorias em números" not in client.get(PAGE, status=403).get_text()


def test_a_visit_outside_the_period_is_not_counted(failed: Car, client: PageClient) -> None:
    client.sign_in("fabio")
    page = client.get(f"{PAGE}?de=2026-10-01&ate=2026-10-31")
    assert "Nenhum item reprovado no período." in page.get_text()


def test_a_period_that_ends_before_it_begins_says_so(planura: Cast, client: PageClient) -> None:
    client.sign_in("fabio")
    page = client.get(f"{PAGE}?de=2026-11-02&ate=2026-11-01")
    assert "O fim do período vem antes do começo." in page.get_text()


def test_another_city_counts_none_of_it(app: Flask, failed: Car, client: PageClient) -> None:
    cast.patrocinio(app)
    client.sign_in("fabio-pat")
    assert "Nenhum item reprovado no período." in client.get(PAGE).get_text()
