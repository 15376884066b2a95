"""The form of a decision about a flagged visit."""

from wtforms import HiddenField, RadioField, TextAreaField
from wtforms.validators import InputRequired, Length

from app.inspections.review import DECISIONS, ReviewData
from app.web.form_fields import PageForm, options


class ReviewForm(PageForm):
    """What was decided and why. `seen`: how many alerts the page showed."""

    id = HiddenField()
    seen = HiddenField()
    decision = RadioField(
        "O que você decidiu", [InputRequired("Escolha o que foi decidido.")],
        choices=options(DECISIONS),
    )  # fmt: skip
    reasons = TextAreaField(
        "Motivo",
        [InputRequired("Escreva o motivo."), Length(max=4000, message="Até 4.000 letras.")],
    )

    def data_typed(self) -> ReviewData:
        """What was typed."""
        seen = self.typed("seen")
        known = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 9 else -1
        return ReviewData(self.typed("decision"), self.typed("reasons"), known)
