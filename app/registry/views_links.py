"""Pages that tie cars, drivers and platforms together, and end such ties."""

from collections.abc import Callable

from flask import g, request, url_for
from flask.typing import ResponseReturnValue

from app.kernel.errors import Invalid
from app.registry import queries, service
from app.registry.blueprint import bp
from app.registry.domain import LinkRole
from app.registry.forms import DriverLinkForm, EndLinkForm, PlatformLinkForm
from app.registry.models import DriverPlatform, VehicleDriver, VehiclePlatform
from app.registry.queries import Page, PersonRow
from app.registry.queries_detail import LinkEnds, driver_for, link_for, vehicle_for
from app.regulation.facts import Modality
from app.web.clock import now, today
from app.web.form_fields import options
from app.web.form_page import FormPage, form_page

EndVerb = Callable[..., None]


@bp.route("/veiculos/<id>/motoristas", methods=["GET", "POST"])
def vehicle_driver_new(id: str) -> ResponseReturnValue:
    """Find a driver and link the one chosen to the car."""
    car = vehicle_for(g.actor, id)
    app_car = car.data.modality == Modality.APP
    form = DriverLinkForm(starts_on=today(), role=LinkRole.APP if app_car else LinkRole.HOLDER)
    q = request.args.get("q", "").strip()
    found, advice = _candidates(q)
    form.driver_id.choices = options({row.id: row.name for row in found})

    def save() -> str:
        if form.typed("driver_id") not in {row.id for row in found}:
            raise Invalid("Escolha o motorista na lista.", field="driver_id")
        service.link_driver(
            g.actor,
            id,
            form.typed("driver_id"),
            form.typed("role"),
            form.day("starts_on"),
            ruleset=g.ruleset,
            now=now(),
        )
        return url_for("registry.vehicle", id=id)

    page = FormPage("registry/driver_link.html", "Motorista vinculado.")
    return form_page(page, form, save, car=car, found=found, q=q, advice=advice)


def _candidates(q: str) -> tuple[tuple[PersonRow, ...], str]:
    if not q:
        return (), ""
    try:
        found: Page[PersonRow] = queries.drivers(g.actor, text=q, on=today(), limit=10)
    except Invalid as error:
        return (), error.message
    rows = tuple(row for row in found.rows if row.removed_on is None)
    return rows, "" if rows else "Nenhum motorista encontrado. Confira ou cadastre primeiro."


@bp.route("/veiculos/<id>/plataformas", methods=["GET", "POST"])
def vehicle_platform_new(id: str) -> ResponseReturnValue:
    """Link a car to a platform."""
    car = vehicle_for(g.actor, id)
    form = _platform_form()

    def save() -> str:
        service.link_vehicle_platform(
            g.actor,
            id,
            form.typed("platform_id"),
            form.day("starts_on"),
            ruleset=g.ruleset,
            now=now(),
        )
        return url_for("registry.vehicle", id=id)

    page = FormPage("registry/platform_link.html", "Plataforma vinculada.")
    back = url_for("registry.vehicle", id=id)
    return form_page(page, form, save, what=f"Veículo {car.plate}", back=back)


@bp.route("/motoristas/<id>/plataformas", methods=["GET", "POST"])
def driver_platform_new(id: str) -> ResponseReturnValue:
    """Record that a driver is accredited at a platform."""
    person = driver_for(g.actor, id)
    form = _platform_form()

    def save() -> str:
        service.link_driver_platform(
            g.actor, id, form.typed("platform_id"), form.day("starts_on"), now=now()
        )
        return url_for("registry.driver", id=id)

    page = FormPage("registry/platform_link.html", "Credenciamento registrado.")
    back = url_for("registry.driver", id=id)
    return form_page(page, form, save, what=person.data.name, back=back)


def _platform_form() -> PlatformLinkForm:
    form = PlatformLinkForm(starts_on=today())
    rows = queries.platforms(g.actor, limit=200).rows
    form.platform_id.choices = options({row.id: row.name for row in rows})
    return form


@bp.route("/vinculos/motorista/<id>/encerrar", methods=["GET", "POST"])
def driver_link_end(id: str) -> ResponseReturnValue:
    """End a driver's link to a car."""
    return _end(link_for(g.actor, VehicleDriver, id), service.end_driver_link)


@bp.route("/vinculos/plataforma/<id>/encerrar", methods=["GET", "POST"])
def platform_link_end(id: str) -> ResponseReturnValue:
    """End a car's link to a platform."""
    return _end(link_for(g.actor, VehiclePlatform, id), service.end_vehicle_platform)


@bp.route("/vinculos/credenciamento/<id>/encerrar", methods=["GET", "POST"])
def accreditation_end(id: str) -> ResponseReturnValue:
    """End a driver's accreditation at a platform."""
    return _end(link_for(g.actor, DriverPlatform, id), service.end_driver_platform)


def _end(link: LinkEnds, verb: EndVerb) -> ResponseReturnValue:
    form = EndLinkForm(ends_on=today())
    back = url_for(f"registry.{link.home[0]}", id=link.home[1])

    def save() -> str:
        verb(g.actor, link.id, form.day("ends_on"), now=now())
        return back

    page = FormPage("registry/link_end.html", "Vínculo encerrado.")
    return form_page(page, form, save, link=link, back=back)
