"""The pictures of the README. With CONFERE_PICTURES=1 they are written to docs/pictures."""

import io
import os
from collections.abc import Iterator
from contextvars import Context
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from app.accounts.queries import city
from app.documents.permit import render_permit
from app.permits.queries_detail import permit_for
from app.permits.sheets import printable_seal, sheet_of
from tests.browser.conftest import Planura, Street, at_work
from tests.support.browser import NOON, PHONE, Site, phone, session_cookie
from tests.support.papers import page_of
from tests.support.permits import law, secretary

pytestmark = pytest.mark.browser
DOCS = Path(__file__).parents[2] / "docs" / "pictures"
RATIO = 2
SIZE = (PHONE["width"] * RATIO, PHONE["height"] * RATIO)
MOST_BYTES = 120_000
COLOURS = 128


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where pictures go."""
    if os.environ.get("CONFERE_PICTURES") != "1":
        return tmp_path
    DOCS.mkdir(parents=True, exist_ok=True)
    return DOCS


@pytest.fixture
def ana(
    live_server: Site, planura: Planura, browser: Browser, camera_file: Path
) -> Iterator[Street]:
    """Ana's phone, sharp."""
    with phone(browser, device_scale_factor=RATIO) as context:
        yield at_work(live_server, planura, context, camera_file)


@pytest.fixture
def visitor(live_server: Site, planura: Planura, browser: Browser) -> Iterator[Page]:
    """Anybody's phone, sharp."""
    with phone(browser, permissions=(), device_scale_factor=RATIO) as context:
        yield context.new_page()


def keep(image: Image.Image, file: Path, size: tuple[int, int] = SIZE) -> None:
    """Write it small, and look at what was written."""
    image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    assert file.stat().st_size <= MOST_BYTES, f"{file.name}: {file.stat().st_size} bytes"
    written = Image.open(file).convert("RGB")
    assert written.size == size, f"{file.name}: {written.size}"
    counted = written.getcolors(written.width * written.height) or []
    assert len(counted) >= 16, f"{file.name} has only {len(counted)} colours"
    # No colour over almost everything: a page that did not come looks like that.
    assert max(count for count, _ in counted) < 0.9 * size[0] * size[1], f"{file.name} is blank"


def shoot(page: Page, file: Path, size: tuple[int, int] = SIZE) -> None:
    """What the screen shows."""
    page.evaluate("() => document.fonts.ready")
    keep(Image.open(io.BytesIO(page.screenshot(animations="disabled"))), file, size)


def test_the_agents_home_and_verdict_without_signal(ana: Street, folder: Path) -> None:
    shoot(ana.page, folder / "field-home.png")
    ana.offline()
    ana.scan(ana.taxi.url)
    ana.check_source("Sem sinal · lista de hoje")
    shoot(ana.page, folder / "agent-verdict.png")
    ana.check_word("Autorizado")


def test_the_passengers_page(visitor: Page, planura: Planura, folder: Path) -> None:
    visitor.goto(planura[1].url)
    shoot(visitor, folder / "passenger.png")
    assert visitor.get_by_role("heading", level=1).inner_text() == "Autorizado"


def test_the_law_as_a_page(visitor: Page, live_server: Site, folder: Path) -> None:
    visitor.goto(f"{live_server.address}/norma")
    visitor.get_by_role("link", name="Projeto de Lei nº 28").click()
    visitor.wait_for_url("**/norma/planura-2025")
    shoot(visitor, folder / "norma.png")
    assert "Projeto de Lei nº 28" in visitor.locator("h1").inner_text()


def test_the_drivers_live_code(
    visitor: Page, live_server: Site, planura: Planura, folder: Path
) -> None:
    cookie = Context().run(session_cookie, live_server, "davi")
    visitor.context.add_cookies([cookie])  # type: ignore[list-item]
    visitor.goto(f"{live_server.address}/permissao/")
    visitor.get_by_role("button", name="Cadastrar este celular").click()
    visitor.get_by_role("button", name="Mostrar código ao vivo").click()
    visitor.locator("canvas[data-digits]").wait_for()
    shoot(visitor, folder / "driver-live.png")
    assert "muda em" in visitor.locator("dialog.code").inner_text()


def test_the_printed_permit(planura: Planura, live_server: Site, folder: Path) -> None:
    home, taxi, _ = planura
    detail = permit_for(secretary(home), taxi.id, on=NOON.date())
    sheet = sheet_of(detail, printable_seal(detail, taxi.seal.id), city(home.city), law(home))
    pdf, dpi = render_permit(sheet), (SIZE[0] - 40) / 210 * 25.4
    a4, a5 = page_of(pdf, 0, dpi), page_of(pdf, 1, dpi)
    picture = Image.new("RGB", SIZE, (208, 210, 206))
    picture.paste(a4, (20, 16))
    picture.paste(a5, (20, SIZE[1] - 16 - a5.height))
    keep(picture, folder / "permit.png")
    assert sheet.number == taxi.number
