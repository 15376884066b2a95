"""Pages of cases: the day's work, the list, one case in order, and its papers."""

import io
from decimal import Decimal
from typing import Any

from flask import Response, g, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from app.cases.blueprint import bp
from app.cases.case_page import case_view, doers, page_values
from app.cases.case_rows import CaseRow
from app.cases.papers import read_paper
from app.cases.queries import case_of_notice, cases, worklist
from app.cases.worklist import grouped
from app.kernel.errors import Invalid, NotFound
from app.kernel.money import format_ufm
from app.registry.history import name_events
from app.registry.queries import Page
from app.regulation.case_catalogue import case_law
from app.web.clock import now, today
from app.web.htmx import page_or_fragment

name_events(
    {
        "case.opened": "Processo aberto",
        "case.step": "Ato do processo",
        "case.document": "Documento do processo",
        "case.cancelled": "Processo cancelado",
        "case.duty": "Função no processo",
    }
)


@bp.app_template_filter("ufm")
def show_ufm(quantity: Decimal) -> str:
    """ "4,5 UFM"."""
    return format_ufm(quantity)


@bp.app_template_filter("case_state")
def show_state(id: str) -> str:
    """The name of a state."""
    return case_law(g.ruleset).state(id).name


@bp.context_processor
def _words() -> dict[str, Any]:
    """What lists and forms say alike: names of states and paths, and the server's hour."""
    rules = case_law(g.ruleset)
    names = {row.id.value: row.name for row in rules.law.path}
    return {"words": rules.state, "paths": names, "now": now()}


@bp.get("/")
def desk() -> ResponseReturnValue:
    """What waits for this person's functions, by urgency."""
    waiting = worklist(g.actor, doers(), g.ruleset, now=now())
    return render_template("cases/desk.html", groups=grouped(waiting, today()))


@bp.get("/lista")
def cases_page() -> ResponseReturnValue:
    """All cases, the newest first, narrowed by state, number, plate or name."""
    rules, advice, found = case_law(g.ruleset), "", Page[CaseRow](())
    state, text = request.args.get("estado", "")[:32], request.args.get("q", "").strip()[:80]
    try:
        found = cases(
            g.actor, g.ruleset, state=state, text=text, after=request.args.get("depois", "")[:80],
            now=now(),
        )  # fmt: skip
    except Invalid as error:
        advice = error.message
    return page_or_fragment(
        "cases/cases.html",
        "cases/_cases.html",
        found=found,
        advice=advice,
        state=state,
        q=text,
        states=rules.states,
    )


@bp.get("/meus")
def own() -> ResponseReturnValue:
    """The cases that concern this person: as offender, as platform, or by a duty."""
    found = cases(g.actor, g.ruleset, after=request.args.get("depois", "")[:80], now=now())
    return render_template("cases/own.html", found=found)


@bp.get("/<id>")
def case(id: str) -> ResponseReturnValue:
    """One case: where it stands, what to do, and its file in order."""
    view = case_view(id, today=today(), now=now(), why="processo")
    return render_template("cases/case.html", **page_values(view))


@bp.get("/auto/<id>")
def by_notice(id: str) -> ResponseReturnValue:
    """To the case of a notice."""
    found = case_of_notice(g.actor, id)
    if not found:
        raise NotFound("Este documento não tem processo.")
    return redirect(url_for("cases.case", id=found))


@bp.get("/papeis/<id>")
def paper(id: str) -> Response:
    """A kept paper, as it was kept."""
    found = read_paper(g.actor, id, today=today(), now=now())
    response = send_file(
        io.BytesIO(found.content), mimetype=found.media_type, download_name=found.name, max_age=0
    )
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response.headers["Cache-Control"] = "no-store"
    return response
