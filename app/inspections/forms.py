"""The form of a report on paper from before the city used Confere."""

from wtforms import BooleanField, HiddenField, RadioField, StringField
from wtforms.validators import InputRequired, Length

from app.inspections.domain import RESULT_NAMES, EarlierData, Result
from app.web.form_fields import CivilDate, PageForm, options

_RESULTS = {word: RESULT_NAMES[word] for word in (Result.APPROVED, Result.FAILED)}


class EarlierForm(PageForm):
    """What the paper says. `id` is born with the form, so a double tap is one result."""

    id = HiddenField()
    held_on = CivilDate("Dia da vistoria", [InputRequired("Escolha o dia.")])
    report_number = StringField(
        "Número do laudo em papel", [InputRequired("Escreva o número do laudo."), Length(max=30)]
    )
    result = RadioField(
        "Resultado", [InputRequired("Escolha o resultado.")], choices=options(_RESULTS)
    )
    stopped = BooleanField("Um item de segurança reprovou: o carro não roda até voltar")

    def data_typed(self) -> EarlierData:
        """What was typed."""
        return EarlierData(
            held_on=self.day("held_on"),
            result=self.typed("result"),
            report_number=self.typed("report_number"),
            stopped=self.stopped.data,
        )
