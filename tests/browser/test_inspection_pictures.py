"""The README's pictures of an inspection: the office's day, the checklist and the result on the phone."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from app.demo.load import load
from app.demo.table import PASSWORD
from tests.browser.story_parts import WATCH
from tests.browser.test_pictures import RATIO, folder, shoot
from tests.browser.yard import TAIL, YardPhone, at_work, prepared
from tests.support import bookings
from tests.support.browser import NOON, Site, phone

pytestmark = pytest.mark.browser
__all__ = ["folder"]
_TOOK = timedelta(minutes=9)  # a visit of seconds would be held for a person to look
_WHOLE_GROUP = """(row) => {
  const group = row.closest(".check-group");
  scrollBy(0, group.getBoundingClientRect().top - 48);
}"""
_DESK: ViewportSize = {"width": 1280, "height": 900}


@pytest.fixture
def hugo(live_server: Site, browser: Browser, camera_file: Path) -> Iterator[YardPhone]:
    """Hugo's phone, sharp."""
    with phone(browser, device_scale_factor=RATIO) as context:
        context.add_init_script(WATCH % 0)
        yield at_work(live_server, prepared(live_server), context, camera_file)


@pytest.fixture
def desk(live_server: Site, browser: Browser) -> Iterator[Page]:
    """The clerk of the demo at a desk."""
    live_server.database.prepared("demo", lambda: load(NOON))
    with phone(browser, permissions=(), viewport=_DESK) as context:
        page = context.new_page()
        page.goto(f"{live_server.address}/entrar")
        page.locator("input[name=login]").fill("bruno")
        page.locator("input[name=password]").fill(PASSWORD)
        page.locator("input[name=password]").press("Enter")
        page.wait_for_url(lambda url: "entrar" not in url)
        yield page


def later(hugo: YardPhone) -> None:
    """As long as a visit takes goes by, on the phone and at the office."""
    before = hugo.site.clock
    hugo.site.clock = lambda: before() + _TOOK
    hugo.page.evaluate("(ms) => { window.later = ms; }", _TOOK / timedelta(milliseconds=1))


def test_the_agenda_of_the_demo(desk: Page, live_server: Site, folder: Path) -> None:
    desk.goto(f"{live_server.address}/vistorias/agenda")
    expect(desk.get_by_role("heading", level=1)).to_contain_text("Agenda")
    shoot(desk, folder / "yard-agenda.png", (1280, 900))
    text = desk.locator("main").inner_text()
    assert all(word in text for word in ("Chegou", "Feita", "Não compareceu", "Marcada"))


def test_the_checklist_and_the_result(hugo: YardPhone, folder: Path) -> None:
    bookings.paid(hugo.cast, hugo.vehicle, "2026/4711")
    visit = hugo.type_plate()
    visit.identify(TAIL)
    visit.shots()
    visit.at("checklist")
    visit.mark("LV04.1", "ok")
    visit.mark("LV04.2", "ok")
    visit.item("LV04.1").evaluate(_WHOLE_GROUP)
    shoot(hugo.page, folder / "yard-checklist.png")
    visit.all_well()
    visit.go_on()
    later(hugo)
    visit.finish()
    [row] = hugo.visits(1)
    expect(hugo.page.locator("[data-result-report]")).to_have_text(f"Laudo {row.report}")
    expect(hugo.page.locator("[data-result-seal]")).to_contain_text("Selo ")
    shoot(hugo.page, folder / "yard-result.png")
    assert visit.word() == "APROVADO"
