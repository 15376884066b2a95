"""The public address of a notice, in the letters of the QR and in those that people type."""

from flask import Response, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from app.kernel.content_code import TYPED_MAX, hash_prefix, plain_code
from app.kernel.errors import Invalid
from app.verification.blueprint import bp
from app.verification.gateway import answers_of, asked_from
from app.verification.notice_page import NoticePages
from app.verification.views_public import flask_response
from app.web.clock import now


@bp.get("/A/")
@bp.get("/a/")
def notice_form() -> ResponseReturnValue:
    """Where a code is typed; a code that is one opens its page."""
    typed = request.args.get("codigo", "")[:TYPED_MAX]
    try:
        hash_prefix(typed)
    except Invalid:
        return flask_response(_pages().form(asked_from(request.environ), now(), typed))
    language = request.args.get("l")
    return redirect(url_for("verification.notice", code=plain_code(typed), l=language))


@bp.get("/A/<code>")
@bp.get("/a/<code>")
def notice(code: str) -> Response:
    """Whether the city holds the document of that code."""
    return flask_response(_pages().answer(code, asked_from(request.environ), now()))


def _pages() -> NoticePages:
    return NoticePages(answers_of(current_app))
