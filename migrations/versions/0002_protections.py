"""Protections: append-only tables and columns that keep the value they were created with.

The statements are written out: a migration must not change when the code that made it does.
"""

from alembic import op

revision = "0002"
down_revision = "0001"

SQLITE = (
    "CREATE TRIGGER signed_keyset_no_update BEFORE UPDATE ON signed_keyset BEGIN SELECT RAISE(ABORT,'signed_keyset: registro imutável'); END",
    "CREATE TRIGGER signed_keyset_no_delete BEFORE DELETE ON signed_keyset BEGIN SELECT RAISE(ABORT,'signed_keyset: registro imutável'); END",
    "CREATE TRIGGER signed_keyset_no_replace BEFORE INSERT ON signed_keyset WHEN EXISTS(SELECT 1 FROM signed_keyset WHERE (sequence=NEW.sequence)) BEGIN SELECT RAISE(ABORT,'signed_keyset: já existe'); END",
    "CREATE TRIGGER receipt_no_update BEFORE UPDATE ON receipt BEGIN SELECT RAISE(ABORT,'receipt: registro imutável'); END",
    "CREATE TRIGGER receipt_no_delete BEFORE DELETE ON receipt BEGIN SELECT RAISE(ABORT,'receipt: registro imutável'); END",
    "CREATE TRIGGER receipt_no_replace BEFORE INSERT ON receipt WHEN EXISTS(SELECT 1 FROM receipt WHERE (municipality_id=NEW.municipality_id AND entry_id=NEW.entry_id)) BEGIN SELECT RAISE(ABORT,'receipt: já existe'); END",
    "CREATE TRIGGER stop_no_update BEFORE UPDATE ON stop BEGIN SELECT RAISE(ABORT,'stop: registro imutável'); END",
    "CREATE TRIGGER stop_no_delete BEFORE DELETE ON stop BEGIN SELECT RAISE(ABORT,'stop: registro imutável'); END",
    "CREATE TRIGGER stop_no_replace BEFORE INSERT ON stop WHEN EXISTS(SELECT 1 FROM stop WHERE (id=NEW.id)) BEGIN SELECT RAISE(ABORT,'stop: já existe'); END",
    "CREATE TRIGGER ledger_event_no_update BEFORE UPDATE ON ledger_event BEGIN SELECT RAISE(ABORT,'ledger_event: registro imutável'); END",
    "CREATE TRIGGER ledger_event_no_delete BEFORE DELETE ON ledger_event BEGIN SELECT RAISE(ABORT,'ledger_event: registro imutável'); END",
    "CREATE TRIGGER ledger_event_no_replace BEFORE INSERT ON ledger_event WHEN EXISTS(SELECT 1 FROM ledger_event WHERE (municipality_id=NEW.municipality_id AND chain=NEW.chain AND seq=NEW.seq) OR (hash=NEW.hash)) BEGIN SELECT RAISE(ABORT,'ledger_event: já existe'); END",
    "CREATE TRIGGER signing_key_frozen BEFORE UPDATE ON signing_key WHEN NEW.kid IS NOT OLD.kid OR NEW.public_key IS NOT OLD.public_key OR NEW.use IS NOT OLD.use OR NEW.municipality_id IS NOT OLD.municipality_id BEGIN SELECT RAISE(ABORT,'signing_key: coluna imutável'); END",
    "CREATE TRIGGER authorisation_frozen BEFORE UPDATE ON authorisation WHEN NEW.training IS NOT OLD.training OR NEW.number IS NOT OLD.number OR NEW.municipality_id IS NOT OLD.municipality_id BEGIN SELECT RAISE(ABORT,'authorisation: coluna imutável'); END",
    "CREATE TRIGGER restriction_frozen BEFORE UPDATE ON restriction WHEN NEW.training IS NOT OLD.training OR NEW.kind IS NOT OLD.kind OR NEW.subject_id IS NOT OLD.subject_id OR NEW.municipality_id IS NOT OLD.municipality_id BEGIN SELECT RAISE(ABORT,'restriction: coluna imutável'); END",
    "CREATE TRIGGER seal_frozen BEFORE UPDATE ON seal WHEN NEW.training IS NOT OLD.training OR NEW.number IS NOT OLD.number OR NEW.digits IS NOT OLD.digits OR NEW.plate IS NOT OLD.plate OR NEW.vehicle_id IS NOT OLD.vehicle_id OR NEW.municipality_id IS NOT OLD.municipality_id BEGIN SELECT RAISE(ABORT,'seal: coluna imutável'); END",
    "CREATE TRIGGER live_device_frozen BEFORE UPDATE ON live_device WHEN NEW.public_key IS NOT OLD.public_key OR NEW.vehicle_id IS NOT OLD.vehicle_id OR NEW.account_id IS NOT OLD.account_id OR NEW.municipality_id IS NOT OLD.municipality_id BEGIN SELECT RAISE(ABORT,'live_device: coluna imutável'); END",
)
POSTGRESQL = (
    "CREATE OR REPLACE FUNCTION confere_refuse() RETURNS trigger AS $$\nBEGIN RAISE EXCEPTION '%: registro imutável', TG_TABLE_NAME; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER signed_keyset_no_change BEFORE UPDATE OR DELETE ON signed_keyset FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE signed_keyset ENABLE ALWAYS TRIGGER signed_keyset_no_change",
    "CREATE TRIGGER signed_keyset_no_truncate BEFORE TRUNCATE ON signed_keyset FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE signed_keyset ENABLE ALWAYS TRIGGER signed_keyset_no_truncate",
    "CREATE TRIGGER receipt_no_change BEFORE UPDATE OR DELETE ON receipt FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE receipt ENABLE ALWAYS TRIGGER receipt_no_change",
    "CREATE TRIGGER receipt_no_truncate BEFORE TRUNCATE ON receipt FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE receipt ENABLE ALWAYS TRIGGER receipt_no_truncate",
    "CREATE TRIGGER stop_no_change BEFORE UPDATE OR DELETE ON stop FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE stop ENABLE ALWAYS TRIGGER stop_no_change",
    "CREATE TRIGGER stop_no_truncate BEFORE TRUNCATE ON stop FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE stop ENABLE ALWAYS TRIGGER stop_no_truncate",
    "CREATE TRIGGER ledger_event_no_change BEFORE UPDATE OR DELETE ON ledger_event FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE ledger_event ENABLE ALWAYS TRIGGER ledger_event_no_change",
    "CREATE TRIGGER ledger_event_no_truncate BEFORE TRUNCATE ON ledger_event FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE ledger_event ENABLE ALWAYS TRIGGER ledger_event_no_truncate",
    "CREATE TRIGGER signing_key_frozen BEFORE UPDATE ON signing_key FOR EACH ROW WHEN (NEW.kid IS DISTINCT FROM OLD.kid OR NEW.public_key IS DISTINCT FROM OLD.public_key OR NEW.use IS DISTINCT FROM OLD.use OR NEW.municipality_id IS DISTINCT FROM OLD.municipality_id) EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE signing_key ENABLE ALWAYS TRIGGER signing_key_frozen",
    "CREATE TRIGGER authorisation_frozen BEFORE UPDATE ON authorisation FOR EACH ROW WHEN (NEW.training IS DISTINCT FROM OLD.training OR NEW.number IS DISTINCT FROM OLD.number OR NEW.municipality_id IS DISTINCT FROM OLD.municipality_id) EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE authorisation ENABLE ALWAYS TRIGGER authorisation_frozen",
    "CREATE TRIGGER restriction_frozen BEFORE UPDATE ON restriction FOR EACH ROW WHEN (NEW.training IS DISTINCT FROM OLD.training OR NEW.kind IS DISTINCT FROM OLD.kind OR NEW.subject_id IS DISTINCT FROM OLD.subject_id OR NEW.municipality_id IS DISTINCT FROM OLD.municipality_id) EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE restriction ENABLE ALWAYS TRIGGER restriction_frozen",
    "CREATE TRIGGER seal_frozen BEFORE UPDATE ON seal FOR EACH ROW WHEN (NEW.training IS DISTINCT FROM OLD.training OR NEW.number IS DISTINCT FROM OLD.number OR NEW.digits IS DISTINCT FROM OLD.digits OR NEW.plate IS DISTINCT FROM OLD.plate OR NEW.vehicle_id IS DISTINCT FROM OLD.vehicle_id OR NEW.municipality_id IS DISTINCT FROM OLD.municipality_id) EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE seal ENABLE ALWAYS TRIGGER seal_frozen",
    "CREATE TRIGGER live_device_frozen BEFORE UPDATE ON live_device FOR EACH ROW WHEN (NEW.public_key IS DISTINCT FROM OLD.public_key OR NEW.vehicle_id IS DISTINCT FROM OLD.vehicle_id OR NEW.account_id IS DISTINCT FROM OLD.account_id OR NEW.municipality_id IS DISTINCT FROM OLD.municipality_id) EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE live_device ENABLE ALWAYS TRIGGER live_device_frozen",
)
SQLITE_DOWN = (
    "DROP TRIGGER signed_keyset_no_update",
    "DROP TRIGGER signed_keyset_no_delete",
    "DROP TRIGGER signed_keyset_no_replace",
    "DROP TRIGGER receipt_no_update",
    "DROP TRIGGER receipt_no_delete",
    "DROP TRIGGER receipt_no_replace",
    "DROP TRIGGER stop_no_update",
    "DROP TRIGGER stop_no_delete",
    "DROP TRIGGER stop_no_replace",
    "DROP TRIGGER ledger_event_no_update",
    "DROP TRIGGER ledger_event_no_delete",
    "DROP TRIGGER ledger_event_no_replace",
    "DROP TRIGGER signing_key_frozen",
    "DROP TRIGGER authorisation_frozen",
    "DROP TRIGGER restriction_frozen",
    "DROP TRIGGER seal_frozen",
    "DROP TRIGGER live_device_frozen",
)
POSTGRESQL_DOWN = (
    "DROP TRIGGER signed_keyset_no_change ON signed_keyset",
    "DROP TRIGGER signed_keyset_no_truncate ON signed_keyset",
    "DROP TRIGGER receipt_no_change ON receipt",
    "DROP TRIGGER receipt_no_truncate ON receipt",
    "DROP TRIGGER stop_no_change ON stop",
    "DROP TRIGGER stop_no_truncate ON stop",
    "DROP TRIGGER ledger_event_no_change ON ledger_event",
    "DROP TRIGGER ledger_event_no_truncate ON ledger_event",
    "DROP TRIGGER signing_key_frozen ON signing_key",
    "DROP TRIGGER authorisation_frozen ON authorisation",
    "DROP TRIGGER restriction_frozen ON restriction",
    "DROP TRIGGER seal_frozen ON seal",
    "DROP TRIGGER live_device_frozen ON live_device",
    "DROP FUNCTION confere_refuse()",
)


def upgrade() -> None:
    """Create the triggers of this database."""
    _run(SQLITE, POSTGRESQL)


def downgrade() -> None:
    """Remove them."""
    _run(SQLITE_DOWN, POSTGRESQL_DOWN)


def _run(sqlite: tuple[str, ...], postgresql: tuple[str, ...]) -> None:
    connection = op.get_bind()
    chosen = sqlite if connection.dialect.name == "sqlite" else postgresql
    for statement in chosen:
        # The driver reads a lone per cent sign as a parameter on PostgreSQL.
        text = statement if connection.dialect.name == "sqlite" else statement.replace("%", "%%")
        connection.exec_driver_sql(text)
