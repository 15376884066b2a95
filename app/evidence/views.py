"""Sending a driver's photo, and showing photos to those who may see them."""

import io

from flask import Blueprint, Response, g, request, send_file, url_for
from flask.typing import ResponseReturnValue

from app.evidence import service
from app.evidence.forms import PhotoForm
from app.evidence.originals import original_of
from app.evidence.queries import photo_for
from app.evidence.queries_attachments import picture
from app.kernel.ids import new_id
from app.registry.history import name_events
from app.registry.queries_detail import driver_for
from app.web.clock import now
from app.web.form_page import FormPage, form_page

bp = Blueprint("evidence", __name__)
name_events(
    {
        "driver.photographed": "Foto do motorista trocada",
        "photo.received": "Foto recebida",
        "photo.original_read": "Original da foto aberto",
    }
)


@bp.after_request
def _harmless(response: Response) -> Response:
    """Made from a stranger's bytes: the browser gets nothing to interpret."""
    if response.mimetype in ("image/jpeg", "application/octet-stream"):
        response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Content-Type-Options"] = "nosniff"
    return response


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
    return send_file(path, mimetype="image/jpeg", download_name="foto.jpg", max_age=0)


@bp.get("/evidencia/anexo/<entry_id>/<sha256>")
def attachment(entry_id: str, sha256: str) -> Response:
    """A photo of a notice: `?tamanho=` p 320 px, m 1280 px (as JPEG), original (as a download)."""
    wanted = request.args.get("tamanho", "m")
    if wanted == "original":
        found = original_of(g.actor, entry_id, sha256, now=now())
        return send_file(
            io.BytesIO(found.content),
            mimetype="application/octet-stream",
            as_attachment=True,
            download_name=found.name,
            max_age=0,
        )
    content = picture(g.actor, entry_id, sha256, small=wanted == "p")
    return send_file(
        io.BytesIO(content), mimetype="image/jpeg", download_name="foto.jpg", max_age=0
    )
