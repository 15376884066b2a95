"""What is a signature on the pad, and what is a dot or a slip of the finger.

Twin of `isSignature` in static/js/notice/strokes.js.
"""

from itertools import pairwise
from math import sqrt

from app.regulation.notice_look import at

POINTS_MAX = 3000
# Parts of the sheet's width: what was drawn spans a twentieth, the pen went a sixth in all.
_SPAN_PART, _PATH_PART = 20, 6


def is_signature(value: object) -> bool:
    """Whole points inside the sheet, `{w, h, strokes: [[x, y, x, y, …], …]}`, that are more than a tap."""
    strokes = _strokes(value)
    if strokes is None:
        return False
    across = [x for stroke in strokes for x in stroke[0::2]]
    down = [y for stroke in strokes for y in stroke[1::2]]
    width, height = at(value, "w"), at(value, "h")
    if not across or type(width) is not int or type(height) is not int:
        return False
    inside = min(across + down) >= 0 and max(across) <= width and max(down) <= height
    span = max(max(across) - min(across), max(down) - min(down))
    enough = span * _SPAN_PART >= width and path_length(strokes) * _PATH_PART >= width
    return inside and enough


def path_length(strokes: list[list[int]]) -> float:
    """The way the pen went, over all strokes, in units of the sheet.

    Roots of whole numbers added in order: the phone, which does the same, gets the very same sum.
    """
    total = 0.0
    for stroke in strokes:
        points = list(zip(stroke[0::2], stroke[1::2], strict=True))
        for (x, y), (next_x, next_y) in pairwise(points):
            total += sqrt((next_x - x) ** 2 + (next_y - y) ** 2)
    return total


def _strokes(value: object) -> list[list[int]] | None:
    """Lists of whole numbers in pairs, not too many; None for anything else."""
    listed = at(value, "strokes")
    if not isinstance(listed, list) or not all(isinstance(each, list) for each in listed):
        return None
    numbers = [number for stroke in listed for number in stroke]
    if any(type(number) is not int for number in numbers) or len(numbers) > 2 * POINTS_MAX:
        return None
    return listed if all(len(stroke) % 2 == 0 for stroke in listed) else None
