"""A trigger taken away, changed or switched off, a right given, a setting: each is found."""

import pytest
from flask import Flask
from sqlalchemy import text

from app.ledger.faults import Code, Fault, exit_code
from app.ledger.protections import protection_faults
from app.persistence.base import db
from app.persistence.protection import all_statements
from tests.ledger.tampering import is_sqlite, run_raw, trigger_names


def found(*, strict: bool = False) -> list[Fault]:
    db.session.rollback()
    return list(protection_faults(db.session(), strict=strict))


def faults() -> list[Fault]:
    return [f for f in found() if f.code is not Code.REMARK]


def test_a_fresh_schema_is_protected(app: Flask) -> None:
    assert faults() == []


def test_each_trigger_taken_away_is_found(app: Flask) -> None:
    for name, (table, _) in trigger_names().items():
        run_raw(f"DROP TRIGGER {name}" + ("" if is_sqlite() else f" ON {table}"))
        assert f"gatilho {name}" in {f.subject for f in faults()}, name
    assert exit_code(faults()) == 5


def test_each_trigger_made_harmless_is_found(app: Flask) -> None:
    for name, (table, sql) in trigger_names().items():
        if is_sqlite():
            run_raw(f"DROP TRIGGER {name}", sql.replace("BEGIN", "BEGIN SELECT 1;", 1))
        else:
            run_raw(f"ALTER TABLE {table} ENABLE TRIGGER {name}")  # ALWAYS is gone
        assert f"gatilho {name}" in {f.subject for f in faults()}, name


def test_each_trigger_switched_off_is_found(app: Flask) -> None:
    if is_sqlite():
        pytest.skip("SQLite has no switch")
    for name, (table, _) in trigger_names().items():
        run_raw(f"ALTER TABLE {table} DISABLE TRIGGER {name}")
        assert f"gatilho {name}" in {f.subject for f in faults()}, name


def test_a_condition_that_never_holds_is_found(app: Flask) -> None:
    if is_sqlite():
        pytest.skip("covered by the text of the trigger")
    run_raw(
        "DROP TRIGGER ledger_event_no_change ON ledger_event",
        "CREATE TRIGGER ledger_event_no_change BEFORE UPDATE OR DELETE ON ledger_event "
        "FOR EACH ROW WHEN (OLD.seq < 0) EXECUTE FUNCTION confere_refuse()",
        "ALTER TABLE ledger_event ENABLE ALWAYS TRIGGER ledger_event_no_change",
    )
    assert [f.subject for f in faults()] == ["gatilho ledger_event_no_change"]


def test_a_function_that_lets_everything_through_is_found(app: Flask) -> None:
    if is_sqlite():
        pytest.skip("SQLite's triggers hold their own text")
    run_raw(
        "CREATE OR REPLACE FUNCTION confere_refuse() RETURNS trigger AS "
        "$$BEGIN RETURN NEW; END $$ LANGUAGE plpgsql"
    )
    assert [f.subject for f in faults()] == ["função confere_refuse"]


def test_a_trigger_of_somebody_else_is_found(app: Flask) -> None:
    if is_sqlite():
        run_raw(
            "CREATE TRIGGER quiet BEFORE INSERT ON ledger_event BEGIN SELECT RAISE(IGNORE); END"
        )
    else:
        run_raw(
            "CREATE TRIGGER quiet BEFORE INSERT ON ledger_event FOR EACH ROW "
            "EXECUTE FUNCTION confere_refuse()"
        )
    assert [f.subject for f in faults()] == ["gatilho quiet"]


def test_a_rule_that_swallows_rows_is_found(app: Flask) -> None:
    if is_sqlite():
        pytest.skip("PostgreSQL's rules")
    run_raw("CREATE RULE deaf AS ON INSERT TO ledger_event DO INSTEAD NOTHING")
    assert [f.subject for f in faults()] == ["regra deaf"]


@pytest.mark.parametrize("right", ["UPDATE", "DELETE", "TRUNCATE", "TRIGGER", "UPDATE (kind)"])
def test_a_right_beyond_reading_and_inserting_is_found(app: Flask, right: str) -> None:
    if is_sqlite():
        pytest.skip("SQLite has no roles")
    try:
        run_raw("CREATE ROLE clerk_role", f"GRANT {right} ON ledger_event TO clerk_role")
        assert [f.subject for f in faults()] == ["papel clerk_role"]
    finally:
        run_raw("DROP OWNED BY clerk_role", "DROP ROLE clerk_role")


def test_a_role_that_only_reads_and_inserts_is_no_fault(app: Flask) -> None:
    if is_sqlite():
        pytest.skip("SQLite has no roles")
    try:
        run_raw("CREATE ROLE clerk_role", "GRANT SELECT, INSERT ON ledger_event TO clerk_role")
        assert faults() == []
    finally:
        run_raw("DROP OWNED BY clerk_role", "DROP ROLE clerk_role")


def test_an_owner_is_a_remark_and_under_strict_a_fault(app: Flask) -> None:
    if is_sqlite():
        pytest.skip("SQLite has no roles")
    owners = [{f.code for f in found(strict=s) if "é dono" in f.what} for s in (False, True)]
    assert owners == [{Code.REMARK}, {Code.PROTECTION}]


def test_a_wrong_pragma_is_found(app: Flask) -> None:
    if not is_sqlite():
        pytest.skip("SQLite's settings")
    db.session.rollback()
    db.session.execute(text("SELECT 1"))
    db.session.connection().exec_driver_sql("PRAGMA recursive_triggers=0")
    told = [f.subject for f in protection_faults(db.session())]
    db.session.rollback()
    db.engine.dispose()  # the next test gets a connection with its settings
    assert told == ["PRAGMA recursive_triggers"]


def test_every_statement_that_protects_is_compared(app: Flask) -> None:
    created = [s for s in all_statements(db.engine.dialect.name) if s.startswith("CREATE TRIGGER")]
    assert len(created) == len(trigger_names()) > 0
