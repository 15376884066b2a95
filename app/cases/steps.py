"""Taking a step of a case: one transaction from the question to the event.

The rules are asked (`check_step`), the keys of the database ask again; of fifty people who decide
at once one does, and the others are told so.
"""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.cases.access import case_for
from app.cases.attempt import Attempt, attempt
from app.cases.ceilings import alert
from app.cases.domain import AlreadyDecided, CeilingReached, StepData, step_hash
from app.cases.events import CEILING
from app.cases.facts import acting, calendar_of, facts_of
from app.cases.models import CaseFile, CaseStep
from app.cases.opening import SanctionData, open_sanction
from app.cases.papers import check_file
from app.cases.penalty import price_of
from app.cases.signed_act import check_act
from app.cases.step_effects import write_step
from app.kernel.calendar import Calendar
from app.kernel.canonical import canonical
from app.kernel.errors import Conflict, NotFound
from app.kernel.ids import parse_id
from app.ledger.service import lock_head
from app.persistence.transaction import transaction
from app.regulation.case_facts import CaseEvent, Value
from app.regulation.case_state import state_of
from app.regulation.case_steps import check_step
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary_case import Mark


def take_step(
    actor: Actor,
    case_id: str,
    data: StepData,
    *,
    ruleset: Ruleset,
    now: datetime,
    calendar: Calendar | None = None,
) -> str:
    """Take one step; its id, which is that of the form. The same form again: the same id.

    `NotFound` for strangers; `RuleRefused` with its provision, or `Invalid` naming a field, for what
    the rules refuse; `AlreadyDecided` when the case moved on; `CeilingReached` when the day's
    cancellations are used up, which is told. Out of hours a cancellation wants the password again.
    """
    asked = attempt(actor, data, ruleset, now=now, calendar=calendar)
    try:
        with transaction() as session:
            lock_head(session, actor.municipality_id, "main")
            case = case_for(session, actor, case_id, asked.today)
            return _take(session, asked, case, calendar)
    except CeilingReached:
        with transaction() as session:  # the attempt left nothing: it is told by itself
            alert(session, actor, CEILING, parse_id(case_id), data.step, now=now)
        raise
    except IntegrityError:  # somebody else's row was first, or the keys refuse this person
        raise AlreadyDecided from None


def open_and_take(
    actor: Actor,
    case_id: str,
    sanction: SanctionData,
    data: StepData,
    *,
    ruleset: Ruleset,
    now: datetime,
    calendar: Calendar | None = None,
) -> str:
    """Open a sanction's case under `case_id` with its first step; the step's id, once for a form."""
    asked, case_id = attempt(actor, data, ruleset, now=now, calendar=calendar), parse_id(case_id)
    try:
        with transaction() as session:
            lock_head(session, actor.municipality_id, "main")
            case = session.get(CaseFile, case_id)
            if case is None:
                case = open_sanction(session, actor, sanction, id=case_id, ruleset=ruleset, now=now)
            if case.municipality_id != actor.municipality_id:
                raise NotFound
            return _take(session, asked, case, calendar)
    except IntegrityError:
        raise AlreadyDecided from None


def _take(session: Session, asked: Attempt, case: CaseFile, calendar: Calendar | None) -> str:
    data, law, now = asked.data, asked.law, asked.now
    values = _with_files(data)
    body = canonical(dict(values)).decode()
    if _repeated(session, asked, case, body):
        return asked.id
    last = _last(session, case.id)
    if data.seen_seq != (last.seq if last else 0):
        raise AlreadyDecided
    facts, days = facts_of(session, case), calendar or calendar_of(session, case, now)
    me = acting(session, asked.actor, asked.today, now)
    event = CaseEvent(data.step, now, data.on, me.who.person_id, values)
    to, doer, move = check_step(law, facts, event, me.who, days)
    check_act(session, case, data)
    if Mark.PENALISES in move.marks:  # no fine while the year has no UFM (requirements.md §5.2)
        state = state_of(law, facts, days, now)
        price_of(session, case, state, law, Decimal(str(values["fine_ufm"])), now)
    step = _new_step(asked, case, body, last, to)
    step.role_grant_id = me.grants.get(doer)
    write_step(session, asked, case, step)
    return asked.id


def _with_files(data: StepData) -> Mapping[str, Value]:
    """The answers, with each file by its hash."""
    return {**data.values, **{name: check_file(name, file) for name, file in data.files.items()}}


def _repeated(session: Session, asked: Attempt, case: CaseFile, body: str) -> bool:
    row = session.get(CaseStep, asked.id)
    if row is None:
        return False
    told = (row.case_id, row.step, row.on_day, row.body, row.person_id)
    if told != (case.id, asked.data.step, asked.data.on, body, asked.actor.person_id):
        raise Conflict
    return True


def _last(session: Session, case_id: str) -> CaseStep | None:
    query = select(CaseStep).where(CaseStep.case_id == case_id).order_by(CaseStep.seq.desc())
    return session.scalars(query.limit(1)).first()


def _new_step(
    asked: Attempt,
    case: CaseFile,
    body: str,
    last: CaseStep | None,
    state_after: str,
) -> CaseStep:
    prev = last.sha256 if last else ""
    return CaseStep(
        id=asked.id,
        municipality_id=case.municipality_id,
        case_id=case.id,
        seq=last.seq + 1 if last else 1,
        step=asked.row.id,
        state_after=state_after,
        at=asked.now,
        acted_on=asked.today,
        on_day=asked.data.on,
        person_id=asked.actor.person_id,
        account_id=asked.actor.account_id,
        duty=asked.row.duty.value if asked.row.duty else None,
        body=body,
        sha256=step_hash(prev, body),
        prev_sha256=prev,
        off_hours=asked.off_hours,
    )
