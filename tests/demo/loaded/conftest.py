"""The demo loaded once for this folder; its tests only read, or sign people in."""

from collections.abc import Iterator

import pytest
from flask import Flask

from app.demo.load import load
from app.verification.gateway import answers_of
from tests.conftest import NOON
from tests.support.client import PageClient
from tests.support.database import Database


@pytest.fixture(scope="package")
def demo(database: Database) -> Iterator[Flask]:
    """The application with both towns, loaded at NOON."""
    database.reset()
    application = database.app
    application.config["CLOCK"] = lambda: NOON
    with application.app_context():
        load(NOON)
        yield application


@pytest.fixture
def visitor(demo: Flask) -> PageClient:
    """Somebody who has asked nothing yet."""
    answers_of(demo).limits.clear()
    return PageClient(demo)
