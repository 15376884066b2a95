"""A yard with hours, and bookings in it, made by the real verbs on NOON's Monday."""

from datetime import date, datetime, timedelta

from app.accounts.city_calendar_service import CityDayData, declare_day
from app.inspections.booking import Wanted, book
from app.inspections.booking_day import arrive, close_days
from app.inspections.booking_domain import Stretch
from app.inspections.calls import Notified, call_car, notify
from app.inspections.guides import GuideData, confirm_guide
from app.inspections.places import PlaceData, open_place
from app.registry.service_people import link_person
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.permits import law

TUESDAY = date(2026, 12, 1)
YARD = PlaceData("Pátio da Prefeitura", "Rua Monte Carmelo, 300", -20.138_500, -48.703_000)
EIGHT, NINE = 8 * 60, 9 * 60


def week(minutes: int = 60, capacity: int = 1) -> tuple[Stretch, ...]:
    """Monday to Friday, 8 to 12."""
    return tuple(Stretch(day, EIGHT, 12 * 60, minutes, capacity) for day in range(5))


def clerk(home: Cast) -> str:
    """The login of the city's clerk."""
    return next(login for login in home.people if login.split("-")[0] == "bruno")


def yard(home: Cast, hours: tuple[Stretch, ...] = ()) -> str:
    """A place of the city; one car an hour."""
    return open_place(home.actor(clerk(home)), YARD, hours or week(), now=NOW)


def booked(
    home: Cast,
    vehicle: str,
    place: str,
    *,
    login: str = "",
    occasion: str = "exit",
    day: date = TUESDAY,
    at: int = EIGHT,
    id: str = "",
    now: datetime = NOW,
) -> str:
    """A booking by the clerk, or by `login`; an exit needs no fee and no history."""
    actor = home.actor(login or clerk(home))
    wanted = Wanted(vehicle, occasion, place, day, at)
    return book(actor, wanted, ruleset=law(home), now=now, id=id)


def paid(home: Cast, vehicle: str, number: str = "G-1") -> str:
    """A confirmed guide of today."""
    data = GuideData(number, NOW.date())
    return confirm_guide(home.actor(clerk(home)), vehicle, data, ruleset=law(home), now=NOW)


def busy_yard(home: Cast, taxi: str, app_car: Car, third: str) -> None:
    """A day in Planura's yard: a car waiting, one to be moved, one that missed, a call, a guide."""
    bruno, text = home.actor("bruno"), law(home)
    place, day = yard(home), timedelta(days=1)
    link_person(bruno, app_car.platform, "iris", "Ofício 3/2026", NOW.date(), now=NOW)
    booked(home, third, place, day=NOW.date() - 3 * day, at=NINE, now=NOW - 4 * day)
    close_days(home.actor("celia"), ruleset=text, now=NOW)
    waiting = booked(home, taxi, place, day=NOW.date(), at=11 * 60, occasion="change")
    arrive(home.actor("hugo"), waiting, ruleset=text, now=NOW)
    paid(home, taxi)
    booked(home, app_car.vehicle, place, at=10 * 60, occasion="change")
    booked(home, third, place, day=TUESDAY + day)
    declared = CityDayData(TUESDAY + day, "closing", "Dedetização", "Portaria 9/2026")
    declare_day(
        home.actor("celia"),
        declared,
        time_zone=text.instrument.time_zone,
        now=NOW,
        confirmed=True,
    )
    call = call_car(
        bruno, app_car.vehicle, "Pneu liso visto na rua.", TUESDAY + 9 * day, ruleset=text, now=NOW
    )
    got = Notified("platform", "Íris Campos", "electronic", NOW.date(), "Protocolo 55")
    notify(bruno, call, got, ruleset=text, now=NOW)
