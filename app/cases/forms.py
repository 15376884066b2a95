"""The form of a step, made from the questions that its row asks."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from flask_wtf.file import FileField
from wtforms import (
    Field,
    HiddenField,
    PasswordField,
    RadioField,
    SelectMultipleField,
    StringField,
    TextAreaField,
)
from wtforms.widgets import CheckboxInput, ListWidget

from app.cases.domain import FileData
from app.kernel.money import parse_ufm
from app.regulation.tables_case import AskRow
from app.regulation.vocabulary_case import AskKind
from app.web.form_fields import CivilDate, PageForm, WholeNumber, options

PREFIX = "ask_"  # keeps a question's name apart from those of the form itself


def step_form(
    asks: Sequence[AskRow],
    people: Mapping[str, str],
    *,
    past: bool,
    password: bool,
    **values: Any,
) -> PageForm:
    """The form; `people`: id → name, for a question that asks for persons."""
    fields: dict[str, Field] = {"id": HiddenField(), "seen": HiddenField()}
    if past:
        fields["on"] = CivilDate("Dia em que aconteceu")
    for ask in asks:
        fields[PREFIX + ask.id] = _field(ask, people)
    if password:
        fields["password"] = PasswordField("A sua senha, de novo")
    made = type("StepForm", (PageForm,), fields)
    return made(**values)  # type: ignore[no-any-return]


def answers(form: PageForm, asks: Sequence[AskRow]) -> dict[str, str]:
    """What was typed, as the rules read it: ISO days, decimal UFM; files and blanks left out."""
    found = {ask.id: _answer(form, ask) for ask in asks if ask.kind is not AskKind.FILE}
    return {name: text for name, text in found.items() if text}


def files(form: PageForm, asks: Sequence[AskRow]) -> dict[str, FileData]:
    """The files that were chosen, by question."""
    found = {}
    for ask in asks:
        sent = form[PREFIX + ask.id].data if ask.kind is AskKind.FILE else None
        if sent:
            found[ask.id] = FileData(sent.filename or "", sent.mimetype, sent.read())
    return found


def _field(ask: AskRow, people: Mapping[str, str]) -> Field:
    label = ask.label if ask.required else f"{ask.label} (se houver)"
    if ask.kind is AskKind.CHOICE:
        return RadioField(
            label,
            choices=options({one.id: one.label for one in ask.choices}),
            validate_choice=False,  # the rules say which, in their own words
        )
    if ask.kind is AskKind.PERSONS:
        return SelectMultipleField(
            label,
            choices=options(people),
            validate_choice=False,
            widget=ListWidget(prefix_label=False),
            option_widget=CheckboxInput(),
        )
    return _FIELDS[ask.kind](label)


_FIELDS: Mapping[AskKind, Any] = {
    AskKind.LINE: StringField,
    AskKind.TEXT: TextAreaField,
    AskKind.DATE: CivilDate,
    AskKind.FILE: FileField,
    AskKind.UFM: StringField,
    AskKind.DAYS: WholeNumber,
}


def _answer(form: PageForm, ask: AskRow) -> str:
    data = form[PREFIX + ask.id].data
    if ask.kind is AskKind.PERSONS:
        return " ".join(data or ())
    if isinstance(data, date):
        return data.isoformat()
    text = str(data if data is not None else "").replace("\r\n", "\n").strip()
    if ask.kind is AskKind.UFM and text:
        return str(parse_ufm(text, field=ask.id))
    return text
