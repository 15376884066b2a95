"""Photos of notices as the phone sends them: piece by piece, each answer says how far it got."""

import re
from typing import Final

from flask import Response, g, jsonify, request

from app.evidence.attachments import (
    PIECE_MAX,
    PieceRefused,
    Progress,
    StoreUnavailable,
    progress,
    receive,
)
from app.kernel.canonical import instant_text
from app.kernel.errors import Invalid
from app.verification.views_field import bp as field
from app.web.clock import now
from app.web.errors import answer

_OFFSET: Final = re.compile(r"[0-9]{1,8}", re.ASCII)


@field.url_value_preprocessor
def _small_pieces(endpoint: str | None, _values: object) -> None:
    # Before the CSRF check looks for a form: the limit counts when the body is first touched.
    if endpoint == "field.attachment_piece":
        request.max_content_length = PIECE_MAX


@field.get("/anexo/<entry_id>/<sha256>")
def attachment(entry_id: str, sha256: str) -> Response:
    """How much of a photo is here."""
    return _told(progress(g.actor, entry_id, sha256))


@field.put("/anexo/<entry_id>/<sha256>")
def attachment_piece(entry_id: str, sha256: str) -> Response:
    """The next piece, raw, at `?de=<offset>`."""
    typed = request.args.get("de", "")
    if not _OFFSET.fullmatch(typed):
        raise Invalid("A foto veio sem o ponto de onde continua.", field="de")
    piece = request.get_data(cache=False)
    return _told(receive(g.actor, entry_id, sha256, int(typed), piece, now=now()))


@field.errorhandler(PieceRefused)
def _refused(error: PieceRefused) -> Response:
    """409 when only the place was wrong, else 422; the phone goes on at `have`."""
    response = answer(409 if error.misplaced else 422, error.message, field=error.field)
    response.set_data(jsonify({**response.get_json(), "have": error.have}).get_data())
    return response


@field.errorhandler(StoreUnavailable)
def _unavailable(error: StoreUnavailable) -> Response:
    response = answer(503, error.message)
    response.headers["Retry-After"] = "5"
    return response


def _told(so_far: Progress) -> Response:
    received = so_far.received_at
    return jsonify(
        have=so_far.have,
        size=so_far.size,
        done=so_far.done,
        received_at=instant_text(received) if received else None,
    )
