"""The endpoints of /campo: who may ask, in which form they answer, what they carry."""

import json

import pytest
from flask import Flask

from tests.support import cast, field
from tests.support.field import Phone


@pytest.fixture
def ana(app: Flask) -> Phone:
    """The phone of Ana, agent of Planura; the city can sign."""
    field.with_keys(cast.planura(app))
    return Phone(app, "ana")


def test_hello_tells_time_agent_city_and_token(ana: Phone) -> None:
    said = ana.get("/campo/ola").get_json()
    assert said["server_now"] == "2026-11-30T13:00:00.000Z"
    assert (said["agent"]["first_name"], said["agent"]["act"]) == ("Ana", "Portaria 1/2026")
    assert said["city"]["label"] == "Planura/MG" and said["training"] is True
    assert said["csrf"] and said["release"] and said["hosts"] == ["confere.test"]


def test_signed_out_hello_is_json_with_a_token(app: Flask) -> None:
    answer = Phone(app).get("/campo/ola")
    assert answer.status_code == 401 and answer.get_json()["csrf"]


def test_a_clerk_is_refused_in_json(app: Flask) -> None:
    cast.planura(app)
    clerk = Phone(app)
    clerk.pages.http.get("/entrar", base_url=clerk.pages.base)
    form = {"login": "bruno", "password": cast.PASSWORD, "csrf_token": clerk.pages.csrf_token()}
    clerk.send("POST", "/entrar", data=form)
    answer = clerk.get("/campo/ola")
    assert answer.status_code == 403 and answer.get_json()["csrf"]


def test_a_stale_token_gets_a_fresh_one(ana: Phone) -> None:
    ana.token = "velho"
    refused = ana.post("/campo/consulta", {"plate": "ABC1D23"})
    ana.token = refused.get_json()["csrf"]
    again = ana.post("/campo/consulta", {"plate": "ABC1D23"})
    assert (refused.status_code, again.get_json()["found"]) == (403, False)


@pytest.mark.parametrize(
    "body",
    [
        '{"a":' * 9 + "1" + "}" * 9,
        '{"plate":1.5}',
        '{"plate":"ABC1D23","plate":"ABC1D24"}',
        '{"plate":NaN}',
        '{"plate":"\\ud800"}',
        '{"n":' + "9" * 5000 + "}",
        '["plate"]',
        "placa",
        "",
    ],
)
def test_strange_json_is_refused(ana: Phone, body: str) -> None:
    assert ana.post("/campo/consulta", body).status_code == 422


def test_a_body_over_one_megabyte_is_refused(ana: Phone) -> None:
    body = json.dumps({"plate": "A" * 1_000_001})
    assert ana.post("/campo/consulta", body).status_code == 413


def test_the_pack_is_sent_once_and_then_not_modified(ana: Phone) -> None:
    first = ana.get("/campo/pacote")
    assert first.status_code == 200 and first.data.startswith(b"CONFPK1\n")
    again = ana.get("/campo/pacote", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert ana.get("/campo/ola").get_json()["pack"]["etag"] == first.headers["ETag"].strip('"')


def test_the_shell_is_the_same_for_everybody(ana: Phone) -> None:
    page = ana.get("/campo/")
    assert page.data == Phone(ana.pages.app).get("/campo/").data
    assert page.headers["Cache-Control"] == "no-cache"
