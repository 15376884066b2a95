"""How unused numbers end: voided with a reason, lost with a report, or returned (threats.md T12).

Each end is an event. A number ends once: the primary key holds it, whoever comes second is told.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.infractions.models import NumberBlock, NumberOutcome
from app.infractions.numbering import number_text
from app.infractions.payload_later import NumberPayload
from app.kernel.errors import Conflict, Invalid, NotFound
from app.ledger.service import append
from app.persistence.transaction import transaction
from app.registry.write import own

OUTCOMES: Final = {
    "written": "Lavrado",
    "voided": "Inutilizado",
    "lost": "Extraviado",
    "returned": "Devolvido",
}
_REASON_MIN: Final = 10  # characters: a reason, not a dot


@dataclass(frozen=True)
class Explanation:
    """How a number ended. `report`: of a loss, "BO 2026-123"; `at`: when, as told."""

    series: str
    value: int
    outcome: str
    reason: str
    report: str
    at: datetime


def explain_number(actor: Actor, told: Explanation, *, now: datetime) -> None:
    """The chief says how a number of any phone of the city ended.

    `NotFound` for a number lent to nobody here, `Conflict` when it has ended, `Invalid` without
    a reason or report. Saying the same again changes nothing.
    """
    actor.require(Permission.NUMBER_EXPLAIN)
    _check_words(told)
    try:
        with transaction() as session:
            block = _block_of(session, actor, told.series, told.value)
            if not _same_already(session, actor, told):
                _end(session, actor, block, told, now)
    except IntegrityError:
        raise _taken(told) from None


def return_block(actor: Actor, block_id: str, reason: str, *, now: datetime) -> int:
    """The chief takes back all numbers of a block that have not ended; how many there were."""
    actor.require(Permission.NUMBER_EXPLAIN)
    with transaction() as session:
        block = own(session, actor, NumberBlock, block_id)
        ended = set(
            session.scalars(select(NumberOutcome.value).where(NumberOutcome.block_id == block.id))
        )
        left = [value for value in range(block.first, block.last + 1) if value not in ended]
        for value in left:
            told = Explanation(block.series, value, "returned", reason, "", now)
            _check_words(told)
            _end(session, actor, block, told, now)
    return len(left)


def explain_from_phone(
    session: Session, actor: Actor, payload: NumberPayload, *, now: datetime
) -> None:
    """An agent says how a number of the own block ended; an inner step of the sync's transaction."""
    block = session.get(NumberBlock, payload.block)
    lost = payload.reason if payload.outcome == "lost" else ""
    told = Explanation(
        payload.series, payload.value, payload.outcome, payload.reason, lost, payload.at
    )
    _check_words(told)
    held = block is not None and (
        block.municipality_id,
        block.account_id,
        block.device_id,
        block.series,
    ) == (actor.municipality_id, actor.account_id, payload.device_id, payload.series)
    if block is None or not held or not block.first <= payload.value <= block.last:
        said = number_text(payload.series, payload.value)
        raise Conflict(
            f"O número {said} não é de um bloco deste agente neste aparelho.", field="number"
        )
    if session.get(NumberOutcome, _key(actor, told)) is not None:
        raise _taken(told)
    _end(session, replace(actor, device_id=payload.device_id), block, told, now)


def _check_words(told: Explanation) -> None:
    if told.outcome not in {"voided", "lost", "returned"}:
        raise Invalid("Escolha: inutilizado, extraviado ou devolvido.", field="outcome")
    if len(told.reason.strip()) < _REASON_MIN:
        raise Invalid(f"Escreva o motivo, com {_REASON_MIN} letras ou mais.", field="reason")
    if told.outcome == "lost" and not told.report.strip():
        raise Invalid("Informe o boletim de ocorrência ou a comunicação da perda.", field="report")
    for name, text, most in (("reason", told.reason, 400), ("report", told.report, 400)):
        if len(text) > most or "\0" in text:
            raise Invalid(f"Escreva até {most} letras.", field=name)


def _block_of(session: Session, actor: Actor, series: str, value: int) -> NumberBlock:
    query = select(NumberBlock).where(
        NumberBlock.municipality_id == actor.municipality_id,
        NumberBlock.series == series,
        NumberBlock.first <= value,
        NumberBlock.last >= value,
    )
    found = session.scalar(query)
    if found is None:
        raise NotFound
    return found


def _same_already(session: Session, actor: Actor, told: Explanation) -> bool:
    row = session.get(NumberOutcome, _key(actor, told))
    if row is None:
        return False
    if (row.outcome, row.reason, row.report) != (told.outcome, told.reason, told.report):
        raise _taken(told)
    return True


def _end(
    session: Session, actor: Actor, block: NumberBlock, told: Explanation, now: datetime
) -> None:
    session.add(
        NumberOutcome(
            municipality_id=actor.municipality_id,
            series=told.series,
            value=told.value,
            outcome=told.outcome,
            block_id=block.id,
            reason=told.reason,
            report=told.report,
            person_id=actor.person_id,
            account_id=actor.account_id,
            device_id=actor.device_id,
            at=told.at,
            recorded_at=now,
        )
    )
    body = {
        "outcome": told.outcome,
        "reason": told.reason,
        "report": told.report,
        "block": block.id,
        "held_by": block.person_id,
    }
    entity = ("number", number_text(told.series, told.value))
    append(session, actor, "number.explained", entity, body, now=now, occurred_at=told.at)
    session.flush()


def _key(actor: Actor, told: Explanation) -> tuple[str, str, int]:
    return (actor.municipality_id, told.series, told.value)


def _taken(told: Explanation) -> Conflict:
    said = number_text(told.series, told.value)
    return Conflict(f"O número {said} já tem destino. Confira a lista de números.", field="number")
