"""From the printed sheet to the agent's verdict: paper, camera, reader, screen, with signal and without."""

from contextvars import Context
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Street, at_work
from tests.support.browser import Site, session_cookie, show_camera
from tests.support.papers import City, printed_city
from tests.support.permits import Permit

pytestmark = pytest.mark.browser
COLOURS = {
    "green": "green",
    "amber": "amber",
    "red": "red",
    "suspended": "red",
    "dead": "red",
    "forged": "red",
    "foreign": "unknown",
}
REASONS = {
    "red": "Vistoria reprovada",
    "suspended": "suspens",
    "amber": "ecadastramento",
}


@pytest.fixture
def town(live_server: Site) -> City:
    """Planura with its printed permits; made once a run."""
    prepared = live_server.database.prepared
    return prepared("papers", lambda: printed_city(live_server.app))  # type: ignore[no-any-return]


@pytest.fixture
def ana(
    live_server: Site, town: City, browser_context: BrowserContext, camera_file: Path
) -> Street:
    """Ana's phone with the list of that town."""
    cookie = Context().run(session_cookie, live_server, "ana")
    nothing = Permit("", "", None, "")  # type: ignore[arg-type]
    return at_work(live_server, (town.home, nothing, cookie), browser_context, camera_file)


def read(ana: Street, town: City, key: str, part: str, tilt: float) -> None:
    """Hold a part of the paper before the camera and compare what the screen says."""
    paper = town.papers[key]
    reopened(ana)  # an open camera goes on showing the last picture
    show_camera(ana.camera, paper.held_up(part, tilt))
    ana.page.get_by_role("button", name="Ler código").click()
    ana.sees("verdict")
    ana.check_word(paper.word)
    expect(ana.page.locator("[data-band]")).to_have_attribute("data-level", COLOURS[key])
    if key in REASONS:
        expect(ana.page.locator(".reason").first).to_contain_text(REASONS[key])
    shown = ana.page.locator("[data-plate]:visible")
    plates = [] if key in {"forged", "foreign"} else [paper.plate]
    expect(shown).to_have_text(plates)


def reopened(ana: Street) -> None:
    """Close the page and open it again."""
    closed = ana.page
    ana.page = closed.context.new_page()
    closed.close()
    ana.open()


def told_by_server(ana: Street) -> list[int]:
    """How often the server was asked for a verdict, a list, the page. Its probe may slip out."""
    questions = (("POST", "/campo/consulta"), ("GET", "/campo/pacote"), ("GET", "/campo/"))
    return [ana.site.count(*question) for question in questions]


def test_every_paper_gets_its_verdict_with_signal(ana: Street, town: City) -> None:
    for key in COLOURS:
        asked = ana.site.count("POST", "/campo/consulta")
        read(ana, town, key, "windscreen", tilt=5)
        ana.check_source("Consultado agora")
        ana.check_word(town.papers[key].word)  # the server's answer changes nothing
        assert ana.site.count("POST", "/campo/consulta") == asked + 1


def test_every_paper_gets_its_verdict_in_airplane_mode(ana: Street, town: City) -> None:
    ana.offline()
    asked = told_by_server(ana)
    for key in COLOURS:
        read(ana, town, key, "card", tilt=-7)
        ana.check_source("Sem sinal · lista de hoje")
    assert told_by_server(ana) == asked
