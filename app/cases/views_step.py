"""Taking a step: the whole file above, the questions below, the answer kept."""

from typing import Any

from flask import abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.accounts.permissions import Role
from app.cases.blueprint import bp
from app.cases.case_page import CaseView, case_view, page_values
from app.cases.ceilings import out_of_hours
from app.cases.domain import StepData
from app.cases.forms import PREFIX, answers, files, step_form
from app.cases.made_papers import make_papers
from app.cases.opening import SanctionData
from app.cases.papers import SIZE_MAX
from app.cases.people import roll
from app.cases.prefill import prefill, proposal_of
from app.cases.steps import open_and_take, take_step
from app.kernel.ids import new_id
from app.regulation.case_catalogue import case_law
from app.regulation.tables_case import AskRow, StepRow
from app.regulation.vocabulary_case import AskKind, StepDay
from app.web.clock import now, today
from app.web.form_fields import PageForm
from app.web.form_page import FormPage, form_page

_BODY_MAX = 3 * SIZE_MAX + 1024 * 1024
_OPENING = "propose_sanction"


@bp.route("/<id>/atos/<step>", methods=["GET", "POST"])
def step(id: str, step: str) -> ResponseReturnValue:
    """One step of a case that stands where it may be taken; why not, where this person may not."""
    request.max_content_length = _BODY_MAX
    view = case_view(id, today=today(), now=now(), why="decidir")
    offer = view.offer(step)
    if offer is None:
        return render_template("cases/moved.html", **page_values(view)), 409
    if offer.refused:
        return render_template("cases/refused.html", offer=offer, **page_values(view)), 403
    row, asks = offer.row, view.rules.asks(offer.row)
    form = _form(view, row, asks)

    def save() -> str:
        take_step(g.actor, id, _data(form, row, asks), ruleset=g.ruleset, now=now())
        make_papers(g.actor, id, g.ruleset, now=now())
        return url_for("cases.case", id=id)

    page = FormPage("cases/step.html", f"{row.name}: registrado.", aliases=_aliases(asks))
    return form_page(
        page,
        form,
        save,
        row=row,
        asks=asks,
        prefix=PREFIX,
        proposal=proposal_of(view, row, now=now()),
        offer=offer,
        **page_values(view),
    )


@bp.route("/novo", methods=["GET", "POST"])
def sanction() -> ResponseReturnValue:
    """Propose a suspension or a cassation: over notices of one offender, or a driver, or a platform."""
    rules = case_law(g.ruleset)
    row = rules.step(_OPENING)
    asks = rules.asks(row)
    form = step_form(asks, {}, past=False, password=False, id=new_id(), seen=new_id())
    chosen = SanctionData(
        notice_ids=tuple(request.args.getlist("auto"))[:20],
        driver_id=request.args.get("motorista", "")[:40],
        platform_id=request.args.get("plataforma", "")[:40],
    )
    if not (chosen.notice_ids or chosen.driver_id or chosen.platform_id):
        abort(404)

    def save() -> str:
        # `seen` is the new case's id here: the same form again opens no second case.
        case_id = form.typed("seen")
        data = StepData(_OPENING, today(), form.typed("id"), 0, answers(form, asks))
        open_and_take(g.actor, case_id, chosen, data, ruleset=g.ruleset, now=now())
        return url_for("cases.case", id=case_id)

    page = FormPage("cases/sanction.html", "Processo proposto.", aliases=_aliases(asks))
    return form_page(page, form, save, row=row, asks=asks, prefix=PREFIX, types=_sanction_types())


def _form(view: CaseView, row: StepRow, asks: tuple[AskRow, ...]) -> PageForm:
    people = {}
    if any(ask.kind is AskKind.PERSONS for ask in asks):
        people = roll(g.actor, Role.COMMISSION, today(), now())
    return step_form(
        asks,
        people,
        past=row.day is StepDay.PAST,
        password=row.cancels and out_of_hours(view.detail.calendar, now(), g.city.time_zone),
        id=new_id(),
        seen=str(view.detail.seen_seq),
        **prefill(view, row, now=now()),
    )


def _data(form: PageForm, row: StepRow, asks: tuple[AskRow, ...]) -> StepData:
    seen = form.typed("seen")
    return StepData(
        step=row.id,
        on=form.day("on") if row.day is StepDay.PAST else today(),
        id=form.typed("id"),
        seen_seq=int(seen) if seen.isascii() and seen.isdecimal() else -1,
        values=answers(form, asks),
        password=form.typed("password") if "password" in form else "",
        files=files(form, asks),
    )


def _aliases(asks: tuple[AskRow, ...]) -> dict[str, str]:
    return {ask.id: PREFIX + ask.id for ask in asks}


def _sanction_types() -> list[tuple[str, str]]:
    """Code and title of what may lead to a suspension or a cassation."""
    rows: Any = g.ruleset.infractions
    return [
        (row.code, row.title)
        for row in rows
        if row.enabled
        and (row.suspension_days_max or row.suspension_months or "cassacao" in row.sanction)
    ]
