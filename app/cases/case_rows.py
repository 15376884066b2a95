"""How rows of cases are read for lists and pages: their current state, their words, their people."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ColumnElement, Select, and_, exists, or_, select
from sqlalchemy.orm import Session, aliased

from app.accounts.models import Person, RoleGrant
from app.cases.models import CaseDocument, CaseFile, CaseStep
from app.infractions.models import Notice
from app.infractions.numbering import number_text
from app.registry.models import Driver, Platform, Vehicle
from app.registry.search import drivers_like, platforms_like, require_searchable, vehicles_like
from app.regulation.case_catalogue import case_law
from app.regulation.case_facts import CasePath, Value
from app.regulation.ruleset import Ruleset


@dataclass(frozen=True)
class CaseRow:
    """A case in a list. `state`: id of its state row; `notice`: number of its notice, "" for none."""

    id: str
    number: str
    path: CasePath
    state: str
    code: str
    notice_id: str
    notice: str
    title: str
    plate: str
    offender: str
    happened_at: datetime
    opened_at: datetime
    training: bool


@dataclass(frozen=True)
class StepTaken:
    """A step in the history: who, under which act of designation, from when, with which answers."""

    id: str
    seq: int
    step: str
    state_after: str
    at: datetime
    on: date
    who: str
    act: str
    values: Mapping[str, Value]
    sha256: str
    off_hours: bool


@dataclass(frozen=True)
class PaperRow:
    """A kept paper of a case."""

    id: str
    step_id: str
    kind: str
    number: str
    name: str
    media_type: str
    size: int
    sha256: str
    made_at: datetime


LastStep = aliased(CaseStep)
_NUMBER = re.compile(r"(?:^|\D)(\d{1,9})$")


def with_last_step() -> Select[CaseFile, CaseStep]:
    """Each case beside its last step, None before the first."""
    later = aliased(CaseStep)
    newer = exists().where(later.case_id == LastStep.case_id, later.seq > LastStep.seq)
    return select(CaseFile, LastStep).outerjoin(
        LastStep, and_(LastStep.case_id == CaseFile.id, ~newer)
    )


def state_id(law: Ruleset, case: CaseFile, last: CaseStep | None) -> str:
    """Id of the state in which the case stands."""
    return last.state_after if last else case_law(law).first_state(CasePath(case.path))


def in_states(law: Ruleset, states: Collection[str]) -> ColumnElement[bool]:
    """Cases of `with_last_step` that stand in one of these states."""
    fresh = [path.value for path in CasePath if case_law(law).first_state(path) in states]
    return or_(
        LastStep.state_after.in_(states), and_(LastStep.id.is_(None), CaseFile.path.in_(fresh))
    )


def matching(text: str) -> ColumnElement[bool]:
    """Cases of a car or person that the registry's search finds, or with this number at its end."""
    require_searchable(text)
    found: list[ColumnElement[bool]] = [
        CaseFile.vehicle_id.in_(select(Vehicle.id).where(vehicles_like(text, people=True))),
        CaseFile.driver_id.in_(select(Driver.id).where(drivers_like(text))),
        CaseFile.platform_id.in_(select(Platform.id).where(platforms_like(text))),
    ]
    if number := _NUMBER.search(text):
        value = int(number[1])
        found.append(CaseFile.value == value)
        found.append(CaseFile.notice_id.in_(select(Notice.id).where(Notice.value == value)))
    return or_(*found)


def rows_of(
    session: Session, cases: Sequence[CaseFile], states: Mapping[str, str]
) -> list[CaseRow]:
    """The cases as lists show them, in their order; `states` by id of the case."""
    wanted = select(Notice).where(Notice.id.in_([c.notice_id for c in cases if c.notice_id]))
    notices = {row.id: row for row in session.scalars(wanted)}
    ids = {case.offender_person_id for case in cases if case.offender_person_id}
    people = select(Person.id, Person.name).where(Person.id.in_(ids))
    names: dict[str, str] = {id: name for id, name in session.execute(people)}
    return [_row(case, notices.get(case.notice_id or ""), names, states) for case in cases]


def _row(
    case: CaseFile, notice: Notice | None, names: Mapping[str, str], states: Mapping[str, str]
) -> CaseRow:
    written = notice.offender_name if notice else ""
    return CaseRow(
        id=case.id,
        number=case.number,
        path=CasePath(case.path),
        state=states[case.id],
        code=case.code,
        notice_id=notice.id if notice else "",
        notice=number_text(notice.series, notice.value) if notice else "",
        title=notice.title if notice else "",
        plate=notice.plate if notice else "",
        offender=names.get(case.offender_person_id or "", written),
        happened_at=case.happened_at,
        opened_at=case.opened_at,
        training=case.training,
    )


def steps_of(session: Session, case_id: str) -> tuple[StepTaken, ...]:
    """The history of a case, the first step first."""
    query = (
        select(CaseStep, Person.name, RoleGrant.act)
        .outerjoin(Person, Person.id == CaseStep.person_id)
        .outerjoin(RoleGrant, RoleGrant.id == CaseStep.role_grant_id)
        .where(CaseStep.case_id == case_id)
        .order_by(CaseStep.seq)
    )
    return tuple(_taken(step, who, act) for step, who, act in session.execute(query))


def _taken(step: CaseStep, who: str | None, act: str | None) -> StepTaken:
    return StepTaken(
        id=step.id,
        seq=step.seq,
        step=step.step,
        state_after=step.state_after,
        at=step.at,
        on=step.on_day,
        who=who or "Confere",
        act=act or "",
        values=json.loads(step.body),
        sha256=step.sha256,
        off_hours=step.off_hours,
    )


def papers_of(session: Session, case_id: str) -> tuple[PaperRow, ...]:
    """The kept papers of a case, the oldest first."""
    query = select(CaseDocument).where(CaseDocument.case_id == case_id)
    return tuple(
        PaperRow(
            row.id,
            row.step_id,
            row.kind,
            row.number,
            row.name,
            row.media_type,
            row.size,
            row.sha256,
            row.made_at,
        )
        for row in session.scalars(query.order_by(CaseDocument.made_at, CaseDocument.id))
    )
