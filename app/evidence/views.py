"""Sending a driver's photo, and showing it to those who may see it."""

from flask import Blueprint, Response, g, request, send_file, url_for
from flask.typing import ResponseReturnValue

from app.evidence import service
from app.evidence.forms import PhotoForm
from app.evidence.queries import photo_for
from app.kernel.ids import new_id
from app.registry.history import name_events
from app.registry.queries_detail import driver_for
from app.web.clock import now
from app.web.form_page import FormPage, form_page

bp = Blueprint("evidence", __name__)
name_events({"driver.photographed": "Foto do motorista trocada"})


@bp.route("/cadastro/motoristas/<id>/foto", methods=["GET", "POST"])
def driver_photo_new(id: str) -> ResponseReturnValue:
    """Send a driver's photo."""
    person = driver_for(g.actor, id)
    form = PhotoForm(id=new_id())

    def save() -> str:
        content = form.photo.data.read()
        service.set_driver_photo(g.actor, id, content, now=now(), id=form.typed("id"))
        return url_for("registry.driver", id=id)

    page = FormPage("evidence/photo_form.html", "Foto gravada.")
    return form_page(page, form, save, person=person)


@bp.get("/evidencia/<id>")
def photo(id: str) -> Response:
    """A driver's photo as JPEG; `?tamanho=p` gives the small square."""
    path = photo_for(g.actor, id, small=request.args.get("tamanho") == "p")
    response = send_file(path, mimetype="image/jpeg", download_name="foto.jpg", max_age=0)
    # Our own JPEG, yet from a stranger's bytes: the browser gets nothing to interpret.
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
