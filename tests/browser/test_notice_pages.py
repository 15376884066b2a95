"""Each step of a notice: WCAG 2.2 AA by day and by night, 48 px, 18 px, 320 px wide; and no mouse."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import Planura, Street, at_work
from tests.browser.test_field_pages import _SMALL, _TINY, _WIDE
from tests.browser.test_notice_flow import EXPIRED, TYPE, at_noon_of, ready, red, writer
from tests.support.browser import Site, axe, phone
from tests.support.notice_flow import Writer

pytestmark = pytest.mark.browser
__all__ = ["red"]
_NARROW: ViewportSize = {"width": 320, "height": 568}


@pytest.fixture(params=["light", "dark"])
def painted(
    request: pytest.FixtureRequest,
    live_server: Site,
    planura: Planura,
    browser: Browser,
    camera_file: object,
) -> Iterator[Street]:
    """A narrow phone by day and by night, the taxi red."""
    made = (planura[0], planura[1], at_noon_of(live_server, EXPIRED))
    with phone(browser, color_scheme=request.param, viewport=_NARROW) as context:
        yield ready(at_work(live_server, made, context, camera_file))  # type: ignore[arg-type]


def check_step(page: Page, step: str) -> None:
    """Accessible, large enough to hit and to read, nothing wider than the phone."""
    page.locator(f'[data-view="notice"][data-now="{step}"]').wait_for()
    assert axe(page) == [], step
    assert page.evaluate(_SMALL) == [], step
    assert page.evaluate(_TINY) == [], step
    assert not page.evaluate(_WIDE), step
    expect(page.locator("[data-training]")).to_be_in_viewport()


def test_every_step_is_accessible(painted: Street) -> None:
    page = painted.page
    agent = writer(painted)
    check_step(page, "type")
    agent.choose_type(TYPE, kind="Termo de Advertência")
    check_step(page, "type")
    agent.choose("Auto de Infração")
    agent.go_on()
    agent.at("vehicle")
    agent.go_on()
    check_step(page, "vehicle")
    agent.vehicle()
    check_step(page, "people")
    page.locator("[data-driver-more] summary").click()
    check_step(page, "people")
    agent.people()
    check_step(page, "facts")
    agent.facts(ufm="2,5")
    page.locator("[data-shutter]:enabled").wait_for()
    check_step(page, "photos")
    agent.photo()
    check_step(page, "measures")
    agent.choose("Exigência de regularização")
    agent.tap("Incluir testemunha")
    check_step(page, "measures")
    agent.tap("Retirar testemunha")
    agent.page.get_by_label("Motivo da medida").locator("visible=true").fill("vencida")
    agent.go_on()
    check_step(page, "review")
    agent.read()
    check_step(page, "ending")
    agent.sign()
    check_step(page, "ending")
    agent.finish()
    check_step(page, "done")


def press(page: Page, name: str, key: str = "Enter") -> None:
    """A button by keyboard alone."""
    button = page.get_by_role("button", name=name, exact=True)
    button.focus()
    page.keyboard.press(key)


def test_a_notice_is_written_with_the_keyboard_alone(red: Street) -> None:
    page = red.page
    red.type_plate("FUM0B05")
    red.sees("verdict")
    press(page, "Lavrar auto")
    agent = Writer(page)
    agent.at("type")
    expect(page.locator("[data-heading]")).to_be_focused()
    page.locator(".notice-type").filter(has_text=TYPE).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-chosen-card]")).to_be_focused()
    press(page, "Continuar")
    agent.at("vehicle")
    for label in ("Placa no carro", "Marca e modelo", "Cor"):
        press(page, f"Confere {label}", "Space")
    press(page, "Documento do carro não apresentado")
    press(page, "Continuar")
    agent.at("people")
    press(page, "Davi N.")
    press(page, "Não apresentou documento")
    page.get_by_label("Pendente de consulta").focus()
    page.keyboard.press("Space")
    press(page, "Confere Número da autorização")
    press(page, "Confere Nome de quem responde")
    press(page, "Continuar")
    agent.facts(ufm="1")
    agent.photo(0)
    agent.at("measures")
    press(page, "Continuar")
    press(page, "O condutor leu; continuar")
    agent.at("ending")
    page.get_by_label("Recusou-se a assinar").focus()
    page.keyboard.press("Space")
    page.get_by_label("Como foi").fill("Não quis assinar nem ler.")
    page.get_by_label("Impressa agora").focus()
    page.keyboard.press("Space")
    press(page, "Lavrar o auto")
    agent.at("done")
    expect(page.locator("[data-done-number]")).to_have_text("TREINO-AI-2027-000001")
