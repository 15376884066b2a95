"""Inspections: visits, their doubts, agenda, guides, calls, the city's calendar, with their protections.

Old code is still running while this migrates: add first, remove in a later release.
The statements are written out: a migration must not change when the code that made it does.
"""

import sqlalchemy as sa
from alembic import op

from app.persistence.types import Instant

revision = "0005"
down_revision = "0004"

SQLITE = (
    "CREATE TRIGGER photo_print_no_update BEFORE UPDATE ON photo_print BEGIN SELECT RAISE(ABORT,'photo_print: registro imutável'); END",
    "CREATE TRIGGER photo_print_no_delete BEFORE DELETE ON photo_print BEGIN SELECT RAISE(ABORT,'photo_print: registro imutável'); END",
    "CREATE TRIGGER photo_print_no_replace BEFORE INSERT ON photo_print WHEN EXISTS(SELECT 1 FROM photo_print WHERE (municipality_id=NEW.municipality_id AND entry_id=NEW.entry_id AND sha256=NEW.sha256)) BEGIN SELECT RAISE(ABORT,'photo_print: já existe'); END",
    "CREATE TRIGGER inspection_no_update BEFORE UPDATE ON inspection BEGIN SELECT RAISE(ABORT,'inspection: registro imutável'); END",
    "CREATE TRIGGER inspection_no_delete BEFORE DELETE ON inspection BEGIN SELECT RAISE(ABORT,'inspection: registro imutável'); END",
    "CREATE TRIGGER inspection_no_replace BEFORE INSERT ON inspection WHEN EXISTS(SELECT 1 FROM inspection WHERE (id=NEW.id) OR (municipality_id=NEW.municipality_id AND report_series=NEW.report_series AND report_value=NEW.report_value) OR (account_id=NEW.account_id AND key_id=NEW.key_id AND chain_seq=NEW.chain_seq)) BEGIN SELECT RAISE(ABORT,'inspection: já existe'); END",
    "CREATE TRIGGER inspection_defect_no_update BEFORE UPDATE ON inspection_defect BEGIN SELECT RAISE(ABORT,'inspection_defect: registro imutável'); END",
    "CREATE TRIGGER inspection_defect_no_delete BEFORE DELETE ON inspection_defect BEGIN SELECT RAISE(ABORT,'inspection_defect: registro imutável'); END",
    "CREATE TRIGGER inspection_defect_no_replace BEFORE INSERT ON inspection_defect WHEN EXISTS(SELECT 1 FROM inspection_defect WHERE (inspection_id=NEW.inspection_id AND key=NEW.key)) BEGIN SELECT RAISE(ABORT,'inspection_defect: já existe'); END",
    "CREATE TRIGGER inspection_seal_no_update BEFORE UPDATE ON inspection_seal BEGIN SELECT RAISE(ABORT,'inspection_seal: registro imutável'); END",
    "CREATE TRIGGER inspection_seal_no_delete BEFORE DELETE ON inspection_seal BEGIN SELECT RAISE(ABORT,'inspection_seal: registro imutável'); END",
    "CREATE TRIGGER inspection_seal_no_replace BEFORE INSERT ON inspection_seal WHEN EXISTS(SELECT 1 FROM inspection_seal WHERE (inspection_id=NEW.inspection_id) OR (seal_id=NEW.seal_id)) BEGIN SELECT RAISE(ABORT,'inspection_seal: já existe'); END",
    "CREATE TRIGGER inspection_missed_no_update BEFORE UPDATE ON inspection_missed BEGIN SELECT RAISE(ABORT,'inspection_missed: registro imutável'); END",
    "CREATE TRIGGER inspection_missed_no_delete BEFORE DELETE ON inspection_missed BEGIN SELECT RAISE(ABORT,'inspection_missed: registro imutável'); END",
    "CREATE TRIGGER inspection_missed_no_replace BEFORE INSERT ON inspection_missed WHEN EXISTS(SELECT 1 FROM inspection_missed WHERE (id=NEW.id)) BEGIN SELECT RAISE(ABORT,'inspection_missed: já existe'); END",
    "CREATE TRIGGER inspection_result_no_update BEFORE UPDATE ON inspection_result BEGIN SELECT RAISE(ABORT,'inspection_result: registro imutável'); END",
    "CREATE TRIGGER inspection_result_no_delete BEFORE DELETE ON inspection_result BEGIN SELECT RAISE(ABORT,'inspection_result: registro imutável'); END",
    "CREATE TRIGGER inspection_result_no_replace BEFORE INSERT ON inspection_result WHEN EXISTS(SELECT 1 FROM inspection_result WHERE (id=NEW.id)) BEGIN SELECT RAISE(ABORT,'inspection_result: já existe'); END",
    "CREATE TRIGGER inspection_call_no_update BEFORE UPDATE ON inspection_call BEGIN SELECT RAISE(ABORT,'inspection_call: registro imutável'); END",
    "CREATE TRIGGER inspection_call_no_delete BEFORE DELETE ON inspection_call BEGIN SELECT RAISE(ABORT,'inspection_call: registro imutável'); END",
    "CREATE TRIGGER inspection_call_no_replace BEFORE INSERT ON inspection_call WHEN EXISTS(SELECT 1 FROM inspection_call WHERE (id=NEW.id)) BEGIN SELECT RAISE(ABORT,'inspection_call: já existe'); END",
    "CREATE TRIGGER inspection_call_event_no_update BEFORE UPDATE ON inspection_call_event BEGIN SELECT RAISE(ABORT,'inspection_call_event: registro imutável'); END",
    "CREATE TRIGGER inspection_call_event_no_delete BEFORE DELETE ON inspection_call_event BEGIN SELECT RAISE(ABORT,'inspection_call_event: registro imutável'); END",
    "CREATE TRIGGER inspection_call_event_no_replace BEFORE INSERT ON inspection_call_event WHEN EXISTS(SELECT 1 FROM inspection_call_event WHERE (id=NEW.id) OR (call_id=NEW.call_id AND kind=NEW.kind AND to_whom=NEW.to_whom AND on_day=NEW.on_day AND receipt=NEW.receipt)) BEGIN SELECT RAISE(ABORT,'inspection_call_event: já existe'); END",
    "CREATE TRIGGER inspection_flag_no_update BEFORE UPDATE ON inspection_flag BEGIN SELECT RAISE(ABORT,'inspection_flag: registro imutável'); END",
    "CREATE TRIGGER inspection_flag_no_delete BEFORE DELETE ON inspection_flag BEGIN SELECT RAISE(ABORT,'inspection_flag: registro imutável'); END",
    "CREATE TRIGGER inspection_flag_no_replace BEFORE INSERT ON inspection_flag WHEN EXISTS(SELECT 1 FROM inspection_flag WHERE (id=NEW.id) OR (inspection_id=NEW.inspection_id AND kind=NEW.kind AND other_id=NEW.other_id AND sha256=NEW.sha256)) BEGIN SELECT RAISE(ABORT,'inspection_flag: já existe'); END",
    "CREATE TRIGGER inspection_review_no_update BEFORE UPDATE ON inspection_review BEGIN SELECT RAISE(ABORT,'inspection_review: registro imutável'); END",
    "CREATE TRIGGER inspection_review_no_delete BEFORE DELETE ON inspection_review BEGIN SELECT RAISE(ABORT,'inspection_review: registro imutável'); END",
    "CREATE TRIGGER inspection_review_no_replace BEFORE INSERT ON inspection_review WHEN EXISTS(SELECT 1 FROM inspection_review WHERE (id=NEW.id)) BEGIN SELECT RAISE(ABORT,'inspection_review: já existe'); END",
    "CREATE TRIGGER inspection_draw_no_update BEFORE UPDATE ON inspection_draw BEGIN SELECT RAISE(ABORT,'inspection_draw: registro imutável'); END",
    "CREATE TRIGGER inspection_draw_no_delete BEFORE DELETE ON inspection_draw BEGIN SELECT RAISE(ABORT,'inspection_draw: registro imutável'); END",
    "CREATE TRIGGER inspection_draw_no_replace BEFORE INSERT ON inspection_draw WHEN EXISTS(SELECT 1 FROM inspection_draw WHERE (inspection_id=NEW.inspection_id)) BEGIN SELECT RAISE(ABORT,'inspection_draw: já existe'); END",
    "CREATE TRIGGER report_series_frozen BEFORE UPDATE ON report_series WHEN NEW.municipality_id IS NOT OLD.municipality_id OR NEW.series IS NOT OLD.series OR NEW.training IS NOT OLD.training BEGIN SELECT RAISE(ABORT,'report_series: coluna imutável'); END",
    "CREATE TRIGGER report_series_goes_up BEFORE UPDATE ON report_series WHEN NEW.next_value < OLD.next_value BEGIN SELECT RAISE(ABORT,'report_series: a numeração não volta atrás'); END",
    "CREATE TRIGGER inspection_in_series BEFORE INSERT ON inspection WHEN NOT EXISTS(SELECT 1 FROM report_series s WHERE s.municipality_id=NEW.municipality_id AND s.series=NEW.report_series AND s.training=NEW.training AND NEW.report_value>0 AND NEW.report_value<s.next_value) BEGIN SELECT RAISE(ABORT,'inspection: laudo fora da série'); END",
    "CREATE TRIGGER inspection_duties BEFORE INSERT ON inspection WHEN (NEW.previous_id IS NOT NULL AND NOT EXISTS(SELECT 1 FROM inspection p WHERE p.id=NEW.previous_id AND p.municipality_id=NEW.municipality_id AND COALESCE(p.vehicle_id,'')=COALESCE(NEW.vehicle_id,'') AND NOT (NEW.occasion='recheck' AND p.person_id=NEW.person_id))) OR EXISTS(SELECT 1 FROM vehicle_driver l JOIN driver d ON d.id=l.driver_id WHERE l.vehicle_id=NEW.vehicle_id AND d.person_id=NEW.person_id AND l.starts_on<=NEW.held_on AND (l.ends_on IS NULL OR l.ends_on>=NEW.held_on)) BEGIN SELECT RAISE(ABORT,'inspection: reinspeção pela mesma pessoa, vistoria anterior de outro carro, ou carro do próprio vistoriador'); END",
    "CREATE TRIGGER inspection_result_of_visit BEFORE INSERT ON inspection_result WHEN (NEW.source='visit' AND (NEW.id<>NEW.visit_id OR NOT EXISTS(SELECT 1 FROM inspection i WHERE i.id=NEW.visit_id AND i.municipality_id=NEW.municipality_id AND i.vehicle_id=NEW.vehicle_id AND i.result=NEW.result AND i.held_on=NEW.held_on))) OR (NEW.source='earlier' AND EXISTS(SELECT 1 FROM inspection i WHERE i.vehicle_id=NEW.vehicle_id AND i.held_on<=NEW.held_on)) BEGIN SELECT RAISE(ABORT,'inspection_result: resultado sem a sua vistoria, ou laudo anterior depois da primeira vistoria'); END",
    "CREATE TRIGGER inspection_seal_of_car BEFORE INSERT ON inspection_seal WHEN NOT EXISTS(SELECT 1 FROM inspection i JOIN seal s ON s.vehicle_id=i.vehicle_id WHERE i.id=NEW.inspection_id AND s.id=NEW.seal_id AND i.result='approved' AND i.municipality_id=NEW.municipality_id AND s.municipality_id=NEW.municipality_id) BEGIN SELECT RAISE(ABORT,'inspection_seal: selo de outro carro, ou de vistoria não aprovada'); END",
    "CREATE TRIGGER inspection_flag_own_city BEFORE INSERT ON inspection_flag WHEN NOT EXISTS(SELECT 1 FROM inspection i WHERE i.id=NEW.inspection_id AND i.municipality_id=NEW.municipality_id) BEGIN SELECT RAISE(ABORT,'inspection_flag: vistoria de outro município'); END",
    "CREATE TRIGGER inspection_review_duties BEFORE INSERT ON inspection_review WHEN NOT EXISTS(SELECT 1 FROM inspection i WHERE i.id=NEW.inspection_id AND i.municipality_id=NEW.municipality_id AND i.person_id<>NEW.person_id) OR EXISTS(SELECT 1 FROM inspection_review r WHERE r.inspection_id=NEW.inspection_id AND r.kind='confirmed') BEGIN SELECT RAISE(ABORT,'inspection_review: análise da própria vistoria, vistoria de outro município, ou alerta já confirmado'); END",
    "CREATE TRIGGER inspection_draw_approved BEFORE INSERT ON inspection_draw WHEN NOT EXISTS(SELECT 1 FROM inspection i WHERE i.id=NEW.inspection_id AND i.municipality_id=NEW.municipality_id AND i.result='approved' AND i.occasion<>'recheck') BEGIN SELECT RAISE(ABORT,'inspection_draw: só vistoria aprovada, que não seja reinspeção, entra no sorteio'); END",
)
POSTGRESQL = (
    "CREATE TRIGGER photo_print_no_change BEFORE UPDATE OR DELETE ON photo_print FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE photo_print ENABLE ALWAYS TRIGGER photo_print_no_change",
    "CREATE TRIGGER photo_print_no_truncate BEFORE TRUNCATE ON photo_print FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE photo_print ENABLE ALWAYS TRIGGER photo_print_no_truncate",
    "CREATE TRIGGER inspection_no_change BEFORE UPDATE OR DELETE ON inspection FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection ENABLE ALWAYS TRIGGER inspection_no_change",
    "CREATE TRIGGER inspection_no_truncate BEFORE TRUNCATE ON inspection FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection ENABLE ALWAYS TRIGGER inspection_no_truncate",
    "CREATE TRIGGER inspection_defect_no_change BEFORE UPDATE OR DELETE ON inspection_defect FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_defect ENABLE ALWAYS TRIGGER inspection_defect_no_change",
    "CREATE TRIGGER inspection_defect_no_truncate BEFORE TRUNCATE ON inspection_defect FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_defect ENABLE ALWAYS TRIGGER inspection_defect_no_truncate",
    "CREATE TRIGGER inspection_seal_no_change BEFORE UPDATE OR DELETE ON inspection_seal FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_seal ENABLE ALWAYS TRIGGER inspection_seal_no_change",
    "CREATE TRIGGER inspection_seal_no_truncate BEFORE TRUNCATE ON inspection_seal FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_seal ENABLE ALWAYS TRIGGER inspection_seal_no_truncate",
    "CREATE TRIGGER inspection_missed_no_change BEFORE UPDATE OR DELETE ON inspection_missed FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_missed ENABLE ALWAYS TRIGGER inspection_missed_no_change",
    "CREATE TRIGGER inspection_missed_no_truncate BEFORE TRUNCATE ON inspection_missed FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_missed ENABLE ALWAYS TRIGGER inspection_missed_no_truncate",
    "CREATE TRIGGER inspection_result_no_change BEFORE UPDATE OR DELETE ON inspection_result FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_result ENABLE ALWAYS TRIGGER inspection_result_no_change",
    "CREATE TRIGGER inspection_result_no_truncate BEFORE TRUNCATE ON inspection_result FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_result ENABLE ALWAYS TRIGGER inspection_result_no_truncate",
    "CREATE TRIGGER inspection_call_no_change BEFORE UPDATE OR DELETE ON inspection_call FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_call ENABLE ALWAYS TRIGGER inspection_call_no_change",
    "CREATE TRIGGER inspection_call_no_truncate BEFORE TRUNCATE ON inspection_call FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_call ENABLE ALWAYS TRIGGER inspection_call_no_truncate",
    "CREATE TRIGGER inspection_call_event_no_change BEFORE UPDATE OR DELETE ON inspection_call_event FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_call_event ENABLE ALWAYS TRIGGER inspection_call_event_no_change",
    "CREATE TRIGGER inspection_call_event_no_truncate BEFORE TRUNCATE ON inspection_call_event FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_call_event ENABLE ALWAYS TRIGGER inspection_call_event_no_truncate",
    "CREATE TRIGGER inspection_flag_no_change BEFORE UPDATE OR DELETE ON inspection_flag FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_flag ENABLE ALWAYS TRIGGER inspection_flag_no_change",
    "CREATE TRIGGER inspection_flag_no_truncate BEFORE TRUNCATE ON inspection_flag FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_flag ENABLE ALWAYS TRIGGER inspection_flag_no_truncate",
    "CREATE TRIGGER inspection_review_no_change BEFORE UPDATE OR DELETE ON inspection_review FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_review ENABLE ALWAYS TRIGGER inspection_review_no_change",
    "CREATE TRIGGER inspection_review_no_truncate BEFORE TRUNCATE ON inspection_review FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_review ENABLE ALWAYS TRIGGER inspection_review_no_truncate",
    "CREATE TRIGGER inspection_draw_no_change BEFORE UPDATE OR DELETE ON inspection_draw FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_draw ENABLE ALWAYS TRIGGER inspection_draw_no_change",
    "CREATE TRIGGER inspection_draw_no_truncate BEFORE TRUNCATE ON inspection_draw FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE inspection_draw ENABLE ALWAYS TRIGGER inspection_draw_no_truncate",
    "CREATE TRIGGER report_series_frozen BEFORE UPDATE ON report_series FOR EACH ROW WHEN (NEW.municipality_id IS DISTINCT FROM OLD.municipality_id OR NEW.series IS DISTINCT FROM OLD.series OR NEW.training IS DISTINCT FROM OLD.training) EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE report_series ENABLE ALWAYS TRIGGER report_series_frozen",
    "CREATE OR REPLACE FUNCTION report_series_goes_up() RETURNS trigger AS $$\nBEGIN IF NEW.next_value < OLD.next_value THEN RAISE EXCEPTION 'report_series: a numeração não volta atrás' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER report_series_goes_up BEFORE UPDATE ON report_series FOR EACH ROW EXECUTE FUNCTION report_series_goes_up()",
    "ALTER TABLE report_series ENABLE ALWAYS TRIGGER report_series_goes_up",
    "CREATE OR REPLACE FUNCTION inspection_in_series() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM report_series s WHERE s.municipality_id=NEW.municipality_id AND s.series=NEW.report_series AND s.training=NEW.training AND NEW.report_value>0 AND NEW.report_value<s.next_value) THEN RAISE EXCEPTION 'inspection: laudo fora da série' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER inspection_in_series BEFORE INSERT ON inspection FOR EACH ROW EXECUTE FUNCTION inspection_in_series()",
    "ALTER TABLE inspection ENABLE ALWAYS TRIGGER inspection_in_series",
    "CREATE OR REPLACE FUNCTION inspection_duties() RETURNS trigger AS $$\nBEGIN IF (NEW.previous_id IS NOT NULL AND NOT EXISTS(SELECT 1 FROM inspection p WHERE p.id=NEW.previous_id AND p.municipality_id=NEW.municipality_id AND COALESCE(p.vehicle_id,'')=COALESCE(NEW.vehicle_id,'') AND NOT (NEW.occasion='recheck' AND p.person_id=NEW.person_id))) OR EXISTS(SELECT 1 FROM vehicle_driver l JOIN driver d ON d.id=l.driver_id WHERE l.vehicle_id=NEW.vehicle_id AND d.person_id=NEW.person_id AND l.starts_on<=NEW.held_on AND (l.ends_on IS NULL OR l.ends_on>=NEW.held_on)) THEN RAISE EXCEPTION 'inspection: reinspeção pela mesma pessoa, vistoria anterior de outro carro, ou carro do próprio vistoriador' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER inspection_duties BEFORE INSERT ON inspection FOR EACH ROW EXECUTE FUNCTION inspection_duties()",
    "ALTER TABLE inspection ENABLE ALWAYS TRIGGER inspection_duties",
    "CREATE OR REPLACE FUNCTION inspection_result_of_visit() RETURNS trigger AS $$\nBEGIN IF (NEW.source='visit' AND (NEW.id<>NEW.visit_id OR NOT EXISTS(SELECT 1 FROM inspection i WHERE i.id=NEW.visit_id AND i.municipality_id=NEW.municipality_id AND i.vehicle_id=NEW.vehicle_id AND i.result=NEW.result AND i.held_on=NEW.held_on))) OR (NEW.source='earlier' AND EXISTS(SELECT 1 FROM inspection i WHERE i.vehicle_id=NEW.vehicle_id AND i.held_on<=NEW.held_on)) THEN RAISE EXCEPTION 'inspection_result: resultado sem a sua vistoria, ou laudo anterior depois da primeira vistoria' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER inspection_result_of_visit BEFORE INSERT ON inspection_result FOR EACH ROW EXECUTE FUNCTION inspection_result_of_visit()",
    "ALTER TABLE inspection_result ENABLE ALWAYS TRIGGER inspection_result_of_visit",
    "CREATE OR REPLACE FUNCTION inspection_seal_of_car() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM inspection i JOIN seal s ON s.vehicle_id=i.vehicle_id WHERE i.id=NEW.inspection_id AND s.id=NEW.seal_id AND i.result='approved' AND i.municipality_id=NEW.municipality_id AND s.municipality_id=NEW.municipality_id) THEN RAISE EXCEPTION 'inspection_seal: selo de outro carro, ou de vistoria não aprovada' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER inspection_seal_of_car BEFORE INSERT ON inspection_seal FOR EACH ROW EXECUTE FUNCTION inspection_seal_of_car()",
    "ALTER TABLE inspection_seal ENABLE ALWAYS TRIGGER inspection_seal_of_car",
    "CREATE OR REPLACE FUNCTION inspection_flag_own_city() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM inspection i WHERE i.id=NEW.inspection_id AND i.municipality_id=NEW.municipality_id) THEN RAISE EXCEPTION 'inspection_flag: vistoria de outro município' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER inspection_flag_own_city BEFORE INSERT ON inspection_flag FOR EACH ROW EXECUTE FUNCTION inspection_flag_own_city()",
    "ALTER TABLE inspection_flag ENABLE ALWAYS TRIGGER inspection_flag_own_city",
    "CREATE OR REPLACE FUNCTION inspection_review_duties() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM inspection i WHERE i.id=NEW.inspection_id AND i.municipality_id=NEW.municipality_id AND i.person_id<>NEW.person_id) OR EXISTS(SELECT 1 FROM inspection_review r WHERE r.inspection_id=NEW.inspection_id AND r.kind='confirmed') THEN RAISE EXCEPTION 'inspection_review: análise da própria vistoria, vistoria de outro município, ou alerta já confirmado' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER inspection_review_duties BEFORE INSERT ON inspection_review FOR EACH ROW EXECUTE FUNCTION inspection_review_duties()",
    "ALTER TABLE inspection_review ENABLE ALWAYS TRIGGER inspection_review_duties",
    "CREATE OR REPLACE FUNCTION inspection_draw_approved() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM inspection i WHERE i.id=NEW.inspection_id AND i.municipality_id=NEW.municipality_id AND i.result='approved' AND i.occasion<>'recheck') THEN RAISE EXCEPTION 'inspection_draw: só vistoria aprovada, que não seja reinspeção, entra no sorteio' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER inspection_draw_approved BEFORE INSERT ON inspection_draw FOR EACH ROW EXECUTE FUNCTION inspection_draw_approved()",
    "ALTER TABLE inspection_draw ENABLE ALWAYS TRIGGER inspection_draw_approved",
)
SQLITE_DOWN = (
    "DROP TRIGGER inspection_result_no_update",
    "DROP TRIGGER inspection_result_no_delete",
    "DROP TRIGGER inspection_result_no_replace",
    "DROP TRIGGER inspection_result_of_visit",
)
POSTGRESQL_DOWN = (
    "DROP TRIGGER inspection_result_no_change ON inspection_result",
    "DROP TRIGGER inspection_result_no_truncate ON inspection_result",
    "DROP TRIGGER inspection_result_of_visit ON inspection_result",
)
# The rules' functions outlive their tables on PostgreSQL.
POSTGRESQL_FUNCTIONS = (
    "DROP FUNCTION report_series_goes_up()",
    "DROP FUNCTION inspection_in_series()",
    "DROP FUNCTION inspection_duties()",
    "DROP FUNCTION inspection_result_of_visit()",
    "DROP FUNCTION inspection_seal_of_car()",
    "DROP FUNCTION inspection_flag_own_city()",
    "DROP FUNCTION inspection_review_duties()",
    "DROP FUNCTION inspection_draw_approved()",
)


