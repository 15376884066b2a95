"""What may be added to a notice, by whom, and what each addition must say. Pure.

The notice itself never changes (requirements.md §7.1: an auto once locked is never edited).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from app.accounts.permissions import Permission
from app.kernel.errors import Invalid


class AnnotationKind(StrEnum):
    """Events that point to a notice."""

    LATE_REASON = "late_reason"
    CORRECTION = "correction"
    COMPLETION = "completion"
    ANNULMENT = "annulment"
    RESTITUTION = "restitution"
    CLOCK_CERTIFIED = "clock_certified"
    DELIVERY = "delivery"
    WARNING_VALIDATED = "warning_validated"


@dataclass(frozen=True)
class KindRule:
    """Name on screens, who may (author: only who wrote the notice), the fields and those needed."""

    name: str
    permission: Permission
    fields: Mapping[str, str]  # field → what it is called
    needed: tuple[str, ...]
    by_author: bool = False


_REASONS: Final = {"reasons": "Motivos"}

RULES: Final[Mapping[AnnotationKind, KindRule]] = {
    AnnotationKind.LATE_REASON: KindRule(
        "Justificativa do atraso",
        Permission.NOTICE_WRITE,
        {"text": "Justificativa", "at": "Hora no telefone"},
        ("text",),
        by_author=True,
    ),
    AnnotationKind.DELIVERY: KindRule(
        "Entrega da via",
        Permission.NOTICE_WRITE,
        {"text": "Como foi entregue", "at": "Hora no telefone"},
        ("text",),
        by_author=True,
    ),
    AnnotationKind.CORRECTION: KindRule(
        "Retificação",
        Permission.NOTICE_ANNOTATE,
        {"field": "Campo", "text": "Como deve ser lido", **_REASONS},
        ("field", "text", "reasons"),
    ),
    AnnotationKind.COMPLETION: KindRule(
        "Complementação",
        Permission.NOTICE_COMPLETE,
        {
            "owner_name": "Proprietário",
            "owner_tax_id": "CPF ou CNPJ do proprietário",
            "owner_id_card": "RG do proprietário",
            "owner_id_card_issued_on": "Expedição do RG do proprietário",
            "owner_licence": "CNH do proprietário",
            "owner_licence_category": "Categoria da CNH do proprietário",
            "owner_address": "Endereço do proprietário",
            "vehicle_chassis": "Chassi",
            "vehicle_renavam": "RENAVAM",
            "driver_name": "Condutor",
            "driver_cpf": "CPF do condutor",
            "driver_id_card": "RG do condutor",
            "driver_id_card_issued_on": "Expedição do RG do condutor",
            "driver_licence": "CNH do condutor",
            "driver_licence_category": "Categoria da CNH do condutor",
            "driver_address": "Endereço do condutor",
            "source": "De onde vieram os dados",
        },
        ("source",),
    ),
    AnnotationKind.ANNULMENT: KindRule(
        "Anulação",
        Permission.NOTICE_ANNUL,
        {"act": "Ato", "process_number": "Processo", **_REASONS},
        ("act", "reasons"),
    ),
    AnnotationKind.RESTITUTION: KindRule(
        "Restituição",
        Permission.NOTICE_ANNOTATE,
        {"what": "O que foi restituído", "to": "A quem", "document": "Documento"},
        ("what", "to"),
    ),
    AnnotationKind.CLOCK_CERTIFIED: KindRule(
        "Hora certificada",
        Permission.NOTICE_ANNOTATE,
        {"happened_at": "Hora do fato", **_REASONS},
        ("reasons",),
    ),
    AnnotationKind.WARNING_VALIDATED: KindRule(
        "Validação da advertência",
        Permission.NOTICE_ANNOTATE,
        {"decision": "Decisão", **_REASONS},
        ("decision", "reasons"),
    ),
}

_TEXT_MAX: Final = 4000


def checked_body(kind: AnnotationKind, body: Mapping[str, str]) -> dict[str, str]:
    """The texts of an annotation without empty ones; `Invalid` names a missing or unknown field."""
    rule = RULES[kind]
    kept = {name: text.strip() for name, text in body.items() if text.strip()}
    for name, text in kept.items():
        if name not in rule.fields:
            raise Invalid("Este campo não faz parte do registro.", field=name)
        if len(text) > _TEXT_MAX or "\0" in text:
            raise Invalid(f"{rule.fields[name]}: até {_TEXT_MAX} letras.", field=name)
    for name in rule.needed:
        if name not in kept:
            raise Invalid(f"Preencha: {rule.fields[name]}.", field=name)
    if kind is AnnotationKind.COMPLETION and len(kept) < 2:
        raise Invalid("Escreva pelo menos um dado que faltava.", field="owner_name")
    return kept
