"""The field app's reading endpoints (/campo). Writing ones are in `app.sync.views`.

All but the shell speak JSON: a phone must be able to tell "sign in again" from a page.
"""

from flask import Blueprint, Response, current_app, g, jsonify, render_template, request, send_file
from flask_wtf.csrf import generate_csrf

from app.kernel.json_text import BODY_MAX, read_object
from app.permits.keys import root_public_hex
from app.verification import field_check, field_photo, pack_store
from app.verification.field_card import Json
from app.verification.field_hello import accepted_hosts
from app.verification.field_hello import hello as say_hello
from app.web.assets import assets
from app.web.clock import now

bp = Blueprint("field", __name__, url_prefix="/campo")


@bp.url_value_preprocessor
def _speak_json(endpoint: str | None, _values: object) -> None:
    # Before the session is asked, so that 401 and 403 come as JSON whatever `Accept` said.
    if endpoint != "field.shell":
        request.environ["HTTP_ACCEPT"] = "application/json"
    request.max_content_length = BODY_MAX


@bp.after_request
def _fresh_token(response: Response) -> Response:
    if response.status_code in {401, 403} and response.is_json:
        # The page may be days old: the phone repeats once with this token.
        response.set_data(jsonify({**response.get_json(), "csrf": generate_csrf()}).get_data())
    return response


@bp.get("/")
def shell() -> Response:
    """The page of the app: the same for everybody, opened without a network."""
    response = Response(
        render_template(
            "verification/field.html", release=assets().digest, root_key=root_public_hex()
        )
    )
    response.headers["Cache-Control"] = "no-cache"
    return response


@bp.get("/ola")
def hello() -> Response:
    """Time, agent, city, token of the session and which list there is."""
    return jsonify(greeting())


@bp.get("/pacote")
def pack() -> Response:
    """The signed list of the city's codes; 304 when the phone has the newest."""
    packed = pack_store.current(g.actor, g.city, g.ruleset, hosts=hosts(), now=now())
    response = Response(b"", mimetype="application/octet-stream")
    response.set_etag(packed.etag)
    response.headers["Cache-Control"] = "private, no-store"
    if request.if_none_match.contains(packed.etag):
        response.status_code = 304
        return response
    pack_store.record_download(g.actor, packed, now=now())
    response.set_data(packed.content)
    return response


@bp.post("/consulta")
def check() -> Response:
    """One code or plate, answered from the registry as it stands now."""
    asked = field_check.Asked.from_json(json_body())
    return jsonify(field_check.check(g.actor, g.city, asked, now=now()))


@bp.get("/foto/<short>")
def photo(short: str) -> Response:
    """A driver's picture, small."""
    response = send_file(field_photo.picture(g.actor, short), mimetype="image/jpeg", max_age=0)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def greeting() -> Json:
    """The answer to a contact, with the session's token and the release of the pages."""
    offer = pack_store.offer(g.city, g.ruleset, hosts=hosts(), now=now())
    answer = say_hello(g.actor, g.city, g.ruleset, offer, hosts=hosts(), now=now())
    return {**answer, "csrf": generate_csrf(), "release": assets().digest}


def json_body() -> dict[str, object]:
    """The strictly read body of this request."""
    return read_object(request.get_data().decode("utf-8", "replace"))


def hosts() -> tuple[str, ...]:
    """Hosts of this installation and city."""
    return accepted_hosts(g.city, current_app.config["SETTINGS"].hosts)
