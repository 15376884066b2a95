"""Who acts for a platform: linked by the clerk, by the day, only with a platform's sign-in."""

from datetime import date, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.inspections.booking_access import own_cars
from app.kernel.errors import Conflict, Denied, Invalid, NotFound
from app.persistence.base import db
from app.registry.models_people import PlatformPerson
from app.registry.service_people import end_person, link_person
from tests.support import cars
from tests.support.bookings import booked, yard
from tests.support.cast import NOW, Cast, patrocinio, planura
from tests.support.client import PageClient

TODAY = NOW.date()


def linked(home: Cast, platform: str, login: str = "iris", day: date = TODAY) -> str:
    return link_person(home.actor("bruno"), platform, login, "Procuração 3/2026", day, now=NOW)


def cars_of_iris(home: Cast, day: date = TODAY) -> list[str]:
    db.session.rollback()
    return [car.id for car in own_cars(db.session(), home.actor("iris"), day)]


def test_a_linked_person_sees_the_platforms_cars(app: Flask) -> None:
    home = planura(app)
    car = cars.planura_app(home)
    cars.planura_taxi(home)
    linked(home, car.platform)
    assert cars_of_iris(home) == [car.vehicle]


def test_without_a_link_nothing_is_seen(app: Flask) -> None:
    home = planura(app)
    cars.planura_app(home)
    assert cars_of_iris(home) == []


def test_the_platform_books_for_its_car(app: Flask) -> None:
    home = planura(app)
    car = cars.planura_app(home)
    linked(home, car.platform)
    assert booked(home, car.vehicle, yard(home), login="iris")


def test_the_platform_books_for_no_other_car(app: Flask) -> None:
    home = planura(app)
    linked(home, cars.planura_app(home).platform)
    with pytest.raises(NotFound):
        booked(home, cars.planura_taxi(home).vehicle, yard(home), login="iris")


@pytest.mark.parametrize(("apart", "seen"), [(-1, 0), (0, 1), (5, 1), (6, 0)])
def test_the_link_holds_from_its_first_to_its_last_day(app: Flask, apart: int, seen: int) -> None:
    home = planura(app)
    link = linked(home, cars.planura_app(home).platform)
    end_person(home.actor("bruno"), link, TODAY + timedelta(days=5), now=NOW)
    assert len(cars_of_iris(home, TODAY + timedelta(days=apart))) == seen


def test_linking_twice_is_one_link(app: Flask) -> None:
    home = planura(app)
    platform = cars.planura_app(home).platform
    assert linked(home, platform) == linked(home, platform)
    assert db.session.scalar(select(func.count()).select_from(PlatformPerson)) == 1


@pytest.mark.parametrize("login", ["davi", "ninguem", "iris-pat"])
def test_only_a_platforms_sign_in_of_this_city_is_linked(app: Flask, login: str) -> None:
    home = planura(app)
    patrocinio(app)
    with pytest.raises(Invalid) as refused:
        linked(home, cars.planura_app(home).platform, login)
    assert refused.value.field == "login"


def test_a_link_ended_is_not_ended_otherwise(app: Flask) -> None:
    home = planura(app)
    link = linked(home, cars.planura_app(home).platform)
    end_person(home.actor("bruno"), link, TODAY, now=NOW)
    with pytest.raises(Conflict):
        end_person(home.actor("bruno"), link, TODAY + timedelta(days=1), now=NOW)


def test_the_inspector_links_nobody(app: Flask) -> None:
    home = planura(app)
    platform = cars.planura_app(home).platform
    with pytest.raises(Denied):
        link_person(home.actor("hugo"), platform, "iris", "Ofício 1", TODAY, now=NOW)


def test_the_clerk_links_on_the_platforms_page(app: Flask, client: PageClient) -> None:
    home = planura(app)
    platform = cars.planura_app(home).platform
    client.sign_in("bruno")
    typed = {"login": "iris", "act": "Ofício 2/2026", "starts_on": "2026-11-30"}
    page = client.post(f"/cadastro/plataformas/{platform}/representantes/novo", typed)
    assert page.find(string="Íris Campos")
