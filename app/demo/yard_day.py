"""The agenda of the day of loading: what is done by now, who waits, who did not come, who is to come."""

from datetime import date

from app.demo.stage import Stage
from app.demo.table_visits import DemoBooking, DemoVisit
from app.inspections.booking_domain import minute_of

SLOT = 30  # minutes
OPENS = 7 * 60 + 30
_CLOSED_AT = 18 * 60
_VISIT, _EARLY, _PATIENCE = 30, 8, 20
_MISSES = 1  # the place of who does not come
_MADE = -8


def agenda_day(stage: Stage) -> date:
    """Today, or the last day on which the yard served."""
    return stage.working(0)


def agenda_bookings(stage: Stage) -> list[DemoBooking]:
    """One car each half hour, in the state of this very minute."""
    yard, at = stage.town.yard, stage.offset(agenda_day(stage))
    minute = minute_of(stage.loaded_at, stage.city.time_zone) if at == 0 else _CLOSED_AT
    return [
        DemoBooking(
            f"agenda-{place}",
            car,
            "change",
            at,
            OPENS + SLOT * place,
            made=at + _MADE,
            state=_state(place, OPENS + SLOT * place, minute),
        )
        for place, car in enumerate(yard.busy if yard else ())
    ]


def agenda_visits(stage: Stage) -> list[DemoVisit]:
    """The visits of the bookings that are done."""
    return [
        DemoVisit(
            f"visita-{booking.key}",
            booking.car,
            booking.at,
            "change",
            booking=booking.key,
            minute=booking.minute,
        )
        for booking in agenda_bookings(stage)
        if booking.state == "done"
    ]


def _state(place: int, starts: int, minute: int) -> str:
    if place == _MISSES and starts + _PATIENCE <= minute:
        return "missed"
    if place != _MISSES and starts + _VISIT <= minute:
        return "done"
    return "arrived" if place != _MISSES and starts - _EARLY <= minute else "booked"
