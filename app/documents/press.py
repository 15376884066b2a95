"""Prints typst templates to tagged PDF: same input, same bytes; what the fonts lack is replaced."""

import json
import struct
import unicodedata
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import typst

FONT_FOLDER = Path(__file__).resolve().parents[2] / "static" / "vendor" / "fonts"
TEMPLATES = Path(__file__).resolve().parent / "typst"
SHARED = ("parts.typ", "record.typ")  # what the templates import
REPLACEMENT = "?"
_LOOSE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Mc", "Me", "Mn", "Zl", "Zp"})
_TURNING = frozenset({"R", "AL", "AN"})
_FOLLOWING = frozenset({"Cf", "Mc", "Me", "Mn"})


def print_pdf(
    template: str,
    values: Mapping[str, object],
    *,
    issued_on: date,
    pictures: Mapping[str, bytes] | None = None,
) -> bytes:
    """Compile `typst/<template>.typ` with `values` (JSON) into a PDF dated `issued_on`.

    Text reaches the page as text: nothing in it is markup. The same values give the same bytes.
    `pictures` are SVG files that the template may open by their name; no other file is there.
    """
    moment = datetime(issued_on.year, issued_on.month, issued_on.day, 12, tzinfo=UTC)
    return _compiled(
        template,
        values,
        pictures or {},
        pdf_standards=["a-2a", "ua-1"],  # archivable and readable aloud, both in one file
        timestamp=int(moment.timestamp()),
    )


def print_png(template: str, values: Mapping[str, object]) -> bytes:
    """The same as one picture in which a point of the template is one dot (PNG, with grey edges)."""
    return _compiled(template, values, {}, format="png", ppi=72)


def _compiled(
    template: str, values: Mapping[str, object], pictures: Mapping[str, bytes], **options: Any
) -> bytes:
    # What the compiler may read is all in memory: its stub does not know such a mapping.
    compile: Callable[..., object] = typst.compile
    names = {"main.typ": f"{template}.typ", **{name: name for name in SHARED}}
    made = compile(
        {**{name: (TEMPLATES / file).read_bytes() for name, file in names.items()}, **pictures},
        font_paths=fonts(),
        sys_inputs={"values": json.dumps(printable(values), ensure_ascii=False)},
        **options,
    )
    if not isinstance(made, bytes):
        raise TypeError("a document is one file")
    return made


@lru_cache(maxsize=1)
def fonts() -> typst.Fonts:
    """The shipped fonts alone: a document must not depend on what the server has installed."""
    if not (FONT_FOLDER / "DejaVuSans.ttf").is_file():
        raise FileNotFoundError(f"Faltam as fontes em {FONT_FOLDER}. Rode `make run` uma vez.")
    return typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[FONT_FOLDER]
    )


def printable(value: object, instead: str = REPLACEMENT) -> object:
    """The value with every character that the fonts lack replaced: PDF/A refuses missing glyphs.

    Marks and joiners that follow such a character were part of the same sign: one replacement.
    """
    if isinstance(value, str):
        return _drawable(value, instead)
    if isinstance(value, Mapping):
        return {key: printable(item, instead) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [printable(item, instead) for item in value]
    return value


def _drawable(text: str, instead: str) -> str:
    known = glyphs()
    if all(ord(char) in known for char in text):
        return text
    drawn: list[str] = []
    replaced = False
    for char in text:
        follows = unicodedata.category(char) in _FOLLOWING
        if ord(char) in known:
            drawn.append(char)
        elif not (replaced and follows):
            drawn.append(instead)
        replaced = ord(char) not in known
    return "".join(drawn)


@lru_cache(maxsize=1)
def glyphs() -> frozenset[int]:
    """Code points that all shipped fonts can draw and that read back as drawn, and the line feed."""
    tables = [_code_points(path.read_bytes()) for path in sorted(FONT_FOLDER.glob("DejaVu*.ttf"))]
    shared = frozenset.intersection(*tables)
    return frozenset(code for code in shared if _plain(chr(code))) | {0x0A}


def _plain(char: str) -> bool:
    """Whether the character stays where it is typed, alone and visible.

    Invisible ones hide, right-to-left ones turn the line around, loose marks pile up on
    their neighbours; what Portuguese writes with marks has arrived composed (NFC).
    """
    return (
        unicodedata.category(char) not in _LOOSE and unicodedata.bidirectional(char) not in _TURNING
    )


def _code_points(font: bytes) -> frozenset[int]:
    """The characters of a TrueType font's `cmap`, format 4 (the Basic Multilingual Plane)."""
    count = struct.unpack_from(">H", font, 4)[0]
    tables = (struct.unpack_from(">4sIII", font, 12 + 16 * i) for i in range(count))
    start = next(offset for tag, _, offset, _ in tables if tag == b"cmap")
    entries = struct.unpack_from(">H", font, start + 2)[0]
    records = (struct.unpack_from(">HHI", font, start + 4 + 8 * i) for i in range(entries))
    table = next(start + at for system, code, at in records if (system, code) == (3, 1))
    double = struct.unpack_from(">H", font, table + 6)[0]
    segments = double // 2
    ends = struct.unpack_from(f">{segments}H", font, table + 14)
    starts = struct.unpack_from(f">{segments}H", font, table + 16 + double)
    found: set[int] = set()
    for first, last in zip(starts, ends, strict=True):
        found.update(range(first, last + 1))
    return frozenset(found - {0xFFFF})
