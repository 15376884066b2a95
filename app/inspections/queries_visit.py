"""One visit as the office reads it: what was answered, doubted, decided, drawn, and the car's others."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.accounts.permissions import Permission
from app.inspections import seals
from app.inspections.flags import flags_of, words_of
from app.inspections.holding import holding_count, is_open, last_review
from app.inspections.law import Json, catalogue_on, civil_day, occasion_row
from app.inspections.models import Inspection, InspectionDefect, InspectionSeal
from app.inspections.models_checks import InspectionDraw, InspectionReview
from app.inspections.visit_items import Answered, Compared, answered, compared, grouped
from app.kernel.errors import NotFound
from app.kernel.plate import Plate
from app.permits.models import Seal
from app.persistence.base import db
from app.registry.write import own
from app.regulation.ruleset import Ruleset


@dataclass(frozen=True)
class Other:
    """Another visit, as a link."""

    id: str
    report: str
    plate: str
    held_on: date
    result: str
    occasion: str
    inspector: str


@dataclass(frozen=True)
class Doubt:
    """One kind of flag, with its details and the visits it points to."""

    words: str
    holds: bool
    details: tuple[str, ...]
    others: tuple[Other, ...]
    photos: tuple[str, ...]


@dataclass(frozen=True)
class Decided:
    """A decision about the visit."""

    kind: str
    reasons: str
    who: str
    at: datetime


@dataclass(frozen=True)
class GivenSeal:
    """The seal that the visit gave."""

    number: int
    expires_on: date
    state: str
    permit_id: str


@dataclass(frozen=True)
class VisitDetail:
    """All that the page of a visit shows. `waits`: why an approval has given no seal, in words.

    `drawn` is hidden from the visit's own inspector until it is done.
    """

    row: Inspection
    record: Mapping[str, Any]
    inspector: str
    occasion: str  # in words
    occasion_citation: str
    shots: tuple[tuple[str, str], ...]  # side in words, hash
    groups: Mapping[str, list[Answered]]
    defects: tuple[InspectionDefect, ...]
    doubts: tuple[Doubt, ...]
    holding: int
    open: bool
    decisions: tuple[Decided, ...]
    decided: str  # kind of the last decision
    drawn: bool
    recheck: Other | None
    previous: Other | None
    seal: GivenSeal | None
    waits: str
    ready: bool  # the new seal comes out when somebody pastes it
    history: tuple[Other, ...]

    @property
    def plate(self) -> str:
        """With its hyphen or gap."""
        return Plate(self.row.plate).display()


def visit_for(actor: Actor, visit_id: str, law: Ruleset, *, now: datetime) -> VisitDetail:
    """One visit of the city, or of the inspector; NotFound for everybody else."""
    session = db.session()
    row = _visible(session, actor, visit_id)
    record, catalogue = json.loads(row.payload), _catalogue(session, row, law)
    told = occasion_row(catalogue, row.occasion, row.modality)
    last = last_review(session, row.id)
    plan = seals.plan(session, actor, row, law, now)
    return VisitDetail(
        row=row,
        record=record,
        inspector=session.get_one(Person, row.person_id).name,
        occasion=str(told["label"]) if told else row.occasion,
        occasion_citation=str(told["citation"]) if told else "",
        shots=_shots(record, catalogue),
        groups=grouped(answered(record, catalogue)),
        defects=_defects(session, row),
        doubts=_doubts(session, actor, row),
        holding=holding_count(session, row.id),
        open=is_open(session, row.id),
        decisions=_decisions(session, row),
        decided=last.kind if last else "",
        drawn=row.person_id != actor.person_id and _is_drawn(session, row),
        recheck=_recheck_of(session, row),
        previous=_others(session, Inspection.id == row.previous_id)[0] if row.previous_id else None,
        seal=_seal(session, row),
        waits=plan.words,
        ready=plan.wait is seals.Wait.READY,
        history=_history(session, actor, row),
    )


def compare_visits(
    actor: Actor, visit_id: str, law: Ruleset
) -> tuple[Other, Other, list[Compared]]:
    """The first visit, its re-inspection, and both item by item. NotFound when it is no such visit."""
    session = db.session()
    again = _visible(session, actor, visit_id)
    if again.occasion != "recheck" or again.previous_id is None:
        raise NotFound
    first = _visible(session, actor, again.previous_id)
    rows = compared(
        answered(json.loads(first.payload), _catalogue(session, first, law)),
        answered(json.loads(again.payload), _catalogue(session, again, law)),
    )
    one, other = (_others(session, Inspection.id == row.id)[0] for row in (first, again))
    return one, other, rows


def _visible(session: Session, actor: Actor, visit_id: str) -> Inspection:
    row = own(session, actor, Inspection, visit_id)
    mine = row.person_id == actor.person_id and actor.can(Permission.INSPECTION_SEE)
    if not mine and not actor.can(Permission.INSPECTION_READ):
        raise NotFound
    return row


def _catalogue(session: Session, row: Inspection, law: Ruleset) -> Json:
    return catalogue_on(session, row.municipality_id, law, civil_day(law, row.started_at))


def _shots(record: Mapping[str, Any], catalogue: Json) -> tuple[tuple[str, str], ...]:
    names = {part["id"]: part["label"] for part in catalogue["shots"]["parts"]}
    return tuple((names.get(s["part"], s["part"]), s["sha256"]) for s in record["shots"])


def _defects(session: Session, row: Inspection) -> tuple[InspectionDefect, ...]:
    query = select(InspectionDefect).where(InspectionDefect.inspection_id == row.id)
    order = (InspectionDefect.blocking.desc(), InspectionDefect.key)
    return tuple(session.scalars(query.order_by(*order)))


def _doubts(session: Session, actor: Actor, row: Inspection) -> tuple[Doubt, ...]:
    """The flags by kind; an inspector is not shown other people's visits."""
    kinds: dict[str, list[Any]] = {}
    for flag in flags_of(session, row.id):
        kinds.setdefault(flag.kind, []).append(flag)
    every = actor.can(Permission.INSPECTION_READ)
    found = []
    for kind, flags in kinds.items():
        ids = {flag.other_id for flag in flags if flag.other_id} if every else set()
        found.append(
            Doubt(
                words_of(kind),
                any(flag.holds for flag in flags),
                tuple(dict.fromkeys(flag.detail for flag in flags if flag.detail)),
                tuple(_others(session, Inspection.id.in_(ids))) if ids else (),
                tuple(dict.fromkeys(flag.sha256 for flag in flags if flag.sha256)),
            )
        )
    return tuple(found)


