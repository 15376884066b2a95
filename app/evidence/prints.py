"""Near images: prints as numbers, their bands for the index, and when two are the same picture.

The figures behind the limits stand in tests/evidence/test_prints.py.
"""

from itertools import chain
from typing import Final

from sqlalchemy import ColumnElement, or_

from app.evidence.decoding import Look
from app.evidence.models import PhotoPrint

BANDS: Final = 8
NEAR: Final = 13  # of 128 bits; up to 15 one band differs in at most one bit, so none is missed
SAME: Final = 55  # of 512 bits
_BAND_BITS: Final = 16
_COLUMNS: Final = tuple(getattr(PhotoPrint, f"band_{n}") for n in range(BANDS))


def print_row(municipality_id: str, entry_id: str, sha256: str, look: Look) -> PhotoPrint:
    """The row of a decoded photo."""
    return PhotoPrint(
        municipality_id=municipality_id,
        entry_id=entry_id,
        sha256=sha256,
        print=look.print,
        fine=look.fine,
        plain=look.plain,
        tagged=look.tagged,
        **{f"band_{n}": band for n, band in enumerate(bands(look.print))},
    )


def bands(print: str) -> tuple[int, ...]:
    """The 128 bits as eight numbers of 16 bits."""
    whole = int(print, 16)
    return tuple(whole >> (_BAND_BITS * n) & 0xFFFF for n in range(BANDS))


def distance(one: str, other: str) -> int:
    """How many bits differ (Hamming)."""
    return (int(one, 16) ^ int(other, 16)).bit_count()


def is_same_picture(one: Look | PhotoPrint, other: Look | PhotoPrint) -> bool:
    """Whether two are copies of one photograph; a plain one is a copy of nothing."""
    if one.plain or other.plain:
        return False
    near = distance(one.print, other.print) <= NEAR
    return near and distance(one.fine, other.fine) <= SAME


def shares_a_band(print: str) -> ColumnElement[bool]:
    """Rows worth comparing: some band equal but for one bit (136 look-ups in eight indexes)."""
    return or_(
        *(
            column.in_(_within_a_bit(band))
            for column, band in zip(_COLUMNS, bands(print), strict=True)
        )
    )


def _within_a_bit(band: int) -> list[int]:
    return list(chain([band], (band ^ (1 << bit) for bit in range(_BAND_BITS))))
