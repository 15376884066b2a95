"""Each test finds exactly the empty schema, whatever the one before did to the database."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from app.accounts.models import SignInCounter
from app.persistence.base import db
from app.persistence.transaction import transaction
from tests.ledger.filled import fill
from tests.ledger.tampering import is_sqlite, run_raw
from tests.support import cast
from tests.support.database import RENEWED_AFTER, Database, PostgresDatabase, SqliteDatabase
from tests.support.postgres import binaries

CHANGES = (
    "ALTER TABLE person ADD COLUMN odd TEXT",
    "CREATE INDEX odd ON person (name)",
    "CREATE TABLE odd (id INTEGER)",
    "CREATE VIEW odd AS SELECT 1",
    "DROP TABLE sign_in_counter",
)
OF_POSTGRES = (
    "ALTER DATABASE confere_test SET lock_timeout = 5",
    "ALTER TABLE ledger_event DISABLE TRIGGER ledger_event_no_change",
    "ALTER TABLE ledger_event ENABLE TRIGGER ledger_event_no_change",  # ALWAYS is gone
    "ALTER TABLE person ALTER COLUMN name DROP NOT NULL",
    "ALTER TABLE person ALTER COLUMN name SET DEFAULT 'odd'",
    "ALTER TABLE person ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE role_grant DISABLE TRIGGER ALL",  # its foreign keys
    "COMMENT ON TABLE person IS 'odd'",
    "CREATE OR REPLACE FUNCTION confere_refuse() RETURNS trigger AS 'BEGIN RETURN NEW; END' "
    "LANGUAGE plpgsql",
    "CREATE RULE odd AS ON DELETE TO person DO INSTEAD NOTHING",
    "CREATE SCHEMA odd",
    "CREATE SEQUENCE odd",
    "CREATE TYPE odd AS ENUM ('odd')",
    "DROP TRIGGER ledger_event_no_change ON ledger_event",
    "GRANT SELECT ON person TO PUBLIC",
    "GRANT SELECT (name) ON person TO PUBLIC",
    "GRANT CREATE ON SCHEMA public TO PUBLIC",
)


def filled_tables() -> set[str]:
    """The tables of the models with a row."""
    with db.engine.connect() as connection:
        return {
            name
            for name in db.metadata.tables
            if connection.execute(text(f"SELECT 1 FROM {name} LIMIT 1")).first()
        }


def dump(database: Database, which: str) -> list[str]:
    """Schema and rows of the "test" or the "template" database, told by its own tool."""
    if isinstance(database, SqliteDatabase):
        file = {"test": database.file, "template": database.template}[which]
        with closing(sqlite3.connect(file)) as connection:
            return list(connection.iterdump())
    assert isinstance(database, PostgresDatabase)
    address = database.server.url(f"confere_{which}").replace("+psycopg", "")
    command = [str(binaries() / "pg_dump"), "--dbname", address]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    # A random word against code in a dump, new each time.
    return [
        line for line in told.splitlines() if not line.startswith(("\\restrict", "\\unrestrict"))
    ]


def check_empty(database: Database) -> None:
    assert dump(database, "test") == dump(database, "template")


@pytest.fixture
def postgres(database: Database) -> PostgresDatabase:
    """The database, where it is PostgreSQL's."""
    if not isinstance(database, PostgresDatabase):
        pytest.skip("about PostgreSQL")
    database.reset()
    return database


def test_the_rows_of_a_busy_city_are_gone(database: Database, tmp_path: Path) -> None:
    database.reset()
    with database.app.app_context():
        fill(database.app, tmp_path)
        before = filled_tables()
        database.reset()
        assert len(before) > 15 and not filled_tables()
    check_empty(database)


def test_protected_rows_are_protected_after_a_reset(database: Database) -> None:
    with database.app.app_context():
        for _ in range(2):
            database.reset()
            cast.planura(database.app)
        for refused in ("DELETE FROM ledger_event", "UPDATE ledger_event SET seq = 7"):
            with pytest.raises(DBAPIError, match="registro imutável"):
                run_raw(refused)
        database.reset()


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_schema_comes_back(database: Database, change: str) -> None:
    database.reset()
    with database.app.app_context():
        run_raw(change)
        assert dump(database, "test") != dump(database, "template")
        database.reset()
    check_empty(database)


def test_a_dropped_trigger_comes_back(database: Database) -> None:
    database.reset()
    with database.app.app_context():
        name = "ledger_event_no_update" if is_sqlite() else "ledger_event_no_change ON ledger_event"
        run_raw(f"DROP TRIGGER {name}")
        database.reset()
    check_empty(database)


@pytest.mark.parametrize("change", OF_POSTGRES)
def test_whatever_postgres_lets_one_change_comes_back(
    postgres: PostgresDatabase, change: str
) -> None:
    copies = postgres.copies
    with postgres.app.app_context():
        run_raw(change)
        postgres.reset()
    assert postgres.copies == copies + 1
    check_empty(postgres)


def test_rows_that_break_foreign_keys_are_gone(postgres: PostgresDatabase) -> None:
    with postgres.app.app_context():
        cast.planura(postgres.app)
        run_raw("SET LOCAL session_replication_role = replica", "DELETE FROM person")
        postgres.reset()
    check_empty(postgres)


def test_rows_alone_cost_no_copy(postgres: PostgresDatabase) -> None:
    postgres.since, copies = 0, postgres.copies
    with postgres.app.app_context():
        cast.planura(postgres.app)
        postgres.reset()
        assert not filled_tables() and postgres.copies == copies


def test_after_many_resets_the_database_is_made_anew(postgres: PostgresDatabase) -> None:
    postgres.since, copies = RENEWED_AFTER - 1, postgres.copies
    postgres.reset()
    assert (postgres.copies, postgres.since) == (copies + 1, 0)
    check_empty(postgres)


def test_a_forgotten_transaction_holds_nothing_up(postgres: PostgresDatabase) -> None:
    with postgres.app.app_context():
        with transaction() as session:
            session.add(SignInCounter(key="k", window=1, failures=0))
        forgotten = db.engine.connect()
        forgotten.execute(text("UPDATE sign_in_counter SET failures = 1"))
        postgres.reset()
        with pytest.raises(DBAPIError):
            forgotten.execute(text("SELECT 1"))
        forgotten.invalidate()
        assert filled_tables() == set()


def test_the_database_that_a_test_took_away_comes_back(postgres: PostgresDatabase) -> None:
    postgres._dispose()
    postgres._admin("DROP DATABASE confere_test WITH (FORCE)")
    postgres.reset()
    with postgres.app.app_context():
        assert set(inspect(db.engine).get_table_names()) == set(db.metadata.tables)
