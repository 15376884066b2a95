"""Cases: the file of each notice, its steps, the duties held in it, cancellations and papers.

Old code is still running while this migrates: add first, remove in a later release.
The statements are written out: a migration must not change when the code that made it does.
"""

import sqlalchemy as sa
from alembic import op

from app.persistence.types import Instant

revision = "0006"
down_revision = "0005"

SQLITE = (
    "CREATE TRIGGER case_file_no_update BEFORE UPDATE ON case_file BEGIN SELECT RAISE(ABORT,'case_file: registro imutável'); END",
    "CREATE TRIGGER case_file_no_delete BEFORE DELETE ON case_file BEGIN SELECT RAISE(ABORT,'case_file: registro imutável'); END",
    "CREATE TRIGGER case_file_no_replace BEFORE INSERT ON case_file WHEN EXISTS(SELECT 1 FROM case_file WHERE (id=NEW.id) OR (municipality_id=NEW.municipality_id AND series=NEW.series AND value=NEW.value) OR (notice_id=NEW.notice_id)) BEGIN SELECT RAISE(ABORT,'case_file: já existe'); END",
    "CREATE TRIGGER case_notice_no_update BEFORE UPDATE ON case_notice BEGIN SELECT RAISE(ABORT,'case_notice: registro imutável'); END",
    "CREATE TRIGGER case_notice_no_delete BEFORE DELETE ON case_notice BEGIN SELECT RAISE(ABORT,'case_notice: registro imutável'); END",
    "CREATE TRIGGER case_notice_no_replace BEFORE INSERT ON case_notice WHEN EXISTS(SELECT 1 FROM case_notice WHERE (case_id=NEW.case_id AND notice_id=NEW.notice_id)) BEGIN SELECT RAISE(ABORT,'case_notice: já existe'); END",
    "CREATE TRIGGER case_duty_no_update BEFORE UPDATE ON case_duty BEGIN SELECT RAISE(ABORT,'case_duty: registro imutável'); END",
    "CREATE TRIGGER case_duty_no_delete BEFORE DELETE ON case_duty BEGIN SELECT RAISE(ABORT,'case_duty: registro imutável'); END",
    "CREATE TRIGGER case_duty_no_replace BEFORE INSERT ON case_duty WHEN EXISTS(SELECT 1 FROM case_duty WHERE (case_id=NEW.case_id AND person_id=NEW.person_id)) BEGIN SELECT RAISE(ABORT,'case_duty: já existe'); END",
    "CREATE TRIGGER case_step_no_update BEFORE UPDATE ON case_step BEGIN SELECT RAISE(ABORT,'case_step: registro imutável'); END",
    "CREATE TRIGGER case_step_no_delete BEFORE DELETE ON case_step BEGIN SELECT RAISE(ABORT,'case_step: registro imutável'); END",
    "CREATE TRIGGER case_step_no_replace BEFORE INSERT ON case_step WHEN EXISTS(SELECT 1 FROM case_step WHERE (id=NEW.id) OR (case_id=NEW.case_id AND seq=NEW.seq)) BEGIN SELECT RAISE(ABORT,'case_step: já existe'); END",
    "CREATE TRIGGER case_cancelling_no_update BEFORE UPDATE ON case_cancelling BEGIN SELECT RAISE(ABORT,'case_cancelling: registro imutável'); END",
    "CREATE TRIGGER case_cancelling_no_delete BEFORE DELETE ON case_cancelling BEGIN SELECT RAISE(ABORT,'case_cancelling: registro imutável'); END",
    "CREATE TRIGGER case_cancelling_no_replace BEFORE INSERT ON case_cancelling WHEN EXISTS(SELECT 1 FROM case_cancelling WHERE (step_id=NEW.step_id) OR (municipality_id=NEW.municipality_id AND process_number=NEW.process_number) OR (municipality_id=NEW.municipality_id AND day=NEW.day AND person_id=NEW.person_id AND person_slot=NEW.person_slot) OR (municipality_id=NEW.municipality_id AND day=NEW.day AND city_slot=NEW.city_slot)) BEGIN SELECT RAISE(ABORT,'case_cancelling: já existe'); END",
    "CREATE TRIGGER case_document_no_update BEFORE UPDATE ON case_document BEGIN SELECT RAISE(ABORT,'case_document: registro imutável'); END",
    "CREATE TRIGGER case_document_no_delete BEFORE DELETE ON case_document BEGIN SELECT RAISE(ABORT,'case_document: registro imutável'); END",
    "CREATE TRIGGER case_document_no_replace BEFORE INSERT ON case_document WHEN EXISTS(SELECT 1 FROM case_document WHERE (id=NEW.id) OR (case_id=NEW.case_id AND step_id=NEW.step_id AND kind=NEW.kind)) BEGIN SELECT RAISE(ABORT,'case_document: já existe'); END",
    "CREATE TRIGGER case_series_frozen BEFORE UPDATE ON case_series WHEN NEW.municipality_id IS NOT OLD.municipality_id OR NEW.series IS NOT OLD.series OR NEW.training IS NOT OLD.training BEGIN SELECT RAISE(ABORT,'case_series: coluna imutável'); END",
    "CREATE TRIGGER case_series_goes_up BEFORE UPDATE ON case_series WHEN NEW.next_value < OLD.next_value BEGIN SELECT RAISE(ABORT,'case_series: a numeração não volta atrás'); END",
    "CREATE TRIGGER case_file_in_series BEFORE INSERT ON case_file WHEN NOT EXISTS(SELECT 1 FROM case_series s WHERE s.municipality_id=NEW.municipality_id AND s.series=NEW.series AND s.training=NEW.training AND NEW.value>0 AND NEW.value<s.next_value) OR (NEW.notice_id IS NOT NULL AND NOT EXISTS(SELECT 1 FROM notice n WHERE n.id=NEW.notice_id AND n.municipality_id=NEW.municipality_id AND n.kind=NEW.path AND n.code=NEW.code AND n.happened_at=NEW.happened_at)) BEGIN SELECT RAISE(ABORT,'case_file: processo fora da série, ou que não é do seu auto'); END",
    "CREATE TRIGGER case_notice_of_sanction BEFORE INSERT ON case_notice WHEN NOT EXISTS(SELECT 1 FROM case_file c JOIN notice n ON n.municipality_id=c.municipality_id WHERE c.id=NEW.case_id AND n.id=NEW.notice_id AND c.path='sanction' AND c.municipality_id=NEW.municipality_id) OR EXISTS(SELECT 1 FROM case_step s WHERE s.case_id=NEW.case_id) BEGIN SELECT RAISE(ABORT,'case_notice: auto de outro município, ou juntado depois da abertura'); END",
    "CREATE TRIGGER case_duty_apart BEFORE INSERT ON case_duty WHEN NOT EXISTS(SELECT 1 FROM case_file c WHERE c.id=NEW.case_id AND c.municipality_id=NEW.municipality_id AND (NEW.duty='author' OR COALESCE(c.offender_person_id,'')<>NEW.person_id)) OR (NEW.duty='author')<>EXISTS(SELECT 1 FROM notice n WHERE n.person_id=NEW.person_id AND (n.id IN (SELECT c.notice_id FROM case_file c WHERE c.id=NEW.case_id) OR n.id IN (SELECT l.notice_id FROM case_notice l WHERE l.case_id=NEW.case_id))) OR (NEW.duty IN ('judge','commission') AND EXISTS(SELECT 1 FROM case_notice l JOIN case_file c ON c.notice_id=l.notice_id JOIN case_duty d ON d.case_id=c.id WHERE l.case_id=NEW.case_id AND d.person_id=NEW.person_id AND d.duty IN ('author','homologator'))) BEGIN SELECT RAISE(ABORT,'case_duty: quem lavrou, homologou ou é parte não decide'); END",
    "CREATE TRIGGER case_step_in_order BEFORE INSERT ON case_step WHEN NOT EXISTS(SELECT 1 FROM case_file c WHERE c.id=NEW.case_id AND c.municipality_id=NEW.municipality_id) OR NEW.seq<>1+(SELECT COUNT(*) FROM case_step s WHERE s.case_id=NEW.case_id) OR NEW.prev_sha256<>COALESCE((SELECT s.sha256 FROM case_step s WHERE s.case_id=NEW.case_id AND s.seq=NEW.seq-1),'') OR EXISTS(SELECT 1 FROM case_step s WHERE s.case_id=NEW.case_id AND s.at>NEW.at) BEGIN SELECT RAISE(ABORT,'case_step: ato fora da ordem'); END",
    "CREATE TRIGGER case_step_designated BEFORE INSERT ON case_step WHEN NEW.person_id<>'system' AND NOT EXISTS(SELECT 1 FROM role_grant g WHERE g.id=NEW.role_grant_id AND g.person_id=NEW.person_id AND g.municipality_id=NEW.municipality_id AND g.starts_on<=NEW.acted_on AND (g.ends_on IS NULL OR g.ends_on>=NEW.acted_on) AND (g.revoked_at IS NULL OR g.revoked_at>NEW.at) AND (COALESCE(NEW.duty,'') NOT IN ('homologator','judge') OR g.role IN ('secretary','mayor')) AND (COALESCE(NEW.duty,'')<>'commission' OR g.role='commission') AND ((substr(NEW.step,1,6)<>'mayor_' AND NEW.step<>'name_commission') OR g.role='mayor')) BEGIN SELECT RAISE(ABORT,'case_step: ato sem designação em vigor para esta função'); END",
    "CREATE TRIGGER case_step_cancelled BEFORE INSERT ON case_step WHEN NEW.step IN ('archive','annul','declare_void','judge_grant') AND NOT EXISTS(SELECT 1 FROM case_cancelling k WHERE k.step_id=NEW.id AND k.case_id=NEW.case_id AND k.person_id=NEW.person_id AND k.municipality_id=NEW.municipality_id AND k.day=NEW.acted_on) BEGIN SELECT RAISE(ABORT,'case_step: cancelamento sem vaga no dia, proposta ou processo'); END",
    "CREATE TRIGGER case_cancelling_proposed BEFORE INSERT ON case_cancelling WHEN NOT EXISTS(SELECT 1 FROM case_step p WHERE p.id=NEW.proposal_id AND p.case_id=NEW.case_id AND p.municipality_id=NEW.municipality_id AND p.person_id=NEW.proposed_by AND p.step IN ('opinion','propose_annulment','propose_void')) BEGIN SELECT RAISE(ABORT,'case_cancelling: cancelamento sem a proposta de outra pessoa'); END",
    "CREATE TRIGGER case_document_of_step BEFORE INSERT ON case_document WHEN NOT EXISTS(SELECT 1 FROM case_step s WHERE s.id=NEW.step_id AND s.case_id=NEW.case_id AND s.municipality_id=NEW.municipality_id) BEGIN SELECT RAISE(ABORT,'case_document: papel de outro processo ou município'); END",
    "CREATE TRIGGER notice_annotation_by_case BEFORE INSERT ON notice_annotation WHEN NEW.kind='annulment' AND EXISTS(SELECT 1 FROM case_file c WHERE c.notice_id=NEW.notice_id) AND NOT EXISTS(SELECT 1 FROM case_step s JOIN case_file c ON c.id=s.case_id WHERE s.id=NEW.id AND s.step='annul' AND s.person_id=NEW.person_id AND c.notice_id=NEW.notice_id) BEGIN SELECT RAISE(ABORT,'notice_annotation: anulação que o processo não decidiu'); END",
)
POSTGRESQL = (
    "CREATE TRIGGER case_file_no_change BEFORE UPDATE OR DELETE ON case_file FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_file ENABLE ALWAYS TRIGGER case_file_no_change",
    "CREATE TRIGGER case_file_no_truncate BEFORE TRUNCATE ON case_file FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_file ENABLE ALWAYS TRIGGER case_file_no_truncate",
    "CREATE TRIGGER case_notice_no_change BEFORE UPDATE OR DELETE ON case_notice FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_notice ENABLE ALWAYS TRIGGER case_notice_no_change",
    "CREATE TRIGGER case_notice_no_truncate BEFORE TRUNCATE ON case_notice FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_notice ENABLE ALWAYS TRIGGER case_notice_no_truncate",
    "CREATE TRIGGER case_duty_no_change BEFORE UPDATE OR DELETE ON case_duty FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_duty ENABLE ALWAYS TRIGGER case_duty_no_change",
    "CREATE TRIGGER case_duty_no_truncate BEFORE TRUNCATE ON case_duty FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_duty ENABLE ALWAYS TRIGGER case_duty_no_truncate",
    "CREATE TRIGGER case_step_no_change BEFORE UPDATE OR DELETE ON case_step FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_step ENABLE ALWAYS TRIGGER case_step_no_change",
    "CREATE TRIGGER case_step_no_truncate BEFORE TRUNCATE ON case_step FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_step ENABLE ALWAYS TRIGGER case_step_no_truncate",
    "CREATE TRIGGER case_cancelling_no_change BEFORE UPDATE OR DELETE ON case_cancelling FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_cancelling ENABLE ALWAYS TRIGGER case_cancelling_no_change",
    "CREATE TRIGGER case_cancelling_no_truncate BEFORE TRUNCATE ON case_cancelling FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_cancelling ENABLE ALWAYS TRIGGER case_cancelling_no_truncate",
    "CREATE TRIGGER case_document_no_change BEFORE UPDATE OR DELETE ON case_document FOR EACH ROW EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_document ENABLE ALWAYS TRIGGER case_document_no_change",
    "CREATE TRIGGER case_document_no_truncate BEFORE TRUNCATE ON case_document FOR EACH STATEMENT EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_document ENABLE ALWAYS TRIGGER case_document_no_truncate",
    "CREATE TRIGGER case_series_frozen BEFORE UPDATE ON case_series FOR EACH ROW WHEN (NEW.municipality_id IS DISTINCT FROM OLD.municipality_id OR NEW.series IS DISTINCT FROM OLD.series OR NEW.training IS DISTINCT FROM OLD.training) EXECUTE FUNCTION confere_refuse()",
    "ALTER TABLE case_series ENABLE ALWAYS TRIGGER case_series_frozen",
    "CREATE OR REPLACE FUNCTION case_series_goes_up() RETURNS trigger AS $$\nBEGIN IF NEW.next_value < OLD.next_value THEN RAISE EXCEPTION 'case_series: a numeração não volta atrás' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER case_series_goes_up BEFORE UPDATE ON case_series FOR EACH ROW EXECUTE FUNCTION case_series_goes_up()",
    "ALTER TABLE case_series ENABLE ALWAYS TRIGGER case_series_goes_up",
    "CREATE OR REPLACE FUNCTION case_file_in_series() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM case_series s WHERE s.municipality_id=NEW.municipality_id AND s.series=NEW.series AND s.training=NEW.training AND NEW.value>0 AND NEW.value<s.next_value) OR (NEW.notice_id IS NOT NULL AND NOT EXISTS(SELECT 1 FROM notice n WHERE n.id=NEW.notice_id AND n.municipality_id=NEW.municipality_id AND n.kind=NEW.path AND n.code=NEW.code AND n.happened_at=NEW.happened_at)) THEN RAISE EXCEPTION 'case_file: processo fora da série, ou que não é do seu auto' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER case_file_in_series BEFORE INSERT ON case_file FOR EACH ROW EXECUTE FUNCTION case_file_in_series()",
    "ALTER TABLE case_file ENABLE ALWAYS TRIGGER case_file_in_series",
    "CREATE OR REPLACE FUNCTION case_notice_of_sanction() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM case_file c JOIN notice n ON n.municipality_id=c.municipality_id WHERE c.id=NEW.case_id AND n.id=NEW.notice_id AND c.path='sanction' AND c.municipality_id=NEW.municipality_id) OR EXISTS(SELECT 1 FROM case_step s WHERE s.case_id=NEW.case_id) THEN RAISE EXCEPTION 'case_notice: auto de outro município, ou juntado depois da abertura' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER case_notice_of_sanction BEFORE INSERT ON case_notice FOR EACH ROW EXECUTE FUNCTION case_notice_of_sanction()",
    "ALTER TABLE case_notice ENABLE ALWAYS TRIGGER case_notice_of_sanction",
    "CREATE OR REPLACE FUNCTION case_duty_apart() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM case_file c WHERE c.id=NEW.case_id AND c.municipality_id=NEW.municipality_id AND (NEW.duty='author' OR COALESCE(c.offender_person_id,'')<>NEW.person_id)) OR (NEW.duty='author')<>EXISTS(SELECT 1 FROM notice n WHERE n.person_id=NEW.person_id AND (n.id IN (SELECT c.notice_id FROM case_file c WHERE c.id=NEW.case_id) OR n.id IN (SELECT l.notice_id FROM case_notice l WHERE l.case_id=NEW.case_id))) OR (NEW.duty IN ('judge','commission') AND EXISTS(SELECT 1 FROM case_notice l JOIN case_file c ON c.notice_id=l.notice_id JOIN case_duty d ON d.case_id=c.id WHERE l.case_id=NEW.case_id AND d.person_id=NEW.person_id AND d.duty IN ('author','homologator'))) THEN RAISE EXCEPTION 'case_duty: quem lavrou, homologou ou é parte não decide' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER case_duty_apart BEFORE INSERT ON case_duty FOR EACH ROW EXECUTE FUNCTION case_duty_apart()",
    "ALTER TABLE case_duty ENABLE ALWAYS TRIGGER case_duty_apart",
    "CREATE OR REPLACE FUNCTION case_step_in_order() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM case_file c WHERE c.id=NEW.case_id AND c.municipality_id=NEW.municipality_id) OR NEW.seq<>1+(SELECT COUNT(*) FROM case_step s WHERE s.case_id=NEW.case_id) OR NEW.prev_sha256<>COALESCE((SELECT s.sha256 FROM case_step s WHERE s.case_id=NEW.case_id AND s.seq=NEW.seq-1),'') OR EXISTS(SELECT 1 FROM case_step s WHERE s.case_id=NEW.case_id AND s.at>NEW.at) THEN RAISE EXCEPTION 'case_step: ato fora da ordem' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER case_step_in_order BEFORE INSERT ON case_step FOR EACH ROW EXECUTE FUNCTION case_step_in_order()",
    "ALTER TABLE case_step ENABLE ALWAYS TRIGGER case_step_in_order",
    "CREATE OR REPLACE FUNCTION case_step_designated() RETURNS trigger AS $$\nBEGIN IF NEW.person_id<>'system' AND NOT EXISTS(SELECT 1 FROM role_grant g WHERE g.id=NEW.role_grant_id AND g.person_id=NEW.person_id AND g.municipality_id=NEW.municipality_id AND g.starts_on<=NEW.acted_on AND (g.ends_on IS NULL OR g.ends_on>=NEW.acted_on) AND (g.revoked_at IS NULL OR g.revoked_at>NEW.at) AND (COALESCE(NEW.duty,'') NOT IN ('homologator','judge') OR g.role IN ('secretary','mayor')) AND (COALESCE(NEW.duty,'')<>'commission' OR g.role='commission') AND ((substr(NEW.step,1,6)<>'mayor_' AND NEW.step<>'name_commission') OR g.role='mayor')) THEN RAISE EXCEPTION 'case_step: ato sem designação em vigor para esta função' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER case_step_designated BEFORE INSERT ON case_step FOR EACH ROW EXECUTE FUNCTION case_step_designated()",
    "ALTER TABLE case_step ENABLE ALWAYS TRIGGER case_step_designated",
    "CREATE OR REPLACE FUNCTION case_step_cancelled() RETURNS trigger AS $$\nBEGIN IF NEW.step IN ('archive','annul','declare_void','judge_grant') AND NOT EXISTS(SELECT 1 FROM case_cancelling k WHERE k.step_id=NEW.id AND k.case_id=NEW.case_id AND k.person_id=NEW.person_id AND k.municipality_id=NEW.municipality_id AND k.day=NEW.acted_on) THEN RAISE EXCEPTION 'case_step: cancelamento sem vaga no dia, proposta ou processo' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER case_step_cancelled BEFORE INSERT ON case_step FOR EACH ROW EXECUTE FUNCTION case_step_cancelled()",
    "ALTER TABLE case_step ENABLE ALWAYS TRIGGER case_step_cancelled",
    "CREATE OR REPLACE FUNCTION case_cancelling_proposed() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM case_step p WHERE p.id=NEW.proposal_id AND p.case_id=NEW.case_id AND p.municipality_id=NEW.municipality_id AND p.person_id=NEW.proposed_by AND p.step IN ('opinion','propose_annulment','propose_void')) THEN RAISE EXCEPTION 'case_cancelling: cancelamento sem a proposta de outra pessoa' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER case_cancelling_proposed BEFORE INSERT ON case_cancelling FOR EACH ROW EXECUTE FUNCTION case_cancelling_proposed()",
    "ALTER TABLE case_cancelling ENABLE ALWAYS TRIGGER case_cancelling_proposed",
    "CREATE OR REPLACE FUNCTION case_document_of_step() RETURNS trigger AS $$\nBEGIN IF NOT EXISTS(SELECT 1 FROM case_step s WHERE s.id=NEW.step_id AND s.case_id=NEW.case_id AND s.municipality_id=NEW.municipality_id) THEN RAISE EXCEPTION 'case_document: papel de outro processo ou município' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER case_document_of_step BEFORE INSERT ON case_document FOR EACH ROW EXECUTE FUNCTION case_document_of_step()",
    "ALTER TABLE case_document ENABLE ALWAYS TRIGGER case_document_of_step",
    "CREATE OR REPLACE FUNCTION notice_annotation_by_case() RETURNS trigger AS $$\nBEGIN IF NEW.kind='annulment' AND EXISTS(SELECT 1 FROM case_file c WHERE c.notice_id=NEW.notice_id) AND NOT EXISTS(SELECT 1 FROM case_step s JOIN case_file c ON c.id=s.case_id WHERE s.id=NEW.id AND s.step='annul' AND s.person_id=NEW.person_id AND c.notice_id=NEW.notice_id) THEN RAISE EXCEPTION 'notice_annotation: anulação que o processo não decidiu' USING ERRCODE = '23514'; END IF; RETURN NEW; END $$ LANGUAGE plpgsql",
    "CREATE TRIGGER notice_annotation_by_case BEFORE INSERT ON notice_annotation FOR EACH ROW EXECUTE FUNCTION notice_annotation_by_case()",
    "ALTER TABLE notice_annotation ENABLE ALWAYS TRIGGER notice_annotation_by_case",
)
SQLITE_DOWN = ("DROP TRIGGER notice_annotation_by_case",)
POSTGRESQL_DOWN = ("DROP TRIGGER notice_annotation_by_case ON notice_annotation",)
POSTGRESQL_FUNCTIONS = (
    "DROP FUNCTION case_series_goes_up()",
    "DROP FUNCTION case_file_in_series()",
    "DROP FUNCTION case_notice_of_sanction()",
    "DROP FUNCTION case_duty_apart()",
    "DROP FUNCTION case_step_in_order()",
    "DROP FUNCTION case_step_designated()",
    "DROP FUNCTION case_step_cancelled()",
    "DROP FUNCTION case_cancelling_proposed()",
    "DROP FUNCTION case_document_of_step()",
    "DROP FUNCTION notice_annotation_by_case()",
)


