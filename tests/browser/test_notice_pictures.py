"""The README's pictures of a notice: written in the street, in the office, and as the public sees it."""

import io
import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from app.demo.pictures import photo
from app.infractions.models import Notice
from app.kernel.content_code import readable_code
from tests.browser.conftest import Planura, Street, at_work
from tests.browser.test_notice_flow import (
    EXPIRED,
    TYPE,
    at_noon_of,
    check_notices,
    ready,
    writer,
)
from tests.browser.test_pictures import RATIO, folder, shoot
from tests.support.browser import Site, phone, show_camera
from tests.support.notice_flow import Writer

pytestmark = pytest.mark.browser
__all__ = ["folder"]
_DESK: ViewportSize = {"width": 1280, "height": 900}
_DESK_SIZE = (1280, 900)
_FACTS = "Em serviço no ponto com a vistoria anual vencida desde ontem, conforme o selo lido."


@pytest.fixture
def red(
    live_server: Site, planura: Planura, browser: Browser, camera_file: Path
) -> Iterator[Street]:
    """Ana's phone, sharp, beside the taxi whose inspection ended yesterday."""
    made = (planura[0], planura[1], at_noon_of(live_server, EXPIRED))
    with phone(browser, device_scale_factor=RATIO) as context:
        yield ready(at_work(live_server, made, context, camera_file))


@pytest.fixture
def desk(red: Street, browser: Browser) -> Iterator[Page]:
    """The chief at a desk."""
    with phone(browser, permissions=(), viewport=_DESK) as context:
        cookie = at_noon_of(red.site, EXPIRED, "fabio")
        context.add_cookies([cookie])  # type: ignore[list-item]
        yield context.new_page()


@pytest.fixture
def passenger(browser: Browser) -> Iterator[Page]:
    """Somebody with the paper in the hand."""
    with phone(browser, permissions=(), device_scale_factor=RATIO) as context:
        yield context.new_page()


def sign_by_hand(page: Page) -> None:
    """A signature that looks like one."""
    pad = page.locator("[data-pad] canvas")
    pad.evaluate("(pad) => pad.scrollIntoView({block: 'center'})")
    box = pad.bounding_box()
    assert box is not None
    left, middle, tall = box["x"] + 40, box["y"] + box["height"] / 2, box["height"] / 4
    page.mouse.move(left, middle)
    page.mouse.down()
    for step in range(80):
        turn, swell = step / 80 * math.tau * 5, 0.4 + 0.6 * math.sin(step / 80 * math.pi)
        x = left + step * (box["width"] - 90) / 80 + 30 * swell * math.cos(turn)
        page.mouse.move(x, middle + tall * swell * math.sin(turn))
    page.mouse.up()
    expect(page.locator("[data-signature-said]")).to_contain_text("Assinatura guardada")


def to_the_end(agent: Writer, folder: Path) -> None:
    """From the type to the signature; pictures of both steps."""
    shoot(agent.page, folder / "notice-type.png")
    agent.choose_type(TYPE)
    agent.go_on()
    agent.vehicle()
    agent.people()
    agent.facts(_FACTS, ufm="2,5")
    agent.photo()
    agent.at("measures")
    agent.go_on()
    agent.read()
    agent.choose("Assinou")
    sign_by_hand(agent.page)
    shoot(agent.page, folder / "notice-signature.png")
    agent.choose("Impressa agora")
    agent.finish()


def check_picture_of_the_copy(agent: Writer, folder: Path) -> None:
    """The copy, with its code in sight."""
    agent.tap("Mostrar a via do condutor")
    symbol = agent.page.locator(".copy-symbol")
    symbol.evaluate("(code) => code.scrollIntoView({block: 'center'})")
    shoot(agent.page, folder / "notice-copy.png")
    expect(symbol).to_be_in_viewport()


def check_pictures_of_the_office(desk: Page, site: Site, row: Notice, folder: Path) -> None:
    """The notice and the numbers, as the chief has them."""
    desk.goto(f"{site.address}/autos/{row.id}")
    expect(desk.get_by_role("heading", level=1)).to_contain_text("TREINO-AI-2027-000001")
    expect(desk.locator(".photos img")).to_have_js_property("complete", True)
    shoot(desk, folder / "office-notice.png", _DESK_SIZE)
    desk.goto(f"{site.address}/autos/numeros")
    expect(desk.locator(".blocks .record").first).to_contain_text("livres: 19")
    shoot(desk, folder / "office-numbers.png", _DESK_SIZE)


def test_a_notice_from_the_street_to_its_public_page(
    red: Street, desk: Page, passenger: Page, folder: Path
) -> None:
    scene = Image.open(io.BytesIO(photo("Carro no ponto", "FUM0B05"))).resize((1280, 720))
    agent = writer(red)
    show_camera(red.camera, scene)
    to_the_end(agent, folder)
    [row] = check_notices(red, 1)
    check_picture_of_the_copy(agent, folder)
    check_pictures_of_the_office(desk, red.site, row, folder)
    code = readable_code(row.sha256).replace(" ", "")
    passenger.goto(f"{red.site.address}/a/{code}")
    shoot(passenger, folder / "notice-public.png")
    assert passenger.get_by_role("heading", level=1).inner_text() == "Documento registrado"
