"""Which cases a person sees: the office all of its city, everybody else the own ones."""

from datetime import date

from sqlalchemy import ColumnElement, exists, or_, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.cases.facts import SYSTEM
from app.cases.models import CaseDuty, CaseFile
from app.kernel.errors import Denied, NotFound
from app.registry.models_people import PlatformPerson
from app.registry.write import own


def seen_by(actor: Actor, today: date) -> tuple[ColumnElement[bool], ...]:
    """Conditions on `CaseFile` that leave what this person sees; `Denied` for who sees none."""
    mine = (CaseFile.municipality_id == actor.municipality_id,)
    if actor.can(Permission.CASE_READ) or actor.person_id == SYSTEM:
        return mine
    actor.require(Permission.CASE_SEE)
    return (*mine, or_(*_own(actor, today)))


def case_for(session: Session, actor: Actor, case_id: str, today: date) -> CaseFile:
    """The case, if this person sees it; NotFound for everybody else, as for none."""
    row: CaseFile = own(session, actor, CaseFile, case_id)
    try:
        query = select(CaseFile.id).where(CaseFile.id == row.id, *seen_by(actor, today))
    except Denied:
        raise NotFound from None
    if session.scalar(query) is None:
        raise NotFound
    return row


def _own(actor: Actor, today: date) -> tuple[ColumnElement[bool], ...]:
    """The offender's, his platform's, and those in which the person holds a duty."""
    platforms = select(PlatformPerson.platform_id).where(
        PlatformPerson.municipality_id == actor.municipality_id,
        PlatformPerson.person_id == actor.person_id,
        PlatformPerson.starts_on <= today,
        or_(PlatformPerson.ends_on.is_(None), PlatformPerson.ends_on >= today),
    )
    duty = exists().where(CaseDuty.case_id == CaseFile.id, CaseDuty.person_id == actor.person_id)
    return (
        CaseFile.offender_person_id == actor.person_id,
        CaseFile.platform_id.in_(platforms),
        duty,
    )
