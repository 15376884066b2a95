"""Papers of a visit: its report (laudo) as PDF, the sheet of its seal, and handing the new seal over."""

from flask import Response, current_app, g, url_for
from flask.typing import ResponseReturnValue

from app.documents.inspection import render_report
from app.documents.permit import render_permit
from app.inspections.blueprint import bp
from app.inspections.paper import sheet_of
from app.inspections.seal_desk import seal_desk, seal_sheet
from app.inspections.seals import deliver_seal
from app.inspections.service_paper import read_report
from app.web.clock import now, today
from app.web.form_fields import PageForm
from app.web.form_page import FormPage, form_page


@bp.get("/<id>/laudo.pdf")
def report_pdf(id: str) -> Response:
    """The report, for the office, its inspector, and driver and platform of that car."""
    paper = read_report(g.actor, id, g.city, g.ruleset, now=now(), why="pdf")
    rulesets = current_app.extensions["rulesets"]
    law = rulesets.get(paper.record["ruleset"]["slug"], g.ruleset)
    public_url = current_app.config["SETTINGS"].public_url
    content = render_report(sheet_of(paper, g.city, law, public_url))
    return _pdf(content, f"laudo-{paper.number.replace('/', '-')}.pdf")


@bp.get("/<id>/selo.pdf")
def seal_pdf(id: str) -> Response:
    """The sheet of the seal that this visit gave, to print in the yard."""
    sheet = seal_sheet(g.actor, id, g.city, g.ruleset, today=today(), now=now())
    return _pdf(render_permit(sheet), f"selo-{sheet.seal_number}-{sheet.plate}.pdf")


@bp.route("/<id>/selo", methods=["GET", "POST"])
def hand_over_seal(id: str) -> ResponseReturnValue:
    """Hand over the new seal of a renewal: the sticker on the windscreen dies in that moment."""
    desk = seal_desk(g.actor, id, g.ruleset, now=now())

    def save() -> str:
        deliver_seal(g.actor, id, ruleset=g.ruleset, now=now())
        return url_for("inspections.hand_over_seal", id=id)

    page = FormPage("inspections/hand_over_seal.html", "Selo novo emitido: imprima e cole agora.")
    return form_page(page, PageForm(), save, desk=desk)


def _pdf(content: bytes, name: str) -> Response:
    response = Response(content, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response
