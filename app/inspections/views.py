"""Pages of inspections: recording a result, and the panel on the car's page."""

from flask import Blueprint, g, url_for
from flask.typing import ResponseReturnValue

from app.accounts.permissions import Permission
from app.inspections import service
from app.inspections.domain import RESULT_NAMES, Result
from app.inspections.forms import ResultForm
from app.inspections.queries import results_of
from app.kernel.ids import new_id
from app.registry.history import name_events
from app.registry.panels import Panel, add_panel
from app.registry.queries_detail import vehicle_for
from app.web.clock import now, today
from app.web.form_page import FormPage, form_page

bp = Blueprint("inspections", __name__, url_prefix="/vistorias")

add_panel(
    "vehicle",
    Panel("inspections", "inspections/_results.html", results_of, Permission.VEHICLE_READ),
)
name_events({"inspection.recorded": "Vistoria registrada"})


@bp.app_template_filter("inspection_result")
def show_result(word: str) -> str:
    """'Aprovada' or 'Reprovada'."""
    return RESULT_NAMES[Result(word)]


@bp.route("/veiculos/<id>/resultado", methods=["GET", "POST"])
def result_new(id: str) -> ResponseReturnValue:
    """Record the result of a car's inspection."""
    car = vehicle_for(g.actor, id)
    form = ResultForm(id=new_id(), held_on=today())

    def save() -> str:
        service.record_inspection_result(
            g.actor, id, form.data_typed(), ruleset=g.ruleset, now=now(), id=form.typed("id")
        )
        return url_for("registry.vehicle", id=id)

    page = FormPage("inspections/result_form.html", "Vistoria registrada.")
    return form_page(page, form, save, car=car)
