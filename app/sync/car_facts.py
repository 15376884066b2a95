"""What the inspector's phone is told of a car: what it is here for, and what the record answers.

No CPF, no address, no person's name: the operator is the platform, or the rank of a taxi.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.queries import City
from app.inspections.car_history import history_of
from app.inspections.law import catalogue_on
from app.inspections.models import Inspection, InspectionDefect
from app.inspections.occasions import CarHistory, Choice, choices
from app.inspections.payload import read_inspection
from app.regulation.inspection_prefill import prefilled
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import Occasion
from app.sync.car_record import Known, known_of, living_seal, record_facts
from app.verification.cards import operator_of
from app.verification.facts import records_of
from app.verification.record import Record

Json = dict[str, Any]
TAIL: Final = 6  # characters of the chassis that the inspector reads on the car


@dataclass(frozen=True)
class Yard:
    """Who asks, where, under which law, on which civil day."""

    actor: Actor
    city: City
    law: Ruleset
    today: date


@dataclass(frozen=True)
class Wanted:
    """What a car was sent for: an occasion and the visit it follows; both "" when nothing is known."""

    occasion: str = ""
    previous_id: str = ""


def facts_of_cars(session: Session, yard: Yard, wanted: Mapping[str, Wanted]) -> dict[str, Json]:
    """CarFacts by vehicle id, for the cars of the city among those named."""
    city, law, today = yard.city.id, yard.law, yard.today
    known = known_of(session, city, wanted, today)
    records = records_of(session, wanted, municipality_id=city, law=law, on=today)
    return {
        record.vehicle.id: _facts(session, yard, record, known, wanted[record.vehicle.id])
        for record in records
    }


def _facts(session: Session, yard: Yard, record: Record, known: Known, wanted: Wanted) -> Json:
    car = record.vehicle
    occasions, before = _occasions(session, yard, record, wanted)
    seal, guide = living_seal(record.seals), known.guides.get(car.id)
    facts = record_facts(record, known, yard.today)
    catalogue = catalogue_on(session, yard.city.id, yard.law, yard.today)
    return {
        "vehicle": car.id,
        "plate": car.plate,
        "make_model": car.make_model,
        "colour": car.colour,
        "modality": car.modality,
        "made_in": car.made_in,
        "chassis_tail": car.chassis[-TAIL:].upper(),
        "seal_index": seal.number if seal else None,
        "operator": operator_of(record, yard.today),
        "occasions": occasions,
        "previous": _previous(session, before),
        "guide": {"number": guide.number, "paid_on": guide.paid_on.isoformat()} if guide else None,
        "answers": {
            occasion: prefilled(yard.law, catalogue, facts, yard.today, occasion)
            for occasion in occasions
        },
    }


def _occasions(
    session: Session, yard: Yard, record: Record, wanted: Wanted
) -> tuple[list[str], Inspection | None]:
    """Ids of the occasions that make sense now, likeliest first, and the visit before.

    A return asks what failed or was left open in a visit of this very system; a recheck is
    offered only to whom it was given (`wanted`).
    """
    history = history_of(session, record.vehicle, yard.today)
    found = {choice.occasion: choice for choice in choices_now(yard, history)}
    back = found.pop(Occasion.RETURN, None)
    before = _visit(session, yard, wanted.previous_id or (back.previous_id if back else ""))
    before = before or _left_open(session, yard, record)
    ids = [occasion.value for occasion in found]
    if before is not None and wanted.occasion in {"", Occasion.RETURN}:
        ids.insert(0, Occasion.RETURN.value)
    if wanted.occasion:
        ids = [wanted.occasion, *(id for id in ids if id != wanted.occasion)]
    return ids, before


def choices_now(yard: Yard, history: CarHistory) -> list[Choice]:
    """What an inspector may open today for a car that stands before him."""
    return [
        choice
        for choice in choices(yard.law, history, yard.today, office=True)
        if not choice.refused and choice.occasion is not Occasion.RECHECK
    ]


def _visit(session: Session, yard: Yard, id: str) -> Inspection | None:
    row = session.get(Inspection, id) if id else None
    return row if row is not None and row.municipality_id == yard.city.id else None


def _left_open(session: Session, yard: Yard, record: Record) -> Inspection | None:
    """The car's last visit while it waits for a report or an explanation (PAT art. 12 II)."""
    query = (
        select(Inspection)
        .where(
            Inspection.municipality_id == yard.city.id,
            Inspection.vehicle_id == record.vehicle.id,
        )
        .order_by(Inspection.started_at.desc(), Inspection.id)
        .limit(1)
    )
    last = session.scalar(query)
    return last if last is not None and last.result == "pending" else None


def _previous(session: Session, row: Inspection | None) -> Json | None:
    if row is None:
        return None
    rows = session.scalars(select(InspectionDefect).where(InspectionDefect.inspection_id == row.id))
    defects = {defect.key: defect for defect in rows}
    photos = {item.key: len(item.photos) for item in read_inspection(row.payload).items}
    return {
        "id": row.id,
        "failed": sorted(defects),
        "cure_by": row.cure_by.isoformat() if row.cure_by else "",
        "defects": {
            key: {
                "note": defect.note,
                "photos": photos.get(key, 0),
                "due_on": defect.due_on.isoformat() if defect.due_on else "",
            }
            for key, defect in sorted(defects.items())
        },
    }
