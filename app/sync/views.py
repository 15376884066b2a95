"""What the field app writes (joined to the `field` blueprint of verification), and the office's view."""

from flask import Blueprint, Response, g, jsonify, render_template
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import OperationalError

from app.kernel.canonical import instant_text
from app.kernel.errors import Conflict
from app.sync import queries
from app.sync.service import Entry, Refused, record_stop
from app.sync.service_devices import Contact, record_contact
from app.verification.stops import NotDesignated
from app.verification.views_field import bp as field
from app.verification.views_field import greeting, json_body
from app.web.clock import now
from app.web.errors import answer

bp = Blueprint("sync", __name__, url_prefix="/abordagens")


@field.post("/ola")
def contact() -> Response:
    """A contact: the phone says what waits on it and gets the greeting."""
    record_contact(g.actor, Contact.from_json(json_body()), now=now())
    return jsonify(greeting())


@field.post("/registro")
def entry() -> Response:
    """One entry of the outbox; the answer is its receipt."""
    delivered = record_stop(
        g.actor,
        Entry.from_json(json_body()),
        time_zone=g.city.time_zone,
        training=g.ruleset.training,
        now=now(),
    )
    return jsonify(
        id=delivered.id,
        sha256=delivered.sha256,
        received_at=instant_text(delivered.received_at),
        replayed=delivered.replayed,
    )


@bp.get("/aparelhos")
def devices() -> ResponseReturnValue:
    """Phones in the field: last contact, what waits, how old the list is."""
    return render_template(
        "verification/stops_devices.html", rows=queries.devices(g.actor, now=now())
    )


@bp.get("/quarentena")
def quarantine() -> ResponseReturnValue:
    """What arrived and was not taken, for the chief to look at."""
    rows = queries.quarantine(g.actor, g.city.time_zone)
    return render_template("verification/stops_quarantine.html", rows=rows)


@field.errorhandler(Refused)
def _refused(error: Refused) -> Response:
    """409 or 422, saying that the entry is kept here too: the phone may not drop it either way."""
    conflict = isinstance(error.cause, Conflict | NotDesignated)
    response = answer(409 if conflict else 422, error.message, field=error.field)
    response.set_data(jsonify({**response.get_json(), "quarantined": True}).get_data())
    return response


@field.errorhandler(OperationalError)
def _busy(_error: OperationalError) -> Response:
    """The database is locked, full or gone: nothing was stored, the phone tries again."""
    response = answer(503)
    response.headers["Retry-After"] = "5"
    return response
