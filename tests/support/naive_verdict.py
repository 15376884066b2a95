"""A second, deliberately naive implementation of the verdict, to compare the real one with.

Written from requirements.md §10, §4.3 and §8 without a look at `app/regulation/checks`.
"""

from datetime import date
from typing import Literal

from app.regulation.facts import Facts
from tests.support.naive_patrocinio import patrocinio
from tests.support.naive_planura import planura
from tests.support.naive_rows import Found

City = Literal["planura-2025", "patrocinio-2020"]
Answer = tuple[str, frozenset[tuple[str, str]]]


def naive_verdict(facts: Facts, city: City, on: date) -> Answer:
    """The level and each failing check with its own level."""
    found = patrocinio(facts, on) if city == "patrocinio-2020" else planura(facts, on)
    return answer(found)


def answer(found: Found) -> Answer:
    """The worst level and the rows that fail; "info" weighs nothing."""
    failing = set()
    for check, levels in found.items():
        for level in {levels} if isinstance(levels, str) else levels:
            if level:
                failing.add((check, level))
    heaviest = {level for _, level in failing}
    if "red" in heaviest:
        return "red", frozenset(failing)
    return ("amber" if "amber" in heaviest else "green"), frozenset(failing)
