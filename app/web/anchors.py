"""The daily heads of each city's ledger, for anyone to keep: page and files, without JavaScript."""

from datetime import date

from flask import Blueprint, Response, abort, current_app, render_template
from flask.typing import ResponseReturnValue

from app.accounts.queries import City, cities
from app.ledger.queries import anchor_document, last_anchors

bp = Blueprint("anchors", __name__)

SHOWN = 400  # heads on the page: more than a year of days


@bp.get("/ancoras")
def index() -> ResponseReturnValue:
    """The cities, each with its newest head."""
    rows = [(c, next(iter(last_anchors(c.id, 1)), None)) for c in cities()]
    return render_template("web/anchors.html", rows=rows)


@bp.get("/ancoras/<slug>")
def city(slug: str) -> ResponseReturnValue:
    """The last heads of one city, newest first."""
    found = _city(slug)
    heads = last_anchors(found.id, SHOWN)
    return render_template("web/anchors_city.html", place=found, heads=heads, shown=SHOWN)


@bp.get("/ancoras/<slug>/<day>.json")
def document(slug: str, day: str) -> Response:
    """One head exactly as it was signed: the file to keep."""
    try:
        text = anchor_document(_city(slug).id, date.fromisoformat(day))
    except ValueError:
        abort(404)
    if text is None:
        abort(404)
    return current_app.response_class(text, mimetype="application/json")


def _city(slug: str) -> City:
    found = next((c for c in cities() if c.slug == slug), None)
    if found is None:
        abort(404)
    return found
