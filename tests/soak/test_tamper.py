"""The tamper suites at full length (threats.md §3.6): a thousand notices, both verifiers, mutations."""

import random
import re
from pathlib import Path

import pytest
from flask import Flask

from tests.ledger import columns
from tests.ledger.columns import audit, changed, changes, defenceless, export_to, faults_in
from tests.ledger.filled import Filled, fill
from tests.ledger.test_tamper_columns import (
    TABLES,
    check_application_names_each,
    check_second_verifier_names_each,
)

pytestmark = pytest.mark.soak
ROWS, SINGLES = 1_000, 200
# A change for each sort of fault that the second verifier tells.
SORTS = (
    "ledger_event.kind", "ledger_event.mac", "ledger_body.seq", "ledger_body.salt",
    "notice.title", "notice.id", "notice.payload", "number_outcome.block_id",
    "number_outcome.outcome", "attachment.caption", "attachment.sha256",
    "notice_annotation.id",
)  # fmt: skip


@pytest.fixture
def city(app: Flask, tmp_path: Path) -> Filled:
    return fill(app, tmp_path / "outside", ROWS)


def test_each_column_of_a_thousand_rows_by_the_application(city: Filled) -> None:
    assert check_application_names_each(city) == []


def test_each_column_of_a_thousand_rows_by_the_second(city: Filled, tmp_path: Path) -> None:
    assert check_second_verifier_names_each(city, tmp_path) == []


def test_single_changes_are_found_alone(city: Filled) -> None:
    dice = random.Random(3)
    every = [change for change in changes(*TABLES) for _ in range(3)]
    missed = []
    with defenceless():
        for change in dice.sample(every, SINGLES):
            row = dice.randrange(20)
            with changed(change, slice(row, row + 1)) as (session, before):
                if before and not faults_in(session, city):
                    missed.append(f"{change} row {row}")
    assert missed == []


def test_the_second_verifier_without_any_one_of_its_faults_misses_something(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    city = fill(app, tmp_path / "outside")
    files = [_tampered(city, tmp_path, name) for name in SORTS]
    source = (columns.AUDITOR / "verificar.py").read_text(encoding="utf-8")
    calls = [match.start() for match in re.finditer(r"(?<!def )falta\(", source)]
    toothless = []
    for place in calls:
        mutant = tmp_path / "mutant.py"
        mutant.write_text(source[:place] + "(lambda *_: None)(" + source[place + 6 :])
        seen = [audit(file, "--chave", str(tmp_path / "key"), script=str(mutant)) for file in files]
        lost = [name for name, (_, text) in zip(SORTS, seen, strict=True) if "Faltas: 0" in text]
        toothless += [] if lost or _needs_more(source, place) else [source[place : place + 60]]
    assert toothless == []


def _tampered(city: Filled, folder: Path, name: str) -> Path:
    (folder / "key").write_text(city.key.hex())
    change = next(c for c in changes(*TABLES) if str(c) == name)
    with defenceless(), changed(change, slice(3, 4)) as (session, _):
        return export_to(session, folder / f"{name}.jsonl")


def _needs_more(source: str, place: int) -> bool:
    """Faults of anchors, heads and photo files: no column shows them, tests/ledger does."""
    words = ("âncora", "fim da cadeia", "arquivo ausente", "ilegível", "registro sem evento")
    return any(word in source[place : place + 130] for word in words)
