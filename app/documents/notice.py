"""A notice on paper: two A4 copies, the photos, what was added later; and the same for a paper roll.

Plain values in, a picture of them out: what the law asks, and in which words, is not known here.
"""

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any, Final

from PIL import Image

from app.documents.frozen import Item, Photo, Proof, photo_values, printable_values
from app.documents.press import print_pdf, print_png

ROLL_DOTS: Final[Mapping[int, int]] = {58: 384, 80: 576}  # millimetres of paper → dots at 203 dpi
PIECE_DOTS: Final = 1100  # a roll longer than this is cut where nothing is printed
_INK_BELOW: Final = 140  # grey levels darker than this are printed
_SIDE: Final = re.compile(r'viewBox="0 0 ([0-9]+) ')


@dataclass(frozen=True)
class Signature:
    """Strokes as flat lists x, y, x, y… inside a field of width × height."""

    width: int
    height: int
    strokes: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Closing:
    """Items X and XI: how it ended and who signed; `signature` None leaves the line empty."""

    ending: Item
    signature: Signature | None
    signer: str  # under the line
    number: Item


@dataclass(frozen=True)
class NoticeSheet:
    """Everything that stands on the paper, in Portuguese, ready to be set.

    `rows` hold one or two items side by side; `copies` name the copies; `banners` are said above
    all (annulled, corrected); `annotations` follow the original on a page of their own.
    """

    city: str
    body: str
    law: str
    title: str
    number: str
    copies: tuple[str, ...]
    banners: tuple[str, ...]
    rows: tuple[tuple[Item, ...], ...]
    closing: Closing | None
    proof: Proof
    next_steps: tuple[str, ...]
    photos: tuple[Photo, ...]
    annotations: tuple[Item, ...]
    watermark: str
    issued_on: date


def render_notice(sheet: NoticeSheet) -> bytes:
    """The PDF (tagged, archivable): each copy, then photos, then annotations. Same in, same out.

    Characters that no font draws become “□” and the document says so.
    """
    photos, pictures = photo_values(sheet.photos)
    values = _values(sheet, photos)
    return print_pdf("notice", values, issued_on=sheet.issued_on, pictures=pictures)


def render_roll(sheet: NoticeSheet, paper_mm: int) -> tuple[bytes, ...]:
    """The copy for a thermal printer: 1-bit PNGs, one below the other, 384 or 576 dots wide.

    A picture and not text, because such printers garble accents. KeyError for another paper.
    """
    sides = _SIDE.search(sheet.proof.qr)
    modules = int(sides[1]) if sides else 1
    values = {
        **_values(replace(sheet, photos=()), []),
        "dots": ROLL_DOTS[paper_mm],
        "modules": modules,
    }
    grey = Image.open(io.BytesIO(print_png("roll", values))).convert("L")
    ink = grey.point(lambda level: 0 if level < _INK_BELOW else 255).convert("1")
    return tuple(_png(piece) for piece in _pieces(ink))


def lines_of(sheet: NoticeSheet) -> tuple[tuple[str, str], ...]:
    """The same words as (label, text) pairs in reading order: for those who do not see the picture."""
    items = [item for row in sheet.rows for item in row]
    signed: list[tuple[str, str]] = []
    if sheet.closing:
        items += [sheet.closing.ending, sheet.closing.number]
        signed.append(("Assinado por", sheet.closing.signer))
    return (
        ("Documento", " ".join([sheet.title, sheet.number, *sheet.banners]).strip()),
        *((item.label, _line(item)) for item in items),
        *signed,
        *(("O que vem agora", step) for step in sheet.next_steps),
        ("Código", sheet.proof.code),
        *sheet.proof.facts,
    )


def _line(item: Item) -> str:
    facts = [f"{label}: {value}" for label, value in item.facts]
    return " · ".join([*facts, item.text] if item.text else facts)


def _values(sheet: NoticeSheet, photos: list[dict[str, Any]]) -> dict[str, Any]:
    plain = {**asdict(replace(sheet, photos=())), "photos": photos}
    del plain["issued_on"]
    signature = sheet.closing.signature if sheet.closing else None
    if plain["closing"]:
        plain["closing"]["signature"] = _drawing(signature) if signature else ""
    return printable_values(plain)


def _drawing(signature: Signature) -> str:
    """The strokes as an SVG of the same proportions; a stroke of one point is a dot."""
    width = max(signature.width, signature.height) / 160
    paths = "".join(_path(stroke) for stroke in signature.strokes if len(stroke) >= 2)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {signature.width} '
        f'{signature.height}" width="{signature.width}" height="{signature.height}">'
        f'<path d="{paths}" fill="none" stroke="#000" stroke-width="{width:.2f}" '
        'stroke-linecap="round" stroke-linejoin="round"/></svg>'
    )


def _path(stroke: tuple[int, ...]) -> str:
    points = list(zip(stroke[::2], stroke[1::2], strict=False))
    (x, y), rest = points[0], points[1:]
    # A path that goes nowhere has no round cap in every reader; a hair's breadth has.
    lines = "".join(f"L{x:d} {y:d}" for x, y in rest) or f"L{x + 0.01:.2f} {y:d}"
    return f"M{x:d} {y:d}{lines}"


def _pieces(ink: Image.Image) -> Iterator[Image.Image]:
    """The picture in about equal parts, cut at blank rows: no line of text is torn in two."""
    top = 0
    while top < ink.height:
        left = ink.height - top
        count = -(-left // PIECE_DOTS)
        end = ink.height if count == 1 else _blank_row(ink, top + left // count, top)
        yield ink.crop((0, top, ink.width, end))
        top = end


def _blank_row(ink: Image.Image, wanted: int, top: int) -> int:
    """Where to cut at or above the wanted row: the end of the tallest blank stretch near it.

    Items lie further apart than lines, so a cut falls between items where one is near.
    """
    first = max(wanted - PIECE_DOTS // 3, top + 1)
    best, found, height = wanted, 0, 0
    for row in range(first, wanted):
        blank = ink.crop((0, row, ink.width, row + 1)).getextrema() == (255, 255)
        height = height + 1 if blank else 0
        if height and height >= found:
            best, found = row + 1, height
    return best


def _png(picture: Image.Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
