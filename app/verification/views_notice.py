"""The public address of a notice, in the letters of the QR and in those that people type."""

from flask import Response, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from app.kernel.content_code import TYPED_MAX, hash_prefix, plain_code
from app.kernel.errors import Invalid
from app.verification.blueprint import bp
from app.verification.gateway import answers_of, asked_from
from app.verification.notice_page import notice_pages
from app.verification.record_page import RecordPages
from app.verification.views_public import flask_response
from app.web.clock import now


@bp.get("/A/")
@bp.get("/a/")
def notice_form() -> ResponseReturnValue:
    """Where the code of a notice is typed; a code that is one opens its page."""
    return record_form(notice_pages(answers_of(current_app)), "verification.notice")


@bp.get("/A/<code>")
@bp.get("/a/<code>")
def notice(code: str) -> Response:
    """Whether the city holds the notice of that code."""
    return record_answer(notice_pages(answers_of(current_app)), code)


def record_form(pages: RecordPages, endpoint: str) -> ResponseReturnValue:
    """Where a code is typed; one that is a code leads to its page."""
    typed = request.args.get("codigo", "")[:TYPED_MAX]
    try:
        hash_prefix(typed)
    except Invalid:
        return flask_response(pages.form(asked_from(request.environ), typed))
    return redirect(url_for(endpoint, code=plain_code(typed), l=request.args.get("l")))


def record_answer(pages: RecordPages, code: str) -> Response:
    """The page of one code."""
    return flask_response(pages.answer(code, asked_from(request.environ), now()))
