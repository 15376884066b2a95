"""The last seat, tapped by many at once: one car gets it, on both databases."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from app.inspections.models_booking import Booking
from app.kernel.errors import Conflict
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry import service
from tests.support import cars
from tests.support.bookings import TUESDAY, booked, week, yard
from tests.support.cast import NOW, Cast, planura

PLATES = ("AAA0A01", "AAA0A02", "AAA0A03", "AAA0A04")


def fleet(home: Cast) -> list[str]:
    clerk = home.actor("bruno")
    return [
        service.register_vehicle(
            clerk,
            cars.vehicle_data(plate=plate, renavam="", chassis=""),
            ruleset=cars.PLA,
            now=NOW,
            owner=cars.OWNER,
        )
        for plate in PLATES
    ]


def at_once(app: Flask, home: Cast, fleet: list[str], place: str) -> list[str]:
    """How each tap ended: 'seat' or 'taken'."""

    def tap(car: str) -> str:
        with app.app_context():
            try:
                booked(home, car, place)
            except Conflict:
                return "taken"
            finally:
                db.session.remove()
            return "seat"

    with ThreadPoolExecutor(len(fleet)) as pool:
        return sorted(pool.map(tap, fleet))


@pytest.mark.parametrize(("capacity", "seats"), [(1, 1), (3, 3)])
def test_as_many_get_a_seat_as_there_are(app: Flask, capacity: int, seats: int) -> None:
    home = planura(app)
    mine, place = fleet(home), yard(home, week(capacity=capacity))
    ends = at_once(app, home, mine, place)
    assert ends.count("seat") == seats and len(ends) == len(PLATES)


def test_no_two_cars_sit_on_one_seat(app: Flask) -> None:
    home = planura(app)
    mine, place = fleet(home), yard(home, week(capacity=3))
    at_once(app, home, mine, place)
    db.session.rollback()
    assert sorted(db.session.scalars(select(Booking.seat))) == [1, 2, 3]


def test_one_car_tapped_four_times_is_booked_once(app: Flask) -> None:
    home = planura(app)
    car, place = fleet(home)[0], yard(home, week(capacity=4))
    assert at_once(app, home, [car] * 4, place).count("seat") == 1


def test_the_database_itself_refuses_the_second(app: Flask) -> None:
    home = planura(app)
    mine, place = fleet(home), yard(home)
    booked(home, mine[0], place)
    with pytest.raises(IntegrityError), transaction() as session:
        session.add(
            Booking(
                municipality_id=home.city,
                place_id=place,
                day=TUESDAY,
                starts_at=480,
                minutes=60,
                seat=1,
                vehicle_id=mine[1],
                occasion="first",
                state="booked",
                channel="office",
                booked_by="x",
                booked_at=NOW,
            )
        )
        session.flush()
