"""Numbers, notices, annotations, device keys and attachments, with their protections.

Old code is still running while this migrates: add first, remove in a later release.
The statements are written out: a migration must not change when the code that made it does.
"""

import sqlalchemy as sa
from alembic import op

from app.persistence.types import Instant

revision = "0003"
down_revision = "0002"

SQLITE = (
    "CREATE TRIGGER number_block_no_update BEFORE UPDATE ON number_block BEGIN SELECT RAISE(ABORT,'number_block: registro imutável'); END",
    "CREATE TRIGGER number_block_no_delete BEFORE DELETE ON number_block BEGIN SELECT RAISE(ABORT,'number_block: registro imutável'); END",
    "CREATE TRIGGER number_block_no_replace BEFORE INSERT ON number_block WHEN EXISTS(SELECT 1 FROM number_block WHERE (id=NEW.id) OR (municipality_id=NEW.municipality_id AND series=NEW.series AND first=NEW.first)) BEGIN SELECT RAISE(ABORT,'number_block: já existe'); END",
    "CREATE TRIGGER number_outcome_no_update BEFORE UPDATE ON number_outcome BEGIN SELECT RAISE(ABORT,'number_outcome: registro imutável'); END",
    "CREATE TRIGGER number_outcome_no_delete BEFORE DELETE ON number_outcome BEGIN SELECT RAISE(ABORT,'number_outcome: registro imutável'); END",
    "CREATE TRIGGER number_outcome_no_replace BEFORE INSERT ON number_outcome WHEN EXISTS(SELECT 1 FROM number_outcome WHERE (municipality_id=NEW.municipality_id AND series=NEW.series AND value=NEW.value)) BEGIN SELECT RAISE(ABORT,'number_outcome: já existe'); END",
    "CREATE TRIGGER notice_no_update BEFORE UPDATE ON notice BEGIN SELECT RAISE(ABORT,'notice: registro imutável'); END",
    "CREATE TRIGGER notice_no_delete BEFORE DELETE ON notice BEGIN SELECT RAISE(ABORT,'notice: registro imutável'); END",
    "CREATE TRIGGER notice_no_replace BEFORE INSERT ON notice WHEN EXISTS(SELECT 1 FROM notice WHERE (id=NEW.id) OR (municipality_id=NEW.municipality_id AND series=NEW.series AND value=NEW.value) OR (account_id=NEW.account_id AND key_id=NEW.key_id AND chain_seq=NEW.chain_seq)) BEGIN SELECT RAISE(ABORT,'notice: já existe'); END",
    "CREATE TRIGGER notice_annotation_no_update BEFORE UPDATE ON notice_annotation BEGIN SELECT RAISE(ABORT,'notice_annotation: registro imutável'); END",
    "CREATE TRIGGER notice_annotation_no_delete BEFORE DELETE ON notice_annotation BEGIN SELECT RAISE(ABORT,'notice_annotation: registro imutável'); END",
    "CREATE TRIGGER notice_annotation_no_replace BEFORE INSERT ON notice_annotation WHEN EXISTS(SELECT 1 FROM notice_annotation WHERE (id=NEW.id)) BEGIN SELECT RAISE(ABORT,'notice_annotation: já existe'); END",
    "CREATE TRIGGER device_key_no_update BEFORE UPDATE ON device_key BEGIN SELECT RAISE(ABORT,'device_key: registro imutável'); END",
    "CREATE TRIGGER device_key_no_delete BEFORE DELETE ON device_key BEGIN SELECT RAISE(ABORT,'device_key: registro imutável'); END",
    "CREATE TRIGGER device_key_no_replace BEFORE INSERT ON device_key WHEN EXISTS(SELECT 1 FROM device_key WHERE (municipality_id=NEW.municipality_id AND account_id=NEW.account_id AND device_id=NEW.device_id AND key_id=NEW.key_id)) BEGIN SELECT RAISE(ABORT,'device_key: já existe'); END",
    "CREATE TRIGGER attachment_no_update BEFORE UPDATE ON attachment BEGIN SELECT RAISE(ABORT,'attachment: registro imutável'); END",
    "CREATE TRIGGER attachment_no_delete BEFORE DELETE ON attachment BEGIN SELECT RAISE(ABORT,'attachment: registro imutável'); END",
    "CREATE TRIGGER attachment_no_replace BEFORE INSERT ON attachment WHEN EXISTS(SELECT 1 FROM attachment WHERE (municipality_id=NEW.municipality_id AND entry_id=NEW.entry_id AND sha256=NEW.sha256)) BEGIN SELECT RAISE(ABORT,'attachment: já existe'); END",
    "CREATE TRIGGER attachment_received_no_update BEFORE UPDATE ON attachment_received BEGIN SELECT RAISE(ABORT,'attachment_received: registro imutável'); END",
    "CREATE TRIGGER attachment_received_no_delete BEFORE DELETE ON attachment_received BEGIN SELECT RAISE(ABORT,'attachment_received: registro imutável'); END",
    "CREATE TRIGGER attachment_received_no_replace BEFORE INSERT ON attachment_received WHEN EXISTS(SELECT 1 FROM attachment_received WHERE (municipality_id=NEW.municipality_id AND entry_id=NEW.entry_id AND sha256=NEW.sha256)) BEGIN SELECT RAISE(ABORT,'attachment_received: já existe'); END",
    "CREATE TRIGGER quarantined_no_update BEFORE UPDATE ON quarantined BEGIN SELECT RAISE(ABORT,'quarantined: registro imutável'); END",
    "CREATE TRIGGER quarantined_no_delete BEFORE DELETE ON quarantined BEGIN SELECT RAISE(ABORT,'quarantined: registro imutável'); END",
    "CREATE TRIGGER quarantined_no_replace BEFORE INSERT ON quarantined WHEN EXISTS(SELECT 1 FROM quarantined WHERE (id=NEW.id) OR (municipality_id=NEW.municipality_id AND entry_id=NEW.entry_id AND sha256=NEW.sha256 AND account_id=NEW.account_id)) BEGIN SELECT RAISE(ABORT,'quarantined: já existe'); END",
    "CREATE TRIGGER number_series_frozen BEFORE UPDATE ON number_series WHEN NEW.municipality_id IS NOT OLD.municipality_id OR NEW.code IS NOT OLD.code OR NEW.kind IS NOT OLD.kind OR NEW.year IS NOT OLD.year OR NEW.training IS NOT OLD.training BEGIN SELECT RAISE(ABORT,'number_series: coluna imutável'); END",
    "CREATE TRIGGER number_series_goes_up BEFORE UPDATE ON number_series WHEN NEW.next_value < OLD.next_value BEGIN SELECT RAISE(ABORT,'number_series: a numeração não volta atrás'); END",
    "CREATE TRIGGER number_block_in_series BEFORE INSERT ON number_block WHEN NOT EXISTS(SELECT 1 FROM number_series s WHERE s.municipality_id=NEW.municipality_id AND s.code=NEW.series AND s.training=NEW.training AND NEW.last<s.next_value) OR EXISTS(SELECT 1 FROM number_block b WHERE b.municipality_id=NEW.municipality_id AND b.series=NEW.series AND b.first<=NEW.last AND b.last>=NEW.first) BEGIN SELECT RAISE(ABORT,'number_block: bloco fora da série ou sobre outro'); END",
    "CREATE TRIGGER number_outcome_in_block BEFORE INSERT ON number_outcome WHEN NOT EXISTS(SELECT 1 FROM number_block b WHERE b.id=NEW.block_id AND b.municipality_id=NEW.municipality_id AND b.series=NEW.series AND NEW.value BETWEEN b.first AND b.last) OR (NEW.outcome='written' AND NOT EXISTS(SELECT 1 FROM notice n WHERE n.id=NEW.notice_id AND n.municipality_id=NEW.municipality_id AND n.series=NEW.series AND n.value=NEW.value)) BEGIN SELECT RAISE(ABORT,'number_outcome: número fora do bloco ou sem o seu documento'); END",
    "CREATE TRIGGER notice_in_block BEFORE INSERT ON notice WHEN NEW.series IS NOT NULL AND NOT EXISTS(SELECT 1 FROM number_block b WHERE b.id=NEW.block_id AND b.municipality_id=NEW.municipality_id AND b.series=NEW.series AND NEW.value BETWEEN b.first AND b.last AND b.training=NEW.training AND b.account_id=NEW.account_id AND b.device_id=NEW.device_id) BEGIN SELECT RAISE(ABORT,'notice: número fora do bloco do agente e do aparelho'); END",
    "CREATE TRIGGER notice_annotation_duties BEFORE INSERT ON notice_annotation WHEN NOT EXISTS(SELECT 1 FROM notice n WHERE n.id=NEW.notice_id AND n.municipality_id=NEW.municipality_id AND NOT (NEW.kind='annulment' AND n.person_id=NEW.person_id)) BEGIN SELECT RAISE(ABORT,'notice_annotation: anulação pelo próprio autor, ou documento de outro município'); END",
)
POSTGRESQL = (
    "CREATE TRIGGER number_block_no_change BEFORE UPDATE OR DELETE ON number_block FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE number_block ENABLE ALWAYS TRIGGER number_block_no_change",
    "CREATE TRIGGER number_block_no_truncate BEFORE TRUNCATE ON number_block FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE number_block ENABLE ALWAYS TRIGGER number_block_no_truncate",
    "CREATE TRIGGER number_outcome_no_change BEFORE UPDATE OR DELETE ON number_outcome FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE number_outcome ENABLE ALWAYS TRIGGER number_outcome_no_change",
    "CREATE TRIGGER number_outcome_no_truncate BEFORE TRUNCATE ON number_outcome FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE number_outcome ENABLE ALWAYS TRIGGER number_outcome_no_truncate",
    "CREATE TRIGGER notice_no_change BEFORE UPDATE OR DELETE ON notice FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE notice ENABLE ALWAYS TRIGGER notice_no_change",
    "CREATE TRIGGER notice_no_truncate BEFORE TRUNCATE ON notice FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE notice ENABLE ALWAYS TRIGGER notice_no_truncate",
    "CREATE TRIGGER notice_annotation_no_change BEFORE UPDATE OR DELETE ON notice_annotation FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE notice_annotation ENABLE ALWAYS TRIGGER notice_annotation_no_change",
    "CREATE TRIGGER notice_annotation_no_truncate BEFORE TRUNCATE ON notice_annotation FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE notice_annotation ENABLE ALWAYS TRIGGER notice_annotation_no_truncate",
    "CREATE TRIGGER device_key_no_change BEFORE UPDATE OR DELETE ON device_key FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE device_key ENABLE ALWAYS TRIGGER device_key_no_change",
    "CREATE TRIGGER device_key_no_truncate BEFORE TRUNCATE ON device_key FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE device_key ENABLE ALWAYS TRIGGER device_key_no_truncate",
    "CREATE TRIGGER attachment_no_change BEFORE UPDATE OR DELETE ON attachment FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE attachment ENABLE ALWAYS TRIGGER attachment_no_change",
    "CREATE TRIGGER attachment_no_truncate BEFORE TRUNCATE ON attachment FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE attachment ENABLE ALWAYS TRIGGER attachment_no_truncate",
    "CREATE TRIGGER attachment_received_no_change BEFORE UPDATE OR DELETE ON attachment_received FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE attachment_received ENABLE ALWAYS TRIGGER attachment_received_no_change",
    "CREATE TRIGGER attachment_received_no_truncate BEFORE TRUNCATE ON attachment_received FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE attachment_received ENABLE ALWAYS TRIGGER attachment_received_no_truncate",
    "CREATE TRIGGER quarantined_no_change BEFORE UPDATE OR DELETE ON quarantined FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE quarantined ENABLE ALWAYS TRIGGER quarantined_no_change",
    "CREATE TRIGGER quarantined_no_truncate BEFORE TRUNCATE ON quarantined FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE quarantined ENABLE ALWAYS TRIGGER quarantined_no_truncate",
    "CREATE TRIGGER number_series_frozen BEFORE UPDATE ON number_series FOR EACH ROW WHEN (NEW.municipality_id IS DISTINCT FROM OLD.municipality_id OR NEW.code IS DISTINCT FROM OLD.code OR NEW.kind IS DISTINCT FROM OLD.kind OR NEW.year IS DISTINCT FROM OLD.year OR NEW.training IS DISTINCT FROM OLD.training) EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE number_series ENABLE ALWAYS TRIGGER number_series_frozen",
    "CREATE OR REPLACE FUNCTION number_series_goes_up() RETURNS trigger AS $$\nBEGIN IF NEW.next_value < OLD.next_value THEN RAISE EXCEPTION 'number_series: a numeração não volta atrás' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER number_series_goes_up BEFORE UPDATE ON number_series FOR EACH ROW EXECUTE FUNCTION number_series_goes_up()",
    "ALTER TABLE number_series ENABLE ALWAYS TRIGGER number_series_goes_up",
    "CREATE OR REPLACE FUNCTION number_block_in_series() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM number_series s WHERE s.municipality_id=NEW.municipality_id AND s.code=NEW.series AND s.training=NEW.training AND NEW.last<s.next_value) OR EXISTS(SELECT 1 FROM number_block b WHERE b.municipality_id=NEW.municipality_id AND b.series=NEW.series AND b.first<=NEW.last AND b.last>=NEW.first) THEN RAISE EXCEPTION 'number_block: bloco fora da série ou sobre outro' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER number_block_in_series BEFORE INSERT ON number_block FOR EACH ROW EXECUTE FUNCTION number_block_in_series()",
    "ALTER TABLE number_block ENABLE ALWAYS TRIGGER number_block_in_series",
    "CREATE OR REPLACE FUNCTION number_outcome_in_block() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM number_block b WHERE b.id=NEW.block_id AND b.municipality_id=NEW.municipality_id AND b.series=NEW.series AND NEW.value BETWEEN b.first AND b.last) OR (NEW.outcome='written' AND NOT EXISTS(SELECT 1 FROM notice n WHERE n.id=NEW.notice_id AND n.municipality_id=NEW.municipality_id AND n.series=NEW.series AND n.value=NEW.value)) THEN RAISE EXCEPTION 'number_outcome: número fora do bloco ou sem o seu documento' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER number_outcome_in_block BEFORE INSERT ON number_outcome FOR EACH ROW EXECUTE FUNCTION number_outcome_in_block()",
    "ALTER TABLE number_outcome ENABLE ALWAYS TRIGGER number_outcome_in_block",
    "CREATE OR REPLACE FUNCTION notice_in_block() RETURNS trigger AS $$\nBEGIN IF NEW.series IS NOT NULL AND NOT EXISTS(SELECT 1 FROM number_block b WHERE b.id=NEW.block_id AND b.municipality_id=NEW.municipality_id AND b.series=NEW.series AND NEW.value BETWEEN b.first AND b.last AND b.training=NEW.training AND b.account_id=NEW.account_id AND b.device_id=NEW.device_id) THEN RAISE EXCEPTION 'notice: número fora do bloco do agente e do aparelho' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER notice_in_block BEFORE INSERT ON notice FOR EACH ROW EXECUTE FUNCTION notice_in_block()",
    "ALTER TABLE notice ENABLE ALWAYS TRIGGER notice_in_block",
    "CREATE OR REPLACE FUNCTION notice_annotation_duties() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM notice n WHERE n.id=NEW.notice_id AND n.municipality_id=NEW.municipality_id AND NOT (NEW.kind='annulment' AND n.person_id=NEW.person_id)) THEN RAISE EXCEPTION 'notice_annotation: anulação pelo próprio autor, ou documento de outro município' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER notice_annotation_duties BEFORE INSERT ON notice_annotation FOR EACH ROW EXECUTE FUNCTION notice_annotation_duties()",
    "ALTER TABLE notice_annotation ENABLE ALWAYS TRIGGER notice_annotation_duties",
)
SQLITE_DOWN = (
    "DROP TRIGGER number_block_no_update",
    "DROP TRIGGER number_block_no_delete",
    "DROP TRIGGER number_block_no_replace",
    "DROP TRIGGER number_outcome_no_update",
    "DROP TRIGGER number_outcome_no_delete",
    "DROP TRIGGER number_outcome_no_replace",
    "DROP TRIGGER notice_no_update",
    "DROP TRIGGER notice_no_delete",
    "DROP TRIGGER notice_no_replace",
    "DROP TRIGGER notice_annotation_no_update",
    "DROP TRIGGER notice_annotation_no_delete",
    "DROP TRIGGER notice_annotation_no_replace",
    "DROP TRIGGER device_key_no_update",
    "DROP TRIGGER device_key_no_delete",
    "DROP TRIGGER device_key_no_replace",
    "DROP TRIGGER attachment_no_update",
    "DROP TRIGGER attachment_no_delete",
    "DROP TRIGGER attachment_no_replace",
    "DROP TRIGGER attachment_received_no_update",
    "DROP TRIGGER attachment_received_no_delete",
    "DROP TRIGGER attachment_received_no_replace",
    "DROP TRIGGER quarantined_no_update",
    "DROP TRIGGER quarantined_no_delete",
    "DROP TRIGGER quarantined_no_replace",
    "DROP TRIGGER number_series_frozen",
    "DROP TRIGGER number_series_goes_up",
    "DROP TRIGGER number_block_in_series",
    "DROP TRIGGER number_outcome_in_block",
    "DROP TRIGGER notice_in_block",
    "DROP TRIGGER notice_annotation_duties",
)
POSTGRESQL_DOWN = (
    "DROP TRIGGER number_block_no_change ON number_block",
    "DROP TRIGGER number_block_no_truncate ON number_block",
    "DROP TRIGGER number_outcome_no_change ON number_outcome",
    "DROP TRIGGER number_outcome_no_truncate ON number_outcome",
    "DROP TRIGGER notice_no_change ON notice",
    "DROP TRIGGER notice_no_truncate ON notice",
    "DROP TRIGGER notice_annotation_no_change ON notice_annotation",
    "DROP TRIGGER notice_annotation_no_truncate ON notice_annotation",
    "DROP TRIGGER device_key_no_change ON device_key",
    "DROP TRIGGER device_key_no_truncate ON device_key",
    "DROP TRIGGER attachment_no_change ON attachment",
    "DROP TRIGGER attachment_no_truncate ON attachment",
    "DROP TRIGGER attachment_received_no_change ON attachment_received",
    "DROP TRIGGER attachment_received_no_truncate ON attachment_received",
    "DROP TRIGGER quarantined_no_change ON quarantined",
    "DROP TRIGGER quarantined_no_truncate ON quarantined",
    "DROP TRIGGER number_series_frozen ON number_series",
    "DROP TRIGGER number_series_goes_up ON number_series",
    "DROP TRIGGER number_block_in_series ON number_block",
    "DROP TRIGGER number_outcome_in_block ON number_outcome",
    "DROP TRIGGER notice_in_block ON notice",
    "DROP TRIGGER notice_annotation_duties ON notice_annotation",
    "DROP FUNCTION number_series_goes_up()",
    "DROP FUNCTION number_block_in_series()",
    "DROP FUNCTION number_outcome_in_block()",
    "DROP FUNCTION notice_in_block()",
    "DROP FUNCTION notice_annotation_duties()",
)


