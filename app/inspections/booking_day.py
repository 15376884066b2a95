"""The day in the yard: who arrived, who did not, and the end of the day, safe to run twice."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.inspections.booking_domain import State, instant_of
from app.inspections.missed import record_overdue, record_what_was_missed
from app.inspections.models_booking import Booking
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict
from app.ledger.service import append
from app.permits.steps import lock_city
from app.persistence.transaction import changed, transaction
from app.registry.write import own, unique
from app.regulation.ruleset import Ruleset

NOT_SERVED = "Compareceu; a vistoria não foi feita."
_TWICE = "Este carro já tem outra vistoria marcada. Confira a agenda."


@dataclass(frozen=True)
class Closed:
    """What the end of the day changed: bookings missed, not served, and terms found run out."""

    missed: int
    not_served: int
    recorded: int


def arrive(actor: Actor, booking_id: str, *, ruleset: Ruleset, now: datetime) -> None:
    """The car is here. Also sets right a "missed" of the same day; again changes nothing."""
    actor.require(Permission.BOOKING_DAY)
    with transaction() as session:
        row = own(session, actor, Booking, booking_id, lock=True)
        if row.state in {State.ARRIVED, State.DONE}:
            return
        _today_only(row, ruleset, now)
        if row.state == State.CANCELLED:
            raise Conflict("Esta vistoria foi cancelada. Marque outra.")
        with unique(session, _TWICE):
            row.state, row.arrived_at = State.ARRIVED, now
            row.ended_at, row.ended_by = None, ""
        append(
            session,
            actor,
            "booking.arrived",
            ("vehicle", row.vehicle_id),
            {"booking": row.id},
            now=now,
        )
        changed(session, f"booking:{row.id}")


def mark_missed(actor: Actor, booking_id: str, *, ruleset: Ruleset, now: datetime) -> None:
    """The car did not come. Its consequence is recorded when the day closes: he may still come."""
    actor.require(Permission.BOOKING_DAY)
    with transaction() as session:
        row = own(session, actor, Booking, booking_id, lock=True)
        if row.state == State.MISSED:
            return
        if row.state != State.BOOKED:
            raise Conflict("Esta vistoria não está mais só marcada. Confira a agenda.")
        if instant_of(row.day, row.starts_at, ruleset.instrument.time_zone) > now:
            raise Conflict("Ainda não é a hora marcada.")
        _miss(session, actor, row, now)


def close_days(actor: Actor, *, ruleset: Ruleset, now: datetime) -> Closed:
    """Close every day before today: who was only booked missed it; who waited in vain is freed.

    Then record what was missed with its consequence, and the returns and calls whose term ran
    out. Running it again finds nothing to do.
    """
    actor.require(Permission.BOOKING_WRITE)
    today = civil_today(now, ruleset.instrument.time_zone)
    with transaction() as session:
        lock_city(session, actor.municipality_id)  # two runs at once record one absence
        late = _open_before(session, actor, today)
        waiting = [row for row in late if row.state == State.ARRIVED]
        absent = [row for row in late if row.state == State.BOOKED]
        for row in waiting:
            row.state, row.ended_at, row.ended_by = State.CANCELLED, now, actor.person_id
            row.end_reason = NOT_SERVED
            body = {"booking": row.id, "reason": NOT_SERVED}
            append(session, actor, "booking.cancelled", ("vehicle", row.vehicle_id), body, now=now)
        for row in absent:
            _miss(session, actor, row, now)
        session.flush()
        recorded = record_what_was_missed(session, actor, today, ruleset=ruleset, now=now)
        recorded += record_overdue(session, actor, today, ruleset=ruleset, now=now)
    return Closed(len(absent), len(waiting), recorded)


def _open_before(session: Session, actor: Actor, today: date) -> list[Booking]:
    return list(
        session.scalars(
            select(Booking)
            .where(
                Booking.municipality_id == actor.municipality_id,
                Booking.day < today,
                Booking.state.in_([State.BOOKED.value, State.ARRIVED.value]),
            )
            .order_by(Booking.id)
            .with_for_update()
        )
    )


def _miss(session: Session, actor: Actor, row: Booking, now: datetime) -> None:
    row.state, row.ended_at, row.ended_by = State.MISSED, now, actor.person_id
    body = {"booking": row.id, "day": row.day, "starts_at": row.starts_at}
    append(session, actor, "booking.missed", ("vehicle", row.vehicle_id), body, now=now)
    changed(session, f"booking:{row.id}")


def _today_only(row: Booking, ruleset: Ruleset, now: datetime) -> None:
    today = civil_today(now, ruleset.instrument.time_zone)
    if row.day != today:
        raise Conflict("A chegada se marca no dia da vistoria. Remarque para hoje.")
