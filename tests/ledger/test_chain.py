"""The chain holds, and every change behind its back is found."""

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.accounts.domain import system_actor
from app.ledger.domain import ERASED, HASHED, NOT_HASHED, body_name
from app.ledger.faults import Code, Fault
from app.ledger.models import LedgerEvent
from app.ledger.service import append
from app.ledger.verify import verify
from app.persistence.base import db
from app.persistence.transaction import transaction
from tests.ledger.tampering import run_raw, unprotected
from tests.support import cast


@pytest.fixture
def city(app: Flask) -> str:
    ana = cast.planura(app).actor("ana")
    with transaction() as session:
        for n in range(5):
            append(session, ana, "test.event", ("thing", str(n)), {"n": n}, now=cast.NOW)
    return ana.municipality_id


def faults(app: Flask, city: str) -> list[Fault]:
    db.session.rollback()
    return list(verify(db.session(), city, app.config["LEDGER_KEY"]))


def behind_the_back(statement: str) -> None:
    """What the owner of the database can do: switch the triggers off, then write."""
    with unprotected():
        run_raw(statement)


def test_every_column_is_hashed_or_excluded_with_a_reason() -> None:
    columns = {c.name for c in LedgerEvent.__table__.columns}
    assert columns == set(HASHED) | set(NOT_HASHED)


def test_an_honest_chain_has_no_fault(app: Flask, city: str) -> None:
    assert faults(app, city) == []


@pytest.mark.parametrize(
    "column", [c for c in HASHED if c not in {"municipality_id", "chain", "seq"}]
)
def test_a_changed_column_is_found(app: Flask, city: str, column: str) -> None:
    value = "'2020-01-01 00:00:00'" if column.endswith("_at") else "'f0f0'"
    behind_the_back(f"UPDATE ledger_event SET {column}={value} WHERE seq=3 AND chain='main'")
    assert 3 in {f.seq for f in faults(app, city)}


def test_a_deleted_link_is_found(app: Flask, city: str) -> None:
    behind_the_back("DELETE FROM ledger_event WHERE seq=3 AND chain='main'")
    assert faults(app, city)


def test_a_cut_tail_is_found(app: Flask, city: str) -> None:
    behind_the_back("DELETE FROM ledger_event WHERE seq>10 AND chain='main'")
    assert faults(app, city)


def erase_third_body(app: Flask, city: str, *, said: bool) -> None:
    if said:
        with transaction() as session:
            entity = ("ledger_body", body_name("main", 3))
            append(session, system_actor(city), ERASED, entity, {}, now=cast.NOW)
    with db.engine.begin() as connection:
        connection.execute(text("DELETE FROM ledger_body WHERE seq=3 AND chain='main'"))


def test_an_erased_body_leaves_the_chain_whole(app: Flask, city: str) -> None:
    erase_third_body(app, city, said=True)
    assert faults(app, city) == []


def test_a_body_that_went_without_a_word_is_found(app: Flask, city: str) -> None:
    erase_third_body(app, city, said=False)
    assert [(f.code, f.seq) for f in faults(app, city)] == [(Code.ORPHAN, 3)]


def test_a_changed_body_is_found(app: Flask, city: str) -> None:
    behind_the_back("UPDATE ledger_body SET body='{}' WHERE seq=3 AND chain='main'")
    assert [f.what for f in faults(app, city)] == ["corpo do evento alterado"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger_event SET kind='x'",
        "DELETE FROM ledger_event",
        "UPDATE ledger_event SET seq=99 WHERE seq=1",
        "UPDATE ledger_body SET body='{}' WHERE seq=1",
    ],
)
def test_the_application_cannot_change_an_event(app: Flask, city: str, statement: str) -> None:
    with pytest.raises(DBAPIError), db.engine.begin() as connection:
        connection.execute(text(statement))