def upgrade() -> None:
    """Create the tables, then their triggers."""
    op.create_table(
        "case_series",
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("series", sa.String(length=20), nullable=False),
        sa.Column("training", sa.Boolean(), nullable=False),
        sa.Column("next_value", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "training = (substr(series, 1, 7) = 'TREINO-')", name=op.f("ck_case_series_training")
        ),
        sa.CheckConstraint("next_value > 0", name=op.f("ck_case_series_next_value")),
        sa.PrimaryKeyConstraint("municipality_id", "series", name=op.f("pk_case_series")),
    )
    op.create_table(
        "case_file",
        sa.Column("path", sa.String(length=10), nullable=False),
        sa.Column("series", sa.String(length=20), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("training", sa.Boolean(), nullable=False),
        sa.Column("notice_id", sa.String(length=32), nullable=True),
        sa.Column("offender_person_id", sa.String(length=32), nullable=True),
        sa.Column("driver_id", sa.String(length=32), nullable=True),
        sa.Column("platform_id", sa.String(length=32), nullable=True),
        sa.Column("vehicle_id", sa.String(length=32), nullable=True),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("happened_at", Instant(), nullable=False),
        sa.Column("opened_at", Instant(), nullable=False),
        sa.Column("ruleset_slug", sa.String(length=60), nullable=False),
        sa.Column("ruleset_version", sa.String(length=20), nullable=False),
        sa.Column("ruleset_hash", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint(
            "(path = 'sanction') = (notice_id IS NULL)", name=op.f("ck_case_file_notice")
        ),
        sa.CheckConstraint(
            "path IN ('notice','warning','verbal','sanction')", name=op.f("ck_case_file_path")
        ),
        sa.CheckConstraint(
            "training = (substr(series, 1, 7) = 'TREINO-')", name=op.f("ck_case_file_training")
        ),
        sa.ForeignKeyConstraint(
            ["driver_id"], ["driver.id"], name=op.f("fk_case_file_driver_id_driver")
        ),
        sa.ForeignKeyConstraint(
            ["notice_id"], ["notice.id"], name=op.f("fk_case_file_notice_id_notice")
        ),
        sa.ForeignKeyConstraint(
            ["offender_person_id"],
            ["person.id"],
            name=op.f("fk_case_file_offender_person_id_person"),
        ),
        sa.ForeignKeyConstraint(
            ["platform_id"], ["platform.id"], name=op.f("fk_case_file_platform_id_platform")
        ),
        sa.ForeignKeyConstraint(
            ["vehicle_id"], ["vehicle.id"], name=op.f("fk_case_file_vehicle_id_vehicle")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_case_file")),
        sa.UniqueConstraint(
            "municipality_id",
            "series",
            "value",
            name=op.f("uq_case_file_municipality_id_series_value"),
        ),
        sa.UniqueConstraint("notice_id", name=op.f("uq_case_file_notice_id")),
    )
    with op.batch_alter_table("case_file", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_case_file_municipality_id"), ["municipality_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_case_file_offender_person_id"), ["offender_person_id"], unique=False
        )
        batch_op.create_index(
            "ix_case_file_opened", ["municipality_id", "opened_at", "id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_case_file_platform_id"), ["platform_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_case_file_vehicle_id"), ["vehicle_id"], unique=False)

    op.create_table(
        "case_duty",
        sa.Column("case_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("duty", sa.String(length=12), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.CheckConstraint(
            "duty IN ('author','homologator','judge','commission')", name=op.f("ck_case_duty_duty")
        ),
        sa.ForeignKeyConstraint(
            ["case_id"], ["case_file.id"], name=op.f("fk_case_duty_case_id_case_file")
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_case_duty_person_id_person")
        ),
        sa.PrimaryKeyConstraint("case_id", "person_id", name=op.f("pk_case_duty")),
        sa.UniqueConstraint(
            "case_id", "person_id", "duty", name=op.f("uq_case_duty_case_id_person_id_duty")
        ),
    )
    with op.batch_alter_table("case_duty", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_case_duty_municipality_id"), ["municipality_id"], unique=False
        )

    op.create_table(
        "case_notice",
        sa.Column("case_id", sa.String(length=32), nullable=False),
        sa.Column("notice_id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["case_id"], ["case_file.id"], name=op.f("fk_case_notice_case_id_case_file")
        ),
        sa.ForeignKeyConstraint(
            ["notice_id"], ["notice.id"], name=op.f("fk_case_notice_notice_id_notice")
        ),
        sa.PrimaryKeyConstraint("case_id", "notice_id", name=op.f("pk_case_notice")),
    )
    with op.batch_alter_table("case_notice", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_case_notice_municipality_id"), ["municipality_id"], unique=False
        )

    op.create_table(
        "case_step",
        sa.Column("case_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("step", sa.String(length=32), nullable=False),
        sa.Column("state_after", sa.String(length=32), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("acted_on", sa.Date(), nullable=False),
        sa.Column("on_day", sa.Date(), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("role_grant_id", sa.String(length=32), nullable=True),
        sa.Column("duty", sa.String(length=12), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("prev_sha256", sa.String(length=64), nullable=False),
        sa.Column("off_hours", sa.Boolean(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint(
            "(person_id = 'system') = (role_grant_id IS NULL)",
            name=op.f("ck_case_step_designation"),
        ),
        sa.CheckConstraint(
            "step NOT IN ('hear','report') OR COALESCE(duty,'') = 'commission'",
            name=op.f("ck_case_step_commission"),
        ),
        sa.CheckConstraint(
            "step NOT IN ('homologate','archive') OR COALESCE(duty,'') = 'homologator'",
            name=op.f("ck_case_step_homologator"),
        ),
        sa.CheckConstraint(
            "substr(step, 1, 6) <> 'judge_' OR COALESCE(duty,'') = 'judge'",
            name=op.f("ck_case_step_judge"),
        ),
        sa.CheckConstraint("on_day <= acted_on", name=op.f("ck_case_step_on_day")),
        sa.ForeignKeyConstraint(
            ["case_id", "person_id", "duty"],
            ["case_duty.case_id", "case_duty.person_id", "case_duty.duty"],
            name=op.f("fk_case_step_case_id_person_id_duty_case_duty"),
        ),
        sa.ForeignKeyConstraint(
            ["case_id"], ["case_file.id"], name=op.f("fk_case_step_case_id_case_file")
        ),
        sa.ForeignKeyConstraint(
            ["role_grant_id"], ["role_grant.id"], name=op.f("fk_case_step_role_grant_id_role_grant")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_case_step")),
        sa.UniqueConstraint("case_id", "seq", name=op.f("uq_case_step_case_id_seq")),
    )
    with op.batch_alter_table("case_step", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_case_step_municipality_id"), ["municipality_id"], unique=False
        )
        batch_op.create_index(
            "ix_case_step_state", ["municipality_id", "state_after", "at", "id"], unique=False
        )

    op.create_table(
        "case_cancelling",
        sa.Column("step_id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.Column("case_id", sa.String(length=32), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("person_slot", sa.Integer(), nullable=False),
        sa.Column("city_slot", sa.Integer(), nullable=False),
        sa.Column("proposal_id", sa.String(length=32), nullable=False),
        sa.Column("proposed_by", sa.String(length=32), nullable=False),
        sa.Column("process_number", sa.String(length=60), nullable=False),
        sa.Column("off_hours", sa.Boolean(), nullable=False),
        sa.CheckConstraint("process_number <> ''", name=op.f("ck_case_cancelling_process_number")),
        sa.CheckConstraint("city_slot BETWEEN 1 AND 10", name=op.f("ck_case_cancelling_city_slot")),
        sa.CheckConstraint(
            "person_slot BETWEEN 1 AND 3", name=op.f("ck_case_cancelling_person_slot")
        ),
        sa.CheckConstraint("proposed_by <> person_id", name=op.f("ck_case_cancelling_proposed_by")),
        sa.ForeignKeyConstraint(
            ["case_id"], ["case_file.id"], name=op.f("fk_case_cancelling_case_id_case_file")
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_case_cancelling_person_id_person")
        ),
        sa.ForeignKeyConstraint(
            ["proposal_id"], ["case_step.id"], name=op.f("fk_case_cancelling_proposal_id_case_step")
        ),
        sa.ForeignKeyConstraint(
            ["proposed_by"], ["person.id"], name=op.f("fk_case_cancelling_proposed_by_person")
        ),
        sa.ForeignKeyConstraint(
            ["step_id"],
            ["case_step.id"],
            name=op.f("fk_case_cancelling_step_id_case_step"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("step_id", name=op.f("pk_case_cancelling")),
        sa.UniqueConstraint(
            "municipality_id",
            "day",
            "city_slot",
            name=op.f("uq_case_cancelling_municipality_id_day_city_slot"),
        ),
        sa.UniqueConstraint(
            "municipality_id",
            "day",
            "person_id",
            "person_slot",
            name=op.f("uq_case_cancelling_municipality_id_day_person_id_person_slot"),
        ),
        sa.UniqueConstraint(
            "municipality_id",
            "process_number",
            name=op.f("uq_case_cancelling_municipality_id_process_number"),
        ),
    )
    with op.batch_alter_table("case_cancelling", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_case_cancelling_municipality_id"), ["municipality_id"], unique=False
        )

    op.create_table(
        "case_document",
        sa.Column("case_id", sa.String(length=32), nullable=False),
        sa.Column("step_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("number", sa.String(length=60), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("media_type", sa.String(length=60), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("made_at", Instant(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("municipality_id", sa.String(length=32), nullable=False),
        sa.CheckConstraint("size > 0", name=op.f("ck_case_document_size")),
        sa.ForeignKeyConstraint(
            ["case_id"], ["case_file.id"], name=op.f("fk_case_document_case_id_case_file")
        ),
        sa.ForeignKeyConstraint(
            ["step_id"], ["case_step.id"], name=op.f("fk_case_document_step_id_case_step")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_case_document")),
        sa.UniqueConstraint(
            "case_id", "step_id", "kind", name=op.f("uq_case_document_case_id_step_id_kind")
        ),
    )
    with op.batch_alter_table("case_document", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_case_document_municipality_id"), ["municipality_id"], unique=False
        )

    _run(SQLITE, POSTGRESQL)


def downgrade() -> None:
    """Remove them."""
    _run(SQLITE_DOWN, POSTGRESQL_DOWN)
    with op.batch_alter_table("case_document", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_case_document_municipality_id"))

    op.drop_table("case_document")
    with op.batch_alter_table("case_cancelling", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_case_cancelling_municipality_id"))

    op.drop_table("case_cancelling")
    with op.batch_alter_table("case_step", schema=None) as batch_op:
        batch_op.drop_index("ix_case_step_state")
        batch_op.drop_index(batch_op.f("ix_case_step_municipality_id"))

    op.drop_table("case_step")
    with op.batch_alter_table("case_notice", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_case_notice_municipality_id"))

    op.drop_table("case_notice")
    with op.batch_alter_table("case_duty", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_case_duty_municipality_id"))

    op.drop_table("case_duty")
    with op.batch_alter_table("case_file", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_case_file_vehicle_id"))
        batch_op.drop_index(batch_op.f("ix_case_file_platform_id"))
        batch_op.drop_index("ix_case_file_opened")
        batch_op.drop_index(batch_op.f("ix_case_file_offender_person_id"))
        batch_op.drop_index(batch_op.f("ix_case_file_municipality_id"))

    op.drop_table("case_file")
    op.drop_table("case_series")

    _run((), POSTGRESQL_FUNCTIONS)


def _run(sqlite: tuple[str, ...], postgresql: tuple[str, ...]) -> None:
    connection = op.get_bind()
    chosen = sqlite if connection.dialect.name == "sqlite" else postgresql
    for statement in chosen:
        # The driver reads a lone per cent sign as a parameter on PostgreSQL.
        text = statement if connection.dialect.name == "sqlite" else statement.replace("%", "%%")
        connection.exec_driver_sql(text)
