"""The UFM of a year as the office types it. Pure."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final, Self

from app.kernel.errors import Invalid

_UNIT: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]{3})*|[0-9]{1,7})(?:,([0-9]{1,6}))?")
_ACT_MAX: Final = 120
FIRST_YEAR: Final = 2000


@dataclass(frozen=True)
class UfmData:
    """The value of one UFM in a civil year, in reais as typed ("4,1234"), and the act that sets it."""

    year: int
    value: str
    act: str

    def clean(self, this_year: int) -> Self:
        """With the value in exact centavos as decimal text ("412.34"); `Invalid` names the field."""
        if not FIRST_YEAR <= self.year <= this_year + 1:
            said = f"O ano vai de {FIRST_YEAR} a {this_year + 1}."
            raise Invalid(said, field="year")
        act = " ".join(self.act.split())
        if not act or len(act) > _ACT_MAX:
            raise Invalid("Escreva o decreto ou a portaria, com até 120 letras.", field="act")
        return replace(self, value=f"{parse_unit(self.value):f}", act=act)


def parse_unit(typed: str) -> Decimal:
    """Centavos of "R$ 1.234,5678": exact, up to six decimals of a real; `Invalid` (field "value")."""
    text = typed.strip().removeprefix("R$").strip()
    match = _UNIT.fullmatch(text)
    if match is None:
        said = "Escreva o valor em reais, com vírgula nos decimais, como 4,1234."
        raise Invalid(said, field="value")
    reais = Decimal(f"{match[1].replace('.', '')}.{match[2] or '0'}")
    if reais == 0:
        raise Invalid("O valor da UFM deve ser maior que zero.", field="value")
    return reais * 100
