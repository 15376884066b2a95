"""What the pages of the agenda read: one day, one booking, the days still open."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.accounts.city_calendar import city_calendar, why_no_counter
from app.accounts.city_calendar_service import Touched
from app.accounts.domain import Actor
from app.inspections.booking_domain import (
    TAKING,
    WAITING,
    State,
    Taken,
    clock_text,
    instant_of,
    minute_of,
    open_slots,
    waiting_minutes,
)
from app.inspections.booking_steps import DAYS_AHEAD
from app.inspections.guides_reading import GuideRow, standing_guides
from app.inspections.models import Inspection
from app.inspections.models_booking import Booking, InspectionPlace
from app.inspections.occasions import fee_of
from app.inspections.places import Place
from app.kernel.civil import civil_today
from app.kernel.plate import Plate
from app.registry.models import Vehicle
from app.regulation.inspection_terms import inspection_law
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import Occasion


@dataclass(frozen=True)
class BookingRow:
    """One line of a day; `guide` is paid missing covered free; `wait` in whole minutes."""

    id: str
    day: date
    starts_at: int
    minutes: int
    starts: datetime
    place_id: str
    place: str
    address: str
    vehicle_id: str
    plate: str
    car: str
    modality: str
    occasion: str
    label: str
    state: str
    channel: str
    moves: int
    guide: str
    guide_number: str
    arrived_at: datetime | None
    done_at: datetime | None
    visit_id: str
    wait: int | None
    end_reason: str
    call_id: str

    @property
    def clock(self) -> str:
        """'08:30'."""
        return clock_text(self.starts_at)


@dataclass(frozen=True)
class OpenDay:
    """A day with free times, and how many seats are free in all."""

    day: date
    free: int


def day_rows(
    session: Session, actor: Actor, day: date, *, ruleset: Ruleset, now: datetime, place: str = ""
) -> tuple[BookingRow, ...]:
    """The bookings of a day of the actor's city, by time; cancelled ones at the end."""
    query = _joined(actor).where(Booking.day == day)
    if place:
        query = query.where(Booking.place_id == place)
    rows = _rows(session, actor, query, ruleset, now)
    return tuple(sorted(rows, key=lambda r: (r.state == State.CANCELLED, r.starts_at, r.plate)))


def booking_row(
    session: Session, actor: Actor, id: str, *, ruleset: Ruleset, now: datetime
) -> BookingRow | None:
    """One booking of the actor's city."""
    found = _rows(session, actor, _joined(actor).where(Booking.id == id), ruleset, now)
    return found[0] if found else None


def next_bookings(
    session: Session, actor: Actor, vehicle_ids: Iterable[str], *, ruleset: Ruleset, now: datetime
) -> dict[str, BookingRow]:
    """Vehicle id → its booking that waits (a car has at most one)."""
    query = _joined(actor).where(
        Booking.vehicle_id.in_(list(vehicle_ids)),
        Booking.state.in_([state.value for state in WAITING]),
    )
    return {row.vehicle_id: row for row in _rows(session, actor, query, ruleset, now)}


def booked_on(session: Session, actor: Actor, day: date) -> list[Touched]:
    """For the calendar: the bookings of a day about to be declared, which people must move."""
    query = _joined(actor).where(Booking.day == day, Booking.state == State.BOOKED.value)
    return [
        Touched(
            f"{clock_text(row.starts_at)} · {Plate(car.plate).display()} · {place.name}",
            "bookings.move_page",
            row.id,
        )
        for row, car, place, _used in session.execute(query.order_by(Booking.starts_at))
    ]


def closed_bookings(
    session: Session, actor: Actor, *, ruleset: Ruleset, now: datetime
) -> tuple[tuple[BookingRow, str], ...]:
    """Bookings ahead that fall on a day or place that has closed since, with why: to be moved."""
    today = civil_today(now, ruleset.instrument.time_zone)
    query = _joined(actor).where(Booking.day >= today, Booking.state == State.BOOKED.value)
    rows = _rows(session, actor, query.order_by(Booking.day, Booking.starts_at), ruleset, now)
    if not rows:
        return ()
    calendar = city_calendar(session, actor.municipality_id, {row.day.year for row in rows})
    shut = set(
        session.scalars(
            select(InspectionPlace.id).where(
                InspectionPlace.municipality_id == actor.municipality_id,
                InspectionPlace.closed_at.is_not(None),
            )
        )
    )
    found = [
        (
            row,
            why_no_counter(calendar, row.day) or ("local fechado" if row.place_id in shut else ""),
        )
        for row in rows
    ]
    return tuple(pair for pair in found if pair[1])


