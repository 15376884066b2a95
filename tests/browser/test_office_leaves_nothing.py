"""A shared computer: after sign-out neither the browser's stores nor Back show anybody's data."""

import pytest
from playwright.sync_api import Browser, Page

from tests.support import cars, cast
from tests.support.browser import Site, phone, sign_in

pytestmark = pytest.mark.browser
CANARIES = ("987.654.321-00", "98765432100", "59796888141", "Monte Carmelo")
STORES = """() => JSON.stringify([{...localStorage}, {...sessionStorage}])"""
CACHES = """async () => { let all = ""; for (const name of await caches.keys())
  for (const kept of await (await caches.open(name)).matchAll()) all += await kept.text();
  return all; }"""


def _leave_a_driver_page(page: Page, site: Site) -> None:
    town = cast.planura(site.app)
    car = cars.planura_taxi(town)
    sign_in(page, site.address, "celia")
    page.goto(f"{site.address}/cadastro/motoristas?q=davi")
    page.goto(f"{site.address}/cadastro/motoristas/{car.driver}")
    assert "59796888141" in page.content()
    page.get_by_role("button", name="Sair").click()
    page.wait_for_url(f"{site.address}/")


def test_back_after_sign_out_shows_no_personal_data(browser: Browser, live_server: Site) -> None:
    with phone(browser, permissions=()) as context:
        page = context.new_page()
        _leave_a_driver_page(page, live_server)
        page.go_back()
        page.wait_for_load_state()
        assert [c for c in CANARIES if c in page.content()] == []


def test_no_store_of_the_browser_keeps_personal_data(browser: Browser, live_server: Site) -> None:
    with phone(browser, permissions=()) as context:
        page = context.new_page()
        _leave_a_driver_page(page, live_server)
        kept = page.evaluate(STORES) + page.evaluate(CACHES)
        assert [c for c in CANARIES if c in kept] == []
