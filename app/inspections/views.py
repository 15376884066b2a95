"""The panel of inspections on a car's page, and the page of a paper report from before Confere."""

from flask import g, url_for
from flask.typing import ResponseReturnValue

from app.accounts.permissions import Permission
from app.inspections.blueprint import bp
from app.inspections.domain import RESULT_NAMES, Result
from app.inspections.forms import EarlierForm
from app.inspections.queries import results_of
from app.inspections.service_earlier import record_earlier_result
from app.kernel.ids import new_id
from app.registry.history import name_events
from app.registry.panels import Panel, add_panel
from app.registry.queries_detail import vehicle_for
from app.web.clock import now, today
from app.web.form_page import FormPage, form_page

add_panel(
    "vehicle",
    Panel("inspections", "inspections/_results.html", results_of, Permission.VEHICLE_READ),
)
name_events(
    {
        "inspection.recorded": "Resultado de vistoria",
        "inspection.missed": "Não compareceu à vistoria",
    }
)


@bp.app_template_filter("inspection_result")
def show_result(word: str) -> str:
    """'Aprovada', 'Reprovada' or 'Pendente'."""
    return RESULT_NAMES[Result(word)]


@bp.route("/veiculos/<id>/laudo-anterior", methods=["GET", "POST"])
def earlier_new(id: str) -> ResponseReturnValue:
    """Record a paper report from before the city used Confere."""
    car = vehicle_for(g.actor, id)
    form = EarlierForm(id=new_id(), held_on=today())

    def save() -> str:
        record_earlier_result(
            g.actor, id, form.data_typed(), ruleset=g.ruleset, now=now(), id=form.typed("id")
        )
        return url_for("registry.vehicle", id=id)

    page = FormPage("inspections/earlier_form.html", "Laudo anterior registrado.")
    return form_page(page, form, save, car=car)
