"""Visits as the office lists them: newest arrival first, page by key, of the actor's city only.

Who may read visits sees all of them; an inspector sees the own ones (requirements.md §7.2).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, exists, func, or_, select
from sqlalchemy.orm import aliased

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.accounts.permissions import Permission
from app.evidence.queries_attachments import incomplete_among, is_incomplete
from app.inspections.domain import RESULT_NAMES
from app.inspections.models import Inspection, InspectionSeal
from app.inspections.models_checks import InspectionDraw, InspectionFlag, InspectionReview
from app.kernel.errors import Invalid
from app.kernel.plate import Plate
from app.persistence.base import db
from app.persistence.newest_first import key_of, older
from app.registry.queries import Page

PAGE: Final = 30
MARKS: Final = {
    "": "Todas",
    "open": "Com alerta a analisar",
    "urgent": "Com alerta e selo já entregue",
    "flag": "Com qualquer alerta",
    "confirmed": "Irregulares",
    "drawn": "A reinspecionar",
    "incomplete": "Fotos a chegar",
}


@dataclass(frozen=True)
class Filters:
    """What the list is narrowed to; empty means all. `mark` is a key of MARKS."""

    text: str = ""  # a plate
    result: str = ""
    mark: str = ""
    day: date | None = None
    inspector: str = ""  # person id


@dataclass(frozen=True)
class VisitRow:
    """One line of the list."""

    id: str
    report: str
    plate: str
    occasion: str
    result: str
    held_on: date
    started_at: datetime
    inspector: str
    open: bool
    urgent: bool
    confirmed: bool
    drawn: bool
    incomplete: bool
    training: bool


def visits(actor: Actor, filters: Filters, after: str = "") -> Page[VisitRow]:
    """One page; `Invalid` for a filter or key that is none, `Denied` for who sees none."""
    marks = (_open(), _given(), _confirmed(), _to_recheck(actor))
    query = (
        select(Inspection, Person.name, *(mark.label(None) for mark in marks))
        .join(Person, Person.id == Inspection.person_id)
        .where(*seen_by(actor), *_narrowed(actor, filters))
        .order_by(Inspection.received_at.desc(), Inspection.id.desc())
        .limit(PAGE + 1)
    )
    found = db.session.execute(query.where(_older(after)) if after else query).all()
    shown = found[:PAGE]
    waiting = incomplete_among(actor, [row[0].id for row in shown])
    rows = tuple(_line(row[0], row[1], row[2:], row[0].id in waiting) for row in shown)
    last = shown[-1][0] if len(found) > PAGE else None
    return Page(rows, key_of(last.received_at, last.id) if last else "")


def inspectors(actor: Actor) -> dict[str, str]:
    """Person id → name of those who did a visit that the actor sees."""
    done = select(Inspection.person_id).where(*seen_by(actor)).distinct()
    query = select(Person.id, Person.name).where(Person.id.in_(done)).order_by(Person.name)
    return {id: name for id, name in db.session.execute(query)}


def urgent_count(actor: Actor) -> int:
    """How many visits with a seal on the road have a doubt that nobody has looked at."""
    query = select(func.count()).select_from(Inspection).where(*seen_by(actor), _urgent())
    return db.session.scalar(query) or 0


def seen_by(actor: Actor) -> tuple[ColumnElement[bool], ...]:
    """The visits of the city, or only the own ones."""
    of_city = Inspection.municipality_id == actor.municipality_id
    if actor.can(Permission.INSPECTION_READ):
        return (of_city,)
    actor.require(Permission.INSPECTION_SEE)
    return (of_city, Inspection.person_id == actor.person_id)


def _narrowed(actor: Actor, filters: Filters) -> list[ColumnElement[bool]]:
    if filters.mark not in MARKS or filters.result not in {"", *RESULT_NAMES}:
        raise Invalid("Este filtro não existe. Escolha outro.", field="marca")
    found: list[ColumnElement[bool]] = []
    if filters.text:
        plate = Plate(filters.text)
        twin = plate.twin()
        found.append(Inspection.plate.in_([plate.text, twin.text] if twin else [plate.text]))
    if filters.result:
        found.append(Inspection.result == filters.result)
    if filters.day:
        found.append(Inspection.held_on == filters.day)
    if filters.inspector:
        found.append(Inspection.person_id == filters.inspector)
    return found + ([_MARKED[filters.mark](actor)] if filters.mark else [])


def _open() -> ColumnElement[bool]:
    """A doubt that holds the seal and no decision that covers it."""
    holding = _count(InspectionFlag.holds)
    decided = exists(
        select(1).where(
            InspectionReview.inspection_id == Inspection.id,
            or_(
                InspectionReview.kind == "confirmed",
                and_(InspectionReview.kind == "cleared", InspectionReview.covers >= holding),
            ),
        )
    )
    return and_(holding > 0, ~decided)


def _count(*where: Any) -> ColumnElement[int]:
    return (
        select(func.count())
        .where(InspectionFlag.inspection_id == Inspection.id, *where)
        .correlate(Inspection)
        .scalar_subquery()
    )


def _given() -> ColumnElement[bool]:
    return exists(select(1).where(InspectionSeal.inspection_id == Inspection.id))


def _urgent() -> ColumnElement[bool]:
    return and_(_open(), _given())


def _confirmed() -> ColumnElement[bool]:
    return exists(
        select(1).where(
            InspectionReview.inspection_id == Inspection.id, InspectionReview.kind == "confirmed"
        )
    )


def _to_recheck(actor: Actor) -> ColumnElement[bool]:
    """Drawn or sent back, and not done again yet; nobody sees it of the own visit."""
    again = aliased(Inspection)
    drawn = exists(select(1).where(InspectionDraw.inspection_id == Inspection.id))
    ordered = exists(
        select(1).where(
            InspectionReview.inspection_id == Inspection.id, InspectionReview.kind == "recheck"
        )
    )
    done = exists(select(1).where(again.previous_id == Inspection.id, again.occasion == "recheck"))
    return and_(or_(drawn, ordered), ~done, Inspection.person_id != actor.person_id)


_MARKED: Final[dict[str, Callable[[Actor], ColumnElement[bool]]]] = {
    "open": lambda _: _open(),
    "urgent": lambda _: _urgent(),
    "flag": lambda _: _count() > 0,
    "confirmed": lambda _: _confirmed(),
    "drawn": _to_recheck,
    "incomplete": lambda _: is_incomplete(Inspection.municipality_id, Inspection.id),
}


def _older(key: str) -> ColumnElement[bool]:
    words = "Este endereço de página não vale mais. Comece pela primeira página."
    return older(Inspection.received_at, Inspection.id, key, words)


def _line(visit: Inspection, name: str, marks: Sequence[Any], incomplete: bool) -> VisitRow:
    is_open, given, confirmed, drawn = map(bool, marks)
    return VisitRow(
        visit.id,
        visit.report,
        Plate(visit.plate).display(),
        visit.occasion,
        visit.result,
        visit.held_on,
        visit.started_at,
        name,
        is_open,
        is_open and given,
        confirmed,
        drawn,
        incomplete,
        visit.training,
    )
