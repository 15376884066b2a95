"""Sign-in and sign-out pages."""

from flask import Blueprint, current_app, g, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from flask_login import login_user, logout_user

from app.accounts import service
from app.accounts.forms import SignInForm
from app.accounts.queries import actor_of_token
from app.kernel.errors import DomainError
from app.web.clock import now
from app.web.edge import client_address
from app.web.errors import status_of
from app.web.signed_in import SignedInPerson

bp = Blueprint("accounts", __name__)


@bp.get("/entrar")
def sign_in() -> ResponseReturnValue:
    """The sign-in page."""
    return render_template("accounts/sign_in.html", form=SignInForm(), error="")


@bp.post("/entrar")
def sign_in_post() -> ResponseReturnValue:
    """Open a session and go where the person wanted to go."""
    form = SignInForm()
    if not form.validate_on_submit():
        return render_template("accounts/sign_in.html", form=form, error=""), 422
    try:
        opened = service.sign_in(
            form.login.data, form.password.data, address=client_address(), now=now()
        )
    except DomainError as error:
        page = render_template("accounts/sign_in.html", form=form, error=error.message)
        headers = {"Retry-After": str(getattr(error, "retry_after", 1))}
        return page, status_of(error), headers
    return _enter(opened)


def _enter(opened: service.SignedIn) -> ResponseReturnValue:
    wanted = session.get("after_sign_in", "")
    session.clear()  # a cookie planted before sign-in carries nothing over
    session.permanent = True  # a killed browser must not sign the agent out in the street
    actor = actor_of_token(opened.token, now())
    assert actor is not None
    login_user(SignedInPerson(opened.token, actor))
    return redirect(url_for(wanted if wanted in _plain_pages() else "pages.start"))


def _plain_pages() -> set[str]:
    # Only our own pages that need no argument: never an address taken from the request.
    rules = current_app.url_map.iter_rules()
    return {r.endpoint for r in rules if not r.arguments and "GET" in (r.methods or set())}


@bp.post("/sair")
def sign_out() -> ResponseReturnValue:
    """End the session here and on the server."""
    service.sign_out(g.actor, now=now())
    logout_user()
    session.clear()
    response = redirect(url_for("pages.home"))
    # The phone's own store of unsent work belongs to its author and is not cleared.
    response.headers["Clear-Site-Data"] = '"cache"'
    return response
