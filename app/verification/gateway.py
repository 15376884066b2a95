"""The fast door of the public page: a WSGI layer before Flask that answers `/v/<digits>` itself.

It calls the same function as the Flask view; everything else goes through untouched.
Install it inside ProxyFix, so that limits see the asker's address and not the proxy's.
"""

import gzip
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from flask import Flask

from app.persistence.base import db
from app.verification.public import Asked, PublicAnswers, Reply
from app.verification.public_page import Pages
from app.verification.public_store import Store
from app.web.clock import now_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PREFIX: Final = "/v/"
_STATUS: Final = {
    200: "200 OK",
    404: "404 Not Found",
    429: "429 Too Many Requests",
    503: "503 Service Unavailable",
}
_log = logging.getLogger(__name__)


class Gateway:
    """WSGI: GET and HEAD of a code's page here, the rest by the application inside."""

    def __init__(self, app: Flask, inner: "WSGIApplication") -> None:
        self.app = app
        self.inner = inner

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer one request."""
        path: str = environ["PATH_INFO"]
        method = environ["REQUEST_METHOD"]
        digits = path[len(PREFIX) :]
        mine = path.startswith(PREFIX) and method in {"GET", "HEAD"}
        if not mine or not digits or "/" in digits:
            return self.inner(environ, start_response)
        reply = answer(self.app, digits, asked_from(environ))
        if "gzip" in environ.get("HTTP_ACCEPT_ENCODING", ""):
            reply = packed(reply)
        start_response(_STATUS[reply.status], reply.headers)
        return [reply.body] if method == "GET" else []


def packed(reply: Reply) -> Reply:
    """The same answer, compressed: on a slow network half the page's bytes are half its wait.

    The fastest level costs some 40 µs and is within a tenth of the best; the page holds no secret
    that its length could tell.
    """
    body = gzip.compress(reply.body, compresslevel=1, mtime=0)
    kept = [header for header in reply.headers if header[0] != "Content-Length"]
    size = ("Content-Length", str(len(body)))
    return Reply(reply.status, [*kept, ("Content-Encoding", "gzip"), size], body)


def install(app: Flask) -> None:
    """Put the gateway before Flask; call it before ProxyFix is wrapped around."""
    app.wsgi_app = Gateway(app, app.wsgi_app)  # type: ignore[method-assign]


def connect(app: Flask) -> None:
    """Compile the pages and open the road to the database; a broken template stops the start."""
    settings = app.config["SETTINGS"]
    with app.app_context():
        store = Store(db.engine)
    app.extensions["public_answers"] = PublicAnswers(
        Pages(app.jinja_env),
        store,
        app.extensions["rulesets"],
        settings.hosts,
        settings.secure,
    )


def answers_of(app: Flask) -> PublicAnswers:
    """The public answers of an application."""
    found: PublicAnswers = app.extensions["public_answers"]
    return found


def answer(app: Flask, digits: str, asked: Asked) -> Reply:
    """The page of a code, or the one that says to try again when the database fails."""
    answers, now = answers_of(app), now_of(app)
    try:
        return answers.answer(digits, asked, now)
    except answers.store.errors as error:
        _log.error("public page: %s", type(error).__name__)
        return answers.busy(asked, now)


def asked_from(environ: dict[str, Any]) -> Asked:
    """What counts of a WSGI request."""
    return Asked(
        environ.get("QUERY_STRING", ""),
        environ.get("HTTP_ACCEPT_LANGUAGE", ""),
        environ.get("HTTP_HOST", "").lower(),
        environ.get("REMOTE_ADDR", ""),
    )
