"""The office's pages of visits: the list, one visit, the decision about its flags, the comparison."""

from datetime import date

from flask import g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.accounts.permissions import Permission
from app.evidence.queries_attachments import attachments_of
from app.inspections.blueprint import bp
from app.inspections.domain import RESULT_NAMES
from app.inspections.forms_review import ReviewForm
from app.inspections.queries_visit import compare_visits, visit_for
from app.inspections.queries_visits import (
    MARKS,
    Filters,
    VisitRow,
    inspectors,
    urgent_count,
    visits,
)
from app.inspections.review import DONE, Decision, review
from app.kernel.errors import Invalid
from app.kernel.ids import new_id
from app.kernel.plate import Plate
from app.registry.history import name_events
from app.registry.queries import Page
from app.web.clock import now
from app.web.form_page import FormPage, form_page
from app.web.htmx import page_or_fragment

name_events(
    {
        "inspection.received": "Vistoria recebida",
        "inspection.flagged": "Alerta sobre a vistoria",
        "inspection.drawn": "Sorteada para reinspeção",
        "inspection.reviewed": "Alertas analisados",
    }
)

OCCASIONS = {
    "first": "Primeira vistoria",
    "yearly": "Anual",
    "change": "Substituição",
    "extension": "Prorrogação",
    "notice": "Convocação",
    "return": "Retorno",
    "recheck": "Reinspeção",
    "exit": "Baixa",
}
bp.add_app_template_filter(lambda word: OCCASIONS.get(word, word), "occasion")
bp.add_app_template_filter(lambda word: DONE[Decision(word)], "decision")


@bp.get("/")
def visits_page() -> ResponseReturnValue:
    """The list, narrowed by plate, day, inspector, result and mark; a filter that is none says why."""
    advice, found = "", Page[VisitRow](())
    filters = Filters(text=request.args.get("placa", "").strip()[:20])
    try:
        filters = _asked(filters.text)
        found = visits(g.actor, filters, request.args.get("depois", "")[:80])
    except Invalid as error:
        advice = error.message
    return page_or_fragment(
        "inspections/visits.html",
        "inspections/_visits.html",
        found=found,
        filters=filters,
        advice=advice,
        marks=MARKS,
        results=RESULT_NAMES,
        people=inspectors(g.actor),
        urgent=urgent_count(g.actor),
        asked={name: value for name, value in request.args.items() if name != "depois" and value},
    )


@bp.get("/<id>")
def visit(id: str) -> ResponseReturnValue:
    """One visit: the car, the result, answers, defects, alerts, and what was decided."""
    detail = visit_for(g.actor, id, g.ruleset, now=now())
    photos = {photo.sha256: photo for photo in attachments_of(g.actor, id)}
    other = detail.row.person_id != g.actor.person_id
    may_review = g.actor.can(Permission.INSPECTION_REVIEW) and other
    return render_template(
        "inspections/visit.html",
        visit=detail,
        photos=photos,
        may_review=may_review and detail.decided != Decision.CONFIRMED,
    )


@bp.route("/<id>/analise", methods=["GET", "POST"])
def review_page(id: str) -> ResponseReturnValue:
    """Clear or confirm the alerts of a visit, or have the car seen again; with reasons."""
    detail = visit_for(g.actor, id, g.ruleset, now=now())
    form = ReviewForm(id=new_id(), seen=str(detail.holding))

    def save() -> str:
        decided = form.data_typed()
        review(g.actor, id, decided, ruleset=g.ruleset, now=now(), id=form.typed("id"))
        return url_for("inspections.visit", id=id)

    page = FormPage("inspections/review.html", "Decisão gravada.")
    return form_page(page, form, save, visit=detail)


@bp.get("/<id>/comparar")
def compare(id: str) -> ResponseReturnValue:
    """A re-inspection beside the visit it repeats, item by item."""
    first, again, rows = compare_visits(g.actor, id, g.ruleset)
    differing = sum(row.differs for row in rows)
    return render_template(
        "inspections/compare.html", first=first, again=again, rows=rows, differing=differing
    )


def _asked(text: str) -> Filters:
    return Filters(
        text=Plate.parse(text, field="placa").text if text else "",
        result=request.args.get("resultado", "")[:16],
        mark=request.args.get("marca", "")[:16],
        day=_day(request.args.get("dia", "")),
        inspector=request.args.get("vistoriador", "")[:32],
    )


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Invalid("Escreva o dia com dia, mês e ano.", field="dia") from None
