"""The cookie of a session belongs to pages: static files are the same for everybody."""

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin

_STATIC = frozenset({"assets.file", "pwa.field_file"})


class PageSessions(SecureCookieSessionInterface):
    """No `Set-Cookie` and no `Vary: Cookie` on static files.

    Both would make a phone load each of the field app's hundred files twice: the cookie changes
    between the page and the worker that keeps the files for work without signal.
    """

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Write the cookie, except beside a static file."""
        if request.endpoint not in _STATIC:
            super().save_session(app, session, response)
