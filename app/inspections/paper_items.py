"""The items of a visit on paper: what was asked, what was answered, what failed, what the law says of it.

Each takes the frozen record and the catalogue of its day; texts of the record stand as they are.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from app.documents.frozen import Item
from app.documents.inspection import Defect, Group, Line
from app.evidence.record_words import day, joined
from app.regulation.inspection_terms import inspection_law, validity_reading
from app.regulation.ruleset import Ruleset

Json = Mapping[str, Any]
ANSWERS: Final = {"ok": "Conforme", "nc": "Não conforme", "na": "Não se aplica"}
PENDING: Final = "Pendente"
FROM_RECORD: Final = "do cadastro, conferido"
_GONE: Final = "Itens de versão anterior da norma"
_DECIMAL: Final = re.compile(r"[0-9]+\.[0-9]+")


@dataclass(frozen=True)
class DefectRow:
    """One failed item as the server stored it."""

    key: str
    label: str
    citation: str
    note: str
    blocking: bool
    safety: bool
    due_on: date | None


def groups_of(record: Json, catalogue: Json, failed: Mapping[str, DefectRow]) -> tuple[Group, ...]:
    """Every answered item under its group, in the order of the list."""
    items = {item["key"]: item for item in catalogue["items"]}
    found: dict[str, list[Line]] = {}
    for answer in record["items"]:
        item = items.get(answer["key"])
        group = item["group"] if item else _GONE
        found.setdefault(group, []).append(_line(answer, item, failed.get(answer["key"])))
    return tuple(Group(name, tuple(lines)) for name, lines in found.items())


def _line(answer: Json, item: Json | None, defect: DefectRow | None) -> Line:
    waits = defect is not None and answer["answer"] == "ok"  # asked for, and still to come
    return Line(
        label=joined([item["of"], item["label"]], ": ") if item else answer["key"],
        citation=item["citation"] if item else "",
        answer=PENDING if waits else ANSWERS[answer["answer"]],
        read=read_words(answer),
        failed=defect is not None,
    )


def read_words(answer: Json) -> str:
    """What was measured, chosen or noted, in one line."""
    number = answer["number"]
    return joined(
        [
            number.replace(".", ",") if _DECIMAL.fullmatch(number) else number,
            answer["choice"],
            answer["text"],
            day(answer["date"]),
            answer["note"],
            FROM_RECORD if answer["from_record"] else "",
        ],
        " · ",
    )


def defects_of(rows: tuple[DefectRow, ...], *, stopped: bool) -> tuple[Defect, ...]:
    """What failed, with its day; an item that refuses nothing is told as such."""
    return tuple(
        Defect(
            label=row.label,
            citation=row.citation,
            note=row.note,
            effect=_effect(row, stopped=stopped),
            due=day(row.due_on.isoformat()) if row.due_on and row.blocking else "",
        )
        for row in rows
    )


def _effect(row: DefectRow, *, stopped: bool) -> str:
    if not row.blocking:
        return "Não reprova: é uma observação."
    return "Segurança: o carro não roda até ser aprovado." if row.safety and stopped else ""


def quotes_of(law: Ruleset, result: str, pending: tuple[str, ...]) -> tuple[Item, ...]:
    """The law's own words on what follows from the result (PAT art. 12 §2; PLA arts. 11 p.u., 27).

    `pending` are keys of items that wait for a report or an explanation (PAT art. 12 II).
    """
    return tuple(
        Item("", law.cite(ref), text=" ".join(law.provision(ref).text.split()), quoted=True)
        for ref in dict.fromkeys(_refs(law, result, pending))
    )


def _refs(law: Ruleset, result: str, pending: tuple[str, ...]) -> Iterator[str]:
    text = inspection_law(law)
    if result == "failed":
        yield from text.cure.basis
    elif result == "approved":
        yield from text.validity.basis
    else:
        ids = {key.partition(".")[0] for key in pending}
        for item in law.items:
            if item.id in ids:
                yield from item.basis


def validity_words(law: Ruleset, valid_until: date | None) -> str:
    """'Vale até 30/11/2027.' or, where it follows the platform, the city's reading."""
    if valid_until is not None:
        return f"Vale até {day(valid_until.isoformat())}."
    return validity_reading(law).words
