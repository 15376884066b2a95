"""What the owner of the database can do behind the application's back, as raw SQL."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import text

from app.persistence.base import db
from tests.support.database import run_statements


def is_sqlite() -> bool:
    return db.engine.dialect.name == "sqlite"


def run_raw(*statements: str) -> None:
    """Statements in one transaction of their own."""
    db.session.rollback()
    run_statements(list(statements))


def trigger_names() -> dict[str, tuple[str, str]]:
    """Name → (table, definition) of every trigger of the database."""
    if is_sqlite():
        query = "SELECT name, tbl_name, sql FROM sqlite_master WHERE type='trigger'"
    else:
        query = (
            "SELECT tgname, tgrelid::regclass::text, pg_get_triggerdef(oid) "
            "FROM pg_trigger WHERE NOT tgisinternal"
        )
    with db.engine.connect() as connection:
        return {row[0]: (row[1], row[2]) for row in connection.execute(text(query))}


@contextmanager
def unprotected() -> Iterator[None]:
    """No trigger and no foreign key inside; all of them as before afterwards."""
    if is_sqlite():
        made = trigger_names()
        run_raw(*(f"DROP TRIGGER {name}" for name in made))
        db.session.remove()
        db.engine.dispose()
        try:
            yield
        finally:
            run_raw(*(sql for _, sql in made.values()))
        return
    tables = sorted({table for table, _ in trigger_names().values()})
    run_raw(*(f"ALTER TABLE {table} DISABLE TRIGGER ALL" for table in tables))
    try:
        yield
    finally:
        run_raw(
            *(f"ALTER TABLE {table} ENABLE TRIGGER ALL" for table in tables),
            *(
                f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}"
                for name, (table, _) in trigger_names().items()
            ),
        )
