"""How a rule finds what it speaks of: fields of the record, the chosen type and the catalogue.

Twin of the first half of static/js/notice/defects.js; the two share one table of cases.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

Json = Mapping[str, object]
Look = Callable[[str], object]

# Spaces, controls and the invisible: a field of these alone is empty.
_BLANK = re.compile(
    "[\u0000-\u0020\u007f-\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]"
)
_INSTANT = re.compile(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")


def looking(catalogue: Json, record: Json) -> Look:
    """Value at a dotted path of the record, or behind `$type`, `$kind`, `$codes`, `$catalogue`.

    None for what is not there; never an error, whatever the record holds.
    """
    types = rows(catalogue.get("types"))
    code = at(record, "infraction.code")
    roots: dict[str, object] = {
        "$catalogue": catalogue,
        "$codes": [row.get("code") for row in types],
        "$type": _row(types, "code", code),
        "$kind": _row(rows(catalogue.get("kinds")), "kind", record.get("kind")),
    }

    def look(path: str) -> object:
        root, _, rest = path.partition(".")
        if root.startswith("$"):
            return at(roots.get(root), rest)
        return at(record, path)

    return look


def rows(value: object) -> list[Json]:
    """The objects of a list; an empty list for anything else."""
    if not isinstance(value, list):
        return []
    return [row for row in value if isinstance(row, Mapping)]


def _row(table: list[Json], key: str, name: object) -> object:
    return next((row for row in table if same(row.get(key), name)), None)


def at(value: object, path: str) -> object:
    """What stands at a dotted path of nested objects, or None."""
    for name in filter(None, path.split(".")):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def same(one: object, other: object) -> bool:
    """Equal as JSON: true is not 1, and lists are equal item by item."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


def filled(value: object) -> bool:
    """Text with something to read, a list with items, an object, a number, true or false."""
    if isinstance(value, str):
        return bool(visible(value))
    return len(value) > 0 if isinstance(value, list) else value is not None


def visible(text: str) -> str:
    """The characters one can see."""
    return _BLANK.sub("", text)


def instant(value: object) -> datetime | None:
    """`2026-11-30T20:05:00.000Z` as an aware datetime; None for anything else."""
    if not isinstance(value, str) or not _INSTANT.fullmatch(value):
        return None
    try:
        return datetime.fromisoformat(value).astimezone(UTC)
    except ValueError:
        return None


def applies(when: object, look: Look) -> bool:
    """Whether all conditions `[path, op, values]` of a rule hold."""
    listed = when if isinstance(when, list) else []
    return all(_holds(look, path, op, values) for path, op, values in listed)


def _holds(look: Look, path: str, op: str, values: list[object]) -> bool:
    value = look(path)
    if op == "filled":
        return filled(value)
    if op == "empty":
        return not filled(value)
    if op == "late":
        return _late(look, value, str(values[0]))
    found = any(same(value, each) for each in values)
    return not found if op == "not" else found


def _late(look: Look, written: object, since: str) -> bool:
    """Whether the term in hours of the text was over when the record was written."""
    end, start = instant(written), instant(look(since))
    hours = look("$catalogue.hours.hours")
    if end is None or start is None or not isinstance(hours, int):
        return False
    return end - start > timedelta(hours=hours)
