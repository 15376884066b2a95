"""Pages of the licence to pause: grant, extend, come back."""

from flask import g, url_for
from flask.typing import ResponseReturnValue

from app.kernel.errors import NotFound
from app.kernel.ids import new_id
from app.permits import service_pauses
from app.permits.blueprint import bp
from app.permits.domain_acts import PAUSE_REASONS, has_pauses, pause_deadline
from app.permits.forms import ExtensionForm, PauseForm, ReturnForm
from app.permits.queries_detail import pause_for, permit_for, permit_of
from app.permits.service_pauses import PauseData
from app.web.clock import now, today
from app.web.form_page import FormPage, form_page


@bp.route("/<id>/licenca", methods=["GET", "POST"])
def pause(id: str) -> ResponseReturnValue:
    """Let a taxi stop for a while."""
    permit = permit_for(g.actor, id, on=today())
    if permit.car is None or not has_pauses(g.ruleset):
        raise NotFound
    car = permit.car
    form = PauseForm(id=new_id(), starts_on=today())
    limits = [
        (name, g.ruleset.deadline(pause_deadline(g.ruleset, reason)).length)
        for reason, name in PAUSE_REASONS.items()
    ]

    def save() -> str:
        data = PauseData(
            car.id,
            form.typed("reason"),
            form.day("starts_on"),
            form.days.data or 0,
            form.typed("act"),
            form.typed("id"),
        )
        service_pauses.pause(g.actor, g.ruleset, data, now=now())
        return url_for("permits.permit", id=id)

    page = FormPage("permits/pause.html", "Licença registrada.")
    return form_page(page, form, save, permit=permit, limits=limits)


@bp.route("/licencas/<id>/prorrogar", methods=["GET", "POST"])
def extend_pause(id: str) -> ResponseReturnValue:
    """Give a licence more days."""
    row, back = pause_for(g.actor, id), _back(id)
    form = ExtensionForm()

    def save() -> str:
        service_pauses.extend_pause(
            g.actor, g.ruleset, id, days=form.days.data or 0, act=form.typed("act"), now=now()
        )
        return back

    page = FormPage("permits/pause_change.html", "Licença prorrogada.")
    return form_page(page, form, save, row=row, title="Prorrogar a licença", back=back)


@bp.route("/licencas/<id>/voltar", methods=["GET", "POST"])
def end_pause(id: str) -> ResponseReturnValue:
    """Bring the car back before the term."""
    row, back = pause_for(g.actor, id), _back(id)
    form = ReturnForm(back_on=today())

    def save() -> str:
        service_pauses.end_pause(g.actor, id, back_on=form.day("back_on"), now=now())
        return back

    page = FormPage("permits/pause_change.html", "Volta registrada.")
    return form_page(page, form, save, row=row, title="Voltar ao serviço", back=back)


def _back(pause_id: str) -> str:
    permit_id = permit_of(g.actor, pause_for(g.actor, pause_id).vehicle_id, today())
    if not permit_id:
        raise NotFound
    return url_for("permits.permit", id=permit_id)
