"""Each column of what is evidence is compared with something, or left out for a written reason."""

import json

from app.accounts.models import DeviceKey
from app.cases.models import (
    CaseCancelling,
    CaseDocument,
    CaseDuty,
    CaseFile,
    CaseNotice,
    CaseStep,
)
from app.evidence.models import Attachment, AttachmentReceived
from app.fees.models import UfmValue
from app.infractions.models import Notice, NoticeAnnotation, NumberBlock, NumberOutcome
from app.inspections.models import (
    Inspection,
    InspectionDefect,
    InspectionMissed,
    InspectionResult,
    InspectionSeal,
)
from app.inspections.models_checks import InspectionDraw, InspectionFlag, InspectionReview
from app.inspections.verification_checks import _defects
from app.ledger.checks import Scope, events_of
from app.ledger.domain import HASHED, NOT_HASHED
from app.ledger.mirrors import Mirror
from app.ledger.models import LedgerBody, LedgerEvent
from app.ledger_parts import MIRRORS
from app.persistence.base import db
from app.sync.models import Quarantined
from app.sync.verification_checks import _declared
from tests.ledger.columns import changes
from tests.ledger.filled import Filled
from tests.ledger.test_tamper_columns import TABLES
from tests.support.cast import NOW

# Table → column → why nothing compares it. Empty: everything is compared.
LEFT_OUT: dict[str, dict[str, str]] = {}
# Written from the notice's own columns and compared with them in `number_check`.
BY_THE_NOTICE = {"number_outcome": {"at", "block_id"}}


CASES = {CaseFile, CaseNotice, CaseDuty, CaseStep, CaseCancelling, CaseDocument}


def columns_of(model: type) -> set[str]:
    return {column.name for column in db.metadata.tables[model.__tablename__].columns}


def test_every_column_of_an_event_is_hashed_or_has_its_reason() -> None:
    assert columns_of(LedgerEvent) == {*HASHED, *NOT_HASHED}
    assert all(NOT_HASHED.values())


def test_every_column_of_a_body_is_committed_or_is_its_place() -> None:
    assert columns_of(LedgerBody) == {"municipality_id", "chain", "seq", "salt", "body"}


def test_every_column_of_a_mirrored_table_is_told_by_events(filled: Filled) -> None:
    left = {}
    for mirror in MIRRORS:
        name = mirror.table.name
        told = _columns_told(filled, mirror) | BY_THE_NOTICE.get(name, set())
        left[name] = columns_of(mirror.model) - told - set(LEFT_OUT.get(name, {}))
    assert not any(left.values()), left


def test_notices_visits_numbers_photos_and_keys_are_mirrored() -> None:
    models = {Notice, NumberOutcome, NumberBlock, NoticeAnnotation, AttachmentReceived}
    models |= {DeviceKey, Quarantined, Inspection, InspectionResult, InspectionSeal}
    models |= {InspectionMissed, InspectionFlag, InspectionReview, InspectionDraw}
    models |= CASES | {UfmValue}
    assert {mirror.model for mirror in MIRRORS} == models


def _columns_told(filled: Filled, mirror: Mirror) -> set[str]:
    """Columns that every kind of event behind the table speaks of."""
    told: list[set[str]] = []
    for found in events_of(db.session(), filled.city, *mirror.sources):
        body, source = json.loads(found.body or ""), mirror.sources[found.event.kind]
        key = source.key(found.event, body)
        if key is not None:
            row = mirror._row(_scope(filled), key)
            told.append(set(source.expected(found.event, body, row)))
    assert told, "no event of this kind in the filled city"
    return set.intersection(*told)


def _scope(filled: Filled) -> Scope:
    return Scope(db.session(), filled.city, filled.key, NOW)


def test_every_column_of_a_defect_is_compared(filled: Filled) -> None:
    scope = _scope(filled)
    rows = [
        row
        for told in events_of(scope.session, filled.city, "inspection.received")
        for row in _defects(scope, told.event, told.read() or {})
    ]
    assert {frozenset(row) for row in rows} == {frozenset(columns_of(InspectionDefect))}


def test_every_column_of_a_declared_photo_is_compared(filled: Filled) -> None:
    rows = [row for found in _declared(_scope(filled)).values() for row in found]
    assert {frozenset(row) for row in rows} == {frozenset(columns_of(Attachment))}


def test_the_tamper_suites_change_every_column_of_these_tables() -> None:
    models = [Notice, LedgerEvent, LedgerBody, NumberOutcome, NumberBlock, NoticeAnnotation]
    models += [Attachment, AttachmentReceived, Inspection, InspectionDefect, InspectionResult]
    models += [InspectionSeal, InspectionMissed, InspectionFlag, InspectionReview, InspectionDraw]
    models += [*CASES, UfmValue]
    assert {f"{c}" for c in changes(*TABLES)} == {
        f"{m.__tablename__}.{c}" for m in models for c in columns_of(m)
    }
