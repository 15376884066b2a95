"""Pages about drivers. Opening one is recorded: it shows CPF, CNH and address."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from flask import g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.kernel.identifiers import cnh_warning
from app.kernel.ids import new_id
from app.registry import queries, service
from app.registry.blueprint import bp
from app.registry.forms import DocumentForm, DriverForm, RemovalForm
from app.registry.history import history_of
from app.registry.panels import filled_panels
from app.registry.queries_detail import driver_for
from app.registry.queries_papers import driver_record, modality_of, papers_of
from app.registry.service_reading import read_driver
from app.registry.views_shared import list_page, record_paper
from app.web.clock import now, today
from app.web.form_page import FormPage, form_page


@bp.get("/motoristas")
def drivers() -> ResponseReturnValue:
    """Drivers, found by name in any order, CPF or CNH."""
    text = request.args.get("q", "").strip()
    return list_page(
        "drivers", lambda after: queries.drivers(g.actor, text=text, after=after, on=today())
    )


@bp.get("/motoristas/<id>")
def driver(id: str) -> ResponseReturnValue:
    """Everything known about one driver."""
    person = read_driver(g.actor, id, now=now(), why="ficha do motorista")
    return render_template(
        "registry/driver.html",
        person=person,
        today=today(),
        cnh_warning=cnh_warning(person.data.licence_number) if person.data.licence_number else "",
        papers=papers_of(
            g.actor,
            ("driver", person.id),
            ruleset=g.ruleset,
            today=today(),
            modality=modality_of(person),
            in_record=driver_record(person, today()),
        ),
        panels=filled_panels("driver", g.actor, person.id),
        history=history_of(g.actor, ("driver", person.id), g.ruleset),
    )


@bp.route("/motoristas/novo", methods=["GET", "POST"])
def driver_new() -> ResponseReturnValue:
    """Put a driver in the registry."""
    form = DriverForm(id=new_id())

    def save() -> str:
        made = service.register_driver(
            g.actor, form.data_typed(), ruleset=g.ruleset, now=now(), id=form.typed("id")
        )
        return url_for("registry.driver", id=made)

    page = FormPage("registry/driver_form.html", "Motorista cadastrado.")
    return form_page(page, form, save, person=None)


@bp.route("/motoristas/<id>/editar", methods=["GET", "POST"])
def driver_edit(id: str) -> ResponseReturnValue:
    """Correct a driver's data."""
    person = read_driver(g.actor, id, now=now(), why="edição do motorista")
    form = DriverForm(data={**asdict(person.data), "version": person.version})

    def save() -> str:
        service.edit_driver(g.actor, id, form.data_typed(), version=form.held_version, now=now())
        return url_for("registry.driver", id=id)

    def stored() -> Mapping[str, Any]:
        found = driver_for(g.actor, id)
        return {**asdict(found.data), "version": found.version}

    page = FormPage("registry/driver_form.html", "Dados gravados.", stored)
    return form_page(page, form, save, person=person)


@bp.route("/motoristas/<id>/baixa", methods=["GET", "POST"])
def driver_remove(id: str) -> ResponseReturnValue:
    """Take a driver out of the registry."""
    person = driver_for(g.actor, id)
    form = RemovalForm(on=today())

    def save() -> str:
        service.remove_driver(
            g.actor, id, on=form.day("on"), reason=form.typed("reason"), now=now()
        )
        return url_for("registry.driver", id=id)

    page = FormPage("registry/removal.html", "Baixa registrada.")
    back = url_for("registry.driver", id=id)
    return form_page(page, form, save, what=person.data.name, back=back)


@bp.route("/motoristas/<id>/documentos/<kind>", methods=["GET", "POST"])
def driver_document(id: str, kind: str) -> ResponseReturnValue:
    """Record a paper of a driver."""
    person = driver_for(g.actor, id)
    back = url_for("registry.driver", id=id)
    return record_paper(("driver", id), kind, DocumentForm(id=new_id()), person.data.name, back)
