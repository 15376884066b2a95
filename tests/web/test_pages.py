"""Headers, errors and the front door."""

import pytest
from flask import Flask

from app.accounts.policy import PUBLIC, ROUTES
from tests.support import cast
from tests.support.client import PageClient


def test_health_answers(app: Flask, client: PageClient) -> None:
    client.get("/saude")
    assert client.response.get_json() == {"status": "ok"}


def test_every_page_forbids_inline_code(app: Flask, client: PageClient) -> None:
    client.get("/")
    assert "script-src 'self';" in client.response.headers["Content-Security-Policy"]


def test_pages_are_never_kept_by_a_cache(app: Flask, client: PageClient) -> None:
    client.get("/")
    assert client.response.headers["Cache-Control"] == "no-store"


def test_assets_of_this_release_are_kept(app: Flask, client: PageClient) -> None:
    page = client.get("/")
    client.http.get(page.find("link", rel="stylesheet")["href"], base_url=client.base)
    assert page.find("link", rel="stylesheet")["href"].startswith("/s/")


def test_an_asset_of_an_old_release_still_answers(app: Flask, client: PageClient) -> None:
    response = client.http.get("/s/0123456789abcdef/css/app.css", base_url=client.base)
    assert (response.status_code, "immutable" in response.headers["Cache-Control"]) == (200, False)


def test_training_is_written_on_every_page(app: Flask, client: PageClient) -> None:
    assert client.get("/").find("div", "training-strip").get_text(strip=True)


@pytest.mark.parametrize("path", ["/nada", "/v/../../etc/passwd", "/%00"])
def test_a_wrong_address_says_what_to_do(app: Flask, client: PageClient, path: str) -> None:
    assert client.get(path, status=404).find("h1").get_text() == "Não encontramos"


def test_a_wrong_method_is_refused(app: Flask, client: PageClient) -> None:
    response = client.http.delete("/", base_url=client.base)
    assert response.status_code == 405


def test_a_form_without_token_is_refused_in_words(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    page = client.post("/entrar", {"csrf_token": "x", "login": "ana"}, status=403)
    assert "Atualize" in page.get_text()


def test_the_error_page_needs_no_database(app: Flask, client: PageClient) -> None:
    app.config["CLOCK"] = lambda: 1 / 0
    app.config["PROPAGATE_EXCEPTIONS"] = False
    cast.planura(app)
    app.testing = False
    page = client.post("/entrar", {"login": "ana", "password": "x"}, status=500)
    app.config.pop("PROPAGATE_EXCEPTIONS")
    assert "Erro nosso" in page.get_text()


def test_without_a_session_closed_pages_ask_to_sign_in(app: Flask, client: PageClient) -> None:
    closed = [
        rule.rule
        for rule in app.url_map.iter_rules()
        if ROUTES[rule.endpoint] is not PUBLIC and "GET" in rule.methods and not rule.arguments
    ]
    answers = {p: client.http.get(p, base_url=client.base).status_code for p in closed}
    assert set(answers.values()) <= {302, 401}, answers
