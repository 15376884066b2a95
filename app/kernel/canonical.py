"""One way to write a value as bytes, so that phone and server hash the same thing.

The twin is static/js/kernel/canonical.js; both are held to tests/kernel/data/canonical.json.
"""

import json
import unicodedata
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Final

INTEGER_MAX: Final = 2**53 - 1  # beyond this a JavaScript number is no longer exact
_DEPTH_MAX: Final = 32


def canonical(value: object) -> bytes:
    """Canonical JSON of None, bool, int, str, aware datetime, date, list, tuple and mapping.

    UTF-8 NFC, keys in code point order, no white space, instants as `YYYY-MM-DDTHH:MM:SS.mmmZ`
    (truncated to milliseconds), dates as `YYYY-MM-DD`. TypeError for floats, naive datetimes and
    any other type; ValueError for what JSON or JavaScript cannot carry exactly.
    """
    return _write(value, 0).encode("utf-8")


def _write(value: object, depth: int) -> str:
    if depth > _DEPTH_MAX:
        raise ValueError(f"nested deeper than {_DEPTH_MAX}")
    match value:
        case None | bool():
            return json.dumps(value)
        case int():
            return _integer(value)
        case str():
            return _quoted(value)
        case datetime():
            return _quoted(instant_text(value))
        case date():
            return _quoted(value.isoformat())
        case list() | tuple():
            return "[" + ",".join(_write(item, depth + 1) for item in value) + "]"
        case Mapping():
            return _object(value, depth)
    raise TypeError(f"{type(value).__name__} has no canonical form")


def instant_text(moment: datetime) -> str:
    """An aware datetime as `2026-06-14T11:10:00.000Z`; TypeError when naive."""
    if moment.utcoffset() is None:
        raise TypeError("a naive datetime is not an instant")
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def _integer(value: int) -> str:
    if abs(value) > INTEGER_MAX:
        raise ValueError("integer beyond 2^53 - 1: write it as text")
    return str(int(value))


def _quoted(text: str) -> str:
    if text.isascii():  # most of what is hashed: nothing to normalise, no surrogates
        return json.dumps(text, ensure_ascii=False)
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise ValueError("lone surrogate in text")
    return json.dumps(unicodedata.normalize("NFC", text), ensure_ascii=False)


def _object(value: Mapping[object, object], depth: int) -> str:
    members: dict[str, object] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise TypeError("keys are text")
        name = unicodedata.normalize("NFC", key)
        if name in members:
            raise ValueError(f"key twice after normalisation: {name!r}")
        members[name] = item
    return (
        "{"
        + ",".join(f"{_quoted(k)}:{_write(members[k], depth + 1)}" for k in sorted(members))
        + "}"
    )
