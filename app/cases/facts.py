"""A stored case as the pure rules read it: its facts, its events, and who wants to act."""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.accounts.city_calendar import city_calendar
from app.accounts.domain import Actor
from app.accounts.models import RoleGrant
from app.accounts.permissions import Role
from app.cases.domain import DOER_OF
from app.cases.models import CaseDuty, CaseFile, CaseStep
from app.infractions.models import Notice, NoticeAnnotation
from app.infractions.queries import state_from
from app.kernel.calendar import Calendar
from app.regulation.case_facts import CaseEvent, CaseFacts, CasePath, Doer, Duty, Who

SYSTEM = "system"  # the person of a day that passed
# A cassation bars for five years (PLA art. 46); a term that ends then is counted too.
_YEARS_AHEAD = 7


@dataclass(frozen=True)
class Acting:
    """A person with the acts of designation that hold on a day, by the function they give."""

    who: Who
    grants: Mapping[Doer, str]  # → id of the grant


def facts_of(session: Session, case: CaseFile) -> CaseFacts:
    """The facts of one case with its events in order."""
    return facts_among(session, [case])[case.id]


def facts_among(session: Session, cases: Collection[CaseFile]) -> dict[str, CaseFacts]:
    """The same of many, with three queries; by id of the case."""
    ids = [case.id for case in cases]
    steps = select(CaseStep).where(CaseStep.case_id.in_(ids)).order_by(CaseStep.seq)
    events: dict[str, list[CaseEvent]] = defaultdict(list)
    for step in session.scalars(steps):
        events[step.case_id].append(event_of_step(step))
    of = [case.notice_id for case in cases if case.notice_id]
    notices = {row.id: row for row in session.scalars(select(Notice).where(Notice.id.in_(of)))}
    missing = _missing(session, notices)
    held: dict[str, list[tuple[str, Duty]]] = defaultdict(list)
    for row in session.scalars(select(CaseDuty).where(CaseDuty.case_id.in_(ids))):
        held[row.case_id].append((row.person_id, Duty(row.duty)))
    return {
        case.id: _facts(
            case, notices.get(case.notice_id or ""), missing, held[case.id], events[case.id]
        )
        for case in cases
    }


def _facts(
    case: CaseFile,
    notice: Notice | None,
    missing: Mapping[str, tuple[str, ...]],
    held: list[tuple[str, Duty]],
    events: list[CaseEvent],
) -> CaseFacts:
    return CaseFacts(
        path=CasePath(case.path),
        code=case.code,
        happened_at=case.happened_at,
        written_at=notice.written_at if notice else case.opened_at,
        author=notice.person_id if notice else "",
        offender=case.offender_person_id or "",
        held=() if notice else _earlier(held),
        notified_on=notice.notified_on if notice else None,
        base_ufm=Decimal(notice.fine_ufm) if notice and notice.fine_ufm else None,
        forwarded_at=notice.received_at if notice else case.opened_at,
        missing=missing.get(notice.id, ()) if notice else (),
        events=tuple(events),
    )


def _missing(session: Session, notices: Mapping[str, Notice]) -> dict[str, tuple[str, ...]]:
    """What the office must still complete before homologation, by notice."""
    query = (
        select(NoticeAnnotation)
        .where(NoticeAnnotation.notice_id.in_(notices))
        .order_by(NoticeAnnotation.recorded_at, NoticeAnnotation.id)
    )
    added: dict[str, list[NoticeAnnotation]] = defaultdict(list)
    for row in session.scalars(query):
        added[row.notice_id].append(row)
    return {id: _gaps(notice, added[id]) for id, notice in notices.items()}


def _gaps(notice: Notice, added: list[NoticeAnnotation]) -> tuple[str, ...]:
    state = state_from(json.loads(notice.payload), added)
    gaps = (
        (state.owner_pending, "os dados do proprietário do veículo"),
        (notice.late and not state.late_reason, "a justificativa do atraso no encaminhamento"),
    )
    return tuple(words for stands, words in gaps if stands)


def _earlier(held: list[tuple[str, Duty]]) -> tuple[tuple[str, Duty], ...]:
    """What the notices behind a sanction gave; its own commission is in its events."""
    return tuple((person, duty) for person, duty in held if duty is not Duty.COMMISSION)


def event_of_step(step: CaseStep) -> CaseEvent:
    """A stored step as an event; the system has no person there."""
    person = "" if step.person_id == SYSTEM else step.person_id
    return CaseEvent(
        step.step, step.at, step.on_day, person, json.loads(step.body), step.state_after
    )


def acting(session: Session, actor: Actor, day: date, now: datetime) -> Acting:
    """The functions that acts in force on that civil day give the person in this city.

    The database is asked, not the session's memory: an act revoked a moment ago gives nothing.
    """
    if actor.person_id == SYSTEM:
        return Acting(Who("", frozenset({Doer.SYSTEM})), {})
    query = (
        select(RoleGrant)
        .where(
            RoleGrant.person_id == actor.person_id,
            RoleGrant.municipality_id == actor.municipality_id,
            RoleGrant.starts_on <= day,
            or_(RoleGrant.ends_on.is_(None), RoleGrant.ends_on >= day),
            or_(RoleGrant.revoked_at.is_(None), RoleGrant.revoked_at > now),
        )
        .order_by(RoleGrant.starts_on, RoleGrant.id)
    )
    grants = {
        DOER_OF[Role(row.role)]: row.id
        for row in session.scalars(query)
        if Role(row.role) in DOER_OF
    }
    return Acting(Who(actor.person_id, frozenset(grants)), grants)


def calendar_of(session: Session, case: CaseFile, now: datetime) -> Calendar:
    """The city's days over the whole life of the case."""
    first = min(case.happened_at, case.opened_at, now).year - 1
    years = range(first, now.year + _YEARS_AHEAD)
    return city_calendar(session, case.municipality_id, years)
