"""The forms of permits. Cars and people are named as on paper: by plate, CPF or platform."""

from collections.abc import Iterable
from typing import Any

from wtforms import HiddenField, SelectField, StringField, TextAreaField
from wtforms.fields import SelectChoice
from wtforms.validators import InputRequired, Length, Optional

from app.kernel.identifiers import parse_cpf
from app.kernel.plate import Plate
from app.permits.domain import GrantKind
from app.permits.domain_acts import PAUSE_REASONS
from app.web.form_fields import CivilDate, PageForm, Parsed, WholeNumber

_FIELDS_OF = {
    GrantKind.TAXI: {"plate", "cpf", "rank"},
    GrantKind.PLATFORM: {"platform_id", "licence_issued_on"},
    GrantKind.VEHICLE: {"plate", "cpf", "platform_id", "licence_issued_on"},
}


def options(pairs: Iterable[tuple[str, str]]) -> list[SelectChoice]:
    """Choices of a list: (value, words)."""
    return [SelectChoice(value, words) for value, words in pairs]


class GrantForm(PageForm):
    """A grant; fields its kind does not use are taken away."""

    id = HiddenField()
    plate = StringField("Placa do carro", [Parsed(Plate.parse)])
    cpf = StringField("CPF do condutor", [Parsed(parse_cpf)])
    platform_id = SelectField("Plataforma")
    number = StringField("Número", [Length(max=23)])
    act = StringField("Ato que concede", [InputRequired("Informe o ato."), Length(max=80)])
    # not "process": that is a method of every form
    file_number = StringField("Processo", [InputRequired("Informe o número."), Length(max=80)])
    rank = StringField("Ponto", [Length(max=60)])
    starts_on = CivilDate("Início", [InputRequired("Escolha o dia.")])
    licence_issued_on = CivilDate("Alvará expedido em", [Optional()])

    def shape_for(
        self, kind: GrantKind, *, platforms: list[tuple[str, str]], process: str, dated: bool
    ) -> None:
        """Keep what this kind asks; `process` is the field's word, `dated` where alvarás count."""
        wanted = _FIELDS_OF[kind] - (set() if dated else {"licence_issued_on"})
        for name in ("plate", "cpf", "platform_id", "rank", "licence_issued_on"):
            if name not in wanted:
                del self[name]
        if "platform_id" in self:
            self.platform_id.choices = options(platforms)
        if kind is GrantKind.TAXI:
            self.cpf.label.text = "CPF do autorizado"
        self.file_number.label.text = process

    def text(self, name: str) -> str:
        """What was typed, "" for a field that this kind does not have."""
        return self.typed(name).strip() if name in self else ""

    def optional_day(self, name: str) -> Any:
        """The day typed, or None."""
        return self[name].data if name in self else None


class PopulationForm(PageForm):
    """The IBGE figure."""

    inhabitants = WholeNumber("Habitantes", [InputRequired("Digite o número de habitantes.")])
    reference_on = CivilDate("Data de referência", [InputRequired("Escolha o dia.")])
    source = StringField("Fonte", [InputRequired("Informe a fonte."), Length(max=120)])


class ActForm(PageForm):
    """An act of the competent authority."""

    id = HiddenField()
    kind = SelectField("Medida")
    subject = SelectField("Recai sobre")
    starts_on = CivilDate("Primeiro dia", [InputRequired("Escolha o dia.")])
    days = WholeNumber("Dias de suspensão", [Optional()])
    months = WholeNumber("ou meses de suspensão", [Optional()])
    act = StringField("Ato", [InputRequired("Informe o ato."), Length(max=80)])
    file_number = StringField("Processo administrativo", [Length(max=80)])
    reasons = TextAreaField("Motivos", [InputRequired("Escreva os motivos."), Length(max=4000)])


class LiftForm(PageForm):
    """The act that ends another."""

    act = StringField("Ato que levanta a medida", [InputRequired("Informe o ato."), Length(max=80)])


class PauseForm(PageForm):
    """A licence to pause."""

    id = HiddenField()
    reason = SelectField("Motivo", choices=options(PAUSE_REASONS.items()))
    starts_on = CivilDate("Primeiro dia parado", [InputRequired("Escolha o dia.")])
    days = WholeNumber("Quantos dias", [InputRequired("Digite quantos dias.")])
    act = StringField("Ato ou despacho", [InputRequired("Informe o ato."), Length(max=80)])


class ExtensionForm(PageForm):
    """More days for a licence."""

    days = WholeNumber("Mais quantos dias", [InputRequired("Digite quantos dias.")])
    act = StringField("Ato da prorrogação", [InputRequired("Informe o ato."), Length(max=80)])


class ReturnForm(PageForm):
    """The first day back in service."""

    back_on = CivilDate("Volta em", [InputRequired("Escolha o dia.")])


class SealForm(PageForm):
    """A seal: for which car, until when."""

    id = HiddenField()
    vehicle_id = SelectField("Carro")
    expires_on = CivilDate("Válido até", [Optional()])


class ReasonForm(PageForm):
    """Why a seal is printed again or taken out."""

    id = HiddenField()
    reason = StringField("Motivo", [InputRequired("Escreva o motivo."), Length(max=80)])
