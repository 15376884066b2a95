"""Prints typst templates to tagged PDF: same input, same bytes; what the fonts lack is replaced."""

import json
import struct
from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path

import typst

FONT_FOLDER = Path(__file__).resolve().parents[2] / "static" / "vendor" / "fonts"
TEMPLATES = Path(__file__).resolve().parent / "typst"
REPLACEMENT = "?"


def print_pdf(template: str, values: Mapping[str, object], *, issued_on: date) -> bytes:
    """Compile `typst/<template>.typ` with `values` (JSON) into a PDF dated `issued_on`.

    Text reaches the page as text: nothing in it is markup. The same values give the same bytes.
    """
    moment = datetime(issued_on.year, issued_on.month, issued_on.day, 12, tzinfo=UTC)
    compiled = typst.compile(
        TEMPLATES / f"{template}.typ",
        root=TEMPLATES,
        font_paths=fonts(),
        sys_inputs={"values": json.dumps(printable(values), ensure_ascii=False)},
        pdf_standards=["a-2a", "ua-1"],  # archivable and readable aloud, both in one file
        timestamp=int(moment.timestamp()),
    )
    if not isinstance(compiled, bytes):
        raise TypeError("a PDF is one file")
    return compiled


@lru_cache(maxsize=1)
def fonts() -> typst.Fonts:
    """The shipped fonts alone: a document must not depend on what the server has installed."""
    if not (FONT_FOLDER / "DejaVuSans.ttf").is_file():
        raise FileNotFoundError(f"Faltam as fontes em {FONT_FOLDER}. Rode `make run` uma vez.")
    return typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[FONT_FOLDER]
    )


def printable(value: object) -> object:
    """The value with every character that the fonts lack replaced: PDF/A refuses missing glyphs."""
    if isinstance(value, str):
        known = glyphs()
        return "".join(char if ord(char) in known else REPLACEMENT for char in value)
    if isinstance(value, Mapping):
        return {key: printable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [printable(item) for item in value]
    return value


@lru_cache(maxsize=1)
def glyphs() -> frozenset[int]:
    """Code points that all shipped fonts can draw, and the line feed."""
    tables = [_code_points(path.read_bytes()) for path in sorted(FONT_FOLDER.glob("DejaVu*.ttf"))]
    return frozenset.intersection(*tables) | {0x0A}


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
    # control and direction marks print nothing and can turn a line around
    return frozenset(found - {0xFFFF} - set(range(0x20)) - set(range(0x2028, 0x2030)))
