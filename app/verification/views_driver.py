"""The driver's page: a shell that any phone may keep, his data, his phone, his live codes."""

from typing import Any

from flask import (
    Blueprint,
    Response,
    current_app,
    g,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
)
from flask import url_for as address
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from app.kernel.errors import Invalid
from app.verification import live, live_data
from app.web.assets import asset_url, assets
from app.web.clock import now
from app.web.htmx import page_or_fragment, wants_fragment

bp = Blueprint("driver", __name__)

# What the page needs to open with no signal.
SHELL_FILES = ("css/tokens.css", "css/app.css", "css/driver.css", "icons/icon.svg")
SHELL_FOLDER = "js/driver/"
_TEXT_MAX = 200


@bp.get("/permissao/")
def permit() -> ResponseReturnValue:
    """The page without anybody's data, so that the worker may keep it."""
    host = current_app.config["SETTINGS"].public_url.partition("://")[2]
    return render_template("driver/permit.html", host=host)


@bp.get("/permissao/sw.js")
def worker() -> Response:
    """The page's own service worker; its text changes with the release."""
    names = [*SHELL_FILES, *(n for n in assets().files() if n.startswith(SHELL_FOLDER))]
    text = render_template(
        "pwa/driver_sw.js",
        release=assets().digest,
        shell=address("driver.permit"),
        files=[asset_url(name) for name in names],
    )
    response = make_response(text)
    response.mimetype = "text/javascript"
    response.headers["Cache-Control"] = "no-cache"
    return response


@bp.get("/permissao/dados")
def data() -> ResponseReturnValue:
    """The signed-in driver's permits, with the token for his writes."""
    found = live_data.own_permits(g.actor, g.ruleset, now=now())
    return jsonify(found | {"csrf": generate_csrf()})


@bp.post("/permissao/aparelho")
def enrol() -> ResponseReturnValue:
    """Enrol this phone for one of the driver's cars."""
    body = _body()
    receipt = live.enrol(
        g.actor,
        g.ruleset,
        _text(body, "vehicle_id"),
        public_key=body.get("public_key"),
        label=_text(body, "label"),
        now=now(),
    )
    return jsonify(device_id=receipt.id, label=receipt.label)


@bp.post("/permissao/janelas")
def windows() -> ResponseReturnValue:
    """Live windows of the next four hours, for the phone that signs the request."""
    body, moment = _body(), now()
    asked = live.WindowRequest(
        _text(body, "device_id"), _text(body, "asked_at"), _text(body, "signature")
    )
    signed = live.issue_windows(g.actor, g.ruleset, asked, now=moment)
    # Symbols are drawn after the commit: nobody waits for them.
    return jsonify(live_data.windows_json(signed, moment))


@bp.get("/permissao/aparelho/<vehicle_id>")
def device(vehicle_id: str) -> ResponseReturnValue:
    """For the office: the phone of a car, and setting it free."""
    phone = live_data.phone_of_car(g.actor, vehicle_id)
    return page_or_fragment("driver/device.html", "driver/_device.html", phone=phone)


@bp.post("/permissao/aparelho/<vehicle_id>/liberar/<device_id>")
def release(vehicle_id: str, device_id: str) -> ResponseReturnValue:
    """The office sets a car free for another phone."""
    live.revoke_device(g.actor, device_id, now=now())
    if wants_fragment():
        phone = live_data.phone_of_car(g.actor, vehicle_id)
        return render_template("driver/_device.html", phone=phone)
    return redirect(address("driver.device", vehicle_id=vehicle_id), 303)


def _body() -> dict[str, Any]:
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        raise Invalid("Pedido incompleto. Atualize a página e tente de novo.")
    return body


def _text(body: dict[str, Any], name: str) -> str:
    value = body.get(name, "")
    if not isinstance(value, str) or len(value) > _TEXT_MAX:
        raise Invalid("Pedido incompleto. Atualize a página e tente de novo.", field=name)
    return value
