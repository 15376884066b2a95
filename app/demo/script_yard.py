"""The script of a town's yard beside the visits: the place, its calendar, calls, bookings, nights."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from app.accounts.city_calendar import DayKind
from app.accounts.city_calendar_models import CityDay
from app.accounts.city_calendar_service import CityDayData, declare_day
from app.demo.script_guides import guide_step
from app.demo.stage import Stage, Step, made
from app.demo.table import COMPANIES_ENTERED
from app.demo.table_visits import DemoBooking, DemoCall, YardData
from app.demo.yard_day import OPENS, SLOT, agenda_bookings
from app.inspections.booking import Wanted, book
from app.inspections.booking_day import arrive, close_days, mark_missed
from app.inspections.booking_domain import Stretch, instant_of
from app.inspections.calls import How, Notified, ToWhom, call_car, notify
from app.inspections.models_booking import Booking, CallEvent, InspectionCall, InspectionPlace
from app.inspections.occasions import fee_of
from app.inspections.places import PlaceData, open_place
from app.kernel.civil import civil_today
from app.registry.models_people import PlatformPerson
from app.registry.service_people import link_person
from app.regulation.vocabulary import Occasion

NIGHTS: Final = (-250, -190, -130, -70, -40, -25, -10, -5, -2, 0)  # on which the day is closed
_OPENED: Final = -420
_CLOSES, _SEATS = 17 * 60, 2
_EARLY, _LATE = timedelta(minutes=6), timedelta(minutes=20)
_NIGHT: Final = 10  # minutes after midnight


def yard_steps(stage: Stage) -> Iterator[Step]:
    """Everything of the yard but its visits, in no order of days."""
    yard = stage.town.yard
    if yard is None:
        return
    yield _place(stage, yard)
    yield from _calendar(stage)
    yield _representative(stage)
    for call in yard.calls:
        yield from _call(stage, call)
    for booking in (*yard.bookings, *agenda_bookings(stage)):
        yield from _booking(stage, booking)
    for at in NIGHTS:
        now = stage.at_clock(stage.day(at), _NIGHT)
        run = partial(close_days, stage.secretary, ruleset=stage.law, now=now)
        # It finds nothing the second time, so it may be run again.
        yield stage.step_at(now, run, lambda _session: False)


def _place(stage: Stage, yard: YardData) -> Step:
    id = stage.id("place")
    data = PlaceData(yard.name, yard.address, yard.latitude, yard.longitude)
    week = tuple(Stretch(day, OPENS, _CLOSES, SLOT, _SEATS) for day in range(5))
    run = partial(open_place, stage.clerk, data, week, now=stage.now(_OPENED), id=id)
    return Step(_OPENED, run, made(InspectionPlace, id))


def _calendar(stage: Stage) -> Iterator[Step]:
    days = (
        (12, DayKind.CLOSING, "Dedetização do prédio", ""),
        (20, DayKind.OPTIONAL, "Semana da cidade", "Decreto {n}/{year}"),
        (27, DayKind.MUNICIPAL, "Aniversário da cidade", "Lei {n}/{year}"),
    )
    for at, kind, name, act in days:
        day, id = stage.working(at), stage.id("city-day", kind)
        words = act.format(n=100 + at, year=stage.today.year)
        run = partial(
            declare_day,
            stage.secretary,
            CityDayData(day, kind, name, words),
            time_zone=stage.city.time_zone,
            now=stage.now(-30),
            id=id,
            confirmed=True,
        )
        yield Step(-30, run, made(CityDay, id))


def _representative(stage: Stage) -> Step:
    """Íris acts for the first company of the table."""
    platform = stage.id("company", stage.town.companies[0].key)
    starts = -30

    def run() -> None:
        login = "iris" + stage.town.suffix
        act = f"Procuração 7/{stage.day(starts):%Y}"
        link_person(stage.clerk, platform, login, act, stage.day(starts), now=stage.now(starts))

    def done(session: Session) -> bool:
        linked = exists().where(PlatformPerson.platform_id == platform)
        return bool(session.scalar(select(linked)))

    return Step(max(starts, COMPANIES_ENTERED), run, done)


def _call(stage: Stage, call: DemoCall) -> Iterator[Step]:
    id, told = stage.id("call", call.key), stage.id("call-told", call.key)
    car, now = stage.id("vehicle", call.car), stage.now(call.at)
    run = partial(
        call_car,
        stage.clerk,
        car,
        call.reasons,
        stage.day(call.due),
        ruleset=stage.law,
        now=now,
        id=id,
    )
    yield Step(call.at, run, made(InspectionCall, id))
    later = stage.now(call.at, 40)
    proof = Notified(
        ToWhom.DRIVER,
        "Quem dirige o carro",
        How.HAND,
        civil_today(later, stage.city.time_zone),
        "Recibo assinado no balcão",
    )
    yield Step(
        call.at,
        partial(notify, stage.clerk, id, proof, ruleset=stage.law, now=later, id=told),
        made(CallEvent, told),
        40,
    )


def _booking(stage: Stage, booking: DemoBooking) -> Iterator[Step]:
    id, day = stage.id("booking", booking.key), stage.working(booking.at)
    if fee_of(stage.law, Occasion(booking.occasion)).asked:
        yield guide_step(stage, f"visita-{booking.key}", booking.car, booking.made - 1)
    vehicle, place = stage.id("vehicle", booking.car), stage.id("place")
    wanted = Wanted(vehicle, booking.occasion, place, day, booking.minute)
    person, now = stage.people[booking.by], stage.now(booking.made)
    run = partial(book, person, wanted, ruleset=stage.law, now=now, id=id)
    yield Step(booking.made, run, made(Booking, id))
    starts = instant_of(day, booking.minute, stage.city.time_zone)
    if booking.state in {"arrived", "done"}:
        yield _mark(stage, id, starts - _EARLY)
    if booking.state == "missed":
        yield _mark(stage, id, starts + _LATE, missed=True)


def _mark(stage: Stage, id: str, now: datetime, *, missed: bool = False) -> Step:
    verb = mark_missed if missed else arrive

    def done(session: Session) -> bool:
        row = session.get(Booking, id)
        return row is not None and row.state != "booked"

    return stage.step_at(now, partial(verb, stage.inspector, id, ruleset=stage.law, now=now), done)
