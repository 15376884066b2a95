"""Storing a visit: the frozen text, its report's number, defects, result, seal and event, or nothing.

An inner step of the sync's transaction: the receipt is written beside it.
"""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.evidence.arrival import Arrival, Swallowed
from app.evidence.declared import declare_photos
from app.evidence.payload import members_of
from app.evidence.record_checks import sealed_instant
from app.inspections import record_checks as checks
from app.inspections import seals
from app.inspections.after import note_arrival
from app.inspections.domain import held_at
from app.inspections.guides_used import fee_flags
from app.inspections.holding import is_open
from app.inspections.law import (
    Json,
    catalogue_on,
    civil_day,
    judged,
    occasion_row,
    serves,
)
from app.inspections.models import Inspection
from app.inspections.payload import VisitPayload
from app.inspections.results import add_result
from app.inspections.visit_rows import Known, append_visit, defect_rows, visit_row
from app.kernel.errors import Conflict
from app.permits.named_car import named_car
from app.permits.steps import lock_city
from app.registry.models import Vehicle
from app.registry.write import own
from app.regulation.inspection_outcome import Outcome


def record_inspection(
    session: Session, actor: Actor, arrival: Arrival, payload: VisitPayload
) -> Inspection:
    """Add the visit, its defects, its photos' declarations, its result, the seal it gives, the event.

    `DomainError` when it cannot be taken: nothing is stored and the caller keeps it in quarantine.
    """
    if session.get(Inspection, arrival.id) is not None:  # of another city: a forgery
        raise Conflict("Este número de registro não pode ser usado.")
    lock_city(session, actor.municipality_id)  # before any event: in the order in which seals lock
    asked = checks.Questions(session, actor, arrival, payload)
    known = _ask(asked)
    visit = visit_row(asked, known)
    session.add(visit)
    session.flush()
    defects = defect_rows(asked, visit, known)
    session.add_all(defects)
    declare_photos(session, actor, arrival.id, payload.photos, now=arrival.received_at)
    append_visit(session, actor, visit, defects)
    note_arrival(session, actor, visit, payload, arrival)
    if _counts(session, visit, arrival):
        add_result(session, actor, visit, now=arrival.received_at)
    seals.issue_at_once(session, actor, visit, arrival.law, now=arrival.received_at)
    session.flush()
    _read_back(session, visit)
    return visit


def _ask(asked: checks.Questions) -> Known:
    """Every question, in the order in which the answers are needed."""
    session, arrival, payload = asked.session, asked.arrival, asked.payload
    city, law = asked.actor.municipality_id, arrival.law
    checks.check_signature(asked)
    doubt = checks.clock_doubt(asked)
    flags = [*checks.check_designation(asked, doubt), *checks.check_chain(asked)]
    moment = held_at(payload.started_at, arrival.received_at, sealed_instant(asked), doubt)
    held_on = civil_day(law, moment)
    car_id = named_car(session, city, payload.vehicle.plate, payload.vehicle.seal_index)
    car = own(session, asked.actor, Vehicle, car_id) if car_id else None
    checks.check_own_car(asked, car, held_on)
    previous = checks.previous_of(asked, car)
    failed_before = previous.failed if previous else ()
    catalogue = catalogue_on(session, city, law, civil_day(law, payload.started_at))
    flags += checks.check_law(asked, catalogue, failed_before)
    booking = checks.booking_of(asked, car)
    flags += [*checks.check_return(asked, previous, held_on), *checks.check_car(asked, car)]
    flags += ["booking_unknown"] if payload.booking and booking is None else []
    flags += _fee_flags(asked, car_id, catalogue)
    found = _judge(asked, catalogue, failed_before, older="older_ruleset" in flags)
    flags += _differences(payload, found)
    return Known(car, previous, booking, doubt, held_on, catalogue, found, tuple(flags))


def _judge(
    asked: checks.Questions, catalogue: Json, failed_before: tuple[str, ...], *, older: bool
) -> Outcome:
    """The server's own result; under an older version of the text only the phone knows the rules."""
    if older:
        told = asked.payload.result
        by = told.cure_by.isoformat() if told.cure_by else ""
        return Outcome(told.result, tuple(told.failed), by, told.stopped)
    return judged(catalogue, members_of(asked.arrival.text), failed_before)


def _differences(payload: VisitPayload, found: Outcome) -> list[str]:
    told = payload.result
    flags = []
    if (told.result, tuple(told.failed), told.stopped) != (
        found.result, found.failed, found.stopped,
    ):  # fmt: skip
        flags.append("result_differs")
    if (told.cure_by.isoformat() if told.cure_by else "") != found.cure_by:
        flags.append("term_differs")
    return flags


def _fee_flags(asked: checks.Questions, car_id: str | None, catalogue: Json) -> list[str]:
    payload = asked.payload
    row = occasion_row(catalogue, payload.occasion, payload.vehicle.modality)
    told = (asked.arrival.id, payload.fee.guide)
    return fee_flags(asked.session, asked.actor.municipality_id, car_id, told, row)


def _counts(session: Session, visit: Inspection, arrival: Arrival) -> bool:
    """Whether the verdict reads it: a failure at once, an approval once nobody doubts it."""
    if visit.vehicle_id is None or visit.result == "pending":
        return False
    if not serves(arrival.law, visit.occasion):
        return False
    return visit.result == "failed" or not is_open(session, visit.id)


def _read_back(session: Session, visit: Inspection) -> None:
    """What was inserted is really there: a rule of the database could swallow it silently."""
    stored = session.execute(
        select(Inspection.sha256, Inspection.payload).where(Inspection.id == visit.id)
    ).one_or_none()
    if stored is None or tuple(stored) != (visit.sha256, visit.payload):
        raise Swallowed(f"inspection {visit.id}")
