"""Booking, moving and cancelling an inspection (PAT arts. 8 §2 VII, 12; PLA arts. 16 p.u., 23 XVII)."""

from dataclasses import asdict, dataclass
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.inspections.booking_access import Bookable, bookable
from app.inspections.booking_domain import WAITING, State, clock_text, instant_of
from app.inspections.booking_steps import TAKEN, check_fee, free_seat
from app.inspections.car_history import history_of
from app.inspections.models_booking import Booking, InspectionPlace
from app.inspections.occasions import Choice, choice_of, fee_of
from app.kernel.civil import civil_today, format_date
from app.kernel.errors import Conflict, Denied, NotFound
from app.kernel.ids import new_id, parse_id
from app.ledger.service import append
from app.persistence.transaction import changed, transaction
from app.registry.domain_text import one_line
from app.registry.write import own, unique
from app.regulation.ruleset import Ruleset


@dataclass(frozen=True)
class Wanted:
    """Which car, why, where and when; `starts_at` in minutes of the city's clock."""

    vehicle_id: str
    occasion: str
    place_id: str
    day: date
    starts_at: int


def book(actor: Actor, wanted: Wanted, *, ruleset: Ruleset, now: datetime, id: str = "") -> str:
    """Take a seat for a car; returns the booking's id. The same id again is the same booking.

    Raises NotFound for a car that is not the person's, RuleRefused with the provision where
    the text does not let this inspection be booked, Conflict when the seat is gone.
    """
    id, today = parse_id(id or new_id()), _today(ruleset, now)
    with transaction() as session:
        if _repeated(session, actor, id, wanted):
            return id
        whose = bookable(session, actor, wanted.vehicle_id, today, lock=True)
        _refuse_second(session, whose.car.id)
        choice = _checked(session, whose, wanted.occasion, wanted.day, ruleset, today)
        check_fee(session, whose.car.id, actor.municipality_id, fee_of(ruleset, choice.occasion))
        place = own(session, actor, InspectionPlace, wanted.place_id, lock=True)
        seat, minutes = free_seat(
            session, place, wanted.day, wanted.starts_at, ruleset=ruleset, now=now
        )
        with unique(session, TAKEN):
            session.add(
                Booking(
                    id=id,
                    municipality_id=actor.municipality_id,
                    minutes=minutes,
                    seat=seat,
                    previous_id=choice.previous_id,
                    call_id=choice.call_id,
                    state=State.BOOKED,
                    channel=whose.channel,
                    booked_by=actor.person_id,
                    booked_at=now,
                    **asdict(wanted),
                )
            )
        body = {"booking": id, **asdict(wanted), "seat": seat, "channel": whose.channel.value}
        append(session, actor, "booking.made", ("vehicle", whose.car.id), body, now=now)
        changed(session, f"booking:{id}")
    return id


def move(
    actor: Actor,
    booking_id: str,
    place_id: str,
    day: date,
    starts_at: int,
    *,
    ruleset: Ruleset,
    now: datetime,
) -> None:
    """Give a booking another place or time; the same again changes nothing.

    Raises what `book` raises, and Conflict once the car has arrived or the time has passed.
    """
    today = _today(ruleset, now)
    with transaction() as session:
        row = own(session, actor, Booking, booking_id)
        whose = bookable(session, actor, row.vehicle_id, today, lock=True)
        place = own(session, actor, InspectionPlace, place_id, lock=True)
        session.refresh(row, with_for_update=True)
        if (row.place_id, row.day, row.starts_at) == (place.id, day, starts_at):
            return
        _still_ahead(row, whose, ruleset, now)
        _checked(session, whose, row.occasion, day, ruleset, today)
        seat, minutes = free_seat(session, place, day, starts_at, ruleset=ruleset, now=now)
        before = {"place": row.place_id, "day": row.day, "starts_at": row.starts_at}
        with unique(session, TAKEN):
            row.place_id, row.day, row.starts_at = place.id, day, starts_at
            row.seat, row.minutes, row.moves = seat, minutes, row.moves + 1
        body = {
            "booking": row.id,
            "from": before,
            "to": {"place": place.id, "day": day, "starts_at": starts_at, "seat": seat},
        }
        append(session, actor, "booking.moved", ("vehicle", row.vehicle_id), body, now=now)
        changed(session, f"booking:{row.id}")


def cancel(
    actor: Actor, booking_id: str, *, reason: str = "", ruleset: Ruleset, now: datetime
) -> None:
    """Give the seat back; the office says why. Cancelling again changes nothing."""
    today = _today(ruleset, now)
    with transaction() as session:
        row = own(session, actor, Booking, booking_id, lock=True)
        whose = bookable(session, actor, row.vehicle_id, today)
        reason = one_line(
            reason, field="reason", what="O motivo", longest=200, required=whose.office
        )
        if row.state == State.CANCELLED:
            return
        _still_ahead(row, whose, ruleset, now)
        row.state, row.ended_at, row.ended_by, row.end_reason = (
            State.CANCELLED,
            now,
            actor.person_id,
            reason,
        )
        body = {"booking": row.id, "reason": reason}
        append(session, actor, "booking.cancelled", ("vehicle", row.vehicle_id), body, now=now)
        changed(session, f"booking:{row.id}")


def may_touch(session: Session, actor: Actor, row: Booking, today: date) -> bool:
    """Whether this person may see, move or cancel the booking: its car is the person's."""
    try:
        bookable(session, actor, row.vehicle_id, today)
    except (NotFound, Denied):
        return False
    return True


def _checked(
    session: Session, whose: Bookable, occasion: str, day: date, ruleset: Ruleset, today: date
) -> Choice:
    history = history_of(session, whose.car, today)
    choice = choice_of(ruleset, history, occasion, today, office=whose.office)
    choice.check_day(day)
    return choice


def _refuse_second(session: Session, vehicle_id: str) -> None:
    other = session.scalar(
        select(Booking).where(
            Booking.vehicle_id == vehicle_id,
            Booking.state.in_([state.value for state in WAITING]),
        )
    )
    if other is not None:
        when = f"{format_date(other.day)} às {clock_text(other.starts_at)}"
        raise Conflict(f"Este carro já tem vistoria marcada em {when}. Remarque a que existe.")


def _repeated(session: Session, actor: Actor, id: str, wanted: Wanted) -> bool:
    row = session.get(Booking, id)
    if row is None:
        return False
    mine = row.municipality_id == actor.municipality_id and row.booked_by == actor.person_id
    same = (row.vehicle_id, row.occasion) == (wanted.vehicle_id, wanted.occasion)
    # A booking moved since then is still the answer to its first tap.
    there = (row.place_id, row.day, row.starts_at) == (
        wanted.place_id,
        wanted.day,
        wanted.starts_at,
    )
    if not (mine and same and (there or row.moves)):
        raise Conflict
    return True


def _still_ahead(row: Booking, whose: Bookable, ruleset: Ruleset, now: datetime) -> None:
    if row.state != State.BOOKED:
        raise Conflict("Esta vistoria não está mais só marcada. Confira a agenda.")
    starts = instant_of(row.day, row.starts_at, ruleset.instrument.time_zone)
    if starts <= now and not whose.office:
        raise Conflict("A hora marcada já passou. Fale com a Secretaria.")


def _today(ruleset: Ruleset, now: datetime) -> date:
    return civil_today(now, ruleset.instrument.time_zone)
