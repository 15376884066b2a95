"""Every route × role by the policy table, and no difference between "not yours" and "not there"."""

from collections.abc import Iterator
from contextvars import Context

import pytest
from flask import Flask
from werkzeug.routing import Rule

from app.accounts.models import RoleGrant
from app.accounts.permissions import ROLE_PERMISSIONS, Permission
from app.accounts.policy import PUBLIC, ROUTES, SIGNED_IN
from app.persistence.base import db
from tests.support import cast
from tests.support.client import PageClient

LOGINS = [login for login, *_ in cast.PEOPLE]
MISSING = "0123456789abcdef0123456789abcdef"


def requests(app: Flask) -> Iterator[tuple[str, str, Rule]]:
    """Method, address with arguments that name nothing, and rule of every route."""
    for rule in app.url_map.iter_rules():
        values = {name: _value(rule, name) for name in rule.arguments}
        with app.test_request_context():
            address = app.url_map.bind("confere.test").build(
                rule.endpoint, values, force_external=False
            )
        for method in sorted((rule.methods or set()) & {"GET", "POST", "PUT"}):
            yield method, address, rule


def _value(rule: Rule, name: str) -> str | int:
    number = "int:" in rule.rule and f"int:{name}" in rule.rule
    return 987_654 if number else MISSING


def answer(client: PageClient, method: str, address: str, token: str) -> tuple[int, str]:
    headers = {"Referer": f"{client.base}/", "X-CSRFToken": token, "Origin": client.base}
    response = Context().run(
        client.http.open, address, method=method, headers=headers, base_url=client.base
    )
    return response.status_code, response.headers.get("Location", "")


def refused(status: int, location: str) -> bool:
    return status in {401, 403} or location.endswith("/entrar")


@pytest.mark.parametrize("login", LOGINS)
def test_each_role_reaches_exactly_what_the_table_says(
    app: Flask, client: PageClient, login: str
) -> None:
    cast.planura(app)
    client.sign_in(login)
    token = client.csrf_token()
    role = next(r for name, _, _, r in cast.PEOPLE if name == login)
    wrong = []
    for method, address, rule in requests(app):
        if rule.endpoint == "accounts.sign_out":
            continue
        wanted = _allowed(rule.endpoint, ROLE_PERMISSIONS[role])
        status, location = answer(client, method, address, token)
        if refused(status, location) == wanted:
            wrong.append((method, address, status))
    assert not wrong, wrong


def _allowed(endpoint: str, held: frozenset[Permission]) -> bool:
    rule = ROUTES[endpoint]
    return rule in (PUBLIC, SIGNED_IN) or rule in held


def test_nobody_reaches_a_closed_route_without_a_session(app: Flask, client: PageClient) -> None:
    token = client.csrf_token()
    open_doors = [
        (method, address)
        for method, address, rule in requests(app)
        if ROUTES[rule.endpoint] is not PUBLIC
        and not refused(*answer(client, method, address, token))
    ]
    assert not open_doors, open_doors


def test_a_designation_that_ended_opens_nothing(app: Flask, client: PageClient) -> None:
    people = cast.planura(app)
    db.session.query(RoleGrant).filter_by(person_id=people.people["celia"]).update(
        {"ends_on": cast.START}
    )
    db.session.commit()
    client.sign_in("celia")
    token = client.csrf_token()
    doors = [r for r in requests(app) if isinstance(ROUTES[r[2].endpoint], Permission)]
    reached = [(m, a) for m, a, _ in doors if not refused(*answer(client, m, a, token))]
    assert not reached, reached


def test_other_methods_are_refused(app: Flask, client: PageClient) -> None:
    declared = {(address, method) for method, address, _ in requests(app)}
    statuses = {
        client.http.open(address, method=method, base_url=client.base).status_code
        for _, address, _ in requests(app)
        for method in ("PUT", "PATCH", "DELETE", "TRACE")
        if (address, method) not in declared
    }
    assert statuses <= {405}, statuses
