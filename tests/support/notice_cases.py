"""The table of defects (tests/regulation/data/notice_cases.json) applied to random complete notices.

A case: `rules` that must refuse (none: still complete), `set` values by dotted path, and where
it applies: `slug`, `kinds`, `code`, `decisions` of the city, `needs` (values the record has).
"""

import copy
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from app.regulation.loader import load_all
from app.regulation.ruleset import Ruleset
from tests.support.notices import catalogue_of, complete_record

TABLE = Path(__file__).parents[1] / "regulation" / "data" / "notice_cases.json"
Json = dict[str, Any]
_TRIES = 2000


def cases() -> list[Json]:
    """All rows of the table."""
    rows: list[Json] = json.loads(TABLE.read_text(encoding="utf-8"))
    return rows


def cities_of(case: Json) -> list[str]:
    """Slugs of the texts the case speaks of."""
    kinds = case.get("kinds")
    named = [case["slug"]] if "slug" in case else sorted(load_all())
    return [slug for slug in named if not kinds or kinds_of(slug) & {*kinds}]


@cache
def law_of(slug: str, decisions: tuple[tuple[str, str], ...] = ()) -> Ruleset:
    """The ruleset with the decisions of a case."""
    return load_all()[slug].with_decisions(dict(decisions))


@cache
def catalogue_for(slug: str, decisions: tuple[tuple[str, str], ...] = ()) -> Json:
    """Its catalogue at the fixtures' noon, made once."""
    return catalogue_of(law_of(slug, decisions))


def kinds_of(slug: str) -> set[str]:
    """Document kinds of the text."""
    return {row["kind"] for row in catalogue_for(slug)["kinds"]}


def spoilt(case: Json, slug: str, rng: Random) -> tuple[Json, Json]:
    """Catalogue and a record, complete but for the case."""
    decisions = tuple(sorted(case.get("decisions", {}).items()))
    law, known = law_of(slug, decisions), catalogue_for(slug, decisions)
    kinds = sorted(kinds_of(slug) & set(case.get("kinds", kinds_of(slug))))
    for _ in range(_TRIES):
        code, kind = case.get("code", ""), rng.choice(kinds)
        record = complete_record(law, kind, rng, code=code, catalogue=known)
        if all(at(record, path) == value for path, value in case.get("needs", {}).items()):
            return known, changed(record, case["set"])
    raise AssertionError(f"no complete record fits {case}")


def changed(record: Json, values: Json) -> Json:
    """A copy with values put in by dotted path, where the object above is there."""
    made = copy.deepcopy(record)
    for path, value in values.items():
        *above, name = path.split(".")
        place = at(made, ".".join(above)) if above else made
        if place is not None:
            place[name] = value
    return made


def at(record: Any, path: str) -> Any:
    for name in path.split("."):
        record = record.get(name) if isinstance(record, dict) else None
    return record
