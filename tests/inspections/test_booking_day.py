"""The day in the yard: arrival, waiting, absence, the end of the day twice, the visit that comes late."""

from datetime import datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.inspections.booking_day import Closed, arrive, close_days, mark_missed
from app.inspections.booking_queries import day_rows
from app.inspections.models import InspectionMissed
from app.inspections.models_booking import Booking
from app.kernel.errors import Conflict, Denied, NotFound
from app.persistence.base import db
from tests.support import cars
from tests.support.bookings import EIGHT, TUESDAY, booked, yard
from tests.support.cast import NOW, Cast, patrocinio, planura
from tests.support.field import deliver_to
from tests.support.permits import law
from tests.support.visits import inspector_phone

ON_TIME = NOW + timedelta(hours=22)  # Tuesday, 08:00 in Planura
WEDNESDAY = NOW + timedelta(days=2)


def stored() -> Booking:
    db.session.rollback()
    return db.session.scalars(select(Booking)).one()


def morning(app: Flask) -> tuple[Cast, str]:
    home = planura(app)
    return home, booked(home, cars.planura_taxi(home).vehicle, yard(home))


def came(home: Cast, id: str, at: datetime, login: str = "hugo") -> None:
    arrive(home.actor(login), id, ruleset=law(home), now=at)


def test_the_inspector_marks_the_arrival(app: Flask) -> None:
    home, id = morning(app)
    came(home, id, ON_TIME)
    assert (stored().state, stored().arrived_at) == ("arrived", ON_TIME)


def test_a_second_tap_keeps_the_first_hour(app: Flask) -> None:
    home, id = morning(app)
    came(home, id, ON_TIME)
    came(home, id, ON_TIME + timedelta(minutes=5))
    assert stored().arrived_at == ON_TIME


def test_an_arrival_is_of_the_booked_day(app: Flask) -> None:
    home, id = morning(app)
    with pytest.raises(Conflict, match="no dia"):
        came(home, id, NOW)


@pytest.mark.parametrize("login", ["ana", "davi", "gilda"])
def test_others_mark_no_arrival(app: Flask, login: str) -> None:
    home, id = morning(app)
    with pytest.raises(Denied):
        came(home, id, ON_TIME, login)


def test_another_citys_inspector_finds_nothing(app: Flask) -> None:
    _home, id = morning(app)
    other = patrocinio(app)
    with pytest.raises(NotFound):
        came(other, id, ON_TIME, "hugo-pat")


def test_nobody_is_missing_before_the_hour(app: Flask) -> None:
    home, id = morning(app)
    with pytest.raises(Conflict, match="Ainda não"):
        mark_missed(home.actor("hugo"), id, ruleset=law(home), now=ON_TIME - timedelta(minutes=1))


def test_who_comes_after_all_is_put_right(app: Flask) -> None:
    home, id = morning(app)
    mark_missed(home.actor("hugo"), id, ruleset=law(home), now=ON_TIME + timedelta(minutes=20))
    came(home, id, ON_TIME + timedelta(minutes=30))
    assert stored().state == "arrived"


def test_the_list_says_how_long_he_waits(app: Flask) -> None:
    home, id = morning(app)
    came(home, id, ON_TIME)
    later = ON_TIME + timedelta(minutes=25)
    rows = day_rows(db.session(), home.actor("hugo"), TUESDAY, ruleset=law(home), now=later)
    assert rows[0].wait == 25


def close(home: Cast, at: datetime = WEDNESDAY) -> Closed:
    return close_days(home.actor("celia"), ruleset=law(home), now=at)


def test_the_end_of_the_day_marks_who_did_not_come(app: Flask) -> None:
    home, _ = morning(app)
    assert close(home).missed == 1 and stored().state == "missed"


def test_the_day_itself_is_not_closed(app: Flask) -> None:
    home, _ = morning(app)
    assert close(home, ON_TIME + timedelta(hours=12)) == Closed(0, 0, 0)


def test_the_absence_is_recorded_once(app: Flask) -> None:
    home, id = morning(app)
    close(home)
    assert close(home) == Closed(0, 0, 0)
    db.session.rollback()
    assert db.session.scalars(select(InspectionMissed.booking_id)).all() == [id]


def test_who_waited_in_vain_is_freed_and_not_blamed(app: Flask) -> None:
    home, id = morning(app)
    came(home, id, ON_TIME)
    assert close(home).not_served == 1
    assert db.session.scalar(select(func.count()).select_from(InspectionMissed)) == 0


def test_the_inspector_does_not_close_the_day(app: Flask) -> None:
    home, _ = morning(app)
    with pytest.raises(Denied):
        close_days(home.actor("hugo"), ruleset=law(home), now=WEDNESDAY)


def test_the_command_closes_every_city(app: Flask) -> None:
    morning(app)
    app.config["CLOCK"] = lambda: WEDNESDAY
    said = app.test_cli_runner().invoke(args=["inspections", "close-day"]).output
    assert said == (
        "Planura/MG: 1 faltas, 0 sem atendimento, 1 registros novos, "
        "0 vistorias com fotos que não chegaram.\n"
    )


def visited(home: Cast, booking: str, at: datetime) -> str:
    """The visit of that booking, written at `at`, which the phone delivers now."""
    phone = inspector_phone(home, now=at - timedelta(hours=1))
    record = phone.visit("FUM0B05", "exit", at=at) | {"booking": booking}
    sent = phone.freeze(record)
    db.session.rollback()
    deliver_to(home, sent, "hugo", now=at)
    return str(sent["id"])


def test_a_visit_closes_its_booking(app: Flask) -> None:
    home, id = morning(app)
    visit = visited(home, id, ON_TIME + timedelta(minutes=40))
    assert (stored().state, stored().visit_id) == ("done", visit)


def test_a_visit_without_signal_sets_the_absence_right(app: Flask) -> None:
    home, id = morning(app)
    close(home)
    visited(home, id, WEDNESDAY)
    assert stored().state == "done"


def test_a_seat_of_the_past_day_keeps_its_time(app: Flask) -> None:
    home, id = morning(app)
    close(home)
    assert (stored().day, stored().starts_at, stored().id) == (TUESDAY, EIGHT, id)
