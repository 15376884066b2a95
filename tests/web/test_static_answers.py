"""Static files are one for everybody: a phone that has them never loads them again."""

import pytest
from bs4 import BeautifulSoup
from flask import Flask

from tests.support.cast import Cast, planura
from tests.support.client import PageClient


@pytest.fixture
def home(app: Flask) -> Cast:
    """The city, with Ana."""
    return planura(app)


def _static(client: PageClient, page: str) -> str:
    found: BeautifulSoup = client.get(page)
    return next(str(link["href"]) for link in found.find_all("link", rel="stylesheet"))


@pytest.mark.parametrize("page", ["/inicio", "/campo/"])
def test_a_signed_in_persons_file_neither_sets_nor_varies_on_the_cookie(
    home: Cast, client: PageClient, page: str
) -> None:
    client.sign_in("ana")
    answer = client._open(_static(client, page), method="GET")
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")


def test_a_page_still_varies_on_the_cookie(home: Cast, client: PageClient) -> None:
    client.sign_in("ana")
    assert "Cookie" in client._open("/inicio", method="GET").headers["Vary"]