def upgrade() -> None:
    """Create the tables, then their triggers."""
    op.create_table(
        "attachment",
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("entry_id", sa.String(length=32), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("caption", sa.String(length=200), nullable=False),
        sa.Column("taken_at", Instant(), nullable=False),
        sa.Column("declared_by", sa.String(length=32), nullable=False),
        sa.Column("declared_at", Instant(), nullable=False),
        sa.CheckConstraint("size >= 0", name=op.f("ck_attachment_size")),
        sa.PrimaryKeyConstraint(
            "municipality_id", "entry_id", "sha256", name=op.f("pk_attachment")
        ),
    )
    op.create_table(
        "number_series",
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("code", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("training", sa.Boolean(), nullable=False),
        sa.Column("next_value", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "training = (substr(code, 1, 7) = 'TREINO-')", name=op.f("ck_number_series_training")
        ),
        sa.CheckConstraint("next_value > 0", name=op.f("ck_number_series_next_value")),
        sa.PrimaryKeyConstraint("municipality_id", "code", name=op.f("pk_number_series")),
    )
    op.create_table(
        "attachment_received",
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("entry_id", sa.String(length=32), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("unreadable", sa.String(length=12), nullable=False),
        sa.Column("format", sa.String(length=8), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("orientation", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("received_at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["municipality_id", "entry_id", "sha256"],
            ["attachment.municipality_id", "attachment.entry_id", "attachment.sha256"],
            name="fk_attachment_received_attachment",
        ),
        sa.PrimaryKeyConstraint(
            "municipality_id", "entry_id", "sha256", name=op.f("pk_attachment_received")
        ),
    )
    op.create_index(
        "ix_attachment_received_photo", "attachment_received", ["municipality_id", "sha256"]
    )
    op.create_table(
        "device_key",
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("key_id", sa.String(length=16), nullable=False),
        sa.Column("spki", sa.LargeBinary(length=200), nullable=False),
        sa.Column("registered_at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_device_key_account_id_account")
        ),
        sa.PrimaryKeyConstraint(
            "municipality_id", "account_id", "device_id", "key_id", name=op.f("pk_device_key")
        ),
    )
    op.create_table(
        "number_block",
        sa.Column("series", sa.String(length=20), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("training", sa.Boolean(), nullable=False),
        sa.Column("flag", sa.String(length=10), nullable=False),
        sa.Column("leased_at", Instant(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint("flag IN ('','holes')", name=op.f("ck_number_block_flag")),
        sa.CheckConstraint(
            "training = (substr(series, 1, 7) = 'TREINO-')", name=op.f("ck_number_block_training")
        ),
        sa.CheckConstraint("first > 0 AND last >= first", name=op.f("ck_number_block_range")),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_number_block_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_number_block_person_id_person")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_number_block")),
        sa.UniqueConstraint(
            "municipality_id",
            "series",
            "first",
            name=op.f("uq_number_block_municipality_id_series_first"),
        ),
    )
    with op.batch_alter_table("number_block", schema=None) as batch_op:
        batch_op.create_index(
            "ix_number_block_holder",
            ["municipality_id", "account_id", "device_id", "series"],
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_number_block_municipality_id"), ["municipality_id"], unique=False
        )

    op.create_table(
        "notice",
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("series", sa.String(length=20), nullable=True),
        sa.Column("value", sa.Integer(), nullable=True),
        sa.Column("block_id", sa.String(length=32), nullable=True),
        sa.Column("training", sa.Boolean(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("signature", sa.String(length=128), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("key_id", sa.String(length=16), nullable=False),
        sa.Column("chain_seq", sa.Integer(), nullable=False),
        sa.Column("chain_prev", sa.String(length=64), nullable=False),
        sa.Column("stop_id", sa.String(length=32), nullable=False),
        sa.Column("group_id", sa.String(length=32), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("citation", sa.String(length=400), nullable=False),
        sa.Column("class_", sa.String(length=12), nullable=False),
        sa.Column("fine_ufm", sa.String(length=12), nullable=False),
        sa.Column("plate", sa.String(length=7), nullable=False),
        sa.Column("vehicle_id", sa.String(length=32), nullable=True),
        sa.Column("driver_id", sa.String(length=32), nullable=True),
        sa.Column("offender_kind", sa.String(length=20), nullable=False),
        sa.Column("offender_name", sa.String(length=120), nullable=False),
        sa.Column("happened_at", Instant(), nullable=False),
        sa.Column("written_at", Instant(), nullable=False),
        sa.Column("device_time", Instant(), nullable=False),
        sa.Column("received_at", Instant(), nullable=False),
        sa.Column("clock_flag", sa.String(length=20), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("flags", sa.String(length=120), nullable=False),
        sa.Column("ending", sa.String(length=10), nullable=False),
        sa.Column("notified_on", sa.Date(), nullable=True),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("ruleset_slug", sa.String(length=60), nullable=False),
        sa.Column("ruleset_version", sa.String(length=20), nullable=False),
        sa.Column("ruleset_hash", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint("(kind = 'verbal') = (series IS NULL)", name=op.f("ck_notice_numbered")),
        sa.CheckConstraint(
            "ending IN ('','signed','refused','absent','evaded')", name=op.f("ck_notice_ending")
        ),
        sa.CheckConstraint(
            "kind IN ('notice','warning','verbal','regularisation')", name=op.f("ck_notice_kind")
        ),
        sa.CheckConstraint(
            "series IS NULL OR training = (substr(series, 1, 7) = 'TREINO-')",
            name=op.f("ck_notice_training"),
        ),
        sa.CheckConstraint(
            "(series IS NULL) = (value IS NULL) AND (series IS NULL) = (block_id IS NULL)",
            name=op.f("ck_notice_number"),
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_notice_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["block_id"], ["number_block.id"], name=op.f("fk_notice_block_id_number_block")
        ),
        sa.ForeignKeyConstraint(
            ["driver_id"], ["driver.id"], name=op.f("fk_notice_driver_id_driver")
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_notice_person_id_person")
        ),
        sa.ForeignKeyConstraint(
            ["vehicle_id"], ["vehicle.id"], name=op.f("fk_notice_vehicle_id_vehicle")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
        sa.UniqueConstraint(
            "account_id", "key_id", "chain_seq", name=op.f("uq_notice_account_id_key_id_chain_seq")
        ),
        sa.UniqueConstraint(
            "municipality_id",
            "series",
            "value",
            name=op.f("uq_notice_municipality_id_series_value"),
        ),
    )
    with op.batch_alter_table("notice", schema=None) as batch_op:
        batch_op.create_index(
            "ix_notice_author", ["municipality_id", "person_id", "happened_at"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_notice_driver_id"), ["driver_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_notice_municipality_id"), ["municipality_id"], unique=False
        )
        batch_op.create_index(
            "ix_notice_plate", ["municipality_id", "plate", "happened_at"], unique=False
        )
        batch_op.create_index(
            "ix_notice_received", ["municipality_id", "received_at", "id"], unique=False
        )
        batch_op.create_index("ix_notice_sha256", ["sha256"], unique=False)
        batch_op.create_index(batch_op.f("ix_notice_vehicle_id"), ["vehicle_id"], unique=False)

    op.create_table(
        "notice_annotation",
        sa.Column("notice_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("recorded_at", Instant(), nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint(
            "kind IN ('late_reason','correction','completion','annulment','restitution','clock_certified','delivery','warning_validated')",
            name=op.f("ck_notice_annotation_kind"),
        ),
        sa.ForeignKeyConstraint(
            ["notice_id"], ["notice.id"], name=op.f("fk_notice_annotation_notice_id_notice")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice_annotation")),
    )
    with op.batch_alter_table("notice_annotation", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_notice_annotation_municipality_id"), ["municipality_id"], unique=False
        )
        batch_op.create_index(
            "ix_notice_annotation_notice", ["notice_id", "recorded_at", "id"], unique=False
        )
        batch_op.create_index(
            "uq_notice_annotation_annulment",
            ["notice_id"],
            unique=True,
            sqlite_where=sa.text("kind = 'annulment'"),
            postgresql_where=sa.text("kind = 'annulment'"),
        )

    op.create_table(
        "number_outcome",
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("series", sa.String(length=20), nullable=False),
        sa.Column("value", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("outcome", sa.String(length=10), nullable=False),
        sa.Column("block_id", sa.String(length=32), nullable=False),
        sa.Column("notice_id", sa.String(length=32), nullable=True),
        sa.Column("reason", sa.String(length=400), nullable=False),
        sa.Column("report", sa.String(length=400), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("recorded_at", Instant(), nullable=False),
        sa.CheckConstraint(
            "(outcome = 'written') = (notice_id IS NOT NULL)", name=op.f("ck_number_outcome_notice")
        ),
        sa.CheckConstraint(
            "outcome <> 'lost' OR report <> ''", name=op.f("ck_number_outcome_report")
        ),
        sa.CheckConstraint(
            "outcome <> 'voided' OR reason <> ''", name=op.f("ck_number_outcome_reason")
        ),
        sa.CheckConstraint(
            "outcome IN ('written','voided','lost','returned')",
            name=op.f("ck_number_outcome_outcome"),
        ),
        sa.ForeignKeyConstraint(
            ["block_id"], ["number_block.id"], name=op.f("fk_number_outcome_block_id_number_block")
        ),
        sa.ForeignKeyConstraint(
            ["notice_id"], ["notice.id"], name=op.f("fk_number_outcome_notice_id_notice")
        ),
        sa.PrimaryKeyConstraint(
            "municipality_id", "series", "value", name=op.f("pk_number_outcome")
        ),
    )
    with op.batch_alter_table("number_outcome", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_number_outcome_block_id"), ["block_id"], unique=False)

    with op.batch_alter_table("quarantined", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("signature", sa.String(length=200), nullable=False, server_default="")
        )

    with op.batch_alter_table("device", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("photos_waiting", sa.Integer(), nullable=False, server_default="0")
        )
        batch_op.add_column(sa.Column("oldest_fact_at", Instant(), nullable=True))

    _run(SQLITE, POSTGRESQL)


def downgrade() -> None:
    """Remove them."""
    _run(SQLITE_DOWN, POSTGRESQL_DOWN)
    with op.batch_alter_table("device", schema=None) as batch_op:
        batch_op.drop_column("oldest_fact_at")
        batch_op.drop_column("photos_waiting")

    with op.batch_alter_table("quarantined", schema=None) as batch_op:
        batch_op.drop_column("signature")

    with op.batch_alter_table("number_outcome", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_number_outcome_block_id"))

    op.drop_table("number_outcome")
    with op.batch_alter_table("notice_annotation", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_notice_annotation_annulment",
            sqlite_where=sa.text("kind = 'annulment'"),
            postgresql_where=sa.text("kind = 'annulment'"),
        )
        batch_op.drop_index("ix_notice_annotation_notice")
        batch_op.drop_index(batch_op.f("ix_notice_annotation_municipality_id"))

    op.drop_table("notice_annotation")
    with op.batch_alter_table("notice", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notice_vehicle_id"))
        batch_op.drop_index("ix_notice_sha256")
        batch_op.drop_index("ix_notice_received")
        batch_op.drop_index("ix_notice_plate")
        batch_op.drop_index(batch_op.f("ix_notice_municipality_id"))
        batch_op.drop_index(batch_op.f("ix_notice_driver_id"))
        batch_op.drop_index("ix_notice_author")

    op.drop_table("notice")
    with op.batch_alter_table("number_block", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_number_block_municipality_id"))
        batch_op.drop_index("ix_number_block_holder")

    op.drop_table("number_block")
    op.drop_table("device_key")
    op.drop_table("attachment_received")
    op.drop_table("number_series")
    op.drop_table("attachment")


def _run(sqlite: tuple[str, ...], postgresql: tuple[str, ...]) -> None:
    connection = op.get_bind()
    chosen = sqlite if connection.dialect.name == "sqlite" else postgresql
    for statement in chosen:
        # The driver reads a lone per cent sign as a parameter on PostgreSQL.
        text = statement if connection.dialect.name == "sqlite" else statement.replace("%", "%%")
        connection.exec_driver_sql(text)
