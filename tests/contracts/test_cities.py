"""A neighbour city's record and no record at all get the same answer, on every route with an id."""

import re
from contextvars import Context

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.routing import Rule

from app.accounts.policy import PUBLIC, ROUTES
from app.persistence.base import db
from tests.support import cars, cast
from tests.support.client import PageClient
from tests.support.permits import permit_for

TOKEN = re.compile(r'(?:(?<=X-CSRFToken": ")|(?<=name="csrf_token" value=")|(?<="csrf":"))[^"]+')
MISSING = "0123456789abcdef0123456789abcdef"
TABLES = ("vehicle", "driver", "platform", "owner", "authorisation", "seal", "vehicle_driver")
TABLES += ("vehicle_platform", "driver_platform")


@pytest.fixture
def neighbours(app: Flask) -> list[str]:
    """Ids of everything that Patrocínio has; Planura's people will ask for them."""
    cast.planura(app)
    city = cast.patrocinio(app)
    permit_for(app, city, cars.patrocinio_app(city))
    tables = db.metadata.tables
    return [row for name in TABLES for row in db.session.scalars(select(tables[name].c.id))]


def routes(app: Flask) -> list[Rule]:
    """Closed routes whose address carries ids."""
    return [
        rule
        for rule in app.url_map.iter_rules()
        if rule.arguments and ROUTES[rule.endpoint] is not PUBLIC and "int:" not in rule.rule
    ]


def answer(client: PageClient, token: str, rule: Rule, method: str, found: str) -> tuple[int, str]:
    values = {name: found if name.endswith("id") else name for name in rule.arguments}
    address = client.app.url_map.bind("confere.test").build(rule.endpoint, values)
    headers = {"Referer": f"{client.base}/", "X-CSRFToken": token, "Origin": client.base}
    options = {"method": method, "headers": headers, "base_url": client.base}
    response = Context().run(client.http.open, address, **options)
    # The form token carries the second it was made in, whatever the answer.
    return response.status_code, TOKEN.sub("", response.get_data(as_text=True))


@pytest.mark.parametrize("login", ["bruno", "celia", "elisa", "fabio", "ana", "hugo"])
def test_a_neighbours_record_is_as_good_as_none(
    app: Flask, client: PageClient, neighbours: list[str], login: str
) -> None:
    client.sign_in(login)
    token, told = client.csrf_token(), []
    for rule in routes(app):
        for method in sorted(set(rule.methods or ()) & {"GET", "POST"}):
            none = answer(client, token, rule, method, MISSING)
            theirs = {answer(client, token, rule, method, found) for found in neighbours}
            if theirs != {none} or none[0] not in {403, 404}:
                told.append((method, rule.rule, none[0], sorted({s for s, _ in theirs})))
    assert neighbours and not told, told
