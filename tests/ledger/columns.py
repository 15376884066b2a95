"""Changing one column of every row behind the application's back, and who notices which row."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, Table, and_, select, text
from sqlalchemy.orm import Session

from app.ledger.checks import Scope
from app.ledger.export import export_lines
from app.ledger.faults import Code, Fault
from app.ledger.places import places
from app.ledger.verify import verify_all
from app.persistence.base import db
from tests.ledger.filled import Filled
from tests.ledger.tampering import is_sqlite, run_raw, unprotected
from tests.support.cast import NOW

AUDITOR = Path(__file__).resolve().parents[2] / "docs" / "auditor"


@dataclass(frozen=True)
class Change:
    """One column of one table."""

    table: Table
    column: str

    def __str__(self) -> str:
        return f"{self.table.name}.{self.column}"


def changes(*names: str) -> list[Change]:
    """Every column of these tables."""
    tables = [db.metadata.tables[name] for name in names]
    return [Change(table, column.name) for table in tables for column in table.columns]


def other(value: Any) -> Any:
    """A value of the same type that is not the same."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 100_000
    if isinstance(value, datetime):
        return value + timedelta(seconds=1)
    if isinstance(value, date):
        return value + timedelta(days=1)
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    if not value:
        return "x"
    return ("1" if value[0] == "0" else "0") + value[1:]


def other_for(change: Change, value: Any) -> Any:
    """The same, where None says nothing of the type."""
    kind = change.table.c[change.column].type.python_type if value is None else None
    if kind is None or kind is str:
        return other(value)
    return {int: 1, float: 1.5, bool: True, date: NOW.date(), datetime: NOW}[kind]


def names_of(row: Row[Any]) -> set[str]:
    """Texts of which one in a printed line names this row."""
    told = row._mapping
    if "seq" in told and "chain" in told:
        return {f"{told['chain']}{dash}{told['seq']}:" for dash in " /"}
    if "entry_id" in told:
        return {str(told["entry_id"]), str(told["sha256"])}
    if "series" in told and "outcome" in told:
        number = f"{told['series']}/{told['value']}"
        return {f"{number}:", f"{number} ", f"{told['series']}-{told['value']:06d}"}
    if "inspection_id" in told and "id" not in told:
        return {str(told["inspection_id"])}
    if "notice_id" in told and "case_id" in told and "id" not in told:
        return {f"{told['case_id']}/{told['notice_id']}"}
    if "duty" in told and "id" not in told:
        return {f"{told['case_id']}/{told['person_id']}"}
    if "step_id" in told and "id" not in told:
        return {str(told["step_id"])}
    if "document" in told:
        return {f"{told['day'].isoformat()}"}
    return {str(told["id"] if "id" in told else told["key_id"])}


@contextmanager
def defenceless() -> Iterator[None]:
    """No triggers, checks or foreign keys: what the owner of a database can arrange."""
    with unprotected():
        if is_sqlite():
            yield
            return
        query = (
            "SELECT conrelid::regclass::text, conname FROM pg_constraint "
            "WHERE contype IN ('c', 'f') AND connamespace = 'public'::regnamespace"
        )
        with db.engine.connect() as connection:
            found = list(connection.execute(text(query)))
        run_raw(*(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"' for table, name in found))
        yield


@contextmanager
def changed(change: Change, rows: slice = slice(None)) -> Iterator[tuple[Session, list[Row[Any]]]]:
    """A session that sees the column changed in those rows (as they were); rolled back at the end."""
    session = db.session()
    session.rollback()
    if is_sqlite():  # outside a transaction: SQLite takes the first only there
        raw = session.connection().connection.driver_connection
        session.rollback()
        raw.execute("PRAGMA foreign_keys=0")
        raw.execute("PRAGMA ignore_check_constraints=1")
    try:
        before = apply(session.connection(), change, rows)
        session.expunge_all()
        yield session, before
    finally:
        db.session.remove()
        if is_sqlite():
            db.engine.dispose()


def apply(connection: Connection, change: Change, rows: slice) -> list[Row[Any]]:
    """Change the rows; returns them as they were."""
    table = change.table
    keys = list(table.primary_key.columns)
    before = list(connection.execute(select(table).order_by(*keys)))[rows]
    for row in before:
        told = row._mapping
        value = other_for(change, told[change.column])
        where = and_(*(key == told[key.name] for key in keys))
        connection.execute(table.update().where(where).values({change.column: value}))
    return before


def faults_in(session: Session, filled: Filled, **options: Any) -> list[Fault]:
    """What the application's verification says of this session's view, protections aside."""
    scope = Scope(session, filled.city, filled.key, NOW + timedelta(hours=1), **options)
    return [f for f in verify_all(scope) if f.code is not Code.REMARK]


def export_to(session: Session, file: Path) -> Path:
    """This session's view as an auditor gets it."""
    lines = export_lines(session, places(session, "planura")[0], NOW)
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file


def audit(file: Path, *words: str, script: str = "verificar.py") -> tuple[int, str]:
    """Exit code and output of an auditor's program."""
    command = [sys.executable, str(AUDITOR / script), str(file), *words]
    done = subprocess.run(command, capture_output=True, text=True, env={"PYTHONIOENCODING": "utf8"})
    return done.returncode, done.stdout + done.stderr


def unnamed(before: list[Row[Any]], output: str) -> list[set[str]]:
    """Rows that no line of the output names."""
    names = map(names_of, before)
    return [of_row for of_row in names if not any(name in output for name in of_row)]
