"""The UFM of each year, append-only.

Old code is still running while this migrates: add first, remove in a later release.
The statements are written out: a migration must not change when the code that made it does.
"""

import sqlalchemy as sa
from alembic import op

from app.persistence.types import Instant

revision = "0007"
down_revision = "0006"

SQLITE = (
    "CREATE TRIGGER ufm_value_no_update BEFORE UPDATE ON ufm_value BEGIN SELECT RAISE(ABORT,'ufm_value: registro imutável'); END",
    "CREATE TRIGGER ufm_value_no_delete BEFORE DELETE ON ufm_value BEGIN SELECT RAISE(ABORT,'ufm_value: registro imutável'); END",
    "CREATE TRIGGER ufm_value_no_replace BEFORE INSERT ON ufm_value WHEN EXISTS(SELECT 1 FROM ufm_value WHERE (id=NEW.id)) BEGIN SELECT RAISE(ABORT,'ufm_value: já existe'); END",
)
POSTGRESQL = (
    "CREATE TRIGGER ufm_value_no_change BEFORE UPDATE OR DELETE ON ufm_value FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE ufm_value ENABLE ALWAYS TRIGGER ufm_value_no_change",
    "CREATE TRIGGER ufm_value_no_truncate BEFORE TRUNCATE ON ufm_value FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE ufm_value ENABLE ALWAYS TRIGGER ufm_value_no_truncate",
)


def upgrade() -> None:
    """Create the table and its triggers."""
    op.create_table(
        "ufm_value",
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("centavos", sa.String(length=20), nullable=False),
        sa.Column("act", sa.String(length=120), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint("centavos <> '' AND act <> ''", name=op.f("ck_ufm_value_told")),
        sa.CheckConstraint("year BETWEEN 2000 AND 2199", name=op.f("ck_ufm_value_year")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ufm_value")),
    )
    op.create_index(op.f("ix_ufm_value_municipality_id"), "ufm_value", ["municipality_id"])
    op.create_index("ix_ufm_value_year", "ufm_value", ["municipality_id", "year", "at"])
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)


def downgrade() -> None:
    """Take it away; with the table go its triggers."""
    op.drop_table("ufm_value")
