"""Connection settings that make an acknowledged write durable, on SQLite and PostgreSQL."""

from typing import Any

from sqlalchemy import Engine, event

from app.persistence import disk

# Read back by a test on every pooled connection (threats.md §2.5).
SQLITE_PRAGMAS = {
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: the answer leaves only after the disk has it
    "foreign_keys": 1,
    "recursive_triggers": 1,
    "busy_timeout": 5000,
    "trusted_schema": 0,
}


def _on_connect(connection: Any, _record: Any) -> None:
    # The driver's own implicit BEGIN is deferred; we say BEGIN ourselves below.
    connection.isolation_level = None
    cursor = connection.cursor()
    for name, value in SQLITE_PRAGMAS.items():
        cursor.execute(f"PRAGMA {name}={value}")
    cursor.close()


def _on_begin(connection: Any) -> None:
    # A deferred read that turns into a write fails at once with BUSY_SNAPSHOT,
    # ignoring busy_timeout; a write therefore takes the lock at its start.
    immediate = connection.get_execution_options().get("immediate", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def configure(engine: Engine) -> None:
    """Attach the settings to an engine; PostgreSQL needs none beyond its defaults."""
    disk.watch(engine)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _on_connect)
        event.listen(engine, "begin", _on_begin)
