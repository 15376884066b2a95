"""Connects the HTTP edge: who asks, CSRF, headers, errors, template helpers."""

from flask import Flask, request
from flask_wtf.csrf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from app.config import Settings
from app.web import assets
from app.web.errors import init_errors
from app.web.filters import init_filters
from app.web.headers import init_headers
from app.web.htmx import init_htmx
from app.web.signed_in import init_signed_in

csrf = CSRFProtect()


def init_edge(app: Flask) -> None:
    """Order matters: the session is read before the permission is asked."""
    settings: Settings = app.config["SETTINGS"]
    app.config.update(
        SESSION_COOKIE_NAME="__Host-confere" if settings.secure else "confere",
        SESSION_COOKIE_SECURE=settings.secure,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=30 * 24 * 3600,
        # Sent again with every answer, a late parallel one would bring an old CSRF token back.
        SESSION_REFRESH_EACH_REQUEST=False,
    )
    if settings.proxies:
        hops = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    init_htmx(app)
    csrf.init_app(app)
    init_signed_in(app)
    init_headers(app)
    init_errors(app)
    init_filters(app)
    app.register_blueprint(assets.bp)


def client_address() -> str:
    """The address of the asker as limits see it (proxy hops already resolved)."""
    return request.remote_addr or "?"
