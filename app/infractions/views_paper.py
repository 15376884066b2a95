"""A notice on paper: the PDF in its copies, and the page that a thermal printer prints."""

from base64 import b64encode

from flask import Response, current_app, g, render_template, request
from flask.typing import ResponseReturnValue

from app.documents.notice import ROLL_DOTS, NoticeSheet, lines_of, render_notice, render_roll
from app.infractions.blueprint import bp
from app.infractions.paper import sheet_of
from app.infractions.service_paper import read_paper
from app.kernel.errors import NotFound
from app.web.clock import now


@bp.get("/<id>/pdf")
def pdf(id: str) -> Response:
    """The copies, the photos and what was added later, as one PDF."""
    sheet = sheet_for(id, "pdf")
    response = Response(render_notice(sheet), mimetype="application/pdf")
    name = f"{sheet.number or 'advertencia-verbal'}.pdf"
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response


@bp.get("/<id>/bobina")
def roll(id: str) -> ResponseReturnValue:
    """The driver's copy for paper of 58 or 80 mm, as pictures that no printer can garble."""
    width = request.args.get("largura", "58")
    if width not in {str(paper) for paper in ROLL_DOTS}:
        raise NotFound("A bobina tem 58 ou 80 mm. Escolha uma das duas.")
    sheet = sheet_for(id, "bobina")
    pieces = [b64encode(piece).decode() for piece in render_roll(sheet, int(width))]
    return render_template(
        "infractions/roll.html",
        sheet=sheet,
        pieces=pieces,
        lines=lines_of(sheet),
        width=width,
        widths=sorted(ROLL_DOTS),
        notice_id=id,
    )


def sheet_for(id: str, why: str) -> NoticeSheet:
    """The document of a notice that the person may read; the reading is an event."""
    paper = read_paper(g.actor, id, now=now(), why=why, with_photos=why == "pdf")
    rulesets = current_app.extensions["rulesets"]
    law = rulesets.get(paper.record["ruleset"]["slug"], g.ruleset)
    return sheet_of(paper, g.city, law, current_app.config["SETTINGS"].public_url)
