"""Values of a notice as they are read on paper: persons, documents, what was added. Pure."""

import re
from collections.abc import Mapping
from typing import Final

from app.evidence.record_words import Pairs, Record, day, filled, joined, moment
from app.infractions.domain_annotations import RULES, AnnotationKind

COPY_HOW: Final = {"printed": "impressa", "shared": "compartilhada", "shown": "mostrada na tela"}
SCOPES: Final = {"street": "", "administrative": "administrativo"}
_CPF: Final = re.compile(r"([0-9]{3})([0-9]{3})([0-9]{3})([0-9]{2})")
_CNPJ: Final = re.compile(r"([0-9A-Z]{2})([0-9A-Z]{3})([0-9A-Z]{3})([0-9A-Z]{4})([0-9]{2})")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_INSTANT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\.[0-9]+)?Z")


def tax_id(text: str) -> str:
    """CPF or CNPJ with its marks; anything else as it was written."""
    if found := _CPF.fullmatch(text):
        return "{}.{}.{}-{}".format(*found.groups())
    if found := _CNPJ.fullmatch(text):
        return "{}.{}.{}/{}-{}".format(*found.groups())
    return text


def person(found: Record, number: str) -> Pairs:
    """Name, documents with date and category, address: PLA art. 49 IV and V, in their order.

    `number` is the member that holds the CPF (or, of an owner, the CNPJ).
    """
    issued = day(found["id_card_issued_on"])
    category = found["licence_category"]
    card = joined([found["id_card"], issued and f"expedido em {issued}"])
    licence = joined([found["licence"], category and f"categoria {category}"])
    return (
        ("Nome", found["name"]),
        ("RG", card if found["id_card"] else ""),
        ("CPF" if len(found[number]) != 14 else "CNPJ", tax_id(found[number])),
        ("CNH", licence if found["licence"] else ""),
        ("Endereço", found["address"]),
    )


def with_missing(pairs: Pairs, reason: str) -> Pairs:
    """What is known, and in one line what is not, with the reason: nothing vanishes by being empty."""
    lacking = joined(label for label, value in pairs if not value)
    if not lacking:
        return filled(*pairs)
    return (*filled(*pairs), ("Não informado", joined([lacking, reason], ": ")))


def added(kind: AnnotationKind, body: Mapping[str, str], zone: str) -> Pairs:
    """What an annotation says, field by field, under the names that the office typed it by."""
    names = RULES[kind].fields
    return filled(*((label, _dated(body.get(name, ""), zone)) for name, label in names.items()))


def _dated(text: str, zone: str) -> str:
    if _INSTANT.fullmatch(text):
        return moment(text, zone)
    return day(text) if _DAY.fullmatch(text) else text
