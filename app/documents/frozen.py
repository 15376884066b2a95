"""What papers of frozen records share: their items, photos and proof, and how words are made printable."""

import base64
import io
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PIL import Image

from app.documents.press import printable

INSTEAD: Final = "□"
REPLACED: Final = (
    "Este documento tem sinais que a impressão não desenha; no lugar deles está “□”. "
    "O texto exato está no registro, identificado pelo SHA-256."
)
_ENDS: Final = re.compile(r"\r\n?|[\u0085\u2028\u2029]")
_TABS: Final = re.compile(r"[\t\v\f]")


@dataclass(frozen=True)
class Item:
    """One item of the document: its number in the law, its label, short facts and running text."""

    number: str  # "VII"; "" where the law gives none
    label: str
    facts: tuple[tuple[str, str], ...] = ()
    text: str = ""
    quoted: bool = False  # the text is the law's own


@dataclass(frozen=True)
class Proof:
    """How anybody can check the paper: address, code, and where the record stands."""

    qr: str  # SVG
    address: str  # for people without a camera
    code: str  # "ABCD-EFGH-IJKL-MNOP"
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Photo:
    """One photo; `jpeg` None: it has not arrived."""

    jpeg: bytes | None
    caption: str
    taken: str
    sha256: str


def photo_values(photos: Sequence[Photo]) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    """The photos as plain values, and by file name the pictures that the template may open."""
    framed = [_framed(photo.jpeg) for photo in photos]
    values = [
        {
            "here": frame is not None,
            "caption": photo.caption,
            "taken": photo.taken,
            "sha256": photo.sha256,
        }
        for photo, frame in zip(photos, framed, strict=True)
    ]
    return values, {f"photo-{n}.svg": frame for n, frame in enumerate(framed) if frame is not None}


def printable_values(plain: Mapping[str, Any]) -> dict[str, Any]:
    """The values as the fonts can draw them; `replaced` says so where a sign had to give way."""
    typed = _composed(plain)
    drawn = printable(typed, INSTEAD)
    if not isinstance(drawn, dict):
        raise TypeError("a sheet is an object")
    return {**drawn, "replaced": REPLACED if drawn != typed else ""}


def _composed(value: Any) -> Any:
    """Letters joined with their marks, one kind of line end: how the record itself writes them."""
    if isinstance(value, str):
        return _TABS.sub(" ", _ENDS.sub("\n", unicodedata.normalize("NFC", value)))
    if isinstance(value, Mapping):
        return {key: _composed(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_composed(item) for item in value]
    return value


def _framed(jpeg: bytes | None) -> bytes | None:
    """The photo inside an SVG, which is how a picture in memory reaches the press; bytes unchanged."""
    try:
        width, height = Image.open(io.BytesIO(jpeg or b""), formats=("JPEG",)).size
    except OSError:
        return None  # not here, or damaged on the disk: the document still prints
    data = base64.b64encode(jpeg or b"").decode()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}"><image width="{width}" height="{height}" '
        f'href="data:image/jpeg;base64,{data}"/></svg>'
    ).encode()
