"""What the pages of cars, drivers and platforms do alike: lists with search, and papers."""

from collections.abc import Callable
from typing import Any

from flask import g, request
from flask.typing import ResponseReturnValue

from app.kernel.errors import Invalid, NotFound
from app.registry.domain_documents import find_kind
from app.registry.forms import DocumentForm
from app.registry.queries import Page
from app.registry.service import record_document
from app.web.clock import now
from app.web.form_page import FormPage, form_page
from app.web.htmx import page_or_fragment


def list_page(name: str, find: Callable[[str], Page[Any]], **values: Any) -> ResponseReturnValue:
    """The list `name` as page or fragment; a search that cannot run says why, above no rows."""
    advice = ""
    try:
        found = find(request.args.get("depois", ""))
    except Invalid as error:
        advice, found = error.message, Page[Any](())
    return page_or_fragment(
        f"registry/{name}.html",
        f"registry/_{name}.html",
        found=found,
        advice=advice,
        q=request.args.get("q", "").strip(),
        **values,
    )


def record_paper(
    subject: tuple[str, str], kind: str, form: DocumentForm, whose: str, back: str
) -> ResponseReturnValue:
    """The form of one kind of paper for one record; an unknown kind is NotFound."""
    try:
        document = find_kind(g.ruleset, subject[0], kind)
    except Invalid:
        raise NotFound from None
    form.shape_for(document)

    def save() -> str:
        record_document(
            g.actor,
            subject,
            form.data_for(document),
            ruleset=g.ruleset,
            now=now(),
            id=form.typed("id"),
        )
        return back

    page = FormPage("registry/document_form.html", "Documento registrado.")
    return form_page(page, form, save, document=document, whose=whose, back=back)
