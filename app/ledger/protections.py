"""Whether the database still refuses to change what must not change: triggers, functions, rules,
settings and, on PostgreSQL, the rights of the application's role (threats.md §§2.5, 3.3).

What is expected is read from the same declarations from which the schema is made.
"""

import re
from collections.abc import Iterator

from sqlalchemy import text
from sqlalchemy.orm import Session

from app.ledger.faults import Code, Fault
from app.ledger.rights import rights_faults
from app.persistence.engine import SQLITE_PRAGMAS
from app.persistence.protection import FROZEN, PROTECTED, ROW_RULES, all_statements

_TRIGGER = re.compile(r"CREATE TRIGGER (\w+) ")
_FUNCTION = re.compile(r"FUNCTION (\w+)\(\) RETURNS trigger AS \$\$(.*)\$\$", re.DOTALL)

_POSTGRES_TRIGGERS = """
SELECT t.tgname, c.relname, pg_get_triggerdef(t.oid) AS definition, t.tgenabled::text AS state
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace"""
_POSTGRES_FUNCTIONS = """
SELECT proname, prosrc FROM pg_proc
WHERE pronamespace = current_schema()::regnamespace AND prorettype = 'trigger'::regtype"""
_POSTGRES_RULES = """
SELECT tablename, rulename FROM pg_rules WHERE schemaname = current_schema()"""
_POSTGRES_TABLES = """
SELECT relname, relkind::text AS kind, relrowsecurity FROM pg_class
WHERE relnamespace = current_schema()::regnamespace"""
# Durability, not tampering: told, and a fault only under --strict.
_POSTGRES_SETTINGS = ("fsync", "full_page_writes", "synchronous_commit")


def protection_faults(session: Session, *, strict: bool = False) -> Iterator[Fault]:
    """Every protection that is absent, altered or switched off in this database."""
    if session.get_bind().dialect.name == "sqlite":
        yield from _sqlite(session)
        return
    yield from _postgres_triggers(session)
    yield from _postgres_functions(session)
    yield from _postgres_tables(session)
    yield from _postgres_settings(session, strict)
    yield from rights_faults(session, tuple(PROTECTED), strict=strict)


def _guarded() -> set[str]:
    return {*PROTECTED, *FROZEN, *(rule.table for rule in ROW_RULES.values())}


def _expected(dialect: str) -> dict[str, str]:
    """Trigger name → its CREATE statement."""
    found = ((_TRIGGER.match(s), s) for s in all_statements(dialect))
    return {match[1]: statement for match, statement in found if match}


def _missing(name: str) -> Fault:
    return Fault(Code.PROTECTION, "gatilho ausente", subject=f"gatilho {name}")


def _altered(name: str, field: str, expected: str, found: str) -> Fault:
    what = "gatilho alterado"
    subject = f"gatilho {name}"
    return Fault(
        Code.PROTECTION, what, subject=subject, field=field, expected=expected, found=found
    )


def _foreign(name: str, table: str) -> Fault:
    return Fault(Code.PROTECTION, f"gatilho estranho em {table}", subject=f"gatilho {name}")


def _sqlite(session: Session) -> Iterator[Fault]:
    rows = session.execute(
        text("SELECT name, tbl_name, sql FROM sqlite_master WHERE type='trigger'")
    )
    live = {row.name: (row.tbl_name, row.sql) for row in rows}
    expected = _expected("sqlite")
    for name, sql in expected.items():
        if name not in live:
            yield _missing(name)
        elif live[name][1] != sql:
            yield _altered(name, "sql", sql, live[name][1])
    for name, (table, _) in live.items():
        if name not in expected and table in _guarded():
            yield _foreign(name, table)
    for pragma, wanted in SQLITE_PRAGMAS.items():
        found = session.execute(text(f"PRAGMA {pragma}")).scalar()
        if str(found).lower() != str(wanted):
            what, subject = "ajuste do SQLite errado", f"PRAGMA {pragma}"
            yield Fault(Code.PROTECTION, what, subject, "", 0, pragma, str(wanted), str(found))


def _postgres_triggers(session: Session) -> Iterator[Fault]:
    live = {row.tgname: row for row in session.execute(text(_POSTGRES_TRIGGERS))}
    expected = _expected("postgresql")
    for name, sql in expected.items():
        row = live.get(name)
        if row is None:
            yield _missing(name)
            continue
        if _plain(row.definition) != _plain(sql):
            yield _altered(name, "definição", sql, row.definition)
        if row.state != "A":
            yield _altered(name, "ENABLE ALWAYS", "A", row.state)
    for name, row in live.items():
        if name not in expected and row.relname in _guarded():
            yield _foreign(name, row.relname)


def _plain(definition: str) -> str:
    # PostgreSQL prints its own parentheses, quotes, casts, schema and order of events.
    one = definition.replace("UPDATE OR DELETE", "DELETE OR UPDATE")
    return re.sub(r'::text|public\.|[()\s"]', "", one).lower()


def _postgres_functions(session: Session) -> Iterator[Fault]:
    live = {row.proname: row.prosrc for row in session.execute(text(_POSTGRES_FUNCTIONS))}
    found = (_FUNCTION.search(s) for s in all_statements("postgresql"))
    expected = {match[1]: match[2] for match in found if match}
    for name, source in expected.items():
        if live.get(name) != source:
            # A trigger whose function lets everything through is still there, and enabled.
            what, subject = "função de gatilho ausente ou alterada", f"função {name}"
            yield Fault(
                Code.PROTECTION, what, subject, "", 0, "corpo", source, str(live.get(name, ""))
            )


def _postgres_tables(session: Session) -> Iterator[Fault]:
    for row in session.execute(text(_POSTGRES_RULES)):
        if row.tablename in _guarded():
            # DO INSTEAD NOTHING swallows new rows without an error.
            what = f"regra de reescrita em {row.tablename}"
            yield Fault(Code.PROTECTION, what, subject=f"regra {row.rulename}")
    tables = {row.relname: row for row in session.execute(text(_POSTGRES_TABLES))}
    for name in sorted(_guarded()):
        known = tables.get(name)
        if known is None or known.kind not in ("r", "p"):
            yield Fault(Code.PROTECTION, "não é mais uma tabela", subject=f"tabela {name}")
        elif known.relrowsecurity:
            what = "segurança por linha ligada: pode esconder registros"
            yield Fault(Code.PROTECTION, what, subject=f"tabela {name}")


def _postgres_settings(session: Session, strict: bool) -> Iterator[Fault]:
    code = Code.PROTECTION if strict else Code.REMARK
    for name in _POSTGRES_SETTINGS:
        if session.execute(text(f"SHOW {name}")).scalar() == "off":
            what = "desligado: uma queda de energia pode perder o que já foi confirmado"
            yield Fault(code, what, subject=f"PostgreSQL {name}")
