"""The verifier without one of its checks: some change then goes unseen, so each check has teeth."""

import json
from collections.abc import Iterator

import pytest

from app.kernel.canonical import canonical
from app.ledger import checks, verify
from app.ledger.anchors import Anchor, mac_signature, read_anchor, signed_bytes
from app.ledger.faults import Fault
from app.persistence.base import db
from tests.ledger.columns import changed, changes, defenceless, faults_in
from tests.ledger.filled import Filled
from tests.ledger.rechain import rechain
from tests.ledger.tampering import run_raw, unprotected
from tests.ledger.test_tamper_acts import forge, photo_file

# Check → the column whose change only it sees.
ALONE = {
    "device_key": "device_key.registered_at",
    "number_block": "number_block.leased_at",
    "notice": "notice.title",
    "number_outcome": "number_outcome.reason",
    "notice_annotation": "notice_annotation.body",
    "attachment_received": "attachment_received.width",
    "inspection": "inspection.result",
    "inspection_result": "inspection_result.cure_by",
    "inspection_seal": "inspection_seal.person_id",
    "inspection_missed": "inspection_missed.due_on",
    "inspection_flag": "inspection_flag.detail",
    "inspection_review": "inspection_review.reasons",
    "inspection_draw": "inspection_draw.why",
    "case_file": "case_file.platform_id",
    "case_notice": "case_notice.notice_id",
    "case_duty": "case_duty.at",
    "case_step": "case_step.on_day",
    "case_cancelling": "case_cancelling.process_number",
    "case_document": "case_document.size",
    "ufm_value": "ufm_value.centavos",
    "cases": "case_series.next_value",
    "defects": "inspection_defect.label",
    "reports": "report_series.next_value",
    "numbers": "number_series.next_value",
    "attachments": "attachment.caption",
    "quarantined": "quarantined.why",
}
BY_OTHER_MEANS = {"signatures", "visit signatures", "photo files", "paper files", "anchored counts"}


def unseen(filled: Filled, name: str) -> bool:
    table, column = name.split(".")
    change = next(c for c in changes(table) if c.column == column)
    with defenceless(), changed(change) as (session, _):
        return faults_in(session, filled) == []


def without(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delitem(checks._checks, name)


def test_each_check_is_tried_without(filled: Filled) -> None:
    assert set(checks.registered_checks()) == {*ALONE, *BY_OTHER_MEANS}


def test_without_a_check_its_column_goes_unseen(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, column in ALONE.items():
        assert not unseen(filled, column), name
        with monkeypatch.context() as mutation:
            without(mutation, name)
            assert unseen(filled, column), name


def test_without_signatures_a_forger_with_the_key_goes_unseen(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_anchors(filled)
    forge(filled)
    assert faults_in(db.session(), filled)
    without(monkeypatch, "signatures")
    assert faults_in(db.session(), filled) == []


def forget_anchors(filled: Filled) -> None:
    """No anchor inside, and no event of one."""
    with unprotected():
        run_raw(
            "DELETE FROM ledger_anchor",
            "DELETE FROM ledger_body WHERE seq IN "
            "(SELECT seq FROM ledger_event WHERE kind='ledger.anchored') AND chain='main'",
            "DELETE FROM ledger_event WHERE kind='ledger.anchored'",
        )
        rechain(filled.city, filled.key)


def test_without_photo_files_a_changed_file_goes_unseen(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo_file(filled).write_bytes(b"another photo")
    assert faults_in(db.session(), filled)
    without(monkeypatch, "photo files")
    assert faults_in(db.session(), filled) == []


def test_without_anchored_counts_a_wrong_count_goes_unseen(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    anchor = wrong_count(filled)
    assert faults_in(db.session(), filled, anchors=(anchor,))
    without(monkeypatch, "anchored counts")
    assert faults_in(db.session(), filled, anchors=(anchor,)) == []


def wrong_count(filled: Filled) -> Anchor:
    """An anchor signed with the key that says one notice more."""
    document = json.loads(next(filled.anchors.glob("*.json")).read_text())
    document.pop("signature")
    document["contents"]["notices"] += 1
    signature = mac_signature(filled.key, signed_bytes(document))
    return read_anchor(canonical({**document, "signature": signature}).decode())


def nothing(*_: object) -> Iterator[Fault]:
    return iter(())


@pytest.mark.parametrize(
    ("owner", "name", "column"),
    [
        (verify._Chain, "_link", "ledger_event.mac"),
        (verify._Chain, "_body", "ledger_body.salt"),
    ],
)
def test_without_a_step_of_the_walk_its_column_goes_unseen(
    filled: Filled, monkeypatch: pytest.MonkeyPatch, owner: object, name: str, column: str
) -> None:
    assert not unseen(filled, column)
    monkeypatch.setattr(owner, name, nothing)
    assert unseen(filled, column)


def test_without_lone_bodies_a_body_put_in_goes_unseen(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_raw(
        "INSERT INTO ledger_body SELECT municipality_id, chain, 99999, salt, body FROM ledger_body "
        "WHERE chain='main' AND seq=1"
    )
    assert faults_in(db.session(), filled)
    monkeypatch.setattr(verify, "_lone_bodies", nothing)
    assert faults_in(db.session(), filled) == []
