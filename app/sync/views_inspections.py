"""The inspector's phone: the list of the day, and what is known of one car (joined to `field`)."""

from flask import Response, g, jsonify, request

from app.inspections.seal_desk import seal_json
from app.inspections.seals import deliver_seal
from app.permits.asked_car import AskedCar
from app.sync import yard_day
from app.verification.views_field import bp as field
from app.verification.views_field import json_body
from app.web.clock import now


@field.get("/vistorias")
def inspection_day() -> Response:
    """Today's bookings and the rechecks this inspector may do; 304 when the phone has them."""
    response = jsonify(yard_day.day_of(g.actor, g.city, g.ruleset, now=now()))
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@field.post("/vistoria/dados")
def inspection_data() -> Response:
    """What the registry knows of a car. Posted: a plate stands in no address."""
    asked = AskedCar.from_json(json_body())
    return jsonify(yard_day.cars_of(g.actor, g.city, g.ruleset, asked, now=now()))


@field.post("/vistoria/<id>/selo")
def inspection_seal(id: str) -> Response:
    """The new seal is pasted now: the former one dies in the same step. A second tap, the same seal."""
    issued = deliver_seal(g.actor, id, ruleset=g.ruleset, now=now())
    return jsonify(seal=seal_json(id, issued.number, issued.expires_on))
