"""The table of defects (tests/regulation/data/inspection_cases.json) applied to complete inspections.

A case: `rules` that must refuse (none: still complete; `also`: others may come with them) and
what spoils the record: `set` values by dotted path, `drop`, `copy`, `repeat`, `more`, or `answer`
of the item named by `key`, `kind` or `source`. It applies where `slug`, `occasion`, `modality`
and the item allow; `decisions` of the city, `fee_due` and `least` shots as given.
"""

import copy
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from app.regulation.inspection_items import items_for
from app.regulation.loader import load_all
from tests.support.inspections import catalogue_of, complete_record

TABLE = Path(__file__).parents[1] / "regulation" / "data" / "inspection_cases.json"
Json = dict[str, Any]
CITIES = ("patrocinio-2020", "planura-2025")


def cases() -> list[Json]:
    """All rows of the table."""
    rows: list[Json] = json.loads(TABLE.read_text(encoding="utf-8"))
    return rows


@cache
def catalogue_for(slug: str, decisions: tuple[tuple[str, str], ...] = (), least: int = 0) -> Json:
    """The city's catalogue at the fixtures' noon, made once."""
    made = catalogue_of(load_all()[slug].with_decisions(dict(decisions)))
    if least:
        made["shots"]["min"] = least
    return made


def visits(catalogue: Json) -> list[tuple[str, str]]:
    """Every occasion with every modality it is offered to."""
    return [(row["id"], each) for row in catalogue["occasions"] for each in row["modalities"]]


def some_failed(catalogue: Json, modality: str, rng: Random) -> list[str]:
    """Keys of a full list that may have failed before a return."""
    items = items_for(catalogue, "first", modality)
    keys = [str(item["key"]) for item in items if not item["fixed"] and item["source"] != "fee"]
    return rng.sample(keys, rng.randint(5, 9))


def fitting(case: Json) -> list[tuple[Json, str, str]]:
    """Catalogue, occasion and modality of every visit the case speaks of."""
    found = []
    for slug in CITIES:
        if case.get("slug", slug) != slug or not _has(slug, case.get("decisions", {})):
            continue
        known = catalogue_for(
            slug, tuple(sorted(case.get("decisions", {}).items())), case.get("least", 0)
        )
        for occasion, modality in visits(known):
            if case.get("occasion", occasion) != occasion:
                continue
            if case.get("modality", modality) != modality:
                continue
            if _names_item(case) and (
                occasion == "return" or not _items(case, known, occasion, modality)
            ):
                continue
            if "occasion" not in case and occasion in ("return", "exit"):
                continue
            found.append((known, occasion, modality))
    return found


def _has(slug: str, decisions: Json) -> bool:
    return set(decisions) <= {row.id for row in load_all()[slug].decisions}


def _names_item(case: Json) -> bool:
    return bool({"key", "kind", "source"} & case.keys())


def _items(case: Json, known: Json, occasion: str, modality: str) -> list[Json]:
    items = [dict(item) for item in items_for(known, occasion, modality)]
    if "key" in case:
        return [item for item in items if item["key"] == case["key"]]
    if "source" in case:
        return [item for item in items if item["source"] == case["source"]]
    kind = case.get("kind")
    return [
        item for item in items if item["kind"] == kind and not item["fixed"] and item["photos"] == 0
    ]


def spoilt(
    case: Json, known: Json, occasion: str, modality: str, rng: Random
) -> tuple[Json, list[str]]:
    """A record, complete but for the case, and what failed before it."""
    before = some_failed(known, modality, rng) if occasion == "return" else []
    named = rng.choice(_items(case, known, occasion, modality)) if _names_item(case) else None
    failed = [named["key"]] if named and case.get("failed") else []
    record = complete_record(known, occasion, modality, previous_failed=before, failed=failed)
    before = case.get("previous_failed", before)
    if "previous_failed" in case:
        record["items"] = []
    return _changed(record, case, named), before


def _changed(record: Json, case: Json, named: Json | None) -> Json:
    made = copy.deepcopy(record)
    for path, value in case.get("set", {}).items():
        _put(made, path, value)
    if "drop" in case:
        name, place = case["drop"].split(".")
        del made[name][int(place)]
    if "repeat" in case:
        name, place = case["repeat"].split(".")
        made[name].append(made[name][int(place)])
    if "copy" in case:
        to, source = case["copy"]
        _put(made, to, _at(made, source))
    for name, row in case.get("more", {}).items():
        made[name].append(row)
    if named:
        next(row for row in made["items"] if row["key"] == named["key"]).update(case["answer"])
    return made


def _put(record: Any, path: str, value: Any) -> None:
    *above, name = path.split(".")
    place = _at(record, ".".join(above)) if above else record
    place[name] = value


def _at(record: Any, path: str) -> Any:
    for name in path.split("."):
        record = record[int(name)] if isinstance(record, list) else record[name]
    return record
