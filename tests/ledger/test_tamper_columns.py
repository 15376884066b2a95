"""Every column of every row, changed by raw SQL, is found and its row named, by both verifiers."""

from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from app.persistence.base import db
from app.sync.models import Quarantined
from tests.ledger.columns import (
    audit,
    changed,
    changes,
    defenceless,
    export_to,
    faults_in,
    unnamed,
)
from tests.ledger.filled import Filled, fill

# What both verifiers hold; keys of phones and anchors are the application's alone.
TABLES = (
    "notice",
    "ledger_event",
    "ledger_body",
    "number_outcome",
    "number_block",
    "notice_annotation",
    "attachment",
    "attachment_received",
    "inspection",
    "inspection_defect",
    "inspection_result",
    "inspection_seal",
    "inspection_missed",
    "inspection_flag",
    "inspection_review",
    "inspection_draw",
    "case_file",
    "case_notice",
    "case_duty",
    "case_step",
    "case_cancelling",
    "case_document",
    "ufm_value",
)
ROWS = 24


@pytest.fixture
def city(app: Flask, tmp_path: Path) -> Filled:
    return fill(app, tmp_path / "outside", ROWS)


def test_an_honest_city_has_no_fault(city: Filled, tmp_path: Path) -> None:
    assert faults_in(db.session(), city) == []
    key = tmp_path / "key"
    key.write_text(city.key.hex())
    file = export_to(db.session(), tmp_path / "export.jsonl")
    words = ("--ancoras", str(city.anchors), "--chave", str(key))
    assert audit(file, *words)[0] == 0, audit(file, *words)[1]


def check_application_names_each(city: Filled) -> list[str]:
    """Rows of which no fault of the application told when one of their columns was changed."""
    missed = []
    with defenceless():
        for change in changes(*TABLES, "device_key", "ledger_anchor"):
            with changed(change) as (session, before):
                output = "\n".join(fault.line() for fault in faults_in(session, city))
            missed += [f"{change}: {names}" for names in unnamed(before, output)]
    return missed


def check_second_verifier_names_each(city: Filled, folder: Path) -> list[str]:
    """The same of the second verifier, by its output and its exit code."""
    missed = []
    (folder / "key").write_text(city.key.hex())
    aside = set(db.session.scalars(select(Quarantined.entry_id)))
    with defenceless():
        for change in changes(*TABLES):
            with changed(change) as (session, before):
                file = export_to(session, folder / "export.jsonl")
            code, output = audit(file, "--chave", str(folder / "key"))
            # What waits in quarantine is not in the chain: only the application compares it.
            before = [row for row in before if row._mapping.get("entry_id") not in aside]
            missed += [f"{change}: {names}" for names in unnamed(before, output)]
            missed += [f"{change}: {code} {output[-400:]}"] if code not in range(2, 8) else []
    return missed


def test_the_application_finds_and_names_each(city: Filled) -> None:
    assert check_application_names_each(city) == []


@pytest.mark.pure  # it reads an exported text, the same from either database
def test_the_second_verifier_finds_and_names_each(city: Filled, tmp_path: Path) -> None:
    assert check_second_verifier_names_each(city, tmp_path) == []
