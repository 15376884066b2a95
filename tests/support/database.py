"""A fresh schema for each test: a copied file on SQLite, deleted rows on PostgreSQL."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import psycopg
from flask import Flask
from sqlalchemy import create_engine, text

from app import create_app
from app.persistence.base import db
from app.persistence.protection import all_statements
from tests.support.emptying import empty, learn
from tests.support.postgres import Postgres, running_postgres
from tests.support.settings import test_settings

RENEWED_AFTER = 100


class Database(Protocol):
    """One application bound to one database that can be emptied."""

    app: Flask

    def reset(self) -> None:
        """Back to the empty schema."""


class SqliteDatabase:
    """A file; the empty schema is kept beside it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "test.db"
        self.template = folder / "template.db"
        self.app = create_app(test_settings(f"sqlite:///{self.file}", folder))
        build_schema(self.app)
        with self.app.app_context():
            with db.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            db.engine.dispose()
        shutil.copy(self.file, self.template)

    def reset(self) -> None:
        """Put the empty file back."""
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()
        for suffix in ("-wal", "-shm"):
            Path(f"{self.file}{suffix}").unlink(missing_ok=True)
        shutil.copy(self.template, self.file)


class PostgresDatabase:
    """A database emptied of its rows; made anew from a template when more than rows has changed."""

    def __init__(self, server: Postgres, folder: Path) -> None:
        self.server = server
        self.kept: psycopg.Connection | None = None
        self.copies = self.since = 0  # how often it was made anew, and resets since then
        # Copying files beats writing them to the log twice over; PostgreSQL 14 knows only copying.
        self.copying = (
            "STRATEGY = FILE_COPY" if int(self._admin("SHOW server_version_num")) >= 150000 else ""
        )
        self._admin("CREATE DATABASE confere_test")
        self.app = create_app(test_settings(server.url("confere_test"), folder))
        build_schema(self.app)
        self._dispose()
        self._admin("CREATE DATABASE confere_template TEMPLATE confere_test")
        self.schema = learn(self._connection())

    def reset(self) -> None:
        """Back to the empty schema, triggers included."""
        self._dispose()
        self.since += 1
        # Deleted rows stay in the files, as nothing vacuums this server.
        if self.since < RENEWED_AFTER and self._emptied():
            return
        self._admin("DROP DATABASE IF EXISTS confere_test WITH (FORCE)")
        self._admin(f"CREATE DATABASE confere_test TEMPLATE confere_template {self.copying}")
        self.copies, self.since = self.copies + 1, 0

    def _emptied(self) -> bool:
        try:
            return empty(self._connection(), self.schema)
        except psycopg.Error:  # no such database, or a damaged one
            return False

    def _connection(self) -> psycopg.Connection:
        """One for all resets; a new connection would spend longer on starting than on emptying."""
        if self.kept is None or self.kept.closed:
            address = self.server.url("confere_test").replace("+psycopg", "")
            self.kept = psycopg.connect(address, autocommit=True)
        return self.kept

    def _dispose(self) -> None:
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()

    def _admin(self, statement: str) -> str:
        if self.kept is not None:
            self.kept.close()  # a database somebody is connected to can not be copied
        engine = create_engine(self.server.url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            done = connection.execute(text(statement))
            answer = str(done.scalar()) if done.returns_rows else ""
        engine.dispose()
        return answer


def build_schema(app: Flask) -> None:
    """All tables and triggers from the models (that migrations equal them is a test of its own)."""
    with app.app_context():
        db.create_all()
        run_statements(all_statements(db.engine.dialect.name))
        db.session.remove()


def run_statements(statements: list[str]) -> None:
    """Raw statements in one transaction; PostgreSQL's driver wants per cent signs doubled."""
    double = db.engine.dialect.name != "sqlite"
    with db.engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement.replace("%", "%%") if double else statement)


@contextmanager
def open_database(kind: str, folder: Path) -> Iterator[Database]:
    """The database of a test run."""
    if kind == "sqlite":
        yield SqliteDatabase(folder)
        return
    with running_postgres() as server:
        database = PostgresDatabase(server, folder)
        yield database
        database._dispose()
