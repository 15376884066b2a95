"""Values of a record as they are read on paper: instants, places, persons. Pure."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from app.infractions.domain_annotations import RULES, AnnotationKind
from app.kernel.civil import format_date, format_instant
from app.kernel.money import format_ufm
from app.kernel.plate import Plate

Record = Mapping[str, Any]
Pairs = tuple[tuple[str, str], ...]

COPY_HOW: Final = {"printed": "impressa", "shared": "compartilhada", "shown": "mostrada na tela"}
MODALITIES: Final = {"taxi": "táxi", "app": "aplicativo", "none": "sem serviço autorizado"}
SCOPES: Final = {"street": "", "administrative": "administrativo"}
_CPF: Final = re.compile(r"([0-9]{3})([0-9]{3})([0-9]{3})([0-9]{2})")
_CNPJ: Final = re.compile(r"([0-9A-Z]{2})([0-9A-Z]{3})([0-9A-Z]{3})([0-9A-Z]{4})([0-9]{2})")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_INSTANT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\.[0-9]+)?Z")
_PER_DEGREE: Final = 10**7


def filled(*pairs: tuple[str, str]) -> Pairs:
    """Those that say something."""
    return tuple((label, value) for label, value in pairs if value)


def joined(parts: Iterable[str], between: str = ", ") -> str:
    """Parts that are there, one after another."""
    return between.join(part for part in parts if part)


def moment(text: str, zone: str) -> str:
    """'30/11/2026 às 10:05' on the city's clock, from an instant of the record; "" from ""."""
    return format_instant(datetime.fromisoformat(text), zone) if text else ""


def day(text: str) -> str:
    """'30/11/2026' from a civil day of the record; "" from ""."""
    return format_date(date.fromisoformat(text)) if text else ""


def tax_id(text: str) -> str:
    """CPF or CNPJ with its marks; anything else as it was written."""
    if found := _CPF.fullmatch(text):
        return "{}.{}.{}-{}".format(*found.groups())
    if found := _CNPJ.fullmatch(text):
        return "{}.{}.{}/{}-{}".format(*found.groups())
    return text


def position(found: Record | None) -> str:
    """'-20,138600; -48,700300 (±12 m)': six decimals are a hand's breadth."""
    if not found:
        return ""
    lat, lon = (f"{found[name] / _PER_DEGREE:.6f}".replace(".", ",") for name in ("lat", "lon"))
    return f"{lat}; {lon} (±{found['accuracy_m']} m)"


def plate(text: str) -> str:
    """As the plate shows it."""
    return Plate(text).display() if text else ""


def ufm(text: str) -> str:
    """'1,5 UFM' from decimal text."""
    return format_ufm(Decimal(text)) if text else ""


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
