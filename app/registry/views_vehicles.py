"""Pages about cars."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from flask import g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.kernel.ids import new_id
from app.kernel.plate import suggestions
from app.registry import queries, service
from app.registry.blueprint import bp
from app.registry.forms import DocumentForm, VehicleForm, VehicleRemovalForm
from app.registry.history import history_of
from app.registry.panels import filled_panels
from app.registry.queries_detail import vehicle_for
from app.registry.queries_papers import papers_of, vehicle_record
from app.registry.views_shared import list_page, record_paper
from app.web.clock import now, today
from app.web.form_page import FormPage, form_page

OWNER_FIELDS = {"tax_id": "owner_tax_id", "name": "owner_name"}


@bp.get("/veiculos")
def vehicles() -> ResponseReturnValue:
    """Cars, with one search box for plates, names and documents."""
    text = request.args.get("q", "").strip()
    return list_page(
        "vehicles",
        lambda after: queries.vehicles(g.actor, text=text, after=after, on=today()),
        guesses=suggestions(text),
    )


@bp.get("/veiculos/<id>")
def vehicle(id: str) -> ResponseReturnValue:
    """Everything known about one car."""
    car = vehicle_for(g.actor, id)
    return render_template(
        "registry/vehicle.html",
        car=car,
        today=today(),
        papers=papers_of(
            g.actor,
            ("vehicle", car.id),
            ruleset=g.ruleset,
            today=today(),
            modality=car.data.modality,
            in_record=vehicle_record(car),
        ),
        panels=filled_panels("vehicle", g.actor, car.id),
        history=history_of(g.actor, ("vehicle", car.id), g.ruleset),
    )


@bp.route("/veiculos/novo", methods=["GET", "POST"])
def vehicle_new() -> ResponseReturnValue:
    """Put a car in the registry."""
    usual = g.ruleset.instrument.modalities[0].value
    form = VehicleForm(id=new_id(), licensing_city=g.city.name, modality=usual)

    def save() -> str:
        made = service.register_vehicle(
            g.actor,
            form.data_with(None),
            ruleset=g.ruleset,
            now=now(),
            id=form.typed("id"),
            owner=form.owner_data(),
        )
        return url_for("registry.vehicle", id=made)

    page = FormPage("registry/vehicle_form.html", "Veículo cadastrado.", aliases=OWNER_FIELDS)
    return form_page(page, form, save, car=None)


@bp.route("/veiculos/<id>/editar", methods=["GET", "POST"])
def vehicle_edit(id: str) -> ResponseReturnValue:
    """Correct a car's data."""
    car = vehicle_for(g.actor, id)
    form = VehicleForm(data={**asdict(car.data), "version": car.version})

    def save() -> str:
        service.edit_vehicle(
            g.actor,
            id,
            form.data_with(car.data.owner_id),
            version=form.held_version,
            ruleset=g.ruleset,
            now=now(),
            owner=form.owner_data(),
        )
        return url_for("registry.vehicle", id=id)

    def stored() -> Mapping[str, Any]:
        found = vehicle_for(g.actor, id)
        return {**asdict(found.data), "version": found.version}

    page = FormPage("registry/vehicle_form.html", "Dados gravados.", stored, OWNER_FIELDS)
    return form_page(page, form, save, car=car)


@bp.route("/veiculos/<id>/baixa", methods=["GET", "POST"])
def vehicle_remove(id: str) -> ResponseReturnValue:
    """Take a car out of the registry."""
    car = vehicle_for(g.actor, id)
    form = VehicleRemovalForm(on=today())

    def save() -> str:
        service.remove_vehicle(
            g.actor,
            id,
            on=form.day("on"),
            reason=form.typed("reason"),
            ruleset=g.ruleset,
            now=now(),
            without_exit=form.typed("without_exit"),
        )
        return url_for("registry.vehicle", id=id)

    page = FormPage("registry/removal.html", "Baixa registrada.")
    back = url_for("registry.vehicle", id=id)
    return form_page(page, form, save, what=f"Veículo {car.plate}", back=back)


@bp.route("/veiculos/<id>/documentos/<kind>", methods=["GET", "POST"])
def vehicle_document(id: str, kind: str) -> ResponseReturnValue:
    """Record a paper of a car."""
    car = vehicle_for(g.actor, id)
    back = url_for("registry.vehicle", id=id)
    return record_paper(("vehicle", id), kind, DocumentForm(id=new_id()), car.plate, back)
