"""The page of an owner, for the office that corrects it."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from flask import g, url_for
from flask.typing import ResponseReturnValue

from app.registry import service
from app.registry.blueprint import bp
from app.registry.forms import OwnerForm
from app.registry.queries_detail import owner_for
from app.registry.service_reading import read_owner
from app.web.clock import now
from app.web.form_page import FormPage, form_page


@bp.route("/proprietarios/<id>/editar", methods=["GET", "POST"])
def owner_edit(id: str) -> ResponseReturnValue:
    """Correct an owner's data; opening it is recorded."""
    owner = read_owner(g.actor, id, now=now(), why="edição do proprietário")
    form = OwnerForm(data={**asdict(owner.data), "version": owner.version})

    def save() -> str:
        service.edit_owner(g.actor, id, form.data_typed(), version=form.held_version, now=now())
        return url_for("registry.vehicles")

    def stored() -> Mapping[str, Any]:
        found = owner_for(g.actor, id)
        return {**asdict(found.data), "version": found.version}

    page = FormPage("registry/owner_form.html", "Dados do proprietário gravados.", stored)
    return form_page(page, form, save, owner=owner)
