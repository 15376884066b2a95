"""What a step writes: its duty, its seat, itself, its event, its papers, and what follows elsewhere."""

import json
from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.cases.attempt import Attempt
from app.cases.ceilings import alert, take_seat
from app.cases.domain import process_key
from app.cases.events import OFF_HOURS, STEP_TOLD, TAKEN
from app.cases.models import CaseDuty, CaseFile, CaseStep
from app.cases.opening import give_duty
from app.cases.papers import keep_paper
from app.infractions.models import Notice
from app.infractions.service_annotations import annul_by_case
from app.kernel.errors import RuleRefused
from app.ledger.service import append
from app.persistence.transaction import changed
from app.regulation.case_catalogue import case_law
from app.regulation.case_facts import Duty
from app.regulation.tables_case import StepRow
from app.regulation.vocabulary_case import AskKind


def write_step(session: Session, asked: Attempt, case: CaseFile, step: CaseStep) -> None:
    """All that the step leaves behind; an inner step, the chain locked and the rules asked."""
    actor, now, values = asked.actor, asked.now, json.loads(step.body)
    for person_id, duty in _duties(asked):
        _hold(session, asked, case, person_id, duty)
    if asked.row.cancels:
        number = process_key(str(values.get("process_number") or case.number))
        take_seat(session, actor, step, _proposal(session, asked, case), number, now=now)
        if step.off_hours:
            alert(session, actor, OFF_HOURS, case.id, step.step, now=now)
    session.add(step)
    session.flush()
    told = {"id": step.id, "values": values, **{name: getattr(step, name) for name in STEP_TOLD}}
    append(session, actor, TAKEN, ("case", case.id), told, now=now)
    for name, file in asked.data.files.items():
        keep_paper(session, actor, step, name, file, now=now)
    if step.step == "annul" and case.notice_id:
        _annul(session, asked, case)
    subjects = [f"vehicle:{case.vehicle_id}"] if case.vehicle_id else []
    changed(session, f"case:{case.id}", *subjects)


def _duties(asked: Attempt) -> Iterator[tuple[str, Duty]]:
    """The actor's own duty, and those of the people whom a step names (a commission)."""
    if asked.row.duty is not None:
        yield asked.actor.person_id, asked.row.duty
    for ask in case_law(asked.law).asks(asked.row):
        if ask.kind is AskKind.PERSONS:
            for person_id in str(asked.data.values.get(ask.id) or "").split():
                yield person_id, Duty.COMMISSION


def _hold(session: Session, asked: Attempt, case: CaseFile, person_id: str, duty: Duty) -> None:
    """Write the duty unless the person holds it; the keys refuse a second one."""
    row = session.get(CaseDuty, (case.id, person_id))
    if row is None:
        give_duty(session, asked.actor, case, person_id, duty, now=asked.now)
    elif row.duty != duty.value:
        raise RuleRefused(
            "Quem já atuou neste processo em outra função não pode praticar este ato. "
            "Outra pessoa deve decidir."
        )


def _proposal(session: Session, asked: Attempt, case: CaseFile) -> CaseStep:
    """The last proposal of this step by another person (threats.md T14)."""
    proposing = [row.id for row in _rows(asked) if asked.row.id in row.proposes]
    query = (
        select(CaseStep)
        .where(
            CaseStep.case_id == case.id,
            CaseStep.step.in_(proposing),
            CaseStep.person_id != asked.actor.person_id,
        )
        .order_by(CaseStep.seq.desc())
    )
    found = session.scalars(query.limit(1)).first()
    if found is None:
        raise RuleRefused("Falta a proposta de outra pessoa. Quem propõe não decide.")
    return found


def _rows(asked: Attempt) -> tuple[StepRow, ...]:
    return case_law(asked.law).steps


def _annul(session: Session, asked: Attempt, case: CaseFile) -> None:
    """The notice is annulled by the step, under its id: one way, and the two always agree."""
    values = asked.data.values
    body = {
        "act": f"Decisão no processo {case.number}",
        "process_number": str(values.get("process_number") or case.number),
        "reasons": str(values.get("reasons") or ""),
    }
    notice = session.get_one(Notice, case.notice_id)
    annul_by_case(session, asked.actor, notice, body, id=asked.id, now=asked.now)
