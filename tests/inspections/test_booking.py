"""Booking: who may book what, the seat, the day, the same tap twice, moving and cancelling."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.accounts.city_calendar_service import CityDayData, declare_day
from app.inspections.booking import cancel, move
from app.inspections.booking_access import own_cars
from app.inspections.models_booking import Booking
from app.inspections.places import close_place, edit_place, place_for
from app.kernel.errors import Conflict, Invalid, NotFound, RuleRefused
from app.kernel.ids import new_id
from app.persistence.base import db
from tests.support import cars
from tests.support.bookings import EIGHT, NINE, TUESDAY, booked, week, yard
from tests.support.cast import NOW, Cast, patrocinio, planura
from tests.support.permits import law

ZONE = "America/Sao_Paulo"


def stored() -> Booking:
    db.session.rollback()
    return db.session.scalars(select(Booking)).one()


def closed(home: Cast, day: date, kind: str = "municipal") -> None:
    data = CityDayData(day, kind, "Dia da cidade", "Lei 1/1990")
    declare_day(home.actor("celia"), data, time_zone=ZONE, now=NOW, confirmed=True)


def test_a_booking_takes_the_first_seat(app: Flask) -> None:
    home = planura(app)
    booked(home, cars.planura_taxi(home).vehicle, yard(home))
    row = stored()
    assert (row.day, row.starts_at, row.minutes, row.seat) == (TUESDAY, EIGHT, 60, 1)


def test_the_same_tap_twice_is_one_booking(app: Flask) -> None:
    home, id = planura(app), new_id()
    car, place = cars.planura_taxi(home).vehicle, yard(home)
    assert booked(home, car, place, id=id) == booked(home, car, place, id=id) == stored().id


def test_the_same_id_for_another_time_is_a_conflict(app: Flask) -> None:
    home, id = planura(app), new_id()
    car, place = cars.planura_taxi(home).vehicle, yard(home)
    booked(home, car, place, id=id)
    with pytest.raises(Conflict):
        booked(home, car, place, id=id, at=NINE)


def test_a_full_time_is_refused(app: Flask) -> None:
    home = planura(app)
    place = yard(home)
    booked(home, cars.planura_taxi(home).vehicle, place)
    with pytest.raises(Conflict, match="acabou de ser ocupado"):
        booked(home, cars.planura_app(home).vehicle, place)


def test_two_cars_at_once_sit_on_two_seats(app: Flask) -> None:
    home = planura(app)
    place = yard(home, week(capacity=2))
    booked(home, cars.planura_taxi(home).vehicle, place)
    booked(home, cars.planura_app(home).vehicle, place)
    assert set(db.session.scalars(select(Booking.seat))) == {1, 2}


def test_a_car_has_one_booking(app: Flask) -> None:
    home = planura(app)
    car, place = cars.planura_taxi(home).vehicle, yard(home)
    booked(home, car, place)
    with pytest.raises(Conflict, match="01/12/2026 às 08:00"):
        booked(home, car, place, at=NINE)


def test_the_driver_books_his_own_car(app: Flask) -> None:
    home = planura(app)
    booked(home, cars.planura_taxi(home).vehicle, yard(home), login="davi")
    assert stored().channel == "driver"


@pytest.mark.parametrize("login", ["davi", "ana", "hugo", "gilda"])
def test_nobody_books_a_car_that_is_not_theirs(app: Flask, login: str) -> None:
    home = planura(app)
    with pytest.raises(NotFound):
        booked(home, cars.planura_app(home).vehicle, yard(home), login=login)


def test_the_clerk_of_another_city_finds_no_car(app: Flask) -> None:
    home, other = planura(app), patrocinio(app)
    with pytest.raises(NotFound):
        booked(other, cars.planura_taxi(home).vehicle, yard(other))


def test_a_place_of_another_city_is_not_there(app: Flask) -> None:
    home, other = planura(app), patrocinio(app)
    with pytest.raises(NotFound):
        booked(home, cars.planura_taxi(home).vehicle, yard(other))


def test_the_drivers_cars_are_those_he_drives(app: Flask) -> None:
    home = planura(app)
    mine = cars.planura_taxi(home)
    cars.planura_app(home)
    found = own_cars(db.session(), home.actor("davi"), NOW.date())
    assert [car.id for car in found] == [mine.vehicle]


@pytest.mark.parametrize("kind", ["municipal", "optional", "closing"])
def test_no_booking_on_a_day_without_counter(app: Flask, kind: str) -> None:
    home = planura(app)
    car, place = cars.planura_taxi(home).vehicle, yard(home)
    closed(home, TUESDAY, kind)
    with pytest.raises(RuleRefused, match="Dia da cidade"):
        booked(home, car, place)


def test_a_national_holiday_is_closed_to_all(app: Flask) -> None:
    home = planura(app)
    car, place = cars.planura_taxi(home).vehicle, yard(home)
    with pytest.raises(RuleRefused, match="Natal"):
        booked(home, car, place, day=date(2026, 12, 25))


def test_a_day_that_passed_is_refused(app: Flask) -> None:
    home = planura(app)
    car, place = cars.planura_taxi(home).vehicle, yard(home)
    with pytest.raises(Invalid, match="já passou"):
        booked(home, car, place, day=NOW.date() - timedelta(days=1))


def test_an_hour_that_passed_on_the_citys_clock_is_refused(app: Flask) -> None:
    home = planura(app)  # NOW is ten in the morning there
    car, place = cars.planura_taxi(home).vehicle, yard(home)
    with pytest.raises(Conflict):
        booked(home, car, place, day=NOW.date(), at=NINE)


def test_an_hour_still_ahead_today_is_taken(app: Flask) -> None:
    home = planura(app)
    car, place = cars.planura_taxi(home).vehicle, yard(home)
    booked(home, car, place, day=NOW.date(), at=11 * 60)
    assert stored().day == NOW.date()


def test_a_closed_place_takes_nobody(app: Flask) -> None:
    home = planura(app)
    car, place = cars.planura_taxi(home).vehicle, yard(home)
    close_place(home.actor("bruno"), place, now=NOW)
    with pytest.raises(Conflict, match="não faz mais"):
        booked(home, car, place)


def test_moving_frees_the_first_time(app: Flask) -> None:
    home = planura(app)
    place = yard(home)
    id = booked(home, cars.planura_taxi(home).vehicle, place)
    move(home.actor("bruno"), id, place, TUESDAY, NINE, ruleset=law(home), now=NOW)
    booked(home, cars.planura_app(home).vehicle, place)
    assert sorted(db.session.scalars(select(Booking.starts_at))) == [EIGHT, NINE]


def test_moving_twice_to_the_same_time_moves_once(app: Flask) -> None:
    home = planura(app)
    place = yard(home)
    id = booked(home, cars.planura_taxi(home).vehicle, place)
    for _ in range(2):
        move(home.actor("bruno"), id, place, TUESDAY, NINE, ruleset=law(home), now=NOW)
    assert stored().moves == 1


def test_a_stranger_moves_nothing(app: Flask) -> None:
    home = planura(app)
    place = yard(home)
    id = booked(home, cars.planura_app(home).vehicle, place)
    with pytest.raises(NotFound):
        move(home.actor("davi"), id, place, TUESDAY, NINE, ruleset=law(home), now=NOW)


def test_cancelling_frees_seat_and_car(app: Flask) -> None:
    home = planura(app)
    car, place = cars.planura_taxi(home).vehicle, yard(home)
    cancel(home.actor("davi"), booked(home, car, place), ruleset=law(home), now=NOW)
    booked(home, car, place)
    assert db.session.scalar(select(func.count()).select_from(Booking)) == 2


def test_the_office_says_why_it_cancels(app: Flask) -> None:
    home = planura(app)
    id = booked(home, cars.planura_taxi(home).vehicle, yard(home))
    with pytest.raises(Invalid) as refused:
        cancel(home.actor("bruno"), id, ruleset=law(home), now=NOW)
    assert refused.value.field == "reason"


def test_the_driver_does_not_cancel_after_the_hour(app: Flask) -> None:
    home = planura(app)
    id = booked(home, cars.planura_taxi(home).vehicle, yard(home))
    with pytest.raises(Conflict, match="já passou"):
        cancel(home.actor("davi"), id, ruleset=law(home), now=NOW + timedelta(days=1))


def test_new_hours_move_nobody(app: Flask) -> None:
    home = planura(app)
    place = yard(home)
    booked(home, cars.planura_taxi(home).vehicle, place)
    now = place_for(db.session(), home.actor("bruno"), place)
    db.session.rollback()
    later = tuple(replace(item, starts_at=13 * 60, ends_at=17 * 60) for item in now.hours)
    edit_place(home.actor("bruno"), place, now.data, later, version=now.version, now=NOW)
    assert stored().starts_at == EIGHT
