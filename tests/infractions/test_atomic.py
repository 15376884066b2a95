"""All of a notice or nothing of it: one statement fails at a time, or is swallowed (T26, §3.3)."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.evidence.arrival import Swallowed
from app.persistence.base import db
from tests.support.cast import Cast
from tests.support.notices_server import NoticePhone, deliver_to

WRITTEN = ("receipt", "notice", "number_outcome", "attachment", "ledger_event", "ledger_body")
COUNTED = (*WRITTEN, "quarantined")
PHOTO = {"sha256": "a" * 64, "size": 9, "taken_at": "2026-11-30T13:00:00.000Z", "caption": ""}


def counts() -> dict[str, int]:
    with db.engine.connect() as connection:
        found = {t: connection.execute(text(f"SELECT count(*) FROM {t}")).scalar() for t in COUNTED}
        head = connection.execute(text("SELECT seq, hash FROM ledger_head WHERE chain = 'main'"))
        return {**found, "head": tuple(head.one())}  # type: ignore[dict-item]


@contextmanager
def failing(table: str, event: str = "INSERT") -> Iterator[None]:
    """The statement on this table fails, as by a broken disk."""
    if db.engine.dialect.name == "sqlite":
        made = [
            f"CREATE TRIGGER broken BEFORE {event} ON {table} BEGIN SELECT RAISE(FAIL,'broken'); END"
        ]
        undone = ["DROP TRIGGER broken"]
    else:
        made = [
            "CREATE FUNCTION broken() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$ LANGUAGE plpgsql",
            f"CREATE TRIGGER broken BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION broken()",
        ]
        undone = [f"DROP TRIGGER broken ON {table}", "DROP FUNCTION broken()"]
    _run(made)
    try:
        yield
    finally:
        db.session.rollback()
        _run(undone)


def _run(statements: list[str]) -> None:
    db.session.rollback()  # an open read would hold the change of the table back
    with db.engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


@pytest.mark.parametrize(
    ("table", "event"), [*((table, "INSERT") for table in WRITTEN), ("ledger_head", "UPDATE")]
)
def test_a_failure_at_any_statement_leaves_nothing_behind(
    planura: Cast, phone: NoticePhone, table: str, event: str
) -> None:
    sent, before = phone.write(photos=[PHOTO]), counts()
    with failing(table, event), pytest.raises(DBAPIError):
        deliver_to(planura, sent)
    assert counts() == before
    assert not deliver_to(planura, sent).replayed  # and the same delivery is taken afterwards


def test_each_statement_of_a_notice_is_among_those_that_failed(
    planura: Cast, phone: NoticePhone
) -> None:
    before = counts()
    deliver_to(planura, phone.write(photos=[PHOTO]))
    after = counts()
    assert {name for name in after if after[name] != before[name]} == {*WRITTEN, "head"}


@pytest.mark.parametrize("table", ["receipt", "notice", "number_outcome"])
def test_an_insert_that_the_database_swallows_gets_no_receipt(
    planura: Cast, phone: NoticePhone, table: str
) -> None:
    if db.engine.dialect.name == "sqlite":
        pytest.skip("only PostgreSQL has rules that swallow an insert")
    sent, before = phone.write(), counts()
    _run([f"CREATE RULE swallow AS ON INSERT TO {table} DO INSTEAD NOTHING"])
    with pytest.raises((Swallowed, DBAPIError)):
        deliver_to(planura, sent)
    db.session.rollback()
    _run([f"DROP RULE swallow ON {table}"])
    assert counts() == before
