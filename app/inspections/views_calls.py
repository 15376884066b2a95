"""Pages of calls to a new inspection: the list, making one, its paper, whom it reached."""

from flask import flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, SelectField, StringField
from wtforms.validators import InputRequired, Length

from app.inspections.blueprint_bookings import bp
from app.inspections.calls import (
    HOW_NAMES,
    TO_WHOM_NAMES,
    Notified,
    call_basis,
    call_car,
    notify,
    withdraw_call,
)
from app.inspections.calls_queries import call_detail, calls
from app.inspections.missed import consequence
from app.kernel.errors import DomainError, NotFound
from app.kernel.ids import new_id
from app.persistence.base import db
from app.registry.queries_detail import vehicle_for
from app.regulation.facts import Modality
from app.web.clock import now, today
from app.web.errors import status_of
from app.web.form_fields import CivilDate, PageForm, options
from app.web.form_page import FormPage, form_page


class CallForm(PageForm):
    """A call. `id` is born with the form, so a double tap is one call."""

    id = HiddenField()
    reasons = StringField("Motivo", [InputRequired("Escreva o motivo."), Length(max=400)])
    due_on = CivilDate("Último dia para a vistoria", [InputRequired("Escolha o dia.")])


class NotifiedForm(PageForm):
    """One delivery of a call with its proof."""

    id = HiddenField()
    to_whom = SelectField("Quem recebeu", choices=options(TO_WHOM_NAMES))
    name = StringField("Nome de quem recebeu", [Length(max=120)])
    how = SelectField("Como", choices=options(HOW_NAMES))
    on_day = CivilDate("Dia da entrega", [InputRequired("Escolha o dia.")])
    receipt = StringField("Prova (recibo, AR, protocolo)", [Length(max=120)])


@bp.get("/vistorias/convocacoes")
def calls_page() -> ResponseReturnValue:
    """Every call, those that wait first."""
    return render_template(
        "inspections/calls.html", calls=calls(db.session(), g.actor), today=today()
    )


@bp.route("/vistorias/convocar/<vehicle_id>", methods=["GET", "POST"])
def call_new(vehicle_id: str) -> ResponseReturnValue:
    """Call a car to an inspection by a day."""
    car = vehicle_for(g.actor, vehicle_id)
    form = CallForm(id=new_id())

    def save() -> str:
        made = call_car(
            g.actor,
            vehicle_id,
            form.typed("reasons"),
            form.day("due_on"),
            ruleset=g.ruleset,
            now=now(),
            id=form.typed("id"),
        )
        return url_for("bookings.call_page", id=made)

    page = FormPage("inspections/call_form.html", "Convocação feita. Imprima e entregue.")
    basis = call_basis(g.ruleset, Modality(car.data.modality))
    return form_page(page, form, save, car=car, basis=basis)


@bp.route("/vistorias/convocacoes/<id>", methods=["GET", "POST"])
def call_page(id: str) -> ResponseReturnValue:
    """One call as its paper, with whom it reached; a delivery is recorded here."""
    detail = call_detail(db.session(), g.actor, id)
    form = NotifiedForm(id=new_id(), on_day=today())

    def save() -> str:
        typed = Notified(
            form.typed("to_whom"),
            form.typed("name"),
            form.typed("how"),
            form.day("on_day"),
            form.typed("receipt"),
        )
        notify(g.actor, id, typed, ruleset=g.ruleset, now=now(), id=form.typed("id"))
        return url_for("bookings.call_page", id=id)

    page = FormPage("inspections/call.html", "Entrega registrada.")
    return form_page(
        page,
        form,
        save,
        call=detail,
        after=consequence(g.ruleset, "notice", term_over=True),
        to_whom=TO_WHOM_NAMES,
        how=HOW_NAMES,
    )


@bp.post("/vistorias/convocacoes/<id>/retirar")
def call_withdraw(id: str) -> ResponseReturnValue:
    """Take a call back, with the reason."""
    try:
        reason = request.form.get("reason", "")
        withdraw_call(g.actor, id, reason=reason, ruleset=g.ruleset, now=now())
    except NotFound:
        raise
    except DomainError as error:
        page = render_template("inspections/call_refused.html", error=error, back=id)
        return page, status_of(error)
    flash("Convocação retirada.")
    return redirect(url_for("bookings.call_page", id=id), 303)
