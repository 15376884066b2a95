"""What must agree in papers.toml: placeholders, provisions, quotations, and every paper a step makes."""

import re
from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Final

from app.regulation.loader_cited import Complaint, ids, ref_complaints
from app.regulation.loader_files import Folder
from app.regulation.tables_case import CaseLaw
from app.regulation.tables_papers import ENTRY, PLACEHOLDERS, PaperKind, PaperLaw, PaperRow

_FILE = "papers.toml"
_QUOTED: Final = re.compile("“([^”]+)”")


def check_papers(folder: Folder) -> None:
    """Note placeholders that the kind has not, references to nothing, and papers that are missing."""
    law: PaperLaw | None = folder.typed.get(_FILE)
    if law is None:
        return
    complaints = (
        *ref_complaints(folder, _cited(law)),
        *_rows(law),
        *_quotations(law, folder),
        *_made(law, folder),
    )
    for key, reason in complaints:
        folder.note(_FILE, key, reason)


def _cited(law: PaperLaw) -> Iterator[tuple[str, Iterable[str]]]:
    for row in law.paper:
        yield f"paper {row.id}: basis", row.basis
        yield f"paper {row.id}: quotes", row.quotes


def _rows(law: PaperLaw) -> Iterator[Complaint]:
    seen: set[str] = set()
    for row in law.paper:
        place = f"paper {row.id}"
        if row.id in seen:
            yield place, "este documento aparece duas vezes; deve ser único"
        seen.add(row.id)
        if not row.basis:
            yield f"{place}: basis", "escreva ao menos um dispositivo"
        if bool(row.entry) != (row.id is PaperKind.EDITAL):
            yield f"{place}: entry", "só o edital tem entradas, e sempre as tem"
        yield from _placeholders(f"{place}: entry", (row.entry,), ENTRY.all)
        yield from _placeholders(place, row.texts, PLACEHOLDERS[row.id].all)


def _placeholders(place: str, texts: Iterable[str], known: frozenset[str]) -> Iterator[Complaint]:
    for text in texts:
        try:
            parts = list(Formatter().parse(text))
        except ValueError:
            yield place, f"chaves sem par em “{text}”"
            continue
        for _, name, form, conversion in parts:
            if name is not None and (name not in known or form or conversion):
                yield place, f"o campo “{{{name}}}” não existe; use {', '.join(sorted(known))}"


def _quotations(law: PaperLaw, folder: Folder) -> Iterator[Complaint]:
    """What stands between “ and ” is the law's own: it must stand so in a provision of the basis."""
    texts = {row.ref: row.text for _, row in folder.rows("provisions.toml", "provision")}
    for row in law.paper:
        cited = [texts.get(ref, "") for ref in (*row.basis, *row.quotes)]
        for quoted in _quoted(row):
            if texts and not any(quoted in text for text in cited):
                yield f"paper {row.id}", f"“{quoted}” não está nos dispositivos de basis"


def _quoted(row: PaperRow) -> Iterator[str]:
    for text in (*row.texts, row.entry):
        yield from _QUOTED.findall(text)


def _made(law: PaperLaw, folder: Folder) -> Iterator[Complaint]:
    """Every paper that a step of case.toml makes has its text here."""
    case: CaseLaw | None = folder.typed.get("case.toml")
    if case is None:
        return
    written = ids(folder, _FILE, "paper", "id")
    made = {move.paper: step.id for step in case.step for move in step.moves if move.paper}
    for kind, step in made.items():
        if kind not in written:
            yield "paper", f"falta o documento “{kind}”, que o ato “{step}” faz"
