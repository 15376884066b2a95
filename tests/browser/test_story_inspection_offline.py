"""A whole visit in a yard without signal, the browser killed at every step, then sent exactly once."""

import json
from contextvars import Context
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect
from sqlalchemy import select

from app.evidence.models import AttachmentReceived
from app.inspections.models import Inspection
from app.persistence.base import db
from tests.browser.dying_phone import DyingPhone, wait_stored
from tests.browser.story_parts import WATCH, seals, show_yard
from tests.browser.yard import Yard, YardPhone
from tests.support import bookings, cars, cast, permits
from tests.support.browser import Site, session_cookie
from tests.support.cast import NOW
from tests.support.inspection_flow import Inspector

pytestmark = pytest.mark.browser
PLATE, TAIL = "FUM0B05", "123456"
WAIT_MS = 10 * 60_000  # the inspector takes his time over the list


def prepare(site: Site) -> Yard:
    """A taxi with a permit, never inspected, its guide paid, booked for eleven o'clock."""
    home = cast.planura(site.app)
    car = cars.planura_taxi(home, inspected=False)
    permits.granted(home, car)
    bookings.paid(home, car.vehicle, "2026/0815")
    place, day = bookings.yard(home), NOW.date()
    bookings.booked(home, car.vehicle, place, occasion="first", day=day, at=11 * 60)
    return home, car.vehicle, Context().run(session_cookie, site, "hugo")


@pytest.fixture
def dying(
    playwright: Playwright, tmp_path: Path, live_server: Site, camera_file: Path
) -> DyingPhone:
    """Hugo's phone, which saw the list of the day while it had signal."""
    show_yard(camera_file)
    made = prepare(live_server)
    phone = DyingPhone(playwright, tmp_path / "profile", live_server, made, camera_file)
    with phone.open() as yard:
        yard.page.locator('[data-list-chip][data-age="fresh"]').wait_for()
        yard.page.wait_for_function("() => navigator.serviceWorker.controller")
        open_list(yard)
    return phone


def open_list(yard: YardPhone) -> None:
    """The list of the day, with the booked car on it."""
    yard.page.get_by_role("button", name="Vistoriar", exact=True).click()
    yard.sees("day")
    yard.page.locator(".day-row").filter(has_text=PLATE).wait_for()


def done_without_signal(dying: DyingPhone) -> None:
    """Five steps, each in a browser of its own that is killed; the visit is frozen in the last."""
    with dying.open(offline=True) as yard:
        open_list(yard)
        yard.page.locator(".day-row").filter(has_text=PLATE).click()
        visit = Inspector(yard.page)
        visit.at("identify")
        visit.told()
        visit.chassis(TAIL)
        wait_stored(visit, TAIL)
    with dying.resumed("identify", offline=True) as visit:
        visit.go_on()
        visit.shoot(until=2)
    with dying.resumed("shots", offline=True) as visit:
        visit.shoot(already=2)
        visit.go_on()
        visit.at("checklist")
        visit.mark("LV05", "ok")
        wait_stored(visit, '"LV05":{"answer":"ok"')
    dying.watch = WATCH % WAIT_MS
    with dying.resumed("checklist", offline=True) as visit:
        visit.all_well()
        visit.go_on()
        visit.at("review")
        wait_stored(visit, '"step":"review"')
    with dying.resumed("review", offline=True) as visit:
        visit.finish()
        assert visit.word() == "APROVADO"
        waits = visit.page.locator("[data-result-seal]")
        expect(waits).to_have_text("O selo sai quando houver sinal.")


def test_a_visit_without_signal_survives_every_kill_and_is_sent_once(
    dying: DyingPhone, live_server: Site
) -> None:
    asked = len(live_server.requests)
    done_without_signal(dying)
    # The worker asks for a newer page where the emulation of the browser does not reach it.
    assert set(live_server.requests[asked:]) <= {("GET", "/campo/")}
    before = live_server.clock
    live_server.clock = lambda: before() + timedelta(milliseconds=WAIT_MS)
    with dying.open() as yard:
        [visit] = yard.visits(1)
        [seal] = seals()
        yard.page.get_by_role("button", name="Enviados").click()
        yard.page.get_by_role("button", name="Resultado").click()
        told = yard.page.locator("[data-result-seal]")
        expect(told).to_contain_text(f"Selo {seal.number}")
        assert live_server.count("POST", "/campo/registro") == 1
        assert (visit.result, visit.chain_seq, visit.vehicle_id) == (
            "approved", 1, dying.made[1],
        )  # fmt: skip


def test_its_photos_arrive_once_each(dying: DyingPhone) -> None:
    done_without_signal(dying)
    with dying.open() as yard:
        yard.visits(1)
        for _ in range(200):
            if not yard.photos():
                break
            yard.page.wait_for_timeout(50)
    db.session.rollback()
    visit = db.session.scalars(select(Inspection)).one()
    received = list(db.session.scalars(select(AttachmentReceived.sha256)))
    declared = {photo["sha256"] for photo in json.loads(visit.payload)["photos"]}
    assert len(declared) >= 4 and sorted(received) == sorted(declared)
