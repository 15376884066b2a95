"""The only place that knows htmx: request flags, `HX-` headers and `Vary`.

The package htmx-flask replaces the request class, refuses two valid swap styles and
sets no `Vary`; so its flags are read here and headers are set by name.
"""

from flask import Flask, Response, render_template, request
from htmx_flask import Htmx

_htmx = Htmx()


def init_htmx(app: Flask) -> None:
    """Give requests their `htmx` flags and every answer `Vary: HX-Request`."""
    _htmx.init_app(app)
    app.after_request(_vary)


def wants_fragment() -> bool:
    """A fragment was asked for (not a history restore, which needs the whole page)."""
    flags = request.htmx  # type: ignore[attr-defined]
    return bool(flags) and not flags.history_restore_request


def page_or_fragment(page: str, fragment: str, **values: object) -> str:
    """Render the page, or only the fragment that the page includes, for the same URL."""
    return render_template(fragment if wants_fragment() else page, **values)


def _vary(response: Response) -> Response:
    if response.mimetype == "text/html":
        response.vary.add("HX-Request")
    return response
