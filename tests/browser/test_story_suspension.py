"""The mayor suspends a permit: red online at once, and without signal at the next contact."""

from collections.abc import Iterator
from contextvars import Context
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Planura, Street, at_work
from tests.support.browser import Site, phone, session_cookie

pytestmark = pytest.mark.browser


@pytest.fixture
def far_away(
    live_server: Site, planura: Planura, browser: Browser, camera_file: Path
) -> Iterator[Street]:
    """Ana's second phone: it has the list, and now loses its signal."""
    with phone(browser) as context:
        found = at_work(live_server, planura, context, camera_file)
        found.offline()
        yield found


@pytest.fixture
def elisa(live_server: Site, planura: Planura, browser: Browser) -> Iterator[Page]:
    """The mayor at her phone, on the page of the taxi's permit."""
    with phone(browser, permissions=()) as context:
        cookie = Context().run(session_cookie, live_server, "elisa")
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(f"{live_server.address}/autorizacoes/{planura[1].id}")
        yield page


def suspend(page: Page) -> None:
    """Fill in the act, as the form asks."""
    page.get_by_role("link", name="Registrar medida").click()
    page.get_by_label("Medida", exact=True).select_option(label="Suspensão")
    page.get_by_label("Dias de suspensão").fill("30")
    page.get_by_label("Ato", exact=True).fill("Decreto 41/2026")
    page.get_by_label("Processo administrativo").fill("PA 7/2026")
    page.get_by_label("Motivos").fill("Conduziu sem o cartão.")
    page.get_by_role("button", name="Gravar medida").click()
    expect(page.get_by_text("O veredito já mudou")).to_be_visible()


def home(street: Street) -> None:
    """Back in one step, however deep: a scanner between would read the code again."""
    street.page.evaluate("() => history.go(-history.state.depth)")
    street.sees("home")


def scan_again(street: Street) -> None:
    """The same code once more."""
    home(street)
    street.scan(street.taxi.url)


def test_red_online_at_once_and_offline_at_the_next_contact(
    street: Street, far_away: Street, elisa: Page
) -> None:
    street.scan(street.taxi.url)
    street.check_word("Autorizado")
    far_away.scan(far_away.taxi.url)
    far_away.check_word("Autorizado")

    suspend(elisa)

    scan_again(street)
    street.check_word("Não autorizado")
    street.check_source("Consultado agora")
    expect(street.page.locator(".reason").first).to_contain_text("suspens")

    scan_again(far_away)
    far_away.check_word("Autorizado")
    far_away.check_source(r"Sem sinal · lista de hoje, 10:00 \(")

    home(far_away)
    fetched = far_away.site.count("GET", "/campo/pacote")
    far_away.offline(False)
    far_away.page.wait_for_function("() => navigator.onLine")
    wait_for_list(far_away, fetched)
    far_away.offline()
    far_away.scan(far_away.taxi.url)
    far_away.check_word("Não autorizado")
    far_away.check_source("Sem sinal · lista de hoje")


def wait_for_list(street: Street, before: int) -> None:
    """By itself, on regained signal, the phone fetches the new list."""
    for _ in range(100):
        if street.site.count("GET", "/campo/pacote") > before:
            break
        street.page.wait_for_timeout(100)
    assert street.site.count("GET", "/campo/pacote") > before
    expect(street.page.locator("[data-list-chip]")).to_have_attribute("data-age", "fresh")


def test_a_passenger_reads_it_on_the_next_request(
    street: Street, elisa: Page, browser_context: BrowserContext
) -> None:
    page = browser_context.new_page()
    page.goto(street.taxi.url)
    expect(page.get_by_role("heading", level=1)).to_have_text("Autorizado")
    suspend(elisa)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Não autorizado")
    assert "Conduziu" not in page.content() and "suspens" not in page.content()
