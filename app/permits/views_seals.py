"""Pages of seals: issue, print again, take out; the card on screen and the sheet in PDF."""

from flask import Response, g, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from app.documents.permit import render_permit
from app.kernel.errors import NotFound
from app.kernel.ids import new_id
from app.permits import service_seals
from app.permits.blueprint import bp
from app.permits.forms import ReasonForm, SealForm, options
from app.permits.queries_detail import PermitDetail, SealRow, permit_for
from app.permits.sheets import printable_seal, sheet_of
from app.web.clock import now, today
from app.web.form_page import FormPage, form_page


@bp.route("/<id>/selo", methods=["GET", "POST"])
def issue(id: str) -> ResponseReturnValue:
    """Sign a new code."""
    permit = permit_for(g.actor, id, on=today())
    form = SealForm(id=new_id(), expires_on=permit.ends_on)
    cars = [permit.car] if permit.car else permit.cars
    form.vehicle_id.choices = options((car.id, f"{car.plate} · {car.words}") for car in cars)

    def save() -> str:
        service_seals.issue_seal(
            g.actor,
            g.ruleset,
            id,
            form.typed("vehicle_id"),
            expires_on=form.expires_on.data,
            now=now(),
            id=form.typed("id"),
        )
        return url_for("permits.permit", id=id)

    page = FormPage("permits/seal_new.html", "Selo emitido. Imprima a folha.")
    return form_page(page, form, save, permit=permit, cars=cars)


@bp.route("/<id>/selos/<seal_id>/segunda-via", methods=["GET", "POST"])
def reprint(id: str, seal_id: str) -> ResponseReturnValue:
    """A new code in the place of another, with the reason."""
    permit, seal = _seal(id, seal_id)
    form = ReasonForm(id=new_id())

    def save() -> str:
        service_seals.reprint_seal(
            g.actor, g.ruleset, seal_id, form.typed("reason"), now=now(), id=form.typed("id")
        )
        return url_for("permits.permit", id=id)

    page = FormPage(
        "permits/seal_reason.html", "Segunda via emitida; o selo anterior não vale mais."
    )
    return form_page(page, form, save, permit=permit, seal=seal, again=True)


@bp.route("/<id>/selos/<seal_id>/baixa", methods=["GET", "POST"])
def kill(id: str, seal_id: str) -> ResponseReturnValue:
    """Take a seal out for good."""
    permit, seal = _seal(id, seal_id)
    form = ReasonForm(id=new_id())

    def save() -> str:
        service_seals.kill_seal(g.actor, seal_id, form.typed("reason"), now=now())
        return url_for("permits.permit", id=id)

    page = FormPage("permits/seal_reason.html", "Baixa registrada: este selo não vale mais.")
    return form_page(page, form, save, permit=permit, seal=seal, again=False)


@bp.get("/<id>/selos/<seal_id>/cartao")
def card(id: str, seal_id: str) -> ResponseReturnValue:
    """The permit as a page to print from the browser."""
    permit, seal = _seal(id, seal_id)
    sheet = sheet_of(permit, printable_seal(permit, seal_id), g.city, g.ruleset)
    # The drawing is ours, made of digits alone.
    return render_template(
        "permits/card.html", permit=permit, seal=seal, sheet=sheet, drawing=Markup(sheet.qr)
    )


@bp.get("/<id>/selos/<seal_id>/folha.pdf")
def sheet(id: str, seal_id: str) -> Response:
    """The sheet with windscreen seal, card and dashboard plate."""
    permit, _ = _seal(id, seal_id)
    seal = printable_seal(permit, seal_id)
    content = render_permit(sheet_of(permit, seal, g.city, g.ruleset))
    response = Response(content, mimetype="application/pdf")
    name = f"selo-{seal.number}-{seal.plate.replace('-', '')}.pdf"
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _seal(permit_id: str, seal_id: str) -> tuple[PermitDetail, SealRow]:
    permit = permit_for(g.actor, permit_id, on=today())
    seal = permit.seal(seal_id)
    if seal is None:
        raise NotFound
    return permit, seal
