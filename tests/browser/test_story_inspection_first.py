"""A new taxi: booked on its driver's phone, inspected in the yard, green to everybody at once."""

import re
from datetime import date

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from app.inspections.models_booking import Booking
from app.kernel.content_code import content_code
from app.persistence.base import db
from tests.browser.story_parts import (
    Town,
    concluded,
    from_day_list,
    identified,
    look_up,
    seals,
    town,
    visits,
)
from tests.support import bookings, cars, cast, permits
from tests.support.cars import Car
from tests.support.cast import NOW

pytestmark = pytest.mark.browser
__all__ = ["town"]
TODAY = NOW.date()
ELEVEN = 11 * 60


@pytest.fixture
def car(town: Town) -> Car:
    """Davi's taxi: a permit in force, never inspected, its guide paid, the yard open."""
    town.home = cast.planura(town.app)
    taxi = cars.planura_taxi(town.home, inspected=False)
    permits.granted(town.home, taxi)
    bookings.paid(town.home, taxi.vehicle, "2026/0815")
    return taxi


def stored_booking() -> Booking:
    db.session.rollback()
    return db.session.scalars(select(Booking)).one()


def book_ahead(town: Town, car: Car) -> None:
    """Davi's booking of today, eleven o'clock."""
    place = bookings.yard(town.home)
    bookings.booked(
        town.home, car.vehicle, place, login="davi", occasion="first", day=TODAY, at=ELEVEN
    )


def inspect(town: Town, car: Car) -> str:
    """Hugo's visit from the list of the day, all well; the word at its end."""
    visit = from_day_list(town.yard_phone(), car.plate)
    identified(town, visit)
    return concluded(visit)


def test_the_driver_books_on_his_phone_and_the_office_sees_it(town: Town, car: Car) -> None:
    bookings.yard(town.home)
    davi = town.screen("davi", "/minhas-vistorias")
    davi.get_by_role("link", name=re.compile("Marcar vistoria")).click()
    davi.get_by_role("link", name="30/11").click()
    davi.get_by_label("11:00").check()
    davi.get_by_role("button", name="Marcar", exact=True).click()
    expect(davi.get_by_text("Vistoria marcada.")).to_be_visible()
    row = stored_booking()
    told = (row.vehicle_id, row.channel, row.occasion, row.day, row.starts_at, row.state)
    assert told == (car.vehicle, "driver", "first", TODAY, ELEVEN, "booked")
    line = town.screen("bruno", "/vistorias/agenda").locator(".yard li")
    expect(line).to_contain_text("11:00")
    expect(line).to_contain_text(car.plate)
    expect(line).to_contain_text("Guia paga")


def test_an_approval_turns_the_car_green_to_everybody(town: Town, car: Car) -> None:
    book_ahead(town, car)
    ana = town.field_phone("ana")
    expect(look_up(ana, car.plate)).to_have_attribute("data-level", "unknown")
    assert inspect(town, car) == "APROVADO"
    [seal] = seals()
    assert (seal.vehicle_id, seal.state, seal.expires_on) == (
        car.vehicle,
        "valid",
        date(2027, 11, 30),
    )
    expect(look_up(ana, car.plate)).to_have_attribute("data-level", "green")
    expect(town.public(town.screen(), seal.digits)).to_have_text("Autorizado")


def test_the_booking_is_done_and_its_wait_known(town: Town, car: Car) -> None:
    book_ahead(town, car)
    bruno = town.screen("bruno", "/vistorias/agenda")
    bruno.get_by_role("button", name="Chegou").click()
    expect(bruno.locator(".yard li")).to_contain_text("Chegou às")
    assert stored_booking().state == "arrived"
    assert inspect(town, car) == "APROVADO"
    [visit] = visits()
    row = stored_booking()
    assert (row.id, row.state, visit.guide) == (visit.booking_id, "done", "2026/0815")
    bruno.reload()
    expect(bruno.locator(".numbers")).to_contain_text(re.compile(r"Feitas\s*1"))


def test_the_report_opens_by_its_code_and_in_the_drivers_hand(town: Town, car: Car) -> None:
    book_ahead(town, car)
    assert inspect(town, car) == "APROVADO"
    [visit] = visits()
    report, code = visit.report, content_code(visit.sha256)
    page = town.screen("", f"/l/{code}")
    expect(page.locator("main")).to_contain_text(report)
    davi = town.screen("davi", "/minhas-vistorias")
    link = davi.get_by_role("link", name=f"Laudo {report}")
    answer = davi.request.get(f"{town.site.address}{link.get_attribute('href')}")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
