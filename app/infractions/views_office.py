"""The office's pages of notices: the list, one notice, and what is added to it."""

from flask import g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.evidence.domain_clock import CLOCK_FLAGS
from app.evidence.queries_attachments import attachments_of
from app.infractions.blueprint import bp
from app.infractions.domain_annotations import RULES, AnnotationKind
from app.infractions.forms import annotation_form
from app.infractions.queries_office import (
    MARKS,
    Filters,
    NoticeDetail,
    NoticeRow,
    kinds_of,
    notice_for,
    notices,
)
from app.infractions.record_checks import FLAGS
from app.infractions.service_annotations import annotate
from app.infractions.views_paper import sheet_for
from app.kernel.errors import Invalid, NotFound
from app.kernel.ids import new_id
from app.kernel.plate import Plate
from app.registry.history import name_events
from app.registry.queries import Page
from app.regulation.case_facts import PATH_OF
from app.regulation.vocabulary import DocumentKind
from app.web.clock import now, today
from app.web.form_page import FormPage, form_page
from app.web.htmx import page_or_fragment

name_events({"notice.received": "Auto recebido", "notice.annotated": "Auto anotado"})


@bp.get("/")
def notices_page() -> ResponseReturnValue:
    """The list, narrowed by plate, kind and mark; a filter that is none says why, above no rows."""
    advice, found = "", Page[NoticeRow](())
    filters = Filters(
        text=request.args.get("placa", "").strip()[:20],
        kind=request.args.get("tipo", "")[:16],
        mark=request.args.get("marca", "")[:16],
    )
    try:
        wanted = Filters(_plate(filters.text), filters.kind, filters.mark)
        found = notices(g.actor, wanted, request.args.get("depois", "")[:80])
    except Invalid as error:
        advice = error.message
    return page_or_fragment(
        "infractions/notices.html",
        "infractions/_notices.html",
        found=found,
        filters=filters,
        advice=advice,
        kinds=kinds_of(g.ruleset, today()),
        marks=MARKS,
    )


@bp.get("/<id>")
def notice(id: str) -> ResponseReturnValue:
    """One notice as its document shows it, its photos, doubts and what was added. An access event."""
    detail = notice_for(g.actor, id, g.ruleset)
    return render_template(
        "infractions/notice.html",
        notice=detail,
        sheet=sheet_for(id, "tela"),
        photos=attachments_of(g.actor, id),
        doubts=[FLAGS[flag] for flag in detail.row.flags.split()],
        clock=CLOCK_FLAGS.get(detail.row.clock_flag, ""),
        additions=[kind for kind in AnnotationKind if _may_add(kind, detail)],
        rules=RULES,
    )


@bp.route("/<id>/anotar/<kind>", methods=["GET", "POST"])
def annotate_page(id: str, kind: str) -> ResponseReturnValue:
    """Add a correction, a completion, an annulment… to a notice."""
    if kind not in set(AnnotationKind):
        raise NotFound
    chosen = AnnotationKind(kind)
    detail = notice_for(g.actor, id, g.ruleset)
    g.actor.require(RULES[chosen].permission)
    form = annotation_form(chosen, id=new_id())

    def save() -> str:
        body = {name: form.typed(name) for name in RULES[chosen].fields}
        annotate(g.actor, id, chosen, body, id=form.typed("id"), now=now())
        return url_for("infractions.notice", id=id)

    page = FormPage("infractions/annotate.html", f"{RULES[chosen].name}: gravado.")
    return form_page(page, form, save, notice=detail, rule=RULES[chosen], kind=chosen)


def _plate(typed: str) -> str:
    return Plate.parse(typed, field="placa").text if typed else ""


def _may_add(kind: AnnotationKind, notice: NoticeDetail) -> bool:
    """Whether to offer it: the right, another person where duties are separated, and a reason to."""
    rule, own = RULES[kind], notice.row.person_id == g.actor.person_id
    if not g.actor.can(rule.permission) or (rule.by_author and not own):
        return False
    return {
        # What has a case is annulled there.
        AnnotationKind.ANNULMENT: not own
        and notice.annulled is None
        and DocumentKind(notice.row.kind) not in PATH_OF,
        AnnotationKind.CLOCK_CERTIFIED: bool(notice.row.clock_flag),
        AnnotationKind.LATE_REASON: notice.row.late,
        AnnotationKind.RESTITUTION: bool(notice.record["measures"]),
        AnnotationKind.WARNING_VALIDATED: notice.row.kind == "warning",
    }.get(kind, True)
