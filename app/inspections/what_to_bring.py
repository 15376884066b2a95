"""What a driver brings to an inspection: papers of the car and the fee, each with its provision."""

from dataclasses import dataclass

from app.inspections.occasions import fee_of
from app.regulation.facts import Modality
from app.regulation.ruleset import Document, DocumentSubject, Ruleset
from app.regulation.vocabulary import ChecklistName, Occasion

# Papers that come out of the inspection, or that the fee's own line already says.
_NOT_BROUGHT = frozenset({"inspection_report", "inspection_fee", "licence_fee"})


@dataclass(frozen=True)
class Brought:
    """One thing to bring; `note` says more, `optional` only where it applies."""

    name: str
    citation: str
    note: str = ""
    optional: bool = False


def what_to_bring(ruleset: Ruleset, occasion: Occasion, modality: Modality) -> tuple[Brought, ...]:
    """The list for an occasion, the fee first; a return brings what was failed, put right."""
    fee = fee_of(ruleset, occasion)
    words = fee.words or "Não se paga taxa nesta vistoria."
    found = [Brought("Guia paga" if fee.asked else "Taxa", fee.citation, words)]
    if occasion is Occasion.EXIT:
        return (*found, *_at_the_exit(ruleset))
    if occasion is Occasion.RETURN:
        basis = ruleset.cite_all(ruleset.check("failed_inspection").basis)
        note = "Só os itens reprovados são vistos de novo. Leve o laudo da reprovação."
        found.append(Brought("O carro com os defeitos corrigidos", basis, note))
    found += [
        Brought(row.name, ruleset.cite_all(row.basis), row.note, not row.required)
        for row in ruleset.documents
        if _brought(row, modality)
    ]
    return tuple(found)


def _at_the_exit(ruleset: Ruleset) -> tuple[Brought, ...]:
    """How the car must be when it leaves the service (PLA art. 23 XII)."""
    return tuple(
        Brought(row.label, ruleset.cite_all(row.basis))
        for row in ruleset.items
        if row.list_ is ChecklistName.EXIT and row.computed is None
    )


def _brought(row: Document, modality: Modality) -> bool:
    of_car = row.subject in {DocumentSubject.VEHICLE, DocumentSubject.OWNER}
    return of_car and modality in row.modalities and row.id not in _NOT_BROUGHT
