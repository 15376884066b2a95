"""Numbers as pictures drawn by the server: plain geometry that a template writes as SVG.

A picture never stands alone: the same numbers are a table beside it.
"""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH = 640  # of the drawing's own units; the page scales it
_BAR_HEIGHT, _BAR_GAP = 26, 26
_LABEL = 18
_LONGEST = 40  # letters of a label that fit the width on a phone; the table has them all


@dataclass(frozen=True)
class Piece:
    """One rectangle; `kind` names its pattern, `value` is written where it fits."""

    x: float
    y: float
    width: float
    height: float
    kind: str
    value: int


@dataclass(frozen=True)
class Mark:
    """A word of the picture, by its baseline."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Chart:
    """A drawing of WIDTH × height."""

    height: int
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...]
    width: int = WIDTH


def columns(labels: Sequence[str], values: Sequence[Mapping[str, int]], height: int = 240) -> Chart:
    """Stacked columns, one for each label; the order of each mapping is from the ground up."""
    top = max((sum(row.values()) for row in values), default=0) or 1
    slot = WIDTH / max(len(labels), 1)
    ground, room = height - _LABEL - 8, height - 2 * _LABEL - 16
    pieces, marks = [], []
    for place, (label, row) in enumerate(zip(labels, values, strict=True)):
        x, y = place * slot + slot * 0.14, float(ground)
        for kind, value in row.items():
            tall = room * value / top
            y -= tall
            if value:
                pieces.append(_piece(x, y, slot * 0.72, tall, kind, value))
        marks.append(Mark(round(x + slot * 0.36, 1), height - 6, label))
        if total := sum(row.values()):
            marks.append(Mark(round(x + slot * 0.36, 1), round(y - 6, 1), str(total)))
    return Chart(height, tuple(pieces), tuple(marks))


def bars(rows: Sequence[tuple[str, int]], kind: str = "bar") -> Chart:
    """Lying bars with their label above, cut where it is too long, in the order given."""
    top = max((value for _, value in rows), default=0) or 1
    step = _BAR_HEIGHT + _BAR_GAP
    pieces, marks = [], []
    for place, (label, value) in enumerate(rows):
        y = place * step
        wide = (WIDTH - 60) * value / top
        marks.append(Mark(0, y + _LABEL, textwrap.shorten(label, _LONGEST, placeholder="…")))
        pieces.append(_piece(0, y + _BAR_GAP, max(wide, 2), _BAR_HEIGHT - 6, kind, value))
        marks.append(Mark(round(wide + 8, 1), y + _BAR_GAP + 16, str(value)))
    return Chart(max(len(rows), 1) * step, tuple(pieces), tuple(marks))


def _piece(x: float, y: float, width: float, height: float, kind: str, value: int) -> Piece:
    return Piece(round(x, 1), round(y, 1), round(width, 1), round(height, 1), kind, value)
