"""What a paper of a case says: the words of its city with the values of the case put in."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Final

from app.regulation.ruleset import Ruleset, UnknownNameError
from app.regulation.tables_papers import (
    ENTRY,
    PLACEHOLDERS,
    PaperKind,
    PaperRow,
    Placeholders,
)

# Eleven digits, with or without the marks of a CPF: never in what the whole town reads.
_CPF: Final = re.compile(r"(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)")


class PaperValueError(ValueError):
    """Values that do not fit the paper; a mistake of the program, never of a person."""


@dataclass(frozen=True)
class PaperText:
    """A paper in words. `fields`: (label, value); `quotes`: (citation, the law's own text)."""

    kind: PaperKind
    title: str
    opening: str
    fields: tuple[tuple[str, str], ...]
    paragraphs: tuple[str, ...]
    quotes: tuple[tuple[str, str], ...]
    signers: tuple[str, ...]
    citation: str


def paper_text(ruleset: Ruleset, kind: PaperKind, values: Mapping[str, str]) -> PaperText:
    """The paper with its values; a sentence or fact whose value is empty is left out.

    `PaperValueError` for a value that is missing, empty where it must not be, or unknown;
    `UnknownNameError` where the text of this city has no such paper.
    """
    row = _row(ruleset, kind)
    filled = _checked(kind, PLACEHOLDERS[kind], values)
    return PaperText(
        kind=kind,
        title=row.title.format_map(filled).strip(),
        opening=row.opening.format_map(filled).strip(),
        fields=tuple(
            (one.label, one.value.format_map(filled))
            for one in row.field
            if _has_all(one.value, filled)
        ),
        paragraphs=tuple(
            text.format_map(filled).strip() for text in row.paragraphs if _has_all(text, filled)
        ),
        quotes=tuple((ruleset.cite(ref), ruleset.provision(ref).text) for ref in row.quotes),
        signers=tuple(filter(None, (text.format_map(filled).strip() for text in row.signers))),
        citation=ruleset.cite_all(row.basis),
    )


def edital_entry(ruleset: Ruleset, values: Mapping[str, str]) -> str:
    """One case of an edital: name, number, legal basis and term, and nothing else of the person.

    `PaperValueError` as above, and where a value holds a whole CPF (requirements.md §7.3).
    """
    row = _row(ruleset, PaperKind.EDITAL)
    filled = _checked(PaperKind.EDITAL, ENTRY, values)
    for name, value in filled.items():
        if _CPF.search(value):
            raise PaperValueError(f"edital: {name} holds a CPF")
    return row.entry.format_map(filled)


def timeliness(in_time: bool | None) -> str:
    """What the receipt of a defence says of its term; None: no term runs yet."""
    if in_time is None:
        return "ANTES DO INÍCIO DO PRAZO — será apreciada pela autoridade"
    return "TEMPESTIVA" if in_time else "INTEMPESTIVA — será apreciada pela autoridade"


def has_paper(ruleset: Ruleset, kind: PaperKind) -> bool:
    """Whether the text of this city has the paper."""
    return ruleset.papers is not None and kind in ruleset.papers.by_kind


def _row(ruleset: Ruleset, kind: PaperKind) -> PaperRow:
    if ruleset.papers is None or kind not in ruleset.papers.by_kind:
        raise UnknownNameError(f"{ruleset.slug} has no paper {kind}")
    return ruleset.papers.by_kind[kind]


def _checked(kind: PaperKind, known: Placeholders, values: Mapping[str, str]) -> dict[str, str]:
    """All placeholders of the kind, those not given empty."""
    unknown = values.keys() - known.all
    missing = {name for name in known.must if not values.get(name, "").strip()}
    if unknown or missing:
        raise PaperValueError(f"{kind}: unknown {sorted(unknown)}, missing {sorted(missing)}")
    return {name: values.get(name, "") for name in known.all}


def _has_all(text: str, filled: Mapping[str, str]) -> bool:
    return all(filled[name].strip() for name in _asked(text))


def _asked(text: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(text) if name)
