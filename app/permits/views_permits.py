"""The list of permits, one permit, granting, and the figure that fixes the taxi quota."""

from functools import partial

from flask import g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.errors import Invalid, NotFound
from app.kernel.identifiers import parse_cpf
from app.kernel.ids import new_id
from app.permits import queries
from app.permits.blueprint import bp
from app.permits.domain import (
    KIND_NAMES,
    GrantData,
    GrantKind,
    grant_kinds,
    grant_rule,
    require_role,
)
from app.permits.domain_acts import acts_of, has_pauses
from app.permits.forms import GrantForm, PopulationForm
from app.permits.history import history_of
from app.permits.queries_detail import permit_for
from app.permits.service import grant_authorisation, record_population
from app.registry.panels import Panel, add_panel
from app.web.clock import now, today
from app.web.form_page import FormPage, form_page
from app.web.htmx import page_or_fragment


def panel_rows(column: str, actor: Actor, id: str) -> tuple[queries.PermitRow, ...]:
    """The permits on the page of a car, driver or platform."""
    return queries.permits_of(actor, column, id, on=today())


for _record in ("vehicle", "driver", "platform"):
    add_panel(
        _record,
        Panel(
            "permits",
            "permits/_panel.html",
            partial(panel_rows, f"{_record}_id"),
            Permission.PERMIT_READ,
        ),
    )


@bp.get("")
def permits() -> ResponseReturnValue:
    """Permits, found by number, plate or name."""
    text, after, advice = request.args.get("q", "").strip(), request.args.get("depois", ""), ""
    try:
        found = queries.permits(g.actor, on=today(), text=text, after=after)
    except Invalid as error:
        advice, found = error.message, queries.PermitPage(())
    return page_or_fragment(
        "permits/permits.html",
        "permits/_permits.html",
        found=found,
        q=text,
        advice=advice,
        kinds=[(k, KIND_NAMES[k]) for k in grant_kinds(g.ruleset) if _may_grant(k)],
        counts_taxis=GrantKind.TAXI in grant_kinds(g.ruleset),
    )


@bp.get("/<id>")
def permit(id: str) -> ResponseReturnValue:
    """One permit: who, car, term, acts, licences, seals, history."""
    found = permit_for(g.actor, id, on=today())
    return render_template(
        "permits/permit.html",
        permit=found,
        history=history_of(g.actor, found),
        may_act=bool(acts_of(g.ruleset, g.actor.roles)),
        may_pause=has_pauses(g.ruleset) and found.kind is GrantKind.TAXI,
        permit_word=g.ruleset.word("permit"),
    )


@bp.route("/nova/<kind>", methods=["GET", "POST"])
def grant(kind: str) -> ResponseReturnValue:
    """Grant a permit of one kind."""
    try:
        wanted = GrantKind(kind)
    except ValueError:
        raise NotFound from None
    rule = grant_rule(g.ruleset, wanted)
    citation = g.ruleset.cite_all(rule.basis)
    require_role(g.actor.roles, rule.roles, citation)
    form = GrantForm(id=new_id(), plate=request.args.get("placa", ""), starts_on=today())
    form.shape_for(
        wanted,
        platforms=queries.platform_choices(g.actor),
        process=rule.process,
        dated=g.ruleset.check("licence_issued").applies,
    )

    def save() -> str:
        made = grant_authorisation(g.actor, g.ruleset, _typed(form, wanted), now=now())
        return url_for("permits.permit", id=made.id)

    page = FormPage(
        "permits/grant.html",
        "Autorização concedida.",
        aliases={"vehicle_id": "plate", "driver_id": "cpf", "process": "file_number"},
    )
    return form_page(page, form, save, kind_name=KIND_NAMES[wanted], kind=wanted, basis=citation)


@bp.route("/populacao", methods=["GET", "POST"])
def population() -> ResponseReturnValue:
    """Enter the IBGE figure of the taxi quota."""
    form = PopulationForm()

    def save() -> str:
        record_population(
            g.actor,
            form.inhabitants.data or 0,
            reference_on=form.day("reference_on"),
            source=form.typed("source"),
            now=now(),
        )
        return url_for("permits.permits")

    return form_page(FormPage("permits/population.html", "População registrada."), form, save)


def _may_grant(kind: GrantKind) -> bool:
    return bool(g.actor.roles & grant_rule(g.ruleset, kind).roles)


def _typed(form: GrantForm, kind: GrantKind) -> GrantData:
    plate, cpf = form.text("plate"), form.text("cpf")
    driver = queries.driver_by_cpf(g.actor, parse_cpf(cpf)) if cpf else ""
    if cpf and not driver:
        raise Invalid("Ninguém com este CPF no cadastro. Cadastre o motorista antes.", field="cpf")
    return GrantData(
        kind,
        act=form.typed("act"),
        process=form.typed("file_number"),
        starts_on=form.day("starts_on"),
        number=form.typed("number"),
        driver_id=driver,
        platform_id=form.text("platform_id"),
        vehicle_id=queries.vehicle_by_plate(g.actor, plate) if plate else "",
        rank=form.text("rank"),
        licence_issued_on=form.optional_day("licence_issued_on"),
        id=form.typed("id"),
    )