def _decisions(session: Session, row: Inspection) -> tuple[Decided, ...]:
    query = (
        select(InspectionReview, Person.name)
        .join(Person, Person.id == InspectionReview.person_id)
        .where(InspectionReview.inspection_id == row.id)
        .order_by(InspectionReview.at, InspectionReview.id)
    )
    found = session.execute(query)
    return tuple(Decided(r.kind, r.reasons, name, r.at) for r, name in found)


def _is_drawn(session: Session, row: Inspection) -> bool:
    ordered = select(InspectionReview.id).where(
        InspectionReview.inspection_id == row.id, InspectionReview.kind == "recheck"
    )
    drawn = session.get(InspectionDraw, row.id) is not None
    return drawn or session.scalar(ordered.limit(1)) is not None


def _recheck_of(session: Session, row: Inspection) -> Other | None:
    found = _others(session, Inspection.previous_id == row.id, Inspection.occasion == "recheck")
    return found[0] if found else None


def _seal(session: Session, row: Inspection) -> GivenSeal | None:
    given = session.get(InspectionSeal, row.id)
    if given is None:
        return None
    seal = session.get_one(Seal, given.seal_id)
    return GivenSeal(seal.number, seal.expires_on, seal.state, seal.authorisation_id)


def _history(session: Session, actor: Actor, row: Inspection) -> tuple[Other, ...]:
    """The car's other visits that the actor may open; by plate where the registry has no such car."""
    same = (
        Inspection.vehicle_id == row.vehicle_id
        if row.vehicle_id
        else (Inspection.plate == row.plate) & Inspection.vehicle_id.is_(None)
    )
    where = [Inspection.municipality_id == row.municipality_id, Inspection.id != row.id, same]
    if not actor.can(Permission.INSPECTION_READ):
        where.append(Inspection.person_id == actor.person_id)
    return tuple(_others(session, *where))


def _others(session: Session, *where: Any) -> list[Other]:
    query = (
        select(Inspection, Person.name)
        .join(Person, Person.id == Inspection.person_id)
        .where(*where)
        .order_by(Inspection.started_at.desc(), Inspection.id)
        .limit(20)
    )
    return [
        Other(
            visit.id,
            visit.report,
            Plate(visit.plate).display(),
            visit.held_on,
            visit.result,
            visit.occasion,
            name,
        )
        for visit, name in session.execute(query)
    ]
