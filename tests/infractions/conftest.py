"""Planura with everybody, and Ana's phone that has met the server."""

import pytest
from flask import Flask

from tests.support import cast
from tests.support.cast import Cast
from tests.support.notices_server import NoticePhone, agent_phone


@pytest.fixture
def planura(app: Flask) -> Cast:
    """The city."""
    return cast.planura(app)


@pytest.fixture
def phone(planura: Cast) -> NoticePhone:
    """Ana's phone with key, beacon and numbers."""
    return agent_phone(planura)
