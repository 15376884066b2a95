"""Fines in UFM and their value in reais, each with its computation in words (requirements.md §5.2)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from app.kernel.civil import format_date
from app.kernel.errors import RuleRefused
from app.kernel.money import (
    Centavos,
    format_brl,
    format_number,
    format_ufm,
    ufm_to_centavos,
)
from app.regulation.effects import effect
from app.regulation.recidivism import Consequence, Finding
from app.regulation.ruleset import Ruleset
from app.regulation.tables import Infraction
from app.regulation.vocabulary import InfractionClass

_DOUBLE = Decimal(2)  # the word "dobro" itself (PLA art. 42 §2)
_BY_TEXT = "valor fixado no texto"

CLASS_NAMES: Mapping[InfractionClass, str] = {
    InfractionClass.LEVE: "leve",
    InfractionClass.MEDIA: "média",
    InfractionClass.GRAVE: "grave",
    InfractionClass.GRAVISSIMA: "gravíssima",
}


@dataclass(frozen=True)
class UfmAmount:
    """A quantity of UFM; `computation` says in Portuguese how it was reached."""

    ufm: Decimal
    computation: str
    citation: str = ""


@dataclass(frozen=True)
class PricedAmount:
    """The same in reais, at the UFM in force on `unit_of` (CFG-GEN-04: the date of the fact)."""

    ufm: Decimal
    centavos: Centavos
    computation: str
    citation: str = ""


@dataclass(frozen=True)
class UfmValue:
    """The city's UFM: centavos (Decimal where the act goes below one), and since when.

    `year` is the civil year it serves; `act` names the decree.
    """

    year: int
    centavos: Centavos | Decimal
    act: str = ""


def fixed(ufm: Decimal, citation: str, why: str = _BY_TEXT) -> UfmAmount:
    """A value that the text writes down (PAT art. 7 §3, 14 p.u., 24 §1; PLA art. 28 §4)."""
    return UfmAmount(ufm, f"{format_ufm(ufm)} ({why})", citation)


def by_class(
    table: Mapping[InfractionClass, Decimal], gravity: InfractionClass, citation: str
) -> UfmAmount:
    """The value of the class (PAT art. 25); `RuleRefused` where the class has no fine."""
    if gravity not in table:
        raise RuleRefused(
            f"Infração {CLASS_NAMES[gravity]} não leva a multa neste texto.", citation=citation
        )
    return fixed(table[gravity], citation, f"infração {CLASS_NAMES[gravity]}")


def proposed(value: Decimal, maximum: Decimal, reasons: str, citation: str) -> UfmAmount:
    """The agent's proposal, above zero up to the maximum, with written reasons (PLA art. 42 §1)."""
    if not value.is_finite() or not 0 < value <= maximum:
        raise RuleRefused(
            f"A multa proposta deve ser maior que zero e de no máximo {format_ufm(maximum)}.",
            field="fine_ufm",
            citation=citation,
        )
    if not reasons.strip():
        raise RuleRefused(
            "Escreva por que a gravidade pede este valor.", field="reasons", citation=citation
        )
    words = f"{format_ufm(value)} (proposta do agente, máximo {format_ufm(maximum)})"
    return UfmAmount(value, words, citation)


def doubled(base: UfmAmount, citation: str) -> UfmAmount:
    """Twice the base, for recidivism (PLA art. 42 §2). Never applied twice: §5.2 (vi)."""
    ufm = base.ufm * _DOUBLE
    words = f"{format_number(base.ufm)} × {format_number(_DOUBLE)} = {format_ufm(ufm)}"
    return UfmAmount(
        ufm, f"{words} (reincidência)", "; ".join(filter(None, (base.citation, citation)))
    )


