"""Empties a PostgreSQL database in milliseconds, where copying its template takes a quarter of a second.

Rows are deleted; whether anything but rows has changed since, a sum over the catalogue tells.
"""

from dataclasses import dataclass

from psycopg import Connection, sql

FIRST_OWN = 16384  # PostgreSQL's own objects have lower numbers
# Every catalogue that says what a table is and does. Left out: what VACUUM and ANALYZE count.
_WHOLE = {
    "pg_attrdef": "oid",
    "pg_attribute": "attrelid",
    "pg_constraint": "oid",
    "pg_default_acl": "oid",
    "pg_depend": "objid",  # one row and more for each object of any sort
    "pg_description": "objoid",
    "pg_event_trigger": "oid",
    "pg_index": "indexrelid",
    "pg_largeobject_metadata": "oid",
    "pg_policy": "oid",
    "pg_proc": "oid",
    "pg_rewrite": "oid",
    "pg_sequence": "seqrelid",
    "pg_trigger": "oid",
    "pg_type": "oid",
}
_ROWS = [
    *(
        f"SELECT '{name}', t::text FROM {name} t WHERE {oid} >= {FIRST_OWN}"
        for name, oid in _WHOLE.items()
    ),
    "SELECT 'pg_class', (oid, relname, relnamespace, relowner, relkind, relpersistence, relchecks, "
    "relhasindex, relhasrules, relhastriggers, relrowsecurity, relforcerowsecurity, relreplident, "
    f"relacl, reloptions)::text FROM pg_class WHERE oid >= {FIRST_OWN}",
    "SELECT 'pg_namespace', t::text FROM pg_namespace t WHERE nspname !~ '^pg_'",
    "SELECT 'pg_db_role_setting', setconfig::text FROM pg_db_role_setting s "
    "JOIN pg_database d ON d.oid = s.setdatabase AND d.datname = current_database()",
]
CATALOGUE = (
    "SELECT coalesce(sum(hashtextextended(name || row, 0)), 0)::text FROM ("
    + " UNION ALL ".join(_ROWS)
    + ") AS found (name, row)"
)
TABLES = (
    "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') "
    "AND relnamespace = 'public'::regnamespace ORDER BY relname"
)
# Replica mode stills the others, foreign keys among them.
UNSTILLED = (
    "SELECT relname, tgname, tgenabled::text FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid "
    "WHERE tgenabled IN ('A', 'R') ORDER BY relname, tgname"
)
ENABLE = {"A": "ENABLE ALWAYS", "R": "ENABLE REPLICA"}
OTHERS = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@dataclass(frozen=True)
class Schema:
    """The empty schema as `learn` found it."""

    catalogue: str
    tables: tuple[str, ...]
    unstilled: dict[str, list[tuple[str, str]]]  # table → (trigger, how it is enabled)

    def filled(self, connection: Connection) -> list[str]:
        """The tables with a row."""
        one = sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})")
        each = [one.format(sql.Literal(name), sql.Identifier(name)) for name in self.tables]
        return [row[0] for row in connection.execute(sql.SQL(" UNION ALL ").join(each))]

    def deleting(self, table: str) -> list[sql.Composed]:
        """The statements that empty one table and leave its triggers as they were."""
        name, made = sql.Identifier(table), self.unstilled.get(table, [])
        alter = sql.SQL("ALTER TABLE {} {} TRIGGER {}")
        return [
            *(alter.format(name, sql.SQL("DISABLE"), sql.Identifier(t)) for t, _ in made),
            sql.SQL("DELETE FROM {}").format(name),
            *(alter.format(name, sql.SQL(ENABLE[how]), sql.Identifier(t)) for t, how in made),
        ]


def learn(connection: Connection) -> Schema:
    """The schema of a database without rows, as the measure for `empty`."""
    unstilled: dict[str, list[tuple[str, str]]] = {}
    for table, trigger, how in connection.execute(UNSTILLED):
        unstilled.setdefault(table, []).append((trigger, how))
    tables = tuple(row[0] for row in connection.execute(TABLES))
    # A sequence would go on counting when the rows are gone.
    assert connection.execute("SELECT 1 FROM pg_sequences").fetchone() is None
    return Schema(_catalogue(connection), tables, unstilled)


def empty(connection: Connection, schema: Schema) -> bool:
    """Delete every row; False, and nothing done, when more than rows is different.

    The connection is in autocommit. Whoever else is connected to this database is thrown out:
    a test's forgotten transaction would keep its locks.
    """
    connection.execute(OTHERS)
    if _catalogue(connection) != schema.catalogue:
        return False
    steps = [step for table in schema.filled(connection) for step in schema.deleting(table)]
    if steps:
        with connection.transaction():
            first = sql.SQL("SET LOCAL session_replication_role = replica")
            connection.execute(sql.SQL("; ").join([first, *steps]))
    return True


def _catalogue(connection: Connection) -> str:
    found = connection.execute(CATALOGUE).fetchone()
    assert found is not None
    return str(found[0])
