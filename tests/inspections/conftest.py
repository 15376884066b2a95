"""Planura with a taxi that holds a permit, and Hugo's phone that has met the server."""

import pytest
from flask import Flask

from tests.support import cars, cast, permits
from tests.support.cars import Car
from tests.support.cast import Cast
from tests.support.visits import VisitPhone, inspector_phone


@pytest.fixture
def planura(app: Flask) -> Cast:
    """The city."""
    return cast.planura(app)


@pytest.fixture
def taxi(planura: Cast) -> Car:
    """FUM0B05, approved on paper on 15 September 2026; no permit yet."""
    car = cars.planura_taxi(planura)
    permits.ready(planura)
    return car


@pytest.fixture
def phone(planura: Cast) -> VisitPhone:
    """Hugo's phone with key and beacon."""
    return inspector_phone(planura)
