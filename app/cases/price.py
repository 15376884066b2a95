"""A fine in reais: by the UFM of the year that the city's decision names (CFG-GEN-04)."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Final

from app.kernel.money import format_ufm
from app.regulation.fines import PricedAmount, UfmAmount, UfmValue, priced
from app.regulation.ruleset import Ruleset

_CFG: Final = "CFG-GEN-04"
_OF_FACT: Final = "fact_date"


def price(
    law: Ruleset,
    code: str,
    ufm: Decimal,
    *,
    happened_on: date,
    decided_on: date,
    units: Mapping[int, UfmValue],
) -> PricedAmount:
    """The fine with its computation in words; `RuleRefused` while the year has no UFM.

    At the fact by default, never heavier than then; at the decision where the city chose so.
    """
    amount = UfmAmount(ufm, format_ufm(ufm), law.cite_all(law.infraction(code).basis))
    if law.decision(_CFG) == _OF_FACT:
        return priced(amount, happened_on, units)
    return priced(amount, decided_on, units, event="decisão")
