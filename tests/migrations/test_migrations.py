"""Migrations go both ways and end where the models are, triggers included, on both databases."""

from collections.abc import Iterator
from pathlib import Path

import flask_migrate
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask
from sqlalchemy import create_engine, inspect, text

from app import create_app
from app.persistence.base import db
from app.persistence.migrating import init_migrate
from app.persistence.protection import all_statements
from tests.support.database import Database, PostgresDatabase, run_statements
from tests.support.settings import test_settings


@pytest.fixture
def empty(database: Database, tmp_path: Path) -> Iterator[Flask]:
    """The application on a database without any table."""
    if isinstance(database, PostgresDatabase):
        admin = create_engine(database.server.url("postgres"), isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(text("DROP DATABASE IF EXISTS migrated WITH (FORCE)"))
            connection.execute(text("CREATE DATABASE migrated"))
        admin.dispose()
        url = database.server.url("migrated")
    else:
        url = f"sqlite:///{tmp_path / 'migrated.db'}"
    app = create_app(test_settings(url, tmp_path))
    init_migrate(app)
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


def triggers() -> dict[str, str]:
    """Name → definition of every trigger of the database, and of every function of ours."""
    if db.engine.dialect.name == "sqlite":
        query = "SELECT name, sql FROM sqlite_master WHERE type='trigger'"
    else:
        query = (
            "SELECT tgname, pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger "
            "WHERE NOT tgisinternal UNION ALL SELECT proname || '()', pg_get_functiondef(oid) "
            "FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
        )
    with db.engine.connect() as connection:
        return {row[0]: row[1] for row in connection.execute(text(query))}


def test_upgrading_reaches_the_models(empty: Flask) -> None:
    flask_migrate.upgrade()
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []


def test_migrated_triggers_are_those_of_the_models(empty: Flask) -> None:
    flask_migrate.upgrade()
    migrated = triggers()
    flask_migrate.downgrade(revision="base")
    db.create_all()
    run_statements(all_statements(db.engine.dialect.name))
    assert triggers() == migrated


def test_downgrading_removes_everything(empty: Flask) -> None:
    flask_migrate.upgrade()
    flask_migrate.downgrade(revision="base")
    assert set(inspect(db.engine).get_table_names()) <= {"alembic_version"}
    assert triggers() == {}


def test_data_survives_going_down_and_up_again(empty: Flask) -> None:
    flask_migrate.upgrade()
    with db.engine.begin() as connection:
        connection.execute(text("INSERT INTO seal_counter VALUES ('c', 7)"))
    flask_migrate.downgrade(revision="0001")
    flask_migrate.upgrade()
    with db.engine.connect() as connection:
        assert connection.execute(text("SELECT last_index FROM seal_counter")).scalar() == 7
