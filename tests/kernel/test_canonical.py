"""Canonical bytes against twenty frozen vectors, and what has no canonical form."""

import hashlib
import json
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from enum import IntEnum, StrEnum
from pathlib import Path

import pytest

from app.kernel.canonical import canonical

VECTORS = json.loads((Path(__file__).parent / "data" / "canonical.json").read_text("utf-8"))


def revive(value: object) -> object:
    """JSON has no instants: `{"$instant": iso}` stands for one in the vectors."""
    if isinstance(value, list):
        return [revive(item) for item in value]
    if isinstance(value, dict):
        if value.keys() == {"$instant"}:
            return datetime.fromisoformat(str(value["$instant"]))
        return {key: revive(item) for key, item in value.items()}
    return value


def test_there_are_twenty_vectors() -> None:
    assert len({vector["name"] for vector in VECTORS}) == 20


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_frozen_vector(vector: dict[str, str]) -> None:
    written = canonical(revive(vector["value"]))
    assert written.decode("utf-8") == vector["text"]
    assert hashlib.sha256(written).hexdigest() == vector["sha256"]


NAIVE = datetime(2026, 1, 1, tzinfo=UTC).replace(tzinfo=None)


class Colour(StrEnum):
    RED = "vermelho"


class Level(IntEnum):
    HIGH = 3


def test_python_values_without_a_json_twin() -> None:
    brt = timezone(timedelta(hours=-3))
    value = {
        "enum": [Colour.RED, Level.HIGH],
        Colour.RED: (date(2026, 1, 2), datetime(2026, 1, 1, 23, 0, 0, 999_999, tzinfo=brt)),
    }
    assert canonical(value).decode() == (
        '{"enum":["vermelho",3],"vermelho":["2026-01-02","2026-01-02T02:00:00.999Z"]}'
    )


@pytest.mark.parametrize(
    "value",
    [1.0, float("nan"), NAIVE, Decimal("1.5"), b"x", {1: 2}, {"a"}, object()],
    ids=repr,
)
def test_types_without_a_canonical_form(value: object) -> None:
    with pytest.raises(TypeError):
        canonical({"a": [value]})


def deep(levels: int) -> object:
    value: object = 0
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value", ["\ud800", {"\udfff": 1}, 2**53, -(2**53), {"é": 1, "e\u0301": 2}, deep(10_000)]
)
def test_values_that_would_not_survive_a_browser(value: object) -> None:
    with pytest.raises(ValueError):
        canonical([value])


def test_one_instant_one_text() -> None:
    utc = datetime(2026, 1, 1, 12, tzinfo=UTC)
    assert canonical(utc) == canonical(utc.astimezone(timezone(timedelta(hours=5, minutes=30))))
