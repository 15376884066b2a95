"""Seats for cancellations, hours of the counters, and the alerts of both (threats.md T14)."""

from datetime import date, datetime, time
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.city_calendar import why_no_counter
from app.accounts.domain import Actor
from app.cases.domain import PER_CITY, PER_PERSON, CeilingReached, ProcessUsed
from app.cases.events import CANCELLED, CANCELLING_TOLD
from app.cases.models import CaseCancelling, CaseStep
from app.kernel.calendar import Calendar
from app.kernel.civil import SATURDAY, civil_time
from app.ledger.service import append

# The city's counters have no recorded hours; a cancellation outside these asks for the password
# again and is told, so a narrow reading costs a password and a wide one a night's silence.
OPENS: Final = time(7)
CLOSES: Final = time(19)


def out_of_hours(calendar: Calendar, at: datetime, time_zone: str) -> bool:
    """Whether no counter of the city is open at that instant: night, weekend, holiday, closing."""
    local = civil_time(at, time_zone)
    if local.weekday() >= SATURDAY or why_no_counter(calendar, local.date()):
        return True
    return not OPENS <= local.time() < CLOSES


def take_seat(
    session: Session,
    actor: Actor,
    step: CaseStep,
    proposal: CaseStep,
    process_number: str,
    *,
    now: datetime,
) -> None:
    """Write the cancellation that the step needs, and its event; an inner step, the chain locked.

    `CeilingReached` when no seat is left today, `ProcessUsed` for a number that cancelled before.
    """
    city, day = actor.municipality_id, step.acted_on
    used = select(CaseCancelling.step_id).where(
        CaseCancelling.municipality_id == city, CaseCancelling.process_number == process_number
    )
    if session.scalar(used) is not None:
        raise ProcessUsed(field="process_number")
    by_person, in_city = taken(session, city, day, actor.person_id)
    if by_person >= PER_PERSON or in_city >= PER_CITY:
        raise CeilingReached
    row = CaseCancelling(
        step_id=step.id,
        municipality_id=city,
        case_id=step.case_id,
        day=day,
        person_id=actor.person_id,
        person_slot=by_person + 1,
        city_slot=in_city + 1,
        proposal_id=proposal.id,
        proposed_by=proposal.person_id,
        process_number=process_number,
        off_hours=step.off_hours,
    )
    session.add(row)
    session.flush()
    body = {name: getattr(row, name) for name in CANCELLING_TOLD}
    append(session, actor, CANCELLED, ("case", row.case_id), body, now=now)


def taken(session: Session, municipality_id: str, day: date, person_id: str) -> tuple[int, int]:
    """Cancellations of that day: of the person, and of the whole city."""
    own = func.count().filter(CaseCancelling.person_id == person_id)
    query = select(own, func.count()).where(
        CaseCancelling.municipality_id == municipality_id, CaseCancelling.day == day
    )
    by_person, in_city = session.execute(query).one()
    return by_person, in_city


def alert(
    session: Session, actor: Actor, kind: str, case_id: str, step: str, *, now: datetime
) -> None:
    """Tell of an act outside hours, or of one that the ceiling stopped; an inner step."""
    append(session, actor, kind, ("case", case_id), {"step": step}, now=now)
