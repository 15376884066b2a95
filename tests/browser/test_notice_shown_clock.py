"""A phone whose clock is wrong by days or decades: the notice is kept, flagged, and its hour told."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from app.evidence.domain_clock import CLOCK_FLAGS
from app.infractions.models import Notice
from app.kernel.canonical import instant_text
from tests.browser.conftest import Street
from tests.browser.test_notice_flow import ready, writer
from tests.support.browser import NOON
from tests.support.notice_drafts import GONE, begun, resume, rows, shift_clock

pytestmark = pytest.mark.browser
DAYS = 24.0
THREE_DAYS = timedelta(days=3)


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


def from_the_plate(street: Street) -> str:
    """A notice that begins and ends under that clock; its id."""
    agent = writer(street)
    agent.to_review("Não portar documento obrigatório")
    agent.read()
    agent.choose("Foi embora")
    agent.page.get_by_label("Como foi").fill("Arrancou quando viu o talão.")
    agent.finish()
    [entry] = [entry for entry in street.entries() if entry["kind"] == "notice"]
    return str(entry["id"])


def ahead(street: Street) -> str:
    """A notice of a fact of this moment, by a clock that is three days ahead; its id."""
    shift_clock(street, hours=3 * DAYS)
    now = instant_text(NOON + THREE_DAYS)
    id = begun(street, happened_at=now, ending={**GONE, "at": now})
    resume(street).finish()
    return id


def check_sent(street: Street, id: str) -> Notice:
    """With signal again: the one row of the office."""
    street.offline(False)
    [row] = rows(street, 1)
    assert row.id == id and row.clock_flag in CLOCK_FLAGS
    return row


def test_a_clock_three_days_behind_is_flagged_and_the_hour_is_not_its_own(
    numbered: Street,
) -> None:
    shift_clock(numbered, hours=-3 * DAYS)
    row = check_sent(numbered, from_the_plate(numbered))
    assert row.clock_flag == "before_contact"
    assert NOON - timedelta(minutes=5) <= row.happened_at <= row.received_at
    # The phone runs on the clock of this machine, whatever the day on which the tests run.
    shown = datetime.now(UTC) - THREE_DAYS
    assert abs(row.device_time - shown) < timedelta(minutes=5)


def test_a_phone_back_in_1970_still_finishes_and_is_flagged(numbered: Street) -> None:
    shift_clock(numbered, hours=hours_to_1970(numbered))
    row = check_sent(numbered, from_the_plate(numbered))
    assert NOON - timedelta(minutes=5) <= row.happened_at <= row.received_at
    assert row.device_time.year == 1970


def test_a_clock_three_days_ahead_is_flagged(numbered: Street) -> None:
    row = check_sent(numbered, ahead(numbered))
    assert (row.clock_flag, row.happened_at) == ("future", NOON + THREE_DAYS)


def test_a_clock_put_right_before_sending_keeps_the_flag_of_the_writing(numbered: Street) -> None:
    id = ahead(numbered)
    shift_clock(numbered, hours=0)
    assert check_sent(numbered, id).clock_flag == "future"


def test_a_clock_set_back_in_the_middle_does_not_stop_the_notice(numbered: Street) -> None:
    id = begun(numbered)
    agent = resume(numbered)
    shift_clock(numbered, hours=-3 * DAYS)
    agent.finish()
    assert check_sent(numbered, id).clock_flag == "before_contact"


def test_a_phone_that_is_behind_says_so_while_writing(numbered: Street) -> None:
    shift_clock(numbered, hours=-3 * DAYS)
    begun(numbered)
    resume(numbered)
    expect(numbered.page.locator('[data-notice="clock"]')).to_contain_text("Relógio errado")
