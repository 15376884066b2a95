"""Pages about platforms."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from flask import g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.kernel.ids import new_id
from app.registry import queries, service
from app.registry.blueprint import bp
from app.registry.forms import DocumentForm, PlatformForm, RemovalForm
from app.registry.history import history_of
from app.registry.panels import filled_panels
from app.registry.queries_detail import platform_for
from app.registry.queries_papers import papers_of
from app.registry.views_shared import list_page, record_paper
from app.web.clock import now, today
from app.web.form_page import FormPage, form_page


@bp.get("/plataformas")
def platforms() -> ResponseReturnValue:
    """Platforms, found by name or CNPJ."""
    text = request.args.get("q", "").strip()
    return list_page("platforms", lambda after: queries.platforms(g.actor, text=text, after=after))


@bp.get("/plataformas/<id>")
def platform(id: str) -> ResponseReturnValue:
    """Everything known about one platform."""
    company = platform_for(g.actor, id)
    return render_template(
        "registry/platform.html",
        company=company,
        today=today(),
        limit=g.ruleset.check("quota_kept").params.get("max_vehicles_per_platform"),
        papers=papers_of(g.actor, ("platform", company.id), ruleset=g.ruleset, today=today()),
        panels=filled_panels("platform", g.actor, company.id),
        history=history_of(g.actor, ("platform", company.id), g.ruleset),
    )


@bp.route("/plataformas/nova", methods=["GET", "POST"])
def platform_new() -> ResponseReturnValue:
    """Put a platform in the registry."""
    form = PlatformForm(id=new_id())

    def save() -> str:
        made = service.register_platform(
            g.actor, form.data_typed(), ruleset=g.ruleset, now=now(), id=form.typed("id")
        )
        return url_for("registry.platform", id=made)

    page = FormPage("registry/platform_form.html", "Plataforma cadastrada.")
    return form_page(page, form, save, company=None)


@bp.route("/plataformas/<id>/editar", methods=["GET", "POST"])
def platform_edit(id: str) -> ResponseReturnValue:
    """Correct a platform's data."""
    company = platform_for(g.actor, id)
    form = PlatformForm(data={**asdict(company.data), "version": company.version})

    def save() -> str:
        service.edit_platform(g.actor, id, form.data_typed(), version=form.held_version, now=now())
        return url_for("registry.platform", id=id)

    def stored() -> Mapping[str, Any]:
        found = platform_for(g.actor, id)
        return {**asdict(found.data), "version": found.version}

    page = FormPage("registry/platform_form.html", "Dados gravados.", stored)
    return form_page(page, form, save, company=company)


@bp.route("/plataformas/<id>/baixa", methods=["GET", "POST"])
def platform_remove(id: str) -> ResponseReturnValue:
    """Take a platform out of the registry."""
    company = platform_for(g.actor, id)
    form = RemovalForm(on=today())

    def save() -> str:
        service.remove_platform(
            g.actor, id, on=form.day("on"), reason=form.typed("reason"), now=now()
        )
        return url_for("registry.platform", id=id)

    page = FormPage("registry/removal.html", "Baixa registrada.")
    back = url_for("registry.platform", id=id)
    return form_page(page, form, save, what=company.data.name, back=back)


@bp.route("/plataformas/<id>/documentos/<kind>", methods=["GET", "POST"])
def platform_document(id: str, kind: str) -> ResponseReturnValue:
    """Record a paper of a platform."""
    company = platform_for(g.actor, id)
    back = url_for("registry.platform", id=id)
    return record_paper(("platform", id), kind, DocumentForm(id=new_id()), company.data.name, back)
