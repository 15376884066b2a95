"""Inspections of a period, read for the page of numbers (chief, clerk, secretary, auditor)."""

from datetime import date
from typing import Final

from sqlalchemy import select

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.accounts.permissions import Permission
from app.inspections.domain_numbers import DefectFact, Numbers, VisitFact, numbers
from app.inspections.models import Inspection, InspectionDefect, InspectionMissed
from app.inspections.models_checks import InspectionFlag
from app.kernel.errors import Invalid
from app.persistence.base import db
from app.registry.models import Vehicle

_LONGEST: Final = 366 * 3  # days


def numbers_of(actor: Actor, first: date, last: date) -> Numbers:
    """The tables from `first` to `last`, civil days of the visits, both inclusive.

    Raises Invalid for a period that is none, or longer than three years.
    """
    actor.require(Permission.INSPECTION_READ)
    if last < first:
        raise Invalid("O fim do período vem antes do começo.", field="ate")
    if (last - first).days > _LONGEST:
        raise Invalid("Escolha um período de até três anos.", field="de")
    visits = _visits(actor, first, last)
    return numbers(
        visits,
        _defects(actor, first, last),
        _missed(actor, first, last),
        _names({visit.person_id for visit in visits}),
        (first, last),
    )


def _visits(actor: Actor, first: date, last: date) -> list[VisitFact]:
    flagged = set(
        db.session.scalars(
            select(InspectionFlag.inspection_id)
            .join(Inspection, Inspection.id == InspectionFlag.inspection_id)
            .where(
                Inspection.municipality_id == actor.municipality_id,
                Inspection.held_on.between(first, last),
            )
        )
    )
    query = (
        select(
            Inspection.id,
            Inspection.held_on,
            Inspection.result,
            Inspection.person_id,
            Vehicle.make_model,
            Inspection.started_at,
            Inspection.finished_at,
        )
        .outerjoin(Vehicle, Vehicle.id == Inspection.vehicle_id)
        .where(
            Inspection.municipality_id == actor.municipality_id,
            Inspection.held_on.between(first, last),
        )
        .order_by(Inspection.held_on, Inspection.id)
    )
    return [
        VisitFact(
            row.id,
            row.held_on,
            row.result,
            row.person_id,
            row.make_model or "Carro sem cadastro",
            row.finished_at - row.started_at,
            row.id in flagged,
        )
        for row in db.session.execute(query)
    ]


def _defects(actor: Actor, first: date, last: date) -> list[DefectFact]:
    query = (
        select(
            InspectionDefect.inspection_id,
            InspectionDefect.key,
            InspectionDefect.label,
            InspectionDefect.citation,
        )
        .join(Inspection, Inspection.id == InspectionDefect.inspection_id)
        .where(
            Inspection.municipality_id == actor.municipality_id,
            Inspection.held_on.between(first, last),
        )
        .order_by(Inspection.held_on)  # the newest words of an item are the ones shown
    )
    return [DefectFact(*row) for row in db.session.execute(query)]


def _missed(actor: Actor, first: date, last: date) -> list[date]:
    query = select(InspectionMissed.due_on).where(
        InspectionMissed.municipality_id == actor.municipality_id,
        InspectionMissed.due_on.between(first, last),
    )
    return list(db.session.scalars(query))


def _names(person_ids: set[str]) -> dict[str, str]:
    query = select(Person.id, Person.name).where(Person.id.in_(person_ids))
    return {row.id: row.name for row in db.session.execute(query)}