def accumulated(parts: Iterable[UfmAmount], citation: str = "") -> UfmAmount:
    """The sum of simultaneous infractions (PLA art. 40 §1), or of fees of one request."""
    listed = tuple(parts)
    total = sum((part.ufm for part in listed), Decimal(0))
    terms = " + ".join(format_number(part.ufm) for part in listed) or "0"
    return UfmAmount(total, f"{terms} = {format_ufm(total)}", citation)


def priced(
    amount: UfmAmount, on: date, values: Mapping[int, UfmValue], *, event: str = "fato"
) -> PricedAmount:
    """In reais, by the UFM of the year of `on`; `RuleRefused` while the city lacks it.

    `on` is the date of the fact for fines and of the slip for fees, unless the city chose
    otherwise (CFG-GEN-04); `event` names it in the computation ("fato", "guia").
    """
    value = values.get(on.year)
    if value is None:
        raise RuleRefused(
            f"Falta o valor da UFM de {on.year}. Cadastre o valor e o ato antes de emitir.",
            citation=amount.citation,
        )
    centavos = ufm_to_centavos(amount.ufm, value.centavos)
    words = (
        f"{amount.computation}; {format_number(amount.ufm)} × {_unit_words(value)} = "
        f"{format_brl(centavos)} (UFM de {value.year}, {event} em {format_date(on)})"
    )
    return PricedAmount(amount.ufm, centavos, words, amount.citation)


def _unit_words(value: UfmValue) -> str:
    """The unit as the act wrote it: a rounded one would make the written product wrong."""
    if isinstance(value.centavos, Decimal) and value.centavos % 1:
        return f"R$ {format_number(value.centavos / 100)}"
    return format_brl(Centavos(int(value.centavos)))


def _base(
    infraction: Infraction, citation: str, proposal: Decimal | None, reasons: str
) -> UfmAmount:
    if infraction.fine_ufm is not None:
        why = f"infração {CLASS_NAMES[infraction.class_]}" if infraction.class_ else _BY_TEXT
        return fixed(infraction.fine_ufm, citation, why)
    if infraction.fine_max_ufm is None:
        gravity = f" {CLASS_NAMES[infraction.class_]}" if infraction.class_ else ""
        raise RuleRefused(
            f"Esta infração{gravity} não leva a multa neste texto.", citation=citation
        )
    if proposal is None:
        raise RuleRefused(
            f"Proponha o valor da multa, até {format_ufm(infraction.fine_max_ufm)}.",
            field="fine_ufm",
            citation=citation,
        )
    return proposed(proposal, infraction.fine_max_ufm, reasons, citation)


@effect("rule", "fine_amount")
def fine_amount(
    ruleset: Ruleset,
    code: str,
    *,
    proposal: Decimal | None = None,
    reasons: str = "",
    repeats: Iterable[Finding] = (),
) -> UfmAmount:
    """The fine of an infraction, in UFM, by the numbers of the ruleset.

    `proposal` and `reasons` where the text gives only a maximum; `repeats` is what
    `app.regulation.repeats.recidivism` found: it doubles, or sets the value of its step.
    `RuleRefused` where the infraction carries no fine, or repetition leads past fines.
    """
    infraction = ruleset.infraction(code)
    base = _base(infraction, ruleset.cite_all(infraction.basis), proposal, reasons)
    for finding in repeats:
        base = after_repeat(base, finding)
    return base


def after_repeat(base: UfmAmount, finding: Finding) -> UfmAmount:
    """The base fine after one finding of recidivism; unchanged where it does not touch the fine.

    `RuleRefused` where repetition has left the fines behind (third step of PAT art. 24 §1).
    """
    if finding.consequence is Consequence.DOUBLE_FINE:
        return doubled(base, finding.citation)
    if finding.fine_ufm is not None:
        return fixed(finding.fine_ufm, finding.citation, "reincidência, valor do texto")
    if finding.consequence is Consequence.CASSATION:
        raise RuleRefused(
            "Esta reincidência leva a processo de cassação, não a nova multa.",
            citation=finding.citation,
        )
    return base
