"""Sign-in: one answer for wrong pairs, limits before hashing, an end at sign-out."""

from flask import Flask
from sqlalchemy import select

from app.accounts.models import WebSession
from app.persistence.base import db
from tests.support import cast
from tests.support.client import PageClient


def test_the_right_pair_opens_a_session(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    client.sign_in("ana")
    assert db.session.scalars(select(WebSession)).one().ended_at is None


def test_login_ignores_case_and_spaces(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    client.sign_in("  ANA ")
    assert len(db.session.scalars(select(WebSession)).all()) == 1


def test_a_wrong_password_and_an_unknown_login_read_alike(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    page = {"login": "ana", "password": "errada-errada"}
    wrong = client.post("/entrar", page, status=422).find("div", "summary")
    unknown = client.post("/entrar", {**page, "login": "ninguem"}, status=422).find(
        "div", "summary"
    )
    assert wrong == unknown


def test_the_typed_login_stays_after_an_error(app: Flask, client: PageClient) -> None:
    page = client.post("/entrar", {"login": "ana", "password": "x"}, status=422)
    assert page.find("input", {"name": "login"})["value"] == "ana"


def test_the_sixth_failure_waits(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    for _ in range(5):
        client.post("/entrar", {"login": "ana", "password": "errada"}, status=422)
    client.post("/entrar", {"login": "ana", "password": cast.PASSWORD}, status=429)
    assert int(client.response.headers["Retry-After"]) > 0


def test_sign_out_kills_a_copied_cookie(app: Flask, client: PageClient) -> None:
    cast.planura(app)
    client.sign_in("bruno")
    copy = client.http.get_cookie("__Host-confere", domain="confere.test").value
    client.post("/sair")
    client.http.set_cookie("__Host-confere", copy, domain="confere.test", secure=True)
    page = client.get("/inicio")
    assert page.find("h1").get_text() == "Entrar"


def test_a_very_long_password_is_refused_before_hashing(app: Flask, client: PageClient) -> None:
    page = client.post("/entrar", {"login": "ana", "password": "x" * 10_000}, status=422)
    assert "200" in page.get_text()
