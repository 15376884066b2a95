"""The papers of a case: text on A4, labels for the post, the receipt of a defence in two halves.

Plain values in, a PDF out: what the law asks, and in which words, is not known here.
"""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final

from app.documents.frozen import Item, printable_values
from app.documents.press import print_pdf

# What still fits a label of 99 × 38 mm in the smallest type; longer is an error and never cut.
NAME_MAX: Final = 160
ADDRESS_MAX: Final = 260


@dataclass(frozen=True)
class CaseSheet:
    """Everything that stands on a paper of a case, in Portuguese, ready to be set.

    `facts` are (label, value) pairs; `entries` the numbered cases of an edital; `quotes` the law's
    own words; `place_day`: "Planura, 1º de dezembro de 2026"; `sha256`: of the frozen values (hex).
    """

    city: str
    body: str
    law: str
    status: str  # what the law is worth today
    title: str
    number: str  # of the case
    word: str  # what stands beside the number: "Processo"
    banners: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    opening: str
    paragraphs: tuple[str, ...]
    entries: tuple[str, ...]
    quotes: tuple[Item, ...]
    citation: str
    place_day: str
    signers: tuple[str, ...]
    sha256: str
    watermark: str
    issued_on: date


@dataclass(frozen=True)
class Label:
    """One label for a letter with acknowledgement; `tracking` "" before the post gave its code."""

    name: str
    address: str
    case: str
    tracking: str
    content: str = ""


@dataclass(frozen=True)
class LabelSheet:
    """The labels of one posting, fourteen to a sheet (2 × 7, 99,1 × 38,1 mm)."""

    title: str
    sender: str
    labels: tuple[Label, ...]
    watermark: str
    issued_on: date


@dataclass(frozen=True)
class Attachment:
    """A file handed in with the defence."""

    name: str
    sha256: str


@dataclass(frozen=True)
class Receipt:
    """Both halves of the receipt say the same; `copies` name them.

    `instant` to the second, in the city's time; `due`: the last day and its rule, "" for none;
    `timeliness`: "TEMPESTIVA", or what else is said of the term.
    """

    city: str
    body: str
    law: str
    title: str
    number: str
    protocol: str
    instant: str
    due: str
    timeliness: str
    facts: tuple[tuple[str, str], ...]
    opening: str
    paragraphs: tuple[str, ...]
    attachments: tuple[Attachment, ...]
    citation: str
    signers: tuple[str, str]
    sha256: str
    watermark: str
    issued_on: date
    copies: tuple[str, str] = ("Via do cidadão", "Via do Município")


def case_pdf(sheet: CaseSheet) -> bytes:
    """The PDF (tagged, archivable). Same in, same out; a sign no font draws becomes “□” and is told."""
    return _printed("case", sheet)


def labels_pdf(sheet: LabelSheet) -> bytes:
    """The labels, to be printed in real size. ValueError for a name or an address too long for one."""
    for label in sheet.labels:
        if len(label.name) > NAME_MAX or len(label.address) > ADDRESS_MAX:
            raise ValueError(f"label of {label.case}: name or address too long")
    return _printed("labels", sheet)


def receipt_pdf(receipt: Receipt) -> bytes:
    """Two halves on one sheet with a line to cut; each on its own where the list of files is long."""
    return _printed("receipt", receipt)


def edital_text(sheet: CaseSheet) -> str:
    """The edital as plain text for the gazette; training is said above, below and in each entry."""
    mark = [sheet.watermark] if sheet.watermark else []
    entries = [
        " ".join([f"{place}.", entry, *(f"[{words}]" for words in mark)])
        for place, entry in enumerate(sheet.entries, 1)
    ]
    parts = [*mark, sheet.title, f"{sheet.city} · {sheet.body}", sheet.opening, *entries]
    closing = [*sheet.paragraphs, f"Base legal: {sheet.citation}.", sheet.place_day]
    return "\n\n".join([*parts, *closing, *sheet.signers, *mark]) + "\n"


def _printed(template: str, sheet: CaseSheet | LabelSheet | Receipt) -> bytes:
    plain: dict[str, Any] = asdict(sheet)
    del plain["issued_on"]
    return print_pdf(template, printable_values(plain), issued_on=sheet.issued_on)
