"""Runs migrations with the application's engine; foreign keys rest while SQLite rebuilds tables."""

from typing import Any

from alembic import context
from flask import current_app

from app.persistence.types import Instant

db = current_app.extensions["migrate"].db


def render_item(kind: str, item: Any, _autogen: Any) -> str | bool:
    """Our one column type is written by its own name, not by a path."""
    return "Instant()" if kind == "type" and isinstance(item, Instant) else False


def run() -> None:
    """One connection, one transaction per migration."""
    with db.engine.connect() as connection:
        sqlite = connection.dialect.name == "sqlite"
        if sqlite:
            # SQLite alters by copying a table: with keys enforced the DROP would fail or cascade.
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            connection.commit()
        context.configure(
            connection=connection,
            target_metadata=db.metadata,
            render_as_batch=True,
            compare_type=True,
            render_item=render_item,
        )
        with context.begin_transaction():
            context.run_migrations()
        if sqlite:
            connection.commit()
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            connection.exec_driver_sql("PRAGMA foreign_keys=ON")
            if broken:
                raise RuntimeError(f"foreign keys broken by the migration: {broken[:5]}")


run()
