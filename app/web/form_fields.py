"""Form fields all parts share: civil dates, text read by a kernel parser, Portuguese messages."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from flask_wtf import FlaskForm
from wtforms import DateField, Field, Form, IntegerField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import StopValidation

from app.kernel.errors import Invalid

DATE_ADVICE = "Escreva a data com dia, mês e ano: dd/mm/aaaa."
_FIRST_YEAR, _LAST_YEAR = 1900, 2199


def options(labels: Mapping[Any, str]) -> list[SelectChoice]:
    """Choices of a select or radio field from value → what people read."""
    return [SelectChoice(str(value), label) for value, label in labels.items()]


class PageForm(FlaskForm):  # type: ignore[misc]
    """A form of the office, in Portuguese."""

    class Meta:
        locales = ["pt"]

    def typed(self, name: str) -> str:
        """The text of a field; empty when the request left it out."""
        return str(self[name].data or "")

    def day(self, name: str) -> date:
        """The civil date of a required field; Invalid when only blanks were sent."""
        found = self[name].data
        if not isinstance(found, date):
            raise Invalid("Escolha o dia.", field=name)
        return found


class CivilDate(DateField):  # type: ignore[misc]
    """The browser's own date input; a person without one may type dd/mm/aaaa. Empty is None."""

    def __init__(self, label: str, validators: Any = None, **options: Any) -> None:
        super().__init__(label, validators, format=["%Y-%m-%d", "%d/%m/%Y"], **options)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the day; ValueError carries the advice for people."""
        self.data: date | None = None
        if not any(value.strip() for value in valuelist):
            return
        try:
            super().process_formdata([value.strip() for value in valuelist])
        except ValueError:
            raise ValueError(DATE_ADVICE) from None
        found: Any = self.data  # written by the parent class
        if not _FIRST_YEAR <= found.year <= _LAST_YEAR:
            self.data = None
            raise ValueError(f"Confira o ano: {found.year} não é aceito.")


class WholeNumber(IntegerField):  # type: ignore[misc]
    """A whole number; what is no number is said in plain words."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read up to nine digits; ValueError carries the advice for people."""
        self.data: int | None = None
        text = valuelist[0].strip() if valuelist else ""
        if not text:
            return
        if not (text.isascii() and text.isdigit() and len(text) <= 9):
            raise ValueError("Digite só números.")
        self.data = int(text)


class Parsed:
    """Validator: the text must satisfy a kernel parser; empty passes."""

    def __init__(self, parse: Callable[[str], object]) -> None:
        self.parse = parse

    def __call__(self, _form: Form, field: Field) -> None:
        """Raise StopValidation with the parser's own sentence."""
        if not (field.data or "").strip():
            return
        try:
            self.parse(field.data)
        except Invalid as error:
            raise StopValidation(error.message) from None
