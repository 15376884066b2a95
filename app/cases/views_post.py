"""The post and the gazette: what waits, the sheet of labels, the edital as PDF and as text."""

from flask import Response, g, render_template, request
from flask.typing import ResponseReturnValue

from app.cases.blueprint import bp
from app.cases.post import edital, labels, to_post, to_publish
from app.documents.case_paper import case_pdf, edital_text, labels_pdf
from app.kernel.errors import Invalid, NotFound
from app.web.clock import today

_NUMBER_MAX = 40


@bp.get("/correio")
def post() -> ResponseReturnValue:
    """Letters to send and letters that came back."""
    return render_template(
        "cases/post.html",
        letters=to_post(g.actor, g.ruleset, today()),
        lost=to_publish(g.actor, g.ruleset, today()),
        year=today().year,
    )


@bp.get("/correio/etiquetas.pdf")
def post_labels() -> Response:
    """The labels of every letter that waits."""
    found = to_post(g.actor, g.ruleset, today())
    if not found:
        raise NotFound("Nenhuma carta a postar.")
    content = labels_pdf(labels(found, g.ruleset, g.city, today()))
    return _file(content, "application/pdf", "etiquetas.pdf")


@bp.get("/correio/edital")
def post_edital() -> Response:
    """The edital of every letter that came back; `?formato=texto` for the gazette."""
    number = " ".join(request.args.get("numero", "").split())
    if not number or len(number) > _NUMBER_MAX:
        raise Invalid("Escreva o número do edital, com até 40 letras.", field="numero")
    found = to_publish(g.actor, g.ruleset, today())
    if not found:
        raise NotFound("Nenhuma notificação a publicar.")
    sheet = edital(found, g.ruleset, g.city, number, today())
    if request.args.get("formato") == "texto":
        return _file(edital_text(sheet).encode(), "text/plain; charset=utf-8", "edital.txt")
    return _file(case_pdf(sheet), "application/pdf", "edital.pdf")


def _file(content: bytes, kind: str, name: str) -> Response:
    response = Response(content, content_type=kind)
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response
