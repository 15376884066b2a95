"""What the field app writes (joined to the `field` blueprint of verification), and the office's view."""

from flask import Blueprint, Response, g, jsonify, render_template
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import OperationalError

from app.accounts.designations import NotDesignated
from app.infractions import prefill, queries_numbers, recent
from app.kernel.canonical import instant_text
from app.kernel.errors import Conflict
from app.sync import queries
from app.sync.service import Entry, Refused, deliver
from app.sync.service_devices import Contact, beacon_for, record_contact
from app.verification.views_field import bp as field
from app.verification.views_field import greeting, json_body
from app.web.clock import now
from app.web.errors import answer

bp = Blueprint("sync", __name__, url_prefix="/abordagens")


@field.post("/ola")
def contact() -> Response:
    """A contact: the phone says what waits on it and gets the greeting, a beacon and its numbers."""
    told = Contact.from_json(json_body())
    blocks = record_contact(g.actor, told, law=g.ruleset, now=now())
    return jsonify(
        {
            **greeting(),
            "beacon": beacon_for(g.actor, told.device_id, now=now()),
            "blocks": [block.as_json() for block in blocks],
        }
    )


@field.post("/registro")
def entry() -> Response:
    """One entry of the outbox; the answer is its receipt."""
    delivered = deliver(g.actor, Entry.from_json(json_body()), g.city, g.ruleset, now=now())
    receipt = {
        "id": delivered.id,
        "sha256": delivered.sha256,
        "received_at": instant_text(delivered.received_at),
        "replayed": delivered.replayed,
    }
    return jsonify(receipt if delivered.given is None else {**receipt, "given": delivered.given})


@field.post("/dados")
def prefill_notice() -> Response:
    """What the registry knows of a car and its people, for the notice being written."""
    asked = prefill.Asked.from_json(json_body())
    return jsonify(prefill.prefill(g.actor, g.city, asked, now=now()))


@field.post("/recentes")
def recent_notices() -> Response:
    """Notices of the last day about a plate and an infraction. Posted: a plate stands in no address."""
    asked = recent.SameFact.from_json(json_body())
    return jsonify(recent=recent.recent_like(g.actor, asked, now=now()))


@bp.get("/aparelhos")
def devices() -> ResponseReturnValue:
    """Phones in the field: last contact, what waits, how old the list is, which numbers run out."""
    return render_template(
        "verification/stops_devices.html",
        rows=queries.devices(g.actor, g.ruleset, now=now()),
        blocks=queries_numbers.running_low(g.actor),
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
    status = 409 if conflict else 422
    response = answer(status, error.message, field=error.field, citation=error.citation)
    response.set_data(jsonify({**response.get_json(), "quarantined": True}).get_data())
    return response


@field.errorhandler(OperationalError)
def _busy(_error: OperationalError) -> Response:
    """The database is locked, full or gone: nothing was stored, the phone tries again."""
    response = answer(503)
    response.headers["Retry-After"] = "5"
    return response
