"""The page of a car's fee guides: what the ruleset asks, how it is computed, which are paid."""

from flask import flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, StringField
from wtforms.validators import InputRequired, Length

from app.accounts.city_calendar import calendar_around
from app.inspections.blueprint_bookings import bp
from app.inspections.booking_terms import BookBy, book_by, booking_term
from app.inspections.guides import (
    GuideData,
    confirm_guide,
    guides_of,
    inspection_fee,
    withdraw_guide,
)
from app.inspections.guides_reading import GuideRow
from app.inspections.occasions import ufm_words
from app.kernel.errors import DomainError, NotFound
from app.kernel.ids import new_id
from app.persistence.base import db
from app.registry.queries_detail import vehicle_for
from app.web.clock import now, today
from app.web.errors import status_of
from app.web.form_fields import CivilDate, PageForm
from app.web.form_page import FormPage, form_page


class GuideForm(PageForm):
    """A paid guide. `id` is born with the form, so a double tap is one guide."""

    id = HiddenField()
    number = StringField("Número da guia", [InputRequired("Escreva o número."), Length(max=40)])
    paid_on = CivilDate("Dia do pagamento", [InputRequired("Escolha o dia.")])
    analysed_on = CivilDate("Fim da análise dos documentos")


@bp.route("/vistorias/guias/<vehicle_id>", methods=["GET", "POST"])
def guide_page(vehicle_id: str) -> ResponseReturnValue:
    """Confirm that a car's guide is paid; a seal that waited for it is issued."""
    car = vehicle_for(g.actor, vehicle_id)
    form = GuideForm(id=new_id(), paid_on=today())
    term = booking_term(g.ruleset)
    if term is None:
        del form.analysed_on

    def save() -> str:
        analysed = form["analysed_on"].data if term is not None else None
        typed = GuideData(form.typed("number"), form.day("paid_on"), analysed)
        confirm_guide(g.actor, vehicle_id, typed, ruleset=g.ruleset, now=now(), id=form.typed("id"))
        return url_for("bookings.guide_page", vehicle_id=vehicle_id)

    page = FormPage("inspections/guide.html", "Guia confirmada.")
    fee = inspection_fee(g.ruleset)
    guides = guides_of(db.session(), g.actor, vehicle_id)
    return form_page(
        page,
        form,
        save,
        car=car,
        fee=fee,
        ufm=ufm_words(fee),
        cited=g.ruleset.cite_all(fee.basis),
        guides=[(row, _term_of(row)) for row in guides],
        term=term,
    )


@bp.post("/vistorias/guias/<id>/retirar")
def guide_withdraw(id: str) -> ResponseReturnValue:
    """Take back a guide confirmed by mistake."""
    back = request.form.get("car", "")[:32]
    try:
        withdraw_guide(g.actor, id, reason=request.form.get("reason", ""), now=now())
    except NotFound:
        raise
    except DomainError as error:
        page = render_template("inspections/guide_refused.html", error=error, back=back)
        return page, status_of(error)
    flash("Guia retirada.")
    return redirect(url_for("bookings.guide_page", vehicle_id=back), 303)


def _term_of(row: GuideRow) -> BookBy | None:
    around = calendar_around(db.session(), g.actor.municipality_id, row.analysed_on or today())
    return book_by(g.ruleset, row.analysed_on, around)
