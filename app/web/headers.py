"""Security headers of every answer. No inline code anywhere; no third party at all."""

from flask import Flask, Response, current_app, request

from app.web.session_cookie import PageSessions

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "media-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
COMMON = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), geolocation=(self), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def init_headers(app: Flask) -> None:
    """Add the headers to all answers (a view that set its own keeps it), the cookie to pages alone."""
    app.after_request(_add)
    app.session_interface = PageSessions()


def _add(response: Response) -> Response:
    for name, value in COMMON.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Content-Security-Policy", CSP)
    if request.endpoint != "assets.file":
        # Pages carry personal data or a verdict: never from a cache, never after sign-out.
        response.headers.setdefault("Cache-Control", "no-store")
    if current_app.config["SETTINGS"].secure:
        response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    return response
