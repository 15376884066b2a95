"""Columns of numbers as bytes that compress well. Pure; the reader is static/js/field/pack-columns.js.

A column is written plane by plane (all lowest bytes, then all second bytes…): each plane has one
distribution, which is what deflate codes best.
"""

import sys
from array import array
from collections.abc import Hashable, Iterable
from typing import Final, Generic, TypeVar

PLAIN, SIGNED, RISING = "u", "s", "r"
_MAX: Final = 2**32 - 1
Spec = tuple[str, str, int, int]  # name, kind, bytes of each number, how many numbers
Word = TypeVar("Word", bound=Hashable)


def zigzag(number: int) -> int:
    """0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …: small distances in either direction stay small."""
    return 2 * number if number >= 0 else -2 * number - 1


class Columns:
    """Columns by name, filled row by row, each number below 2^32 once written."""

    def __init__(self, **kinds: str) -> None:
        self._kinds = kinds
        self._columns = {name: array("q") for name in kinds}

    def add(self, **numbers: int) -> None:
        """One number to each named column."""
        for name, number in numbers.items():
            self._columns[name].append(number)

    def extend(self, name: str, numbers: Iterable[int]) -> None:
        """Several numbers to one column."""
        self._columns[name].extend(numbers)

    def write(self) -> tuple[list[Spec], bytes]:
        """The specifications, in order, and the bytes; ValueError for a number that does not fit."""
        specs: list[Spec] = []
        parts: list[bytes] = []
        for name, kind in self._kinds.items():
            numbers = _prepared(self._columns[name], kind)
            largest = max(numbers, default=0)
            if largest > _MAX or min(numbers, default=0) < 0:
                raise ValueError(f"column {name}: a number does not fit in four bytes")
            width = (largest.bit_length() + 7) // 8
            specs.append((name, kind, width, len(numbers)))
            parts += _planes(numbers, width)
        return specs, b"".join(parts)


class Dictionary(Generic[Word]):
    """Words by number, in the order in which they were first met."""

    def __init__(self) -> None:
        self._numbers: dict[Word, int] = {}

    def __getitem__(self, word: Word) -> int:
        return self._numbers.setdefault(word, len(self._numbers))

    def words(self) -> list[Word]:
        """All words; the position is the number."""
        return list(self._numbers)


def _prepared(numbers: "array[int]", kind: str) -> "array[int]":
    if kind == PLAIN:
        return numbers
    if kind == SIGNED:
        return array("q", map(zigzag, numbers))
    last, steps = 0, array("q")
    for number in numbers:
        steps.append(number - last)
        last = number
    return steps


def _planes(numbers: "array[int]", width: int) -> list[bytes]:
    little = array("q", numbers)
    if sys.byteorder == "big":
        little.byteswap()
    data = little.tobytes()
    return [data[plane :: little.itemsize] for plane in range(width)]