def open_days(
    session: Session,
    place: Place,
    first: date,
    last: date | None,
    *,
    municipality_id: str,
    zone: str,
    now: datetime,
) -> tuple[OpenDay, ...]:
    """The days from `first` to `last` (at most 90 days from now) with free times at a place."""
    today = civil_today(now, zone)
    first = max(first, today)
    last = min(last or date.max, today + timedelta(days=DAYS_AHEAD))
    if first > last:
        return ()
    calendar = city_calendar(session, municipality_id, range(first.year, last.year + 1))
    taken = _taken_between(session, place.id, first, last)
    found = []
    for apart in range((last - first).days + 1):
        day = first + timedelta(days=apart)
        if why_no_counter(calendar, day):
            continue
        after = minute_of(now, zone) if day == today else -1
        slots = open_slots(day, place.hours, taken.get(day, ()), after=after)
        if slots:
            found.append(OpenDay(day, sum(len(slot.seats) for slot in slots)))
    return tuple(found)


def _taken_between(
    session: Session, place_id: str, first: date, last: date
) -> dict[date, list[Taken]]:
    rows = session.scalars(
        select(Booking).where(
            Booking.place_id == place_id,
            Booking.day.between(first, last),
            Booking.state.in_([state.value for state in TAKING]),
        )
    )
    found: dict[date, list[Taken]] = {}
    for row in rows:
        found.setdefault(row.day, []).append(Taken(row.starts_at, row.minutes, row.seat))
    return found


def _joined(actor: Actor) -> Select[Booking, Vehicle, InspectionPlace, str | None]:
    return (
        select(Booking, Vehicle, InspectionPlace, Inspection.guide)
        .join(Vehicle, Vehicle.id == Booking.vehicle_id)
        .join(InspectionPlace, InspectionPlace.id == Booking.place_id)
        .outerjoin(Inspection, Inspection.id == Booking.visit_id)
        .where(Booking.municipality_id == actor.municipality_id)
    )


def _rows(
    session: Session,
    actor: Actor,
    query: Select[Booking, Vehicle, InspectionPlace, str | None],
    ruleset: Ruleset,
    now: datetime,
) -> list[BookingRow]:
    found = session.execute(query).all()
    cars = {booking.vehicle_id for booking, *_ in found}
    guides = standing_guides(session, actor.municipality_id, cars)
    labels = {row.id.value: row.label for row in inspection_law(ruleset).occasion}
    return [
        _row(row, car, place, used or "", guides.get(car.id), labels, ruleset, now)
        for row, car, place, used in found
    ]


def _row(
    row: Booking,
    car: Vehicle,
    place: InspectionPlace,
    used: str,
    guide: GuideRow | None,
    labels: dict[str, str],
    ruleset: Ruleset,
    now: datetime,
) -> BookingRow:
    starts = instant_of(row.day, row.starts_at, ruleset.instrument.time_zone)
    state, number = _guide_state(ruleset, row.occasion, used, guide)
    until = row.started_at or (now if row.state == State.ARRIVED else None)
    return BookingRow(
        id=row.id,
        day=row.day,
        starts_at=row.starts_at,
        minutes=row.minutes,
        starts=starts,
        place_id=place.id,
        place=place.name,
        address=place.address,
        vehicle_id=car.id,
        plate=Plate(car.plate).display(),
        car=f"{car.make_model} · {car.colour}",
        modality=car.modality,
        occasion=row.occasion,
        label=labels.get(row.occasion, row.occasion),
        state=row.state,
        channel=row.channel,
        moves=row.moves,
        guide=state,
        guide_number=number,
        arrived_at=row.arrived_at,
        done_at=row.done_at,
        visit_id=row.visit_id,
        wait=waiting_minutes(starts, row.arrived_at, until),
        end_reason=row.end_reason,
        call_id=row.call_id,
    )


def _guide_state(
    ruleset: Ruleset, occasion: str, used: str, guide: GuideRow | None
) -> tuple[str, str]:
    if used:
        return "paid", used
    if not fee_of(ruleset, Occasion(occasion)).asked:
        return ("covered" if occasion == Occasion.RETURN else "free"), ""
    return ("paid", guide.number) if guide else ("missing", "")
