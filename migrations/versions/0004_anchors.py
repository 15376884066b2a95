"""Daily heads of the ledger, append-only; the body of an event no longer changes.

Old code is still running while this migrates: it writes neither.
The statements are written out: a migration must not change when the code that made it does.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

SQLITE = (
    "CREATE TRIGGER ledger_anchor_no_update BEFORE UPDATE ON ledger_anchor BEGIN SELECT RAISE(ABORT,'ledger_anchor: registro imutável'); END",
    "CREATE TRIGGER ledger_anchor_no_delete BEFORE DELETE ON ledger_anchor BEGIN SELECT RAISE(ABORT,'ledger_anchor: registro imutável'); END",
    "CREATE TRIGGER ledger_anchor_no_replace BEFORE INSERT ON ledger_anchor WHEN EXISTS(SELECT 1 FROM ledger_anchor WHERE (municipality_id=NEW.municipality_id AND day=NEW.day)) BEGIN SELECT RAISE(ABORT,'ledger_anchor: já existe'); END",
    "CREATE TRIGGER ledger_body_frozen BEFORE UPDATE ON ledger_body WHEN NEW.municipality_id IS NOT OLD.municipality_id OR NEW.chain IS NOT OLD.chain OR NEW.seq IS NOT OLD.seq OR NEW.salt IS NOT OLD.salt OR NEW.body IS NOT OLD.body BEGIN SELECT RAISE(ABORT,'ledger_body: coluna imutável'); END",
)
POSTGRESQL = (
    "CREATE TRIGGER ledger_anchor_no_change BEFORE UPDATE OR DELETE ON ledger_anchor FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE ledger_anchor ENABLE ALWAYS TRIGGER ledger_anchor_no_change",
    "CREATE TRIGGER ledger_anchor_no_truncate BEFORE TRUNCATE ON ledger_anchor FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE ledger_anchor ENABLE ALWAYS TRIGGER ledger_anchor_no_truncate",
    "CREATE TRIGGER ledger_body_frozen BEFORE UPDATE ON ledger_body FOR EACH ROW WHEN (NEW.municipality_id IS DISTINCT FROM OLD.municipality_id OR NEW.chain IS DISTINCT FROM OLD.chain OR NEW.seq IS DISTINCT FROM OLD.seq OR NEW.salt IS DISTINCT FROM OLD.salt OR NEW.body IS DISTINCT FROM OLD.body) EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE ledger_body ENABLE ALWAYS TRIGGER ledger_body_frozen",
)


def upgrade() -> None:
    """Create the table, then the triggers of this database."""
    op.create_table(
        "ledger_anchor",
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("municipality_id", "day", name=op.f("pk_ledger_anchor")),
    )
    sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in SQLITE if sqlite else POSTGRESQL:
        op.get_bind().exec_driver_sql(statement)


def downgrade() -> None:
    """Remove them; the table's own triggers go with it."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    drop = "DROP TRIGGER ledger_body_frozen" + ("" if sqlite else " ON ledger_body")
    op.get_bind().exec_driver_sql(drop)
    op.drop_table("ledger_anchor")