def upgrade() -> None:
    """Create the tables, then their triggers."""
    op.create_table(
        "city_day",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("act", sa.String(length=80), nullable=False),
        sa.Column("recorded_by", sa.String(length=32), nullable=False),
        sa.Column("recorded_at", Instant(), nullable=False),
        sa.Column("withdrawn_by", sa.String(length=32), nullable=False),
        sa.Column("withdrawn_at", Instant(), nullable=True),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint(
            "kind IN ('municipal','optional','closing')", name=op.f("ck_city_day_kind")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_city_day")),
    )
    with op.batch_alter_table("city_day", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_city_day_municipality_id"), ["municipality_id"], unique=False
        )
        batch_op.create_index(
            "uq_city_day_standing",
            ["municipality_id", "day"],
            unique=True,
            sqlite_where=sa.text("withdrawn_at IS NULL"),
            postgresql_where=sa.text("withdrawn_at IS NULL"),
        )

    op.create_table(
        "inspection_place",
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("address", sa.String(length=200), nullable=False),
        sa.Column("latitude", sa.Float(), nullable=True),
        sa.Column("longitude", sa.Float(), nullable=True),
        sa.Column("opened_at", Instant(), nullable=False),
        sa.Column("closed_at", Instant(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_place")),
    )
    with op.batch_alter_table("inspection_place", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_inspection_place_municipality_id"), ["municipality_id"], unique=False
        )

    op.create_table(
        "report_series",
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("series", sa.String(length=20), nullable=False),
        sa.Column("training", sa.Boolean(), nullable=False),
        sa.Column("next_value", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "training = (substr(series, 1, 7) = 'TREINO-')", name=op.f("ck_report_series_training")
        ),
        sa.CheckConstraint("next_value > 0", name=op.f("ck_report_series_next_value")),
        sa.PrimaryKeyConstraint("municipality_id", "series", name=op.f("pk_report_series")),
    )
    op.create_table(
        "inspection_hours",
        sa.Column("place_id", sa.String(length=32), nullable=False),
        sa.Column("weekday", sa.Integer(), nullable=False),
        sa.Column("starts_at", sa.Integer(), nullable=False),
        sa.Column("ends_at", sa.Integer(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("capacity", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint("capacity BETWEEN 1 AND 20", name=op.f("ck_inspection_hours_capacity")),
        sa.CheckConstraint("minutes BETWEEN 5 AND 240", name=op.f("ck_inspection_hours_minutes")),
        sa.CheckConstraint(
            "starts_at >= 0 AND starts_at < ends_at AND ends_at <= 1440",
            name=op.f("ck_inspection_hours_stretch"),
        ),
        sa.CheckConstraint("weekday BETWEEN 0 AND 6", name=op.f("ck_inspection_hours_weekday")),
        sa.ForeignKeyConstraint(
            ["place_id"],
            ["inspection_place.id"],
            name=op.f("fk_inspection_hours_place_id_inspection_place"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_hours")),
    )
    with op.batch_alter_table("inspection_hours", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_inspection_hours_municipality_id"), ["municipality_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_inspection_hours_place_id"), ["place_id"], unique=False
        )

    op.create_table(
        "photo_print",
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("entry_id", sa.String(length=32), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("print", sa.String(length=32), nullable=False),
        sa.Column("fine", sa.String(length=128), nullable=False),
        sa.Column("plain", sa.Boolean(), nullable=False),
        sa.Column("tagged", sa.Boolean(), nullable=False),
        sa.Column("band_0", sa.Integer(), nullable=False),
        sa.Column("band_1", sa.Integer(), nullable=False),
        sa.Column("band_2", sa.Integer(), nullable=False),
        sa.Column("band_3", sa.Integer(), nullable=False),
        sa.Column("band_4", sa.Integer(), nullable=False),
        sa.Column("band_5", sa.Integer(), nullable=False),
        sa.Column("band_6", sa.Integer(), nullable=False),
        sa.Column("band_7", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["municipality_id", "entry_id", "sha256"],
            ["attachment.municipality_id", "attachment.entry_id", "attachment.sha256"],
            name="fk_photo_print_attachment",
        ),
        sa.PrimaryKeyConstraint(
            "municipality_id", "entry_id", "sha256", name=op.f("pk_photo_print")
        ),
    )
    with op.batch_alter_table("photo_print", schema=None) as batch_op:
        batch_op.create_index("ix_photo_print_band_0", ["municipality_id", "band_0"], unique=False)
        batch_op.create_index("ix_photo_print_band_1", ["municipality_id", "band_1"], unique=False)
        batch_op.create_index("ix_photo_print_band_2", ["municipality_id", "band_2"], unique=False)
        batch_op.create_index("ix_photo_print_band_3", ["municipality_id", "band_3"], unique=False)
        batch_op.create_index("ix_photo_print_band_4", ["municipality_id", "band_4"], unique=False)
        batch_op.create_index("ix_photo_print_band_5", ["municipality_id", "band_5"], unique=False)
        batch_op.create_index("ix_photo_print_band_6", ["municipality_id", "band_6"], unique=False)
        batch_op.create_index("ix_photo_print_band_7", ["municipality_id", "band_7"], unique=False)

    op.create_table(
        "platform_person",
        sa.Column("platform_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("ends_on", sa.Date(), nullable=True),
        sa.Column("act", sa.String(length=80), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_platform_person_person_id_person")
        ),
        sa.ForeignKeyConstraint(
            ["platform_id"], ["platform.id"], name=op.f("fk_platform_person_platform_id_platform")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_platform_person")),
    )
    with op.batch_alter_table("platform_person", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_platform_person_municipality_id"), ["municipality_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_platform_person_person_id"), ["person_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_platform_person_platform_id"), ["platform_id"], unique=False
        )
        batch_op.create_index(
            "uq_platform_person_open",
            ["platform_id", "person_id"],
            unique=True,
            sqlite_where=sa.text("ends_on IS NULL"),
            postgresql_where=sa.text("ends_on IS NULL"),
        )

    op.create_table(
        "booking",
        sa.Column("place_id", sa.String(length=32), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("starts_at", sa.Integer(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("vehicle_id", sa.String(length=32), nullable=False),
        sa.Column("occasion", sa.String(length=12), nullable=False),
        sa.Column("previous_id", sa.String(length=32), nullable=False),
        sa.Column("call_id", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("channel", sa.String(length=10), nullable=False),
        sa.Column("booked_by", sa.String(length=32), nullable=False),
        sa.Column("booked_at", Instant(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("arrived_at", Instant(), nullable=True),
        sa.Column("started_at", Instant(), nullable=True),
        sa.Column("done_at", Instant(), nullable=True),
        sa.Column("visit_id", sa.String(length=32), nullable=False),
        sa.Column("ended_at", Instant(), nullable=True),
        sa.Column("ended_by", sa.String(length=32), nullable=False),
        sa.Column("end_reason", sa.String(length=200), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint(
            "state IN ('booked','arrived','done','missed','cancelled')",
            name=op.f("ck_booking_state"),
        ),
        sa.CheckConstraint("starts_at BETWEEN 0 AND 1439", name=op.f("ck_booking_starts_at")),
        sa.ForeignKeyConstraint(
            ["place_id"], ["inspection_place.id"], name=op.f("fk_booking_place_id_inspection_place")
        ),
        sa.ForeignKeyConstraint(
            ["vehicle_id"], ["vehicle.id"], name=op.f("fk_booking_vehicle_id_vehicle")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_booking")),
    )
    with op.batch_alter_table("booking", schema=None) as batch_op:
        batch_op.create_index("ix_booking_day", ["municipality_id", "day"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_booking_municipality_id"), ["municipality_id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_booking_vehicle_id"), ["vehicle_id"], unique=False)
        batch_op.create_index(
            "uq_booking_car",
            ["vehicle_id"],
            unique=True,
            sqlite_where=sa.text("state IN ('booked','arrived')"),
            postgresql_where=sa.text("state IN ('booked','arrived')"),
        )
        batch_op.create_index(
            "uq_booking_seat",
            ["place_id", "day", "starts_at", "seat"],
            unique=True,
            sqlite_where=sa.text("state IN ('booked','arrived','done')"),
            postgresql_where=sa.text("state IN ('booked','arrived','done')"),
        )

    op.create_table(
        "inspection",
        sa.Column("vehicle_id", sa.String(length=32), nullable=True),
        sa.Column("plate", sa.String(length=7), nullable=False),
        sa.Column("modality", sa.String(length=8), nullable=False),
        sa.Column("occasion", sa.String(length=12), nullable=False),
        sa.Column("previous_id", sa.String(length=32), nullable=True),
        sa.Column("booking_id", sa.String(length=32), nullable=False),
        sa.Column("call_id", sa.String(length=32), nullable=False),
        sa.Column("result", sa.String(length=10), nullable=False),
        sa.Column("report_series", sa.String(length=20), nullable=False),
        sa.Column("report_value", sa.Integer(), nullable=False),
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
        sa.Column("started_at", Instant(), nullable=False),
        sa.Column("finished_at", Instant(), nullable=False),
        sa.Column("device_time", Instant(), nullable=False),
        sa.Column("received_at", Instant(), nullable=False),
        sa.Column("held_on", sa.Date(), nullable=False),
        sa.Column("cure_by", sa.Date(), nullable=True),
        sa.Column("valid_until", sa.Date(), nullable=True),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("guide", sa.String(length=40), nullable=False),
        sa.Column("place_text", sa.String(length=200), nullable=False),
        sa.Column("latitude", sa.Float(), nullable=True),
        sa.Column("longitude", sa.Float(), nullable=True),
        sa.Column("clock_flag", sa.String(length=20), nullable=False),
        sa.Column("flags", sa.String(length=200), nullable=False),
        sa.Column("ruleset_slug", sa.String(length=60), nullable=False),
        sa.Column("ruleset_version", sa.String(length=20), nullable=False),
        sa.Column("ruleset_hash", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint("modality IN ('taxi','app')", name=op.f("ck_inspection_modality")),
        sa.CheckConstraint(
            "occasion <> 'first' OR previous_id IS NULL", name=op.f("ck_inspection_first")
        ),
        sa.CheckConstraint(
            "occasion NOT IN ('return','recheck') OR previous_id IS NOT NULL",
            name=op.f("ck_inspection_previous"),
        ),
        sa.CheckConstraint("result = 'failed' OR NOT stopped", name=op.f("ck_inspection_stopped")),
        sa.CheckConstraint(
            "result IN ('approved','failed','pending')", name=op.f("ck_inspection_result")
        ),
        sa.CheckConstraint(
            "training = (substr(report_series, 1, 7) = 'TREINO-')",
            name=op.f("ck_inspection_training"),
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_inspection_account_id_account")
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_inspection_person_id_person")
        ),
        sa.ForeignKeyConstraint(
            ["previous_id"], ["inspection.id"], name=op.f("fk_inspection_previous_id_inspection")
        ),
        sa.ForeignKeyConstraint(
            ["vehicle_id"], ["vehicle.id"], name=op.f("fk_inspection_vehicle_id_vehicle")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection")),
        sa.UniqueConstraint(
            "account_id",
            "key_id",
            "chain_seq",
            name=op.f("uq_inspection_account_id_key_id_chain_seq"),
        ),
        sa.UniqueConstraint(
            "municipality_id",
            "report_series",
            "report_value",
            name=op.f("uq_inspection_municipality_id_report_series_report_value"),
        ),
    )
    with op.batch_alter_table("inspection", schema=None) as batch_op:
        batch_op.create_index(
            "ix_inspection_author", ["municipality_id", "person_id", "started_at"], unique=False
        )
        batch_op.create_index("ix_inspection_car", ["vehicle_id", "held_on"], unique=False)
        batch_op.create_index(
            "ix_inspection_held", ["municipality_id", "held_on", "id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_inspection_municipality_id"), ["municipality_id"], unique=False
        )
        batch_op.create_index("ix_inspection_previous", ["previous_id"], unique=False)
        batch_op.create_index(
            "ix_inspection_received", ["municipality_id", "received_at", "id"], unique=False
        )
        batch_op.create_index("ix_inspection_sha256", ["sha256"], unique=False)

    op.create_table(
        "inspection_call",
        sa.Column("vehicle_id", sa.String(length=32), nullable=False),
        sa.Column("reasons", sa.Text(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.Column("basis", sa.String(length=120), nullable=False),
        sa.Column("training", sa.Boolean(), nullable=False),
        sa.Column("called_by", sa.String(length=32), nullable=False),
        sa.Column("called_at", Instant(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["vehicle_id"], ["vehicle.id"], name=op.f("fk_inspection_call_vehicle_id_vehicle")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_call")),
    )
    with op.batch_alter_table("inspection_call", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_inspection_call_municipality_id"), ["municipality_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_inspection_call_vehicle_id"), ["vehicle_id"], unique=False
        )

    op.create_table(
        "inspection_guide",
        sa.Column("vehicle_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column("paid_on", sa.Date(), nullable=False),
        sa.Column("amount_ufm", sa.String(length=12), nullable=False),
        sa.Column("citation", sa.String(length=120), nullable=False),
        sa.Column("analysed_on", sa.Date(), nullable=True),
        sa.Column("confirmed_by", sa.String(length=32), nullable=False),
        sa.Column("confirmed_at", Instant(), nullable=False),
        sa.Column("withdrawn_by", sa.String(length=32), nullable=False),
        sa.Column("withdrawn_at", Instant(), nullable=True),
        sa.Column("withdrawn_why", sa.String(length=200), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["vehicle_id"], ["vehicle.id"], name=op.f("fk_inspection_guide_vehicle_id_vehicle")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_guide")),
    )
    with op.batch_alter_table("inspection_guide", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_inspection_guide_municipality_id"), ["municipality_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_inspection_guide_vehicle_id"), ["vehicle_id"], unique=False
        )
        batch_op.create_index(
            "uq_inspection_guide_number",
            ["municipality_id", "number"],
            unique=True,
            sqlite_where=sa.text("withdrawn_at IS NULL"),
            postgresql_where=sa.text("withdrawn_at IS NULL"),
        )

    op.create_table(
        "inspection_call_event",
        sa.Column("call_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("to_whom", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("how", sa.String(length=20), nullable=False),
        sa.Column("on_day", sa.Date(), nullable=False),
        sa.Column("receipt", sa.String(length=120), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint(
            "kind IN ('notified','withdrawn')", name=op.f("ck_inspection_call_event_kind")
        ),
        sa.CheckConstraint(
            "to_whom IN ('','driver','platform')", name=op.f("ck_inspection_call_event_to_whom")
        ),
        sa.ForeignKeyConstraint(
            ["call_id"],
            ["inspection_call.id"],
            name=op.f("fk_inspection_call_event_call_id_inspection_call"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_call_event")),
        sa.UniqueConstraint(
            "call_id",
            "kind",
            "to_whom",
            "on_day",
            "receipt",
            name=op.f("uq_inspection_call_event_call_id_kind_to_whom_on_day_receipt"),
        ),
    )
    with op.batch_alter_table("inspection_call_event", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_inspection_call_event_call_id"), ["call_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_inspection_call_event_municipality_id"),
            ["municipality_id"],
            unique=False,
        )

    op.create_table(
        "inspection_defect",
        sa.Column("inspection_id", sa.String(length=32), nullable=False),
        sa.Column("key", sa.String(length=24), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("item_id", sa.String(length=16), nullable=False),
        sa.Column("label", sa.String(length=300), nullable=False),
        sa.Column("citation", sa.String(length=400), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("blocking", sa.Boolean(), nullable=False),
        sa.Column("safety", sa.Boolean(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["inspection_id"],
            ["inspection.id"],
            name=op.f("fk_inspection_defect_inspection_id_inspection"),
        ),
        sa.PrimaryKeyConstraint("inspection_id", "key", name=op.f("pk_inspection_defect")),
    )
    with op.batch_alter_table("inspection_defect", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_inspection_defect_municipality_id"), ["municipality_id"], unique=False
        )

    op.create_table(
        "inspection_draw",
        sa.Column("inspection_id", sa.String(length=32), nullable=False),
        sa.Column("why", sa.String(length=8), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint("why IN ('random','quota')", name=op.f("ck_inspection_draw_why")),
        sa.ForeignKeyConstraint(
            ["inspection_id"],
            ["inspection.id"],
            name=op.f("fk_inspection_draw_inspection_id_inspection"),
        ),
        sa.PrimaryKeyConstraint("inspection_id", name=op.f("pk_inspection_draw")),
    )
    with op.batch_alter_table("inspection_draw", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_inspection_draw_municipality_id"), ["municipality_id"], unique=False
        )

    op.create_table(
        "inspection_flag",
        sa.Column("inspection_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("detail", sa.String(length=200), nullable=False),
        sa.Column("other_id", sa.String(length=32), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("holds", sa.Boolean(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["inspection_id"],
            ["inspection.id"],
            name=op.f("fk_inspection_flag_inspection_id_inspection"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_flag")),
        sa.UniqueConstraint(
            "inspection_id",
            "kind",
            "other_id",
            "sha256",
            name=op.f("uq_inspection_flag_inspection_id_kind_other_id_sha256"),
        ),
    )
    with op.batch_alter_table("inspection_flag", schema=None) as batch_op:
        batch_op.create_index(
            "ix_inspection_flag_city", ["municipality_id", "holds", "inspection_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_inspection_flag_municipality_id"), ["municipality_id"], unique=False
        )

    op.create_table(
        "inspection_missed",
        sa.Column("vehicle_id", sa.String(length=32), nullable=False),
        sa.Column("occasion", sa.String(length=12), nullable=False),
        sa.Column("booking_id", sa.String(length=32), nullable=False),
        sa.Column("previous_id", sa.String(length=32), nullable=True),
        sa.Column("call_id", sa.String(length=32), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.Column("training", sa.Boolean(), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("recorded_at", Instant(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["previous_id"],
            ["inspection.id"],
            name=op.f("fk_inspection_missed_previous_id_inspection"),
        ),
        sa.ForeignKeyConstraint(
            ["vehicle_id"], ["vehicle.id"], name=op.f("fk_inspection_missed_vehicle_id_vehicle")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_missed")),
    )
    with op.batch_alter_table("inspection_missed", schema=None) as batch_op:
        batch_op.create_index("ix_inspection_missed_car", ["vehicle_id", "due_on"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_inspection_missed_municipality_id"), ["municipality_id"], unique=False
        )

    op.create_table(
        "inspection_review",
        sa.Column("inspection_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("reasons", sa.Text(), nullable=False),
        sa.Column("covers", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint(
            "kind IN ('cleared','confirmed','recheck')", name=op.f("ck_inspection_review_kind")
        ),
        sa.CheckConstraint("reasons <> ''", name=op.f("ck_inspection_review_reasons")),
        sa.CheckConstraint("covers >= 0", name=op.f("ck_inspection_review_covers")),
        sa.ForeignKeyConstraint(
            ["inspection_id"],
            ["inspection.id"],
            name=op.f("fk_inspection_review_inspection_id_inspection"),
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_inspection_review_person_id_person")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_review")),
    )
    with op.batch_alter_table("inspection_review", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_inspection_review_municipality_id"), ["municipality_id"], unique=False
        )
        batch_op.create_index(
            "ix_inspection_review_visit", ["inspection_id", "at", "id"], unique=False
        )

    op.create_table(
        "inspection_seal",
        sa.Column("inspection_id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("seal_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["inspection_id"],
            ["inspection.id"],
            name=op.f("fk_inspection_seal_inspection_id_inspection"),
        ),
        sa.ForeignKeyConstraint(
            ["seal_id"], ["seal.id"], name=op.f("fk_inspection_seal_seal_id_seal")
        ),
        sa.PrimaryKeyConstraint("inspection_id", name=op.f("pk_inspection_seal")),
        sa.UniqueConstraint("seal_id", name=op.f("uq_inspection_seal_seal_id")),
    )
    with op.batch_alter_table("inspection_seal", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_inspection_seal_municipality_id"), ["municipality_id"], unique=False
        )

    with op.batch_alter_table("attachment", schema=None) as batch_op:
        batch_op.create_index("ix_attachment_photo", ["municipality_id", "sha256"], unique=False)

    with op.batch_alter_table("inspection_result", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("source", sa.String(length=8), server_default="earlier", nullable=False)
        )
        batch_op.add_column(sa.Column("visit_id", sa.String(length=32), nullable=True))
        batch_op.add_column(
            sa.Column("training", sa.Boolean(), server_default=sa.true(), nullable=False)
        )
        batch_op.create_foreign_key(
            batch_op.f("fk_inspection_result_visit_id_inspection"),
            "inspection",
            ["visit_id"],
            ["id"],
        )
        batch_op.create_check_constraint(
            batch_op.f("ck_inspection_result_report"),
            "source = 'visit' OR result = 'failed' OR report_number <> ''",
        )
        batch_op.create_check_constraint(
            batch_op.f("ck_inspection_result_source"), "source IN ('visit','earlier')"
        )
        batch_op.create_check_constraint(
            batch_op.f("ck_inspection_result_visit"), "(source = 'visit') = (visit_id IS NOT NULL)"
        )

    _run(SQLITE, POSTGRESQL)


def downgrade() -> None:
    """Remove them."""
    _run(SQLITE_DOWN, POSTGRESQL_DOWN)
    with op.batch_alter_table("inspection_result", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_inspection_result_report"), type_="check")
        batch_op.drop_constraint(batch_op.f("ck_inspection_result_source"), type_="check")
        batch_op.drop_constraint(batch_op.f("ck_inspection_result_visit"), type_="check")
        batch_op.drop_constraint(
            batch_op.f("fk_inspection_result_visit_id_inspection"), type_="foreignkey"
        )
        batch_op.drop_column("training")
        batch_op.drop_column("visit_id")
        batch_op.drop_column("source")

    with op.batch_alter_table("attachment", schema=None) as batch_op:
        batch_op.drop_index("ix_attachment_photo")

    with op.batch_alter_table("inspection_seal", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inspection_seal_municipality_id"))

    op.drop_table("inspection_seal")
    with op.batch_alter_table("inspection_review", schema=None) as batch_op:
        batch_op.drop_index("ix_inspection_review_visit")
        batch_op.drop_index(batch_op.f("ix_inspection_review_municipality_id"))

    op.drop_table("inspection_review")
    with op.batch_alter_table("inspection_missed", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inspection_missed_municipality_id"))
        batch_op.drop_index("ix_inspection_missed_car")

    op.drop_table("inspection_missed")
    with op.batch_alter_table("inspection_flag", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inspection_flag_municipality_id"))
        batch_op.drop_index("ix_inspection_flag_city")

    op.drop_table("inspection_flag")
    with op.batch_alter_table("inspection_draw", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inspection_draw_municipality_id"))

    op.drop_table("inspection_draw")
    with op.batch_alter_table("inspection_defect", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inspection_defect_municipality_id"))

    op.drop_table("inspection_defect")
    with op.batch_alter_table("inspection_call_event", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inspection_call_event_municipality_id"))
        batch_op.drop_index(batch_op.f("ix_inspection_call_event_call_id"))

    op.drop_table("inspection_call_event")
    with op.batch_alter_table("inspection_guide", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_inspection_guide_number",
            sqlite_where=sa.text("withdrawn_at IS NULL"),
            postgresql_where=sa.text("withdrawn_at IS NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_inspection_guide_vehicle_id"))
        batch_op.drop_index(batch_op.f("ix_inspection_guide_municipality_id"))

    op.drop_table("inspection_guide")
    with op.batch_alter_table("inspection_call", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inspection_call_vehicle_id"))
        batch_op.drop_index(batch_op.f("ix_inspection_call_municipality_id"))

    op.drop_table("inspection_call")
    with op.batch_alter_table("inspection", schema=None) as batch_op:
        batch_op.drop_index("ix_inspection_sha256")
        batch_op.drop_index("ix_inspection_received")
        batch_op.drop_index("ix_inspection_previous")
        batch_op.drop_index(batch_op.f("ix_inspection_municipality_id"))
        batch_op.drop_index("ix_inspection_held")
        batch_op.drop_index("ix_inspection_car")
        batch_op.drop_index("ix_inspection_author")

    op.drop_table("inspection")
    with op.batch_alter_table("booking", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_booking_seat",
            sqlite_where=sa.text("state IN ('booked','arrived','done')"),
            postgresql_where=sa.text("state IN ('booked','arrived','done')"),
        )
        batch_op.drop_index(
            "uq_booking_car",
            sqlite_where=sa.text("state IN ('booked','arrived')"),
            postgresql_where=sa.text("state IN ('booked','arrived')"),
        )
        batch_op.drop_index(batch_op.f("ix_booking_vehicle_id"))
        batch_op.drop_index(batch_op.f("ix_booking_municipality_id"))
        batch_op.drop_index("ix_booking_day")

    op.drop_table("booking")
    with op.batch_alter_table("platform_person", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_platform_person_open",
            sqlite_where=sa.text("ends_on IS NULL"),
            postgresql_where=sa.text("ends_on IS NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_platform_person_platform_id"))
        batch_op.drop_index(batch_op.f("ix_platform_person_person_id"))
        batch_op.drop_index(batch_op.f("ix_platform_person_municipality_id"))

    op.drop_table("platform_person")
    with op.batch_alter_table("photo_print", schema=None) as batch_op:
        batch_op.drop_index("ix_photo_print_band_7")
        batch_op.drop_index("ix_photo_print_band_6")
        batch_op.drop_index("ix_photo_print_band_5")
        batch_op.drop_index("ix_photo_print_band_4")
        batch_op.drop_index("ix_photo_print_band_3")
        batch_op.drop_index("ix_photo_print_band_2")
        batch_op.drop_index("ix_photo_print_band_1")
        batch_op.drop_index("ix_photo_print_band_0")

    op.drop_table("photo_print")
    with op.batch_alter_table("inspection_hours", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inspection_hours_place_id"))
        batch_op.drop_index(batch_op.f("ix_inspection_hours_municipality_id"))

    op.drop_table("inspection_hours")
    op.drop_table("report_series")
    with op.batch_alter_table("inspection_place", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inspection_place_municipality_id"))

    op.drop_table("inspection_place")
    with op.batch_alter_table("city_day", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_city_day_standing",
            sqlite_where=sa.text("withdrawn_at IS NULL"),
            postgresql_where=sa.text("withdrawn_at IS NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_city_day_municipality_id"))

    op.drop_table("city_day")
    _run((), POSTGRESQL_FUNCTIONS)


def _run(sqlite: tuple[str, ...], postgresql: tuple[str, ...]) -> None:
    connection = op.get_bind()
    chosen = sqlite if connection.dialect.name == "sqlite" else postgresql
    for statement in chosen:
        # The driver reads a lone per cent sign as a parameter on PostgreSQL.
        text = statement if connection.dialect.name == "sqlite" else statement.replace("%", "%%")
        connection.exec_driver_sql(text)
