"""Notices as the office reads them: newest arrival first, page by key, of the actor's city only.

Who may read notices sees all of them; an agent sees the own ones (requirements.md §7.2).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, or_, select

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.accounts.permissions import Permission
from app.evidence.queries_attachments import incomplete_among, is_incomplete
from app.infractions.domain_annotations import RULES, AnnotationKind
from app.infractions.law import catalogue_on, send_by
from app.infractions.models import Notice, NoticeAnnotation
from app.infractions.numbering import number_text
from app.kernel.errors import Invalid, NotFound
from app.kernel.plate import Plate
from app.persistence.base import db
from app.persistence.newest_first import key_of, older
from app.registry.queries import Page
from app.registry.write import own
from app.regulation.deadlines import DueDate
from app.regulation.ruleset import Ruleset

PAGE: Final = 30
MARKS: Final = {
    "": "Todos",
    "late": "Fora do prazo de envio",
    "doubt": "Com dúvida a conferir",
    "incomplete": "Fotos a chegar",
    "annulled": "Anulados",
}


@dataclass(frozen=True)
class Filters:
    """What the list is narrowed to; empty means all. `mark` is a key of MARKS."""

    text: str = ""  # a plate
    kind: str = ""
    mark: str = ""


@dataclass(frozen=True)
class NoticeRow:
    """One line of the list."""

    id: str
    number: str  # "" for a verbal warning
    kind: str
    plate: str
    title: str
    citation: str
    happened_at: datetime
    received_at: datetime
    agent: str
    late: bool
    doubt: bool
    incomplete: bool
    annulled: bool
    training: bool


@dataclass(frozen=True)
class Added:
    """An annotation: what it is, by whom, and its (label, text) lines."""

    id: str
    kind: AnnotationKind
    name: str
    who: str
    at: datetime
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class NoticeDetail:
    """One notice: the row, its frozen record, what was added, and the term of sending."""

    row: Notice
    number: str
    record: Mapping[str, Any]
    agent: str
    added: tuple[Added, ...]
    send_by: DueDate | None  # the legal hours from the fact; None where the text has none
    late_by: timedelta

    @property
    def annulled(self) -> Added | None:
        """The annulment, if there is one."""
        return next((one for one in self.added if one.kind is AnnotationKind.ANNULMENT), None)

    @property
    def late_reason(self) -> str:
        """Why it came late, as written then or said since."""
        said = [one.lines[0][1] for one in self.added if one.kind is AnnotationKind.LATE_REASON]
        return str(self.record["late_reason"]) or "; ".join(said)


def notices(actor: Actor, filters: Filters, after: str = "") -> Page[NoticeRow]:
    """One page; `Invalid` for a plate or a key that is none, `Denied` for who sees none."""
    query = (
        select(Notice, Person.name)
        .join(Person, Person.id == Notice.person_id)
        .where(*_seen_by(actor), *_narrowed(filters))
        .order_by(Notice.received_at.desc(), Notice.id.desc())
        .limit(PAGE + 1)
    )
    found = db.session.execute(query.where(_older(after)) if after else query).all()
    shown = found[:PAGE]
    ids = [notice.id for notice, _ in shown]
    waiting, ended = incomplete_among(actor, ids), _annulled_among(ids)
    rows = tuple(_line(notice, name, waiting, ended) for notice, name in shown)
    last = shown[-1][0] if len(found) > PAGE else None
    return Page(rows, key_of(last.received_at, last.id) if last else "")


def notice_for(actor: Actor, notice_id: str, law: Ruleset) -> NoticeDetail:
    """One notice of the city, or of the agent; NotFound for everybody else."""
    row = own(db.session(), actor, Notice, notice_id)
    if not may_read(actor, row):
        raise NotFound
    agent = db.session.get_one(Person, row.person_id).name
    due = send_by(law, row.happened_at)
    return NoticeDetail(
        row,
        number_text(row.series, row.value),
        json.loads(row.payload),
        agent,
        _added(row.id),
        due,
        due.late_by(row.received_at) if due else timedelta(0),
    )


def kinds_of(law: Ruleset, day: date) -> dict[str, str]:
    """Kind → what the text calls the document."""
    return {row["kind"]: row["name"] for row in catalogue_on(law, day)["kinds"]}


def may_read(actor: Actor, row: Notice) -> bool:
    """Its author while on duty, and whoever may read the city's notices (requirements.md §7.2)."""
    own_work = row.person_id == actor.person_id and actor.can(Permission.NOTICE_WRITE)
    return own_work or actor.can(Permission.NOTICE_READ)


def _seen_by(actor: Actor) -> tuple[ColumnElement[bool], ...]:
    of_city = Notice.municipality_id == actor.municipality_id
    if actor.can(Permission.NOTICE_READ):
        return (of_city,)
    actor.require(Permission.NOTICE_SEE)
    return (of_city, Notice.person_id == actor.person_id)


def _narrowed(filters: Filters) -> list[ColumnElement[bool]]:
    if filters.mark not in MARKS:
        raise Invalid("Este filtro não existe. Escolha outro.", field="marca")
    found: list[ColumnElement[bool]] = []
    if filters.text:
        plate = Plate(filters.text)
        twin = plate.twin()
        found.append(Notice.plate.in_([plate.text, twin.text] if twin else [plate.text]))
    if filters.kind:
        found.append(Notice.kind == filters.kind)
    return found + ([_marked(filters.mark)] if filters.mark else [])


def _marked(mark: str) -> ColumnElement[bool]:
    if mark == "late":
        return Notice.late.is_(True)
    if mark == "doubt":
        return or_(Notice.clock_flag != "", Notice.flags != "")
    if mark == "incomplete":
        return is_incomplete(Notice.municipality_id, Notice.id)
    annulled = select(NoticeAnnotation.notice_id).where(NoticeAnnotation.kind == "annulment")
    return Notice.id.in_(annulled)


def _older(key: str) -> ColumnElement[bool]:
    words = "Este endereço de página não vale mais. Comece pela primeira página."
    return older(Notice.received_at, Notice.id, key, words)


def _line(notice: Notice, name: str, waiting: frozenset[str], ended: frozenset[str]) -> NoticeRow:
    return NoticeRow(
        notice.id,
        number_text(notice.series, notice.value),
        notice.kind,
        Plate(notice.plate).display() if notice.plate else "",
        notice.title,
        notice.citation,
        notice.happened_at,
        notice.received_at,
        name,
        notice.late,
        bool(notice.clock_flag or notice.flags),
        notice.id in waiting,
        notice.id in ended,
        notice.training,
    )


def _annulled_among(ids: list[str]) -> frozenset[str]:
    query = select(NoticeAnnotation.notice_id).where(
        NoticeAnnotation.notice_id.in_(ids), NoticeAnnotation.kind == "annulment"
    )
    return frozenset(db.session.scalars(query))


def _added(notice_id: str) -> tuple[Added, ...]:
    query = (
        select(NoticeAnnotation, Person.name)
        .outerjoin(Person, Person.id == NoticeAnnotation.person_id)
        .where(NoticeAnnotation.notice_id == notice_id)
        .order_by(NoticeAnnotation.recorded_at, NoticeAnnotation.id)
    )
    return tuple(_addition(row, name) for row, name in db.session.execute(query))


def _addition(row: NoticeAnnotation, name: str | None) -> Added:
    kind = AnnotationKind(row.kind)
    rule, told = RULES[kind], json.loads(row.body)
    lines = tuple((label, told[field]) for field, label in rule.fields.items() if field in told)
    return Added(row.id, kind, rule.name, name or "", row.recorded_at, lines)
