"""A phone whose clock is wrong by days or decades: the notice is kept, flagged, and its hour told."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from app.infractions.domain_clock import CLOCK_FLAGS
from tests.browser.conftest import Street
from tests.browser.test_notice_flow import TYPE, payload, ready, writer
from tests.support.browser import NOON
from tests.support.notice_drafts import LAST_TAP, begun, resume, rows, shift_clock, states
from tests.support.notice_flow import Writer

pytestmark = pytest.mark.browser
DAYS = 24.0
# Hours from the right time, and the doubt that the office is told.
WRONG = {"−3 days": (-3 * DAYS, "before_contact"), "+3 days": (3 * DAYS, "future")}


def hours_to_1970(street: Street) -> float:
    """How far back a phone starts whose battery was out."""
    real = float(street.page.evaluate("() => Date.now()"))
    return (60_000 - real) / 3600_000


@pytest.fixture
def numbered(street: Street) -> Street:
    """Ana's phone with numbers, out of signal."""
    ready(street)
    street.offline()
    return street
