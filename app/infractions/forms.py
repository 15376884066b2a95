"""The office's forms about notices and numbers."""

from typing import Any

from wtforms import Field, HiddenField, RadioField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length

from app.infractions.domain_annotations import RULES, AnnotationKind
from app.infractions.service_explain import OUTCOMES
from app.web.form_fields import PageForm, options

# Fields that need room for a sentence; the others are one line.
_LONG = frozenset({"text", "reasons"})
_TEXT = Length(max=4000, message="Escreva até 4.000 letras.")


def annotation_form(kind: AnnotationKind, **values: Any) -> PageForm:
    """The form of one kind of annotation, with the fields that its rule names."""
    rule = RULES[kind]
    fields: dict[str, Field] = {"id": HiddenField()}
    for name, label in rule.fields.items():
        needed = [InputRequired(f"Preencha: {label}.")] if name in rule.needed else []
        make = TextAreaField if name in _LONG else StringField
        fields[name] = make(label, [*needed, _TEXT])
    made = type("AnnotationForm", (PageForm,), fields)
    return made(**values)  # type: ignore[no-any-return]


class ExplainForm(PageForm):
    """How one number ended that was not written."""

    outcome = RadioField(
        "O que houve com o número",
        [InputRequired("Escolha o que houve.")],
        choices=options({name: OUTCOMES[name] for name in ("voided", "lost", "returned")}),
    )
    reason = TextAreaField("Motivo", [InputRequired("Escreva o motivo."), Length(max=400)])
    report = StringField("Boletim de ocorrência ou comunicação da perda", [Length(max=120)])


class ReturnForm(PageForm):
    """Taking back what is left of a block."""

    reason = TextAreaField("Motivo", [InputRequired("Escreva o motivo."), Length(max=400)])
