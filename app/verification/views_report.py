"""The public address of a report of an inspection (laudo), as the QR and people write it."""

from flask import Response, current_app
from flask.typing import ResponseReturnValue

from app.verification.blueprint import bp
from app.verification.gateway import answers_of
from app.verification.report_page import report_pages
from app.verification.views_notice import record_answer, record_form


@bp.get("/L/")
@bp.get("/l/")
def inspection_report_form() -> ResponseReturnValue:
    """Where the code of a report is typed; a code that is one opens its page."""
    return record_form(report_pages(answers_of(current_app)), "verification.inspection_report")


@bp.get("/L/<code>")
@bp.get("/l/<code>")
def inspection_report(code: str) -> Response:
    """Whether the city holds the report of that code, and what it says of the car."""
    return record_answer(report_pages(answers_of(current_app)), code)
