"""Steps that the verbs of booking share: the locked place, its free seats, the guide, the words."""

from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.city_calendar import city_calendar, why_no_counter
from app.inspections.booking_domain import (
    TAKING,
    Slot,
    Stretch,
    Taken,
    minute_of,
    open_slots,
)
from app.inspections.guides_reading import standing_guide
from app.inspections.models_booking import Booking, InspectionHours, InspectionPlace
from app.inspections.occasions import FeeAsked
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, Invalid, RuleRefused
from app.regulation.ruleset import Ruleset

DAYS_AHEAD = 90
TAKEN = "Este horário acabou de ser ocupado. Escolha outro."


def free_seat(
    session: Session,
    place: InspectionPlace,
    day: date,
    starts_at: int,
    *,
    ruleset: Ruleset,
    now: datetime,
) -> tuple[int, int]:
    """(seat, minutes) of a time still open; RuleRefused on a closed day, Conflict when taken."""
    if place.closed_at is not None:
        raise Conflict("Este local não faz mais vistoria. Escolha outro.")
    zone = ruleset.instrument.time_zone
    check_day(session, place.municipality_id, day, civil_today(now, zone))
    for slot in slots_of(session, place, day, zone=zone, now=now):
        if slot.starts_at == starts_at:
            return slot.seats[0], slot.minutes
    raise Conflict(TAKEN)


def check_day(session: Session, municipality_id: str, day: date, today: date) -> None:
    """Refuse a day that passed, is too far ahead, or on which no counter serves."""
    if day < today:
        raise Invalid("Este dia já passou. Escolha outro.", field="day")
    if (day - today).days > DAYS_AHEAD:
        raise Invalid(f"A agenda abre com até {DAYS_AHEAD} dias de antecedência.", field="day")
    calendar = city_calendar(session, municipality_id, [day.year])
    if why := why_no_counter(calendar, day):
        raise RuleRefused(
            f"Não há vistoria neste dia ({why}). Escolha outro.", citation="CFG-GEN-06"
        )


def slots_of(
    session: Session, place: InspectionPlace, day: date, *, zone: str, now: datetime
) -> tuple[Slot, ...]:
    """The times still open at a place on a day that is not closed, later than now."""
    today = civil_today(now, zone)
    if day < today:
        return ()
    after = minute_of(now, zone) if day == today else -1
    return open_slots(day, hours_of(session, place.id), _taken(session, place.id, day), after=after)


def hours_of(session: Session, place_id: str) -> tuple[Stretch, ...]:
    """The week of a place, Monday first."""
    rows = session.scalars(
        select(InspectionHours)
        .where(InspectionHours.place_id == place_id)
        .order_by(InspectionHours.weekday, InspectionHours.starts_at)
    )
    return tuple(
        Stretch(row.weekday, row.starts_at, row.ends_at, row.minutes, row.capacity) for row in rows
    )


def check_fee(session: Session, booking_for: str, municipality_id: str, fee: FeeAsked) -> None:
    """RuleRefused where the text wants the guide paid before the booking and none is confirmed."""
    if not fee.before_booking or standing_guide(session, municipality_id, booking_for):
        return
    raise RuleRefused(
        f"Antes de agendar, pague a guia. {fee.words} Leve o comprovante à Secretaria, "
        "que confirma o pagamento.",
        citation=fee.citation,
    )


def _taken(session: Session, place_id: str, day: date) -> tuple[Taken, ...]:
    rows = session.scalars(
        select(Booking).where(
            Booking.place_id == place_id,
            Booking.day == day,
            Booking.state.in_([state.value for state in TAKING]),
        )
    )
    return tuple(Taken(row.starts_at, row.minutes, row.seat) for row in rows)
