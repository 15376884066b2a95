"""The page of the UFM: every year's value with its act, and recording one."""

from decimal import Decimal

from flask import Blueprint, g, render_template, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, StringField
from wtforms.validators import InputRequired

from app.accounts.permissions import Permission
from app.fees.domain import UfmData
from app.fees.ufm import record_ufm, ufm_rows
from app.kernel.ids import new_id
from app.kernel.money import format_number
from app.web.clock import now, today
from app.web.form_fields import PageForm, WholeNumber
from app.web.form_page import FormPage, form_page

bp = Blueprint("fees", __name__, url_prefix="/configuracoes")


class UfmForm(PageForm):
    """One year. `id` is born with the form, so a double tap is one value."""

    id = HiddenField()
    year = WholeNumber("Ano", [InputRequired("Escreva o ano.")])
    value = StringField("Valor de uma UFM, em reais", [InputRequired("Escreva o valor.")])
    act = StringField("Decreto ou portaria", [InputRequired("Escreva o ato.")])


@bp.app_template_filter("unit_reais")
def show_unit(centavos: Decimal) -> str:
    """ "R$ 4,1234": all the decimals that the act has."""
    return f"R$ {format_number(centavos / 100)}"


@bp.get("/ufm")
def ufm() -> ResponseReturnValue:
    """The values, the newest year first."""
    return render_template("fees/ufm.html", rows=ufm_rows(g.actor), year=today().year)


@bp.route("/ufm/nova", methods=["GET", "POST"])
def ufm_new() -> ResponseReturnValue:
    """Record a year's value, or correct it by a further act."""
    g.actor.require(Permission.UFM_WRITE)
    form = UfmForm(id=new_id(), year=today().year)

    def save() -> str:
        data = UfmData(form.year.data or 0, form.typed("value"), form.typed("act"))
        record_ufm(g.actor, data, id=form.typed("id"), this_year=today().year, now=now())
        return url_for("fees.ufm")

    return form_page(FormPage("fees/ufm_form.html", "Valor da UFM registrado."), form, save)
