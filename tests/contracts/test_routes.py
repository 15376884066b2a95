"""Every route has a row in the policy, and every row a route."""

from flask import Flask

from app.accounts.policy import ROUTES


def test_every_route_has_a_row_in_the_policy(app: Flask) -> None:
    unlisted = {r.endpoint for r in app.url_map.iter_rules()} - set(ROUTES)
    assert not unlisted, f"add to app/accounts/policy.py: {sorted(unlisted)}"


def test_every_row_of_the_policy_has_a_route(app: Flask) -> None:
    gone = set(ROUTES) - {r.endpoint for r in app.url_map.iter_rules()}
    assert not gone, f"remove from app/accounts/policy.py: {sorted(gone)}"
