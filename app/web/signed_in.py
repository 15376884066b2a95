"""Who asks: reads the session, sets `g.actor`, `g.city`, `g.ruleset`, and asks the policy.

Closed unless opened: an endpoint without a row in the policy is refused to everybody.
"""

from flask import Flask, abort, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_login import LoginManager, UserMixin, current_user

from app.accounts import queries
from app.accounts.domain import Actor
from app.accounts.policy import PUBLIC, SIGNED_IN, rule_of
from app.web.clock import now
from app.web.rulesets import ruleset_of

login_manager = LoginManager()


class SignedInPerson(UserMixin):  # type: ignore[misc]
    """What Flask-Login keeps: the session's secret is its id, so sign-out kills every copy."""

    def __init__(self, token: str, actor: Actor) -> None:
        self.token = token
        self.actor = actor

    def get_id(self) -> str:
        """The secret that the cookie carries."""
        return self.token


def init_signed_in(app: Flask) -> None:
    """Connect Flask-Login and the one permission question."""
    login_manager.init_app(app)
    login_manager.user_loader(_load)
    app.before_request(_admit)


def _load(token: str) -> SignedInPerson | None:
    actor = queries.actor_of_token(token, now())
    return SignedInPerson(token, actor) if actor else None


def _admit() -> ResponseReturnValue | None:
    if request.endpoint is None:
        return None  # no such address: the 404 page
    rule = rule_of(request.endpoint)
    if rule is PUBLIC:
        return None
    if not current_user.is_authenticated:
        return _ask_to_sign_in()
    _remember(current_user.actor)
    if rule is not SIGNED_IN and (rule is None or not g.actor.can(rule)):
        abort(403)
    return None


def _remember(actor: Actor) -> None:
    g.actor = actor
    g.city = queries.city(actor.municipality_id)
    g.ruleset = ruleset_of(g.city)


def _ask_to_sign_in() -> ResponseReturnValue:
    if request.accept_mimetypes.best == "application/json" or request.is_json:
        abort(401)
    if request.method == "GET":
        # Only our own path is remembered, resolved by an allow-list at sign-in.
        session["after_sign_in"] = request.endpoint
    return redirect(url_for("accounts.sign_in"))


def remember_if_signed_in() -> None:
    """For public pages that greet a signed-in person: fill `g` when there is a session."""
    if current_user.is_authenticated:
        _remember(current_user.actor)
