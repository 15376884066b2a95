"""Not showing up: recorded with its day, and what the text attaches to it, for a person to decide.

Patrocínio: PAT arts. 12 §1, 12 §2, 28 I, II. Planura: by decision (CFG-PLA-33).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import exists, select
from sqlalchemy.orm import Session, aliased

from app.accounts.domain import Actor
from app.inspections.calls_reading import notified_by, unmet_calls
from app.inspections.models import Inspection, InspectionMissed, InspectionResult
from app.inspections.models_booking import Booking
from app.kernel.ids import new_id
from app.ledger.service import append
from app.persistence.transaction import changed
from app.regulation.inspection_terms import missed
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import Occasion


@dataclass(frozen=True)
class Miss:
    """One absence: of a booking (its day), or of a term (the last day of a return or a call)."""

    vehicle_id: str
    occasion: str
    due_on: date
    booking_id: str = ""
    previous_id: str = ""
    call_id: str = ""


@dataclass(frozen=True)
class Consequence:
    """What the text says; `code`, `title` and `text` of the infraction a person may write, or ''.

    Only the end of a term proposes it: who missed a booking may still come within the term.
    """

    words: str
    citation: str
    code: str = ""
    title: str = ""
    text: str = ""


def consequence(ruleset: Ruleset, occasion: str, *, term_over: bool) -> Consequence | None:
    """What follows from missing that occasion; None where the text attaches nothing."""
    row = missed(ruleset, Occasion(occasion))
    if row is None:
        return None
    citation = ruleset.cite_all(row.basis)
    if not term_over:
        return Consequence("Ainda dá tempo: remarque dentro do prazo.", citation)
    if not row.infraction:
        return Consequence(row.words, citation)
    found = ruleset.infraction(row.infraction)
    return Consequence(row.words, citation, found.code, found.title, found.text)


def record_what_was_missed(
    session: Session, actor: Actor, today: date, *, ruleset: Ruleset, now: datetime
) -> int:
    """Record the bookings marked as missed whose day is over; how many. An inner step."""
    known = exists().where(InspectionMissed.booking_id == Booking.id)
    rows = session.scalars(
        select(Booking)
        .where(
            Booking.municipality_id == actor.municipality_id,
            Booking.state == "missed",
            Booking.day < today,
            ~known,
        )
        .order_by(Booking.day, Booking.id)
    ).all()
    for row in rows:
        found = Miss(row.vehicle_id, row.occasion, row.day, row.id, row.previous_id, row.call_id)
        record_missed(session, actor, found, ruleset=ruleset, now=now)
    return len(rows)


def record_overdue(
    session: Session, actor: Actor, today: date, *, ruleset: Ruleset, now: datetime
) -> int:
    """Record returns and calls whose last day passed unmet, once each; how many. An inner step."""
    found = [*_late_returns(session, actor, today), *_late_calls(session, actor, today)]
    for miss in found:
        record_missed(session, actor, miss, ruleset=ruleset, now=now)
    return len(found)


def _late_returns(session: Session, actor: Actor, today: date) -> Iterator[Miss]:
    later = aliased(InspectionResult)
    cured = exists().where(
        later.vehicle_id == InspectionResult.vehicle_id,
        (later.held_on > InspectionResult.held_on)
        | (
            (later.held_on == InspectionResult.held_on)
            & (later.recorded_at > InspectionResult.recorded_at)
        ),
    )
    # Who came in time did not miss it, whatever was found or is still in doubt.
    came = exists().where(
        Inspection.previous_id == InspectionResult.visit_id,
        Inspection.occasion == Occasion.RETURN.value,
        Inspection.held_on <= InspectionResult.cure_by,
    )
    known = exists().where(
        InspectionMissed.previous_id == InspectionResult.visit_id,
        InspectionMissed.booking_id == "",
    )
    rows = session.scalars(
        select(InspectionResult)
        .where(
            InspectionResult.municipality_id == actor.municipality_id,
            InspectionResult.result == "failed",
            InspectionResult.cure_by < today,
            InspectionResult.visit_id.is_not(None),
            ~cured,
            ~came,
            ~known,
        )
        .order_by(InspectionResult.cure_by, InspectionResult.id)
    ).all()
    for row in rows:
        if row.cure_by is not None:
            yield Miss(row.vehicle_id, Occasion.RETURN, row.cure_by, previous_id=row.visit_id or "")


def _late_calls(session: Session, actor: Actor, today: date) -> Iterator[Miss]:
    """Only calls that reached somebody with a receipt: without proof the absence does not count."""
    for call in unmet_calls(session, actor.municipality_id, before=today):
        if notified_by(session, call.id, call.due_on) and not _known_call(session, call.id):
            yield Miss(call.vehicle_id, Occasion.NOTICE, call.due_on, call_id=call.id)


def _known_call(session: Session, call_id: str) -> bool:
    query = select(InspectionMissed.id).where(
        InspectionMissed.call_id == call_id, InspectionMissed.booking_id == ""
    )
    return session.scalars(query).first() is not None


def record_missed(
    session: Session, actor: Actor, miss: Miss, *, ruleset: Ruleset, now: datetime
) -> None:
    """Append one absence to the tables and the ledger. An inner step; the caller asks once each."""
    row = InspectionMissed(
        id=new_id(),
        municipality_id=actor.municipality_id,
        vehicle_id=miss.vehicle_id,
        occasion=miss.occasion,
        booking_id=miss.booking_id,
        previous_id=miss.previous_id or None,
        call_id=miss.call_id,
        due_on=miss.due_on,
        training=ruleset.training,
        person_id=actor.person_id,
        recorded_at=now,
    )
    session.add(row)
    body = {
        "missed": row.id,
        "occasion": miss.occasion,
        "due_on": miss.due_on,
        "booking": miss.booking_id,
        "previous": miss.previous_id,
        "call": miss.call_id,
        "training": row.training,
    }
    append(session, actor, "inspection.missed", ("vehicle", miss.vehicle_id), body, now=now)
    changed(session, f"vehicle:{miss.vehicle_id}")
