"""The driver's picture in the street, and the short id that asks for it."""

import io

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy import insert, select

from app.evidence.service import set_driver_photo
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry.models import Driver
from app.registry.short_ids import driver_named
from tests.support import cars, cast
from tests.support.cars import Car
from tests.support.cast import Cast
from tests.support.field import NOON, Phone


@pytest.fixture
def planura(app: Flask) -> Cast:
    return cast.planura(app)


@pytest.fixture
def taxi(planura: Cast) -> Car:
    return cars.planura_taxi(planura)


def photographed(home: Cast, car: Car) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (500, 500), "teal").save(picture, "JPEG")
    set_driver_photo(home.actor("bruno"), car.driver, picture.getvalue(), now=NOON)


def same_beginning(car: Car) -> str:
    """Another driver of the city whose id begins alike; returns it."""
    columns = Driver.__table__.columns
    row = dict(
        db.session.execute(select(*columns).where(Driver.id == car.driver)).one()._mapping.items()
    )
    other = car.driver[:8] + "0" * 24
    with transaction() as session:
        session.execute(insert(Driver), [{**row, "id": other, "cpf": "94580730224"}])
    return other


def test_an_agent_sees_the_face(app: Flask, planura: Cast, taxi: Car) -> None:
    photographed(planura, taxi)
    answer = Phone(app, "ana").get(f"/campo/foto/{taxi.driver[:8]}")
    assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    assert Image.open(io.BytesIO(answer.data)).size == (400, 400)
    assert "no-store" in answer.headers["Cache-Control"]


def test_without_a_picture_there_is_none(app: Flask, planura: Cast, taxi: Car) -> None:
    assert Phone(app, "ana").get(f"/campo/foto/{taxi.driver[:8]}").status_code == 404


def test_another_city_sees_no_face(app: Flask, planura: Cast, taxi: Car) -> None:
    photographed(planura, taxi)
    cast.patrocinio(app)
    assert Phone(app, "ana-pat").get(f"/campo/foto/{taxi.driver[:8]}").status_code == 404


def test_nobody_rather_than_the_wrong_face(app: Flask, planura: Cast, taxi: Car) -> None:
    photographed(planura, taxi)
    same_beginning(taxi)
    assert Phone(app, "ana").get(f"/campo/foto/{taxi.driver[:8]}").status_code == 404


def test_the_car_tells_two_drivers_apart(planura: Cast, taxi: Car) -> None:
    same_beginning(taxi)
    session, short = db.session(), taxi.driver[:8]
    assert driver_named(session, planura.city, short) is None
    assert driver_named(session, planura.city, short, taxi.vehicle).id == taxi.driver
