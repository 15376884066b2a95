"""The report of an inspection (laudo) on paper: A4 with result, car, defects, items and photos.

Plain values in, a PDF out: what the law asks, and in which words, is not known here.
"""

from dataclasses import asdict, dataclass, replace
from datetime import date

from app.documents.frozen import Item, Photo, Proof, photo_values, printable_values
from app.documents.press import print_pdf


@dataclass(frozen=True)
class Line:
    """One item of the checklist as it was answered; `read` is what was measured or noted."""

    label: str
    citation: str
    answer: str
    read: str
    failed: bool


@dataclass(frozen=True)
class Group:
    """The lines of one group of the checklist, in its order."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Defect:
    """One failed item: what is wrong, what it does, and the last day to put it right."""

    label: str
    citation: str
    note: str
    effect: str
    due: str


@dataclass(frozen=True)
class ReportSheet:
    """Everything that stands on the paper, in Portuguese, ready to be set.

    `rows` hold one or two items side by side; `quotes` are the law's own words on what follows;
    `banners` are said above all.
    """

    city: str
    body: str
    law: str
    status: str  # what the law is worth today
    title: str
    number: str
    result: str  # "APROVADO"
    summary: str
    banners: tuple[str, ...]
    rows: tuple[tuple[Item, ...], ...]
    defects: tuple[Defect, ...]
    next_steps: tuple[str, ...]
    quotes: tuple[Item, ...]
    groups: tuple[Group, ...]
    photos: tuple[Photo, ...]
    proof: Proof
    watermark: str
    issued_on: date


def render_report(sheet: ReportSheet) -> bytes:
    """The PDF (tagged, archivable). Same in, same out; a sign no font draws becomes “□” and is told."""
    photos, pictures = photo_values(sheet.photos)
    plain = {**asdict(replace(sheet, photos=())), "photos": photos}
    del plain["issued_on"]
    values = printable_values(plain)
    return print_pdf("inspection", values, issued_on=sheet.issued_on, pictures=pictures)
