"""Connections are durable, and one verb is one transaction."""

import threading

import pytest
from flask import Flask
from sqlalchemy import text

from app.accounts.models import SignInCounter
from app.persistence.base import db
from app.persistence.engine import SQLITE_PRAGMAS
from app.persistence.transaction import after_commit, transaction


def test_every_pooled_connection_is_durable(app: Flask) -> None:
    if db.engine.dialect.name != "sqlite":
        pytest.skip("the settings are SQLite's")
    pool = [db.engine.connect() for _ in range(3)]
    live = [
        {name: c.exec_driver_sql(f"PRAGMA {name}").scalar() for name in SQLITE_PRAGMAS}
        for c in pool
    ]
    for connection in pool:
        connection.close()
    assert live == [SQLITE_PRAGMAS] * 3


def test_a_failing_verb_leaves_nothing(app: Flask) -> None:
    with pytest.raises(ZeroDivisionError), transaction() as session:
        session.add(SignInCounter(key="k", window=1, failures=1))
        session.flush()
        1 / 0  # noqa: B018
    assert db.session.get(SignInCounter, ("k", 1)) is None


def test_a_verb_inside_a_verb_is_refused(app: Flask) -> None:
    with transaction(), pytest.raises(RuntimeError), transaction():
        pass


def test_what_follows_the_commit_does_not_run_when_it_fails(app: Flask) -> None:
    ran: list[str] = []
    with pytest.raises(ZeroDivisionError), transaction() as session:
        after_commit(session, lambda: ran.append("mail"))
        1 / 0  # noqa: B018
    assert ran == []


def test_parallel_increments_lose_nothing(app: Flask) -> None:
    with transaction() as session:
        session.add(SignInCounter(key="k", window=1, failures=0))

    def increment() -> None:
        with app.app_context():
            for _ in range(10):
                with transaction() as session:
                    session.get_one(SignInCounter, ("k", 1), with_for_update=True).failures += 1

    threads = [threading.Thread(target=increment) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    db.session.rollback()
    assert db.session.scalar(text("SELECT failures FROM sign_in_counter")) == 40
