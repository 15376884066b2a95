"""Each test of evidence begins with an empty store."""

import shutil

import pytest
from flask import Flask

from tests.support import cast
from tests.support.cast import Cast
from tests.support.field import Phone


@pytest.fixture(autouse=True)
def _empty_store(request: pytest.FixtureRequest) -> None:
    if "app" in request.fixturenames:
        app: Flask = request.getfixturevalue("app")
        shutil.rmtree(app.config["SETTINGS"].data_dir / "evidence", ignore_errors=True)


@pytest.fixture
def planura(app: Flask) -> Cast:
    return cast.planura(app)


@pytest.fixture
def ana(app: Flask, planura: Cast) -> Phone:
    return Phone(app, "ana")
