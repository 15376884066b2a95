"""The form of an inspection's result."""

from wtforms import BooleanField, HiddenField, RadioField, StringField
from wtforms.validators import InputRequired, Length

from app.inspections.domain import RESULT_NAMES, InspectionData
from app.web.form_fields import CivilDate, PageForm, options


class ResultForm(PageForm):
    """What was found, and when. `id` is born with the form, so a double tap is one result."""

    id = HiddenField()
    held_on = CivilDate("Dia da vistoria", [InputRequired("Escolha o dia.")])
    result = RadioField(
        "Resultado",
        [InputRequired("Escolha o resultado.")],
        choices=options(RESULT_NAMES),
    )
    report_number = StringField("Número do laudo", [Length(max=30)])
    stopped = BooleanField("Um item de segurança reprovou: o carro não roda até voltar")

    def data_typed(self) -> InspectionData:
        """What was typed."""
        return InspectionData(
            held_on=self.day("held_on"),
            result=self.typed("result"),
            report_number=self.typed("report_number"),
            stopped=self.stopped.data,
        )
