"""A visit is one person's, in one tab, with a living camera; and what it asks can be asked again."""

from collections.abc import Iterator
from contextvars import Context
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect

from tests.browser.yard import TAIL, YardPhone, at_work, prepared
from tests.support.browser import Site, axe, launched, phone, session_cookie
from tests.support.inspection_flow import Inspector

pytestmark = pytest.mark.browser


@pytest.fixture
def yard(live_server: Site, browser_context: BrowserContext, camera_file: Path) -> YardPhone:
    """An ordinary day: camera, place and signal."""
    return at_work(live_server, prepared(live_server), browser_context, camera_file)


@pytest.fixture
def refused(live_server: Site, browser: Browser, camera_file: Path) -> Iterator[YardPhone]:
    """The same on a phone whose owner does not allow the camera."""
    with phone(browser, permissions=("geolocation",)) as context:
        yield at_work(live_server, prepared(live_server), context, camera_file)


def to_shots(yard: YardPhone) -> Inspector:
    """At the sides of the car."""
    visit = yard.type_plate()
    visit.identify(TAIL)
    visit.pay()
    visit.at("shots")
    return visit


def test_a_camera_that_is_not_allowed_says_how_and_offers_no_file(refused: YardPhone) -> None:
    visit = to_shots(refused)
    card = visit.page.locator('[data-step=shots] [data-photo-message="explain"]')
    card.get_by_role("button", name="Usar a câmera").click()
    denied = visit.page.locator('[data-step=shots] [data-photo-message="denied"]')
    expect(denied).to_contain_text("permita a câmera e volte aqui")
    assert visit.page.locator("[data-step=shots] input[type=file]").count() == 0
    visit.go_on()
    expect(visit.page.locator("[data-visit-form] [data-problems] a")).to_have_count(4)
    visit.at("shots")


def test_a_phone_without_camera_says_so(
    live_server: Site, camera_file: Path, playwright: Playwright
) -> None:
    with launched(playwright, None) as chromium, phone(chromium) as context:
        yard = at_work(live_server, prepared(live_server), context, camera_file)
        visit = to_shots(yard)
        none = visit.page.locator('[data-step=shots] [data-photo-message="none"]')
        expect(none).to_contain_text("Continue em um telefone com câmera")


def test_a_second_tab_may_look_and_take_over_but_never_both(yard: YardPhone) -> None:
    visit = yard.type_plate()
    visit.told()
    visit.chassis(TAIL)
    other = YardPhone(yard.site, yard.cast, yard.vehicle, yard.page.context.new_page())
    other.open()
    other.page.get_by_role("button", name="Continuar vistoria").click()
    second = Inspector(other.page)
    second.at("elsewhere")
    second.tap("Continuar aqui")
    second.at("identify")
    expect(other.page.get_by_label("Os 6 últimos do chassi")).to_have_value(TAIL)
    visit.at("elsewhere")


def test_the_back_button_walks_the_steps_and_keeps_what_was_done(yard: YardPhone) -> None:
    visit = to_shots(yard)
    visit.page.go_back()
    visit.at("fee")
    visit.page.go_back()
    visit.at("identify")
    expect(visit.page.get_by_label("Os 6 últimos do chassi")).to_have_value(TAIL)
    visit.page.go_back()
    yard.sees("verdict")


def test_a_draft_thrown_away_takes_its_photos_along(yard: YardPhone) -> None:
    visit = to_shots(yard)
    visit.shoot(until=2)
    visit.tap("Anular este rascunho")
    visit.tap("Anular mesmo")
    yard.sees("home")
    assert (yard.entries(), yard.photos()) == ([], [])


def test_another_inspector_does_not_see_the_draft(yard: YardPhone) -> None:
    visit = yard.type_plate()
    visit.told()
    cookie = Context().run(session_cookie, yard.site, "ana")
    yard.page.context.add_cookies([cookie])  # type: ignore[list-item]
    yard.open()
    expect(yard.page.locator("[data-agent]")).to_contain_text("Ana Souza")
    expect(yard.page.get_by_role("button", name="Continuar vistoria")).to_have_count(0)
    expect(yard.page.get_by_role("button", name="Vistoriar")).to_be_hidden()


def test_an_agent_who_does_not_inspect_is_offered_no_visit(yard: YardPhone) -> None:
    cookie = Context().run(session_cookie, yard.site, "ana")
    yard.page.context.add_cookies([cookie])  # type: ignore[list-item]
    yard.open()
    expect(yard.page.locator("[data-agent]")).to_contain_text("Ana Souza")
    yard.page.locator('[data-list-chip][data-age="fresh"]').wait_for()
    yard.page.get_by_role("button", name="Digitar placa").click()
    yard.page.get_by_label("Placa do carro").fill("RTA2C34")
    yard.page.get_by_role("button", name="Consultar placa").click()
    yard.sees("verdict")
    expect(yard.page.get_by_role("button", name="Lavrar auto")).to_be_visible()
    expect(yard.page.get_by_role("button", name="Vistoriar")).to_have_count(0)


def test_the_list_of_the_day_stays_without_signal(yard: YardPhone) -> None:
    yard.page.get_by_role("button", name="Vistoriar").click()
    yard.sees("day")
    expect(yard.page.locator("[data-day-none]")).to_be_visible()
    yard.offline()
    yard.page.get_by_role("button", name="Atualizar a lista").click()
    expect(yard.page.locator("[data-day-age]")).to_contain_text("Lista de hoje")


def test_the_steps_pass_axe(yard: YardPhone) -> None:
    visit = yard.type_plate()
    visit.told()
    found = {"identify": axe(visit.page)}
    visit.identify(TAIL)
    visit.at("fee")
    found["fee"] = axe(visit.page)
    visit.pay()
    visit.shots()
    visit.at("checklist")
    visit.page.go_back()
    visit.at("shots")
    found["shots"] = axe(visit.page)
    assert not any(found.values()), found
