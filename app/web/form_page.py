"""One way through every form: show, check, do the verb, keep what was typed when it fails."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import flash, redirect, render_template, request
from flask.typing import ResponseReturnValue

from app.kernel.errors import Conflict, Invalid, RuleRefused
from app.web.form_fields import PageForm


@dataclass(frozen=True)
class FormPage:
    """The page of a form. `stored` is read again on a conflict: field → what is stored now.

    `aliases` sends an error of one field to another name in this form.
    """

    template: str
    done: str  # said on the next page
    stored: Callable[[], Mapping[str, Any]] | None = None
    aliases: Mapping[str, str] | None = None


def form_page(
    page: FormPage, form: PageForm, save: Callable[[], str], **values: Any
) -> ResponseReturnValue:
    """Answer GET and POST. `save` does the verb and gives the address to go to next."""
    refused: dict[str, Any] = {"error": "", "citation": "", "stored": []}
    status = 200
    if form.validate_on_submit():
        try:
            address = save()
        except (Invalid, RuleRefused) as error:
            status = 422
            _place(form, page, error, refused)
        except Conflict as error:
            status = 409
            refused |= {"error": error.message, "stored": _differences(form, page)}
        else:
            flash(page.done)
            return redirect(address, 303)
    elif request.method == "POST":
        status = 422
    return render_template(page.template, form=form, **refused, **values), status


def _place(
    form: PageForm, page: FormPage, error: Invalid | RuleRefused, refused: dict[str, Any]
) -> None:
    """Put the sentence at its field, or on top when it belongs to none."""
    name = (page.aliases or {}).get(error.field, error.field)
    refused["citation"] = error.citation
    if name and name in form and form[name].type != "HiddenField":
        form[name].errors = [*form[name].errors, error.message]
    else:
        refused["error"] = error.message


def _differences(form: PageForm, page: FormPage) -> list[tuple[str, Any]]:
    """What is stored now where it differs from what was typed; the next send may overwrite it."""
    if page.stored is None:
        return []
    stored = dict(page.stored())
    if "version" in form:
        form["version"].data = stored.get("version")
    return [
        (form[name].label.text, value)
        for name, value in stored.items()
        if name in form and name != "version" and (form[name].data or None) != (value or None)
    ]
