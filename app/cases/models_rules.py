"""What the database refuses of a case, whoever asks (requirements.md §7.1, threats.md T14).

Beside the keys of `models`: a number out of its series, a step out of order or without an act of
designation, a duty that the person may not have, a cancellation nobody else proposed.
"""

from app.persistence.protection import append_only, frozen_columns, refuse_when

frozen_columns("case_series", "municipality_id", "series", "training")
append_only("case_file", ("id",), ("municipality_id", "series", "value"), ("notice_id",))
append_only("case_notice", ("case_id", "notice_id"))
append_only("case_duty", ("case_id", "person_id"))
append_only("case_step", ("id",), ("case_id", "seq"))
append_only(
    "case_cancelling",
    ("step_id",),
    ("municipality_id", "process_number"),
    ("municipality_id", "day", "person_id", "person_slot"),
    ("municipality_id", "day", "city_slot"),
)
append_only("case_document", ("id",), ("case_id", "step_id", "kind"))

refuse_when(
    "case_series",
    "goes_up",
    "UPDATE",
    "NEW.next_value < OLD.next_value",
    "a numeração não volta atrás",
)
refuse_when(
    "case_file",
    "in_series",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM case_series s WHERE s.municipality_id=NEW.municipality_id "
    "AND s.series=NEW.series AND s.training=NEW.training "
    "AND NEW.value>0 AND NEW.value<s.next_value) "
    "OR (NEW.notice_id IS NOT NULL AND NOT EXISTS(SELECT 1 FROM notice n WHERE n.id=NEW.notice_id "
    "AND n.municipality_id=NEW.municipality_id AND n.kind=NEW.path AND n.code=NEW.code "
    "AND n.happened_at=NEW.happened_at))",
    "processo fora da série, ou que não é do seu auto",
)
refuse_when(
    "case_notice",
    "of_sanction",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM case_file c JOIN notice n ON n.municipality_id=c.municipality_id "
    "WHERE c.id=NEW.case_id AND n.id=NEW.notice_id AND c.path='sanction' "
    "AND c.municipality_id=NEW.municipality_id) "
    "OR EXISTS(SELECT 1 FROM case_step s WHERE s.case_id=NEW.case_id)",
    "auto de outro município, ou juntado depois da abertura",
)
# Whoever wrote a notice of the case is its author and nothing else; the offender holds no duty; who
# decided on a notice behind a sanction decides no more in it.
refuse_when(
    "case_duty",
    "apart",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM case_file c WHERE c.id=NEW.case_id "
    "AND c.municipality_id=NEW.municipality_id "
    "AND (NEW.duty='author' OR COALESCE(c.offender_person_id,'')<>NEW.person_id)) "
    "OR (NEW.duty='author')<>EXISTS(SELECT 1 FROM notice n WHERE n.person_id=NEW.person_id "
    "AND (n.id IN (SELECT c.notice_id FROM case_file c WHERE c.id=NEW.case_id) "
    "OR n.id IN (SELECT l.notice_id FROM case_notice l WHERE l.case_id=NEW.case_id))) "
    "OR (NEW.duty IN ('judge','commission') AND EXISTS(SELECT 1 FROM case_notice l "
    "JOIN case_file c ON c.notice_id=l.notice_id JOIN case_duty d ON d.case_id=c.id "
    "WHERE l.case_id=NEW.case_id AND d.person_id=NEW.person_id "
    "AND d.duty IN ('author','homologator')))",
    "quem lavrou, homologou ou é parte não decide",
)
refuse_when(
    "case_step",
    "in_order",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM case_file c WHERE c.id=NEW.case_id "
    "AND c.municipality_id=NEW.municipality_id) "
    "OR NEW.seq<>1+(SELECT COUNT(*) FROM case_step s WHERE s.case_id=NEW.case_id) "
    "OR NEW.prev_sha256<>COALESCE((SELECT s.sha256 FROM case_step s "
    "WHERE s.case_id=NEW.case_id AND s.seq=NEW.seq-1),'') "
    "OR EXISTS(SELECT 1 FROM case_step s WHERE s.case_id=NEW.case_id AND s.at>NEW.at)",
    "ato fora da ordem",
)
# The act must hold on the day, in this city, for this person; and be of the function that decides.
refuse_when(
    "case_step",
    "designated",
    "INSERT",
    "NEW.person_id<>'system' AND NOT EXISTS(SELECT 1 FROM role_grant g "
    "WHERE g.id=NEW.role_grant_id AND g.person_id=NEW.person_id "
    "AND g.municipality_id=NEW.municipality_id AND g.starts_on<=NEW.acted_on "
    "AND (g.ends_on IS NULL OR g.ends_on>=NEW.acted_on) "
    "AND (g.revoked_at IS NULL OR g.revoked_at>NEW.at) "
    "AND (COALESCE(NEW.duty,'') NOT IN ('homologator','judge') OR g.role IN ('secretary','mayor')) "
    "AND (COALESCE(NEW.duty,'')<>'commission' OR g.role='commission') "
    "AND ((substr(NEW.step,1,6)<>'mayor_' AND NEW.step<>'name_commission') OR g.role='mayor'))",
    "ato sem designação em vigor para esta função",
)
refuse_when(
    "case_step",
    "cancelled",
    "INSERT",
    "NEW.step IN ('archive','annul','declare_void','judge_grant') AND NOT EXISTS(SELECT 1 FROM case_cancelling k "
    "WHERE k.step_id=NEW.id AND k.case_id=NEW.case_id AND k.person_id=NEW.person_id "
    "AND k.municipality_id=NEW.municipality_id AND k.day=NEW.acted_on)",
    "cancelamento sem vaga no dia, proposta ou processo",
)
refuse_when(
    "case_cancelling",
    "proposed",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM case_step p WHERE p.id=NEW.proposal_id AND p.case_id=NEW.case_id "
    "AND p.municipality_id=NEW.municipality_id AND p.person_id=NEW.proposed_by "
    "AND p.step IN ('opinion','propose_annulment','propose_void'))",
    "cancelamento sem a proposta de outra pessoa",
)
refuse_when(
    "case_document",
    "of_step",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM case_step s WHERE s.id=NEW.step_id AND s.case_id=NEW.case_id "
    "AND s.municipality_id=NEW.municipality_id)",
    "papel de outro processo ou município",
)
# One way to annul what has a case: its step, which has a proposal, a process and a seat of the day.
refuse_when(
    "notice_annotation",
    "by_case",
    "INSERT",
    "NEW.kind='annulment' AND EXISTS(SELECT 1 FROM case_file c WHERE c.notice_id=NEW.notice_id) "
    "AND NOT EXISTS(SELECT 1 FROM case_step s JOIN case_file c ON c.id=s.case_id "
    "WHERE s.id=NEW.id AND s.step='annul' AND s.person_id=NEW.person_id "
    "AND c.notice_id=NEW.notice_id)",
    "anulação que o processo não decidiu",
)
