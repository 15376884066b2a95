"""Checks of the ledger's verification on cases: rows against events, numbers, kept papers."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.cases.domain import step_hash
from app.cases.events import (
    CANCELLED,
    CANCELLING_TOLD,
    DUTY,
    FILE_TOLD,
    JOINED,
    KEPT,
    OPENED,
    PAPER_TOLD,
    STEP_TOLD,
    TAKEN,
)
from app.cases.models import (
    CaseCancelling,
    CaseDocument,
    CaseDuty,
    CaseFile,
    CaseNotice,
    CaseSeries,
    CaseStep,
    case_number,
)
from app.cases.papers import hash_now
from app.kernel.canonical import canonical, instant_text
from app.ledger.checks import Scope
from app.ledger.faults import Code, Fault
from app.ledger.mirrors import Json, Key, Mirror, Source
from app.ledger.models import LedgerEvent


def _file_key(event: LedgerEvent, body: Json) -> Key:
    return (event.entity_id,)


def _file(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "id": event.entity_id,
        "municipality_id": event.municipality_id,
        "opened_at": instant_text(event.recorded_at),
        **{name: body[name] for name in FILE_TOLD},
    }


def _notice_key(event: LedgerEvent, body: Json) -> Key:
    return (event.entity_id, body["notice"])


def _notice(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "case_id": event.entity_id,
        "notice_id": body["notice"],
        "municipality_id": event.municipality_id,
    }


def _duty_key(event: LedgerEvent, body: Json) -> Key:
    return (event.entity_id, body["person"])


def _duty(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "case_id": event.entity_id,
        "person_id": body["person"],
        "municipality_id": event.municipality_id,
        "duty": body["duty"],
        "at": instant_text(event.recorded_at),
    }


def _step_key(event: LedgerEvent, body: Json) -> Key:
    return (body["id"],)


def _step(event: LedgerEvent, body: Json, row: Json) -> Json:
    """The hash is made again: what a step says binds the steps before it."""
    answers = canonical(body["values"]).decode()
    return {
        "id": body["id"],
        "municipality_id": event.municipality_id,
        "case_id": event.entity_id,
        "person_id": event.person_id,
        "account_id": event.account_id,
        "at": instant_text(event.recorded_at),
        "body": answers,
        **{name: body[name] for name in STEP_TOLD},
        "sha256": step_hash(body["prev_sha256"], answers),
    }


def _cancelling_key(event: LedgerEvent, body: Json) -> Key:
    return (body["step_id"],)


def _cancelling(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "municipality_id": event.municipality_id,
        "case_id": event.entity_id,
        "person_id": event.person_id,
        **{name: body[name] for name in CANCELLING_TOLD},
    }


def _paper_key(event: LedgerEvent, body: Json) -> Key:
    return (body["document"],)


def _paper(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "id": body["document"],
        "municipality_id": event.municipality_id,
        "case_id": event.entity_id,
        "made_at": instant_text(event.recorded_at),
        **{name: body[name] for name in PAPER_TOLD},
    }


file_mirror = Mirror(CaseFile, "processo", {OPENED: Source(_file_key, _file)}, Code.NUMBER)
case_notice_mirror = Mirror(CaseNotice, "auto do processo", {JOINED: Source(_notice_key, _notice)})
duty_mirror = Mirror(CaseDuty, "função no processo", {DUTY: Source(_duty_key, _duty)})
step_mirror = Mirror(CaseStep, "ato do processo", {TAKEN: Source(_step_key, _step)})
cancelling_mirror = Mirror(
    CaseCancelling, "cancelamento", {CANCELLED: Source(_cancelling_key, _cancelling)}
)
paper_mirror = Mirror(CaseDocument, "documento do processo", {KEPT: Source(_paper_key, _paper)})


def case_number_check(scope: Scope) -> Iterator[Fault]:
    """Cases are numbered 1, 2, 3 … without a gap in each series, and no series says more."""
    query = (
        select(CaseFile.series, func.count(), func.max(CaseFile.value))
        .where(CaseFile.municipality_id == scope.municipality_id)
        .group_by(CaseFile.series)
    )
    found: dict[str, tuple[int, int]] = {
        series: (count, last) for series, count, last in scope.session.execute(query)
    }
    heads = select(CaseSeries).where(CaseSeries.municipality_id == scope.municipality_id)
    for head in scope.session.scalars(heads):
        count, last = found.pop(head.series, (0, 0))
        if not count == last == head.next_value - 1:
            said = case_number(head.series, head.next_value - 1)
            what = f"a série vai até {said}, com {count} processos e o último de número {last}"
            yield Fault(Code.NUMBER, what, f"processos {head.series}")
        if head.training != head.series.startswith("TREINO-"):
            what = "a série e o treinamento não combinam"
            yield Fault(Code.NUMBER, what, f"processos {head.series}")
    for series in found:
        yield Fault(Code.NUMBER, "processos sem a sua série", f"processos {series}")


def paper_file_check(scope: Scope) -> Iterator[Fault]:
    """Each kept paper is there and has its hash."""
    for sha256 in _hashes(scope.session, scope.municipality_id):
        if hash_now(scope.municipality_id, sha256) != sha256:
            yield Fault(Code.ORPHAN, "arquivo ausente ou alterado", f"documento {sha256}")


def paper_file_lines(session: Session, municipality_id: str) -> Iterator[dict[str, Any]]:
    """Lines of an export: the hash that each kept paper has now, "" when it is not there."""
    for sha256 in _hashes(session, municipality_id):
        found = hash_now(municipality_id, sha256)
        yield {"table": "paper_file", "row": {"sha256": sha256, "found": found}}


def _hashes(session: Session, municipality_id: str) -> list[str]:
    query = select(CaseDocument.sha256).where(CaseDocument.municipality_id == municipality_id)
    return list(session.scalars(query.distinct().order_by(CaseDocument.sha256)))
