"""Nobody has asked yet: the limits of the public pages start empty in each test."""

import pytest
from flask import Flask

from app.verification.gateway import answers_of


@pytest.fixture(autouse=True)
def fresh_limits(request: pytest.FixtureRequest) -> None:
    """Forget the askers of the test before."""
    if "app" in request.fixturenames:
        app: Flask = request.getfixturevalue("app")
        answers_of(app).limits.clear()
