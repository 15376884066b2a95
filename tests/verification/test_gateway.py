"""The fast door: what it takes and what it lets through, behind a proxy, in threads, without a database."""

import gzip
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.test import Client

from app.persistence.base import db
from app.verification.gateway import Gateway, answers_of
from app.verification.limits import Buckets
from tests.support import cast
from tests.support.client import PageClient
from tests.verification import fleet


def reached(app: Flask, path: str, method: str) -> bool:
    """Whether a request goes through to what is behind the gateway."""
    seen: list[str] = []

    def inner(environ: Any, start: Any) -> list[bytes]:
        seen.append(environ["PATH_INFO"])
        start("200 OK", [])
        return []

    Client(Gateway(app, inner)).open(path, method=method)
    return seen == [path]


@pytest.mark.parametrize(
    ("path", "method", "through"),
    [
        ("/v/123", "GET", False),
        ("/v/123", "HEAD", False),
        ("/v/123", "POST", True),
        ("/v/123", "OPTIONS", True),
        ("/v/", "GET", True),
        ("/v", "GET", True),
        ("/v/123/placa-diferente", "GET", True),
        ("/vv/123", "GET", True),
        ("/consulta", "GET", True),
    ],
)
def test_only_the_page_of_a_code_is_answered_here(
    app: Flask, path: str, method: str, through: bool
) -> None:
    assert reached(app, path, method) is through


def test_behind_a_proxy_each_asker_has_a_limit_of_his_own(app: Flask) -> None:
    car = fleet.taxi(cast.planura(app))
    limits, proxy = answers_of(app).limits, Client(ProxyFix(Gateway(app, app), x_for=1))
    limits.codes = Buckets(1, lambda: 0.0)

    def scan(forwarded: str) -> int:
        return proxy.get(f"/v/{car.digits}", headers={"X-Forwarded-For": forwarded}).status_code

    try:
        assert [scan("203.0.113.1"), scan("203.0.113.1"), scan("203.0.113.2")] == [200, 429, 200]
        # what the asker adds himself stands to the left and counts for nothing
        assert scan("198.51.100.9, 203.0.113.1") == 429
    finally:
        limits.codes = Buckets(300)


def test_without_a_proxy_a_forwarded_address_counts_for_nothing(
    app: Flask, client: PageClient
) -> None:
    car = fleet.taxi(cast.planura(app))
    limits = answers_of(app).limits
    limits.codes = Buckets(1, lambda: 0.0)
    try:
        for number, status in enumerate((200, 429)):
            headers = {"X-Forwarded-For": f"203.0.113.{number}"}
            client.get(f"/v/{car.digits}", status, headers=headers)
    finally:
        limits.codes = Buckets(300)


@pytest.mark.parametrize("host", ["evil.example", 'x"><script>', "confere.test.evil"])
def test_a_forged_host_is_on_no_page(app: Flask, host: str) -> None:
    car = fleet.taxi(cast.planura(app))
    answer = Client(Gateway(app, app)).get(f"/v/{car.digits}", headers={"Host": host})
    assert host not in answer.get_data(as_text=True)
    assert "confere.test" in answer.get_data(as_text=True)


def test_a_database_that_does_not_answer_is_said_in_words(
    app: Flask, client: PageClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    car, store = fleet.taxi(cast.planura(app)), answers_of(app).store
    broken = sqlite3.OperationalError if "sqlite" in str(db.engine.url) else psycopg.Error

    def fail(*_: object) -> None:
        raise broken

    monkeypatch.setattr(store, "_ask", fail)
    page = client.get(f"/v/{car.digits}", 503)
    assert page.h1.get_text(strip=True) == "Tente de novo"
    assert client.response.headers["Retry-After"] == "5"


def test_a_lost_connection_is_opened_anew(app: Flask, client: PageClient) -> None:
    car, store = fleet.taxi(cast.planura(app)), answers_of(app).store
    client.get(f"/v/{car.digits}")
    for connection in store._open:
        connection.close()
    client.get(f"/v/{car.digits}")


def test_the_road_to_the_database_cannot_write(app: Flask, client: PageClient) -> None:
    client.get(f"/v/{fleet.taxi(cast.planura(app)).digits}")
    with pytest.raises((sqlite3.Error, psycopg.Error)):
        answers_of(app).store._local.ask("DELETE FROM seal_card", ())


def test_many_threads_get_the_page_of_their_own_code(app: Flask) -> None:
    home = cast.planura(app)
    cars = [fleet.taxi(home, f"AAA{n}B{n}{n}", 1001 + n) for n in range(8)]
    gateway = Gateway(app, app)

    def scan(number: int) -> bool:
        car = cars[number % 8]
        page = Client(gateway).get(f"/v/{car.digits}").get_data(as_text=True)
        return f">{car.plate}<" in page

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(scan, range(160)))
    answers_of(app).store._close_all(db.engine)


def test_a_browser_that_takes_gzip_gets_the_same_page_smaller(app: Flask) -> None:
    car, door = fleet.taxi(cast.planura(app)), Client(Gateway(app, app))
    plain = door.get(f"/v/{car.digits}")
    small = door.get(f"/v/{car.digits}", headers={"Accept-Encoding": "gzip, br"})
    assert gzip.decompress(small.data) == plain.data
    assert int(small.headers["Content-Length"]) == len(small.data) < len(plain.data) / 1.8
