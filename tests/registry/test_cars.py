"""The cars other tests lean on stand as they say."""

import pytest
from flask import Flask
from sqlalchemy import select

from app.persistence.base import db
from app.registry.models import Driver, Vehicle, VehicleDriver
from tests.support import cars, cast


@pytest.mark.parametrize("make", [cars.planura_taxi, cars.planura_app])
def test_a_car_of_planura_is_registered_with_its_driver(app: Flask, make) -> None:
    car = make(cast.planura(app))
    link = db.session.scalars(select(VehicleDriver)).one()
    assert (link.vehicle_id, link.driver_id) == (car.vehicle, car.driver)


def test_the_car_of_patrocinio_has_its_exam_from_the_document(app: Flask) -> None:
    car = cars.patrocinio_app(cast.patrocinio(app))
    assert db.session.get_one(Driver, car.driver).toxicology_on == cars.RENEWED.date()


def test_a_person_is_one_in_two_cities(app: Flask) -> None:
    planura = cast.planura(app)
    car = cars.planura_taxi(planura)
    assert db.session.get_one(Driver, car.driver).person_id == planura.people["davi"]


def test_the_twin_is_kept_beside_the_plate(app: Flask) -> None:
    car = cars.planura_taxi(cast.planura(app))
    assert db.session.get_one(Vehicle, car.vehicle).twin == "FUM0105"
