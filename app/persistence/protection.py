"""Triggers that make a table append-only, on both databases (threats.md §3.3).

They stop the application, not the owner of the database; what the owner does is
found by the ledger's verification.
"""

from dataclasses import dataclass

from app.regulation.effects import effect


@dataclass(frozen=True)
class Protected:
    """A table whose rows are never changed; `keys` are column groups that stay unique."""

    table: str
    keys: tuple[tuple[str, ...], ...]


PROTECTED: dict[str, Protected] = {}


def append_only(table: str, *keys: tuple[str, ...]) -> None:
    """Declare a table append-only; migrations create the triggers, a test compares."""
    PROTECTED[table] = Protected(table, keys)


def sqlite_triggers(item: Protected) -> dict[str, str]:
    """Name → SQL. The insert trigger closes INSERT OR REPLACE, which skips delete triggers."""
    t = item.table
    same = " OR ".join(
        "(" + " AND ".join(f"{c}=NEW.{c}" for c in group) + ")" for group in item.keys
    )
    return {
        f"{t}_no_update": f"CREATE TRIGGER {t}_no_update BEFORE UPDATE ON {t} "
        f"BEGIN SELECT RAISE(ABORT,'{t}: registro imutável'); END",
        f"{t}_no_delete": f"CREATE TRIGGER {t}_no_delete BEFORE DELETE ON {t} "
        f"BEGIN SELECT RAISE(ABORT,'{t}: registro imutável'); END",
        f"{t}_no_replace": f"CREATE TRIGGER {t}_no_replace BEFORE INSERT ON {t} "
        f"WHEN EXISTS(SELECT 1 FROM {t} WHERE {same}) "
        f"BEGIN SELECT RAISE(ABORT,'{t}: já existe'); END",
    }


POSTGRES_FUNCTION = """CREATE OR REPLACE FUNCTION confere_refuse() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION '%: registro imutável', TG_TABLE_NAME; END $$ LANGUAGE plpgsql"""


def postgres_triggers(item: Protected) -> dict[str, list[str]]:
    """Name → statements; ENABLE ALWAYS so that replica mode does not switch them off."""
    t = item.table
    return {
        f"{t}_no_change": [
            f"CREATE TRIGGER {t}_no_change BEFORE UPDATE OR DELETE ON {t} "
            "FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
            f"ALTER TABLE {t} ENABLE ALWAYS TRIGGER {t}_no_change",
        ],
        f"{t}_no_truncate": [
            f"CREATE TRIGGER {t}_no_truncate BEFORE TRUNCATE ON {t} "
            "FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
            f"ALTER TABLE {t} ENABLE ALWAYS TRIGGER {t}_no_truncate",
        ],
    }


def statements(dialect: str, item: Protected) -> list[str]:
    """All statements that protect one table on the given dialect."""
    if dialect == "sqlite":
        return list(sqlite_triggers(item).values())
    return [POSTGRES_FUNCTION, *(s for group in postgres_triggers(item).values() for s in group)]


@dataclass(frozen=True)
class FrozenColumns:
    """Columns that keep the value they were created with: training never becomes legal."""

    table: str
    columns: tuple[str, ...]


FROZEN: dict[str, FrozenColumns] = {}


@effect("guard", "training")
def frozen_columns(table: str, *columns: str) -> None:
    """Declare columns that no UPDATE may change; migrations create the trigger."""
    FROZEN[table] = FrozenColumns(table, columns)


def frozen_statements(dialect: str, item: FrozenColumns) -> list[str]:
    """Statements for the trigger of one table on the given dialect."""
    t, name = item.table, f"{item.table}_frozen"
    if dialect == "sqlite":
        test = " OR ".join(f"NEW.{c} IS NOT OLD.{c}" for c in item.columns)
        return [
            f"CREATE TRIGGER {name} BEFORE UPDATE ON {t} WHEN {test} "
            f"BEGIN SELECT RAISE(ABORT,'{t}: coluna imutável'); END"
        ]
    test = " OR ".join(f"NEW.{c} IS DISTINCT FROM OLD.{c}" for c in item.columns)
    return [
        POSTGRES_FUNCTION,
        f"CREATE TRIGGER {name} BEFORE UPDATE ON {t} FOR EACH ROW WHEN ({test}) "
        "EXECUTE FUNCTION confere_refuse()",
        f"ALTER TABLE {t} ENABLE ALWAYS TRIGGER {name}",
    ]


@dataclass(frozen=True)
class RowRule:
    """A row that the database refuses: `condition` is SQL for both dialects, true when it is wrong."""

    table: str
    name: str
    event: str
    condition: str
    message: str

    @property
    def trigger(self) -> str:
        """Name of its trigger, and of its function on PostgreSQL."""
        return f"{self.table}_{self.name}"


ROW_RULES: dict[str, RowRule] = {}


def refuse_when(table: str, name: str, event: str, condition: str, message: str) -> None:
    """Declare a rule on INSERT or UPDATE that a CHECK cannot hold, as it looks at other rows."""
    rule = RowRule(table, name, event, condition, message)
    ROW_RULES[rule.trigger] = rule


def row_rule_statements(dialect: str, rule: RowRule) -> list[str]:
    """Statements of one rule; the refusal is an integrity error on both databases."""
    name, said = rule.trigger, f"{rule.table}: {rule.message}"
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER {name} BEFORE {rule.event} ON {rule.table} "
            f"WHEN {rule.condition} BEGIN SELECT RAISE(ABORT,'{said}'); END"
        ]
    return [
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger AS $$\nBEGIN "
        f"IF {rule.condition} THEN RAISE EXCEPTION '{said}' USING ERRCODE = '23514'; END IF; "
        "RETURN NEW; END $$ LANGUAGE plpgsql",
        f"CREATE TRIGGER {name} BEFORE {rule.event} ON {rule.table} "
        f"FOR EACH ROW EXECUTE FUNCTION {name}()",
        f"ALTER TABLE {rule.table} ENABLE ALWAYS TRIGGER {name}",
    ]


def all_statements(dialect: str) -> list[str]:
    """Every protection of the models known so far, for a schema made from the models."""
    made = [s for item in PROTECTED.values() for s in statements(dialect, item)]
    made += [s for item in FROZEN.values() for s in frozen_statements(dialect, item)]
    return made + [s for rule in ROW_RULES.values() for s in row_rule_statements(dialect, rule)]
