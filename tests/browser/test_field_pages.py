"""Each view of the field app: WCAG 2.2 AA by day and by night, wide enough targets, installable."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Planura, Street, at_work
from tests.support.browser import Site, axe, phone, text_scene

pytestmark = pytest.mark.browser
_SMALL = """() => [...document.querySelectorAll("button, a.button, input, textarea, summary, label.button")]
  .filter((e) => e.checkVisibility() && !e.classList.contains("sr"))
  .map((e) => [e.closest("label.field-radio") ?? e, e.outerHTML.slice(0, 80)])
  .filter(([e]) => e.getBoundingClientRect().height < 48 || e.getBoundingClientRect().width < 48)
  .map(([, words]) => words)"""
_TINY = """() => [...document.querySelectorAll("body *")]
  .filter((e) => e.checkVisibility() && !e.closest(".sr, .skip") && !e.matches(".sr, svg, svg *"))
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 18).map((e) => e.outerHTML.slice(0, 80))"""
_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(params=["light", "dark"])
def painted(
    request: pytest.FixtureRequest,
    live_server: Site,
    planura: Planura,
    browser: Browser,
    camera_file: Path,
) -> Iterator[Street]:
    """The phone by day and by night."""
    with phone(browser, color_scheme=request.param) as context:
        yield at_work(live_server, planura, context, camera_file)


def check_view(page: Page, view: str) -> None:
    """Accessible, no target under 48 px, no text under 18, nothing wider than the phone."""
    page.locator(f'body[data-now="{view}"]').wait_for()
    assert axe(page) == [], view
    assert page.evaluate(_SMALL) == [], view
    assert page.evaluate(_TINY) == [], view
    assert not page.evaluate(_WIDE), view


def test_every_view_is_accessible(painted: Street) -> None:
    page = painted.page
    check_view(page, "home")
    page.get_by_role("button", name="Aparelho").click()
    check_view(page, "device")
    page.go_back()
    painted.type_plate("FUM0B0")
    check_view(page, "plate")
    page.get_by_label("Placa do carro").fill("FUM0B05")
    page.get_by_role("button", name="Consultar placa").click()
    painted.check_source("Consultado agora")
    check_view(page, "verdict")
    page.get_by_role("button", name="Placa confere, continuar").click()
    check_view(page, "drivers")
    page.get_by_role("button", name="Continuar sem motorista").click()
    page.get_by_role("button", name="Registrar abordagem").click()
    check_view(page, "stop")
    painted.offline()
    painted.finish_stop()
    check_view(page, "home")
    page.get_by_role("button", name="Ver o que aguarda envio").click()
    check_view(page, "waiting")


def test_the_scanner_and_red_screens_are_accessible(painted: Street) -> None:
    page = painted.page
    page.get_by_role("button", name="Ler código").click()
    expect(page.locator("[data-scan-say]")).to_have_text("Aponte para o código do carro")
    check_view(page, "scanner")
    painted.photograph(text_scene("https://c0nfere.test/v/1"))
    check_view(page, "verdict")


def test_the_keyboard_walks_the_flow(street: Street) -> None:
    page = street.page
    page.get_by_role("button", name="Digitar placa").press("Enter")
    expect(page.get_by_label("Placa do carro")).to_be_focused()
    page.keyboard.type("FUM0B05")
    page.keyboard.press("Enter")
    street.sees("verdict")
    expect(page.locator("[data-heading]")).to_be_focused()
    page.keyboard.press("Tab")
    street.check_source("Consultado agora")  # the server's answer must not take the focus away
    expect(page.get_by_role("button", name="Placa confere, continuar")).to_be_focused()


def test_the_verdict_is_told_to_a_screen_reader(street: Street) -> None:
    street.type_plate("FUM0B05")
    expect(street.page.locator("[data-live]")).to_have_text("Autorizado, F U M 0 B 0 5")


def test_the_phone_offers_to_install_it(street: Street) -> None:
    session = street.page.context.new_cdp_session(street.page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A context of a test is always private browsing; nothing else may be missing.
    assert [e["errorId"] for e in errors] in ([], ["in-incognito"])
    manifest = session.send("Page.getAppManifest")
    assert not manifest["errors"] and '"start_url":"/campo/"' in manifest["data"].replace(" ", "")


def test_the_page_is_the_same_for_everybody(street: Street) -> None:
    signed_in = street.page.request.get(f"{street.site.address}/campo/").text()
    street.page.context.clear_cookies()
    assert street.page.request.get(f"{street.site.address}/campo/").text() == signed_in
