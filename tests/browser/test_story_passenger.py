"""A passenger's visit without JavaScript: one answer, three languages, one tap that the office sees."""

from collections.abc import Iterator
from contextvars import Context

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from app.verification.gateway import answers_of
from tests.support.browser import PHONE, Site, axe, phone, session_cookie
from tests.support.papers import WORDS, City, Paper, printed_city

pytestmark = pytest.mark.browser
LANGUAGES = {
    "pt-BR": ("Autorizado", "Confira se é a placa deste carro", "A placa é diferente"),
    "en-US": ("Authorised", "Check that this is the plate of this car", "The plate is different"),
    "es-AR": (
        "Autorizado",
        "Compruebe que es la matrícula de este coche",
        "La matrícula es diferente",
    ),
}
_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def town(live_server: Site) -> City:
    """Planura with its printed permits; nobody has asked yet."""
    answers_of(live_server.app).limits.clear()
    prepared = live_server.database.prepared
    found: City = prepared("papers", lambda: printed_city(live_server.app))
    answers_of(live_server.app).store.forget()
    return found


@pytest.fixture(params=LANGUAGES)
def plain(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[str, BrowserContext]]:
    """A phone that runs no script."""
    options = {"viewport": PHONE, "locale": request.param, "has_touch": True}
    context = browser.new_context(java_script_enabled=False, **options)
    yield request.param, context
    context.close()


def open_code(page: Page, site: Site, paper: Paper) -> None:
    """What the stock camera does with a code."""
    page.goto(f"{site.address}/v/{paper.digits}")


def test_the_whole_page_is_one_answer_without_script_or_cookie(
    plain: tuple[str, BrowserContext], live_server: Site, town: City
) -> None:
    locale, context = plain
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_code(page, live_server, town.papers["green"])
    word, question, _ = LANGUAGES[locale]
    expect(page.get_by_role("heading", level=1)).to_have_text(word)
    expect(page.get_by_text(question)).to_be_visible()
    expect(page.locator(".plate")).to_have_text("FUM0B05")
    assert asked == [town.papers["green"].url] == [page.url]
    assert context.cookies() == []
    assert page.locator("script, link, img, [style]").count() == 0


def test_a_different_plate_is_one_tap_and_the_office_sees_it(
    plain: tuple[str, BrowserContext], live_server: Site, town: City, browser: Browser
) -> None:
    locale, context = plain
    page = context.new_page()
    open_code(page, live_server, town.papers["green"])
    page.get_by_role("button", name=LANGUAGES[locale][2]).tap()
    expect(page.get_by_text("190")).to_be_visible()
    page.locator("input[name=placa]").fill("xyz9a87")
    page.locator("main form button").tap()
    expect(page.locator(".plate")).to_have_text("XYZ9A87")
    assert context.cookies() == []
    with phone(browser, permissions=()) as office:
        cookie = Context().run(session_cookie, live_server, "celia")
        office.add_cookies([cookie])  # type: ignore[list-item]
        leads = office.new_page()
        leads.goto(f"{live_server.address}/placas-divergentes")
        expect(leads.get_by_text("FUM0B05")).to_be_visible()
        expect(leads.get_by_text("XYZ9A87")).to_be_visible()


def test_the_languages_are_one_tap_apart(
    plain: tuple[str, BrowserContext], live_server: Site, town: City
) -> None:
    _, context = plain
    page = context.new_page()
    open_code(page, live_server, town.papers["amber"])
    for language, word in (("Español", "es"), ("English", "en"), ("Português", "pt-BR")):
        if page.get_by_role("link", name=language).count():
            page.get_by_role("link", name=language).tap()
        expect(page.locator("html")).to_have_attribute("lang", word)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_answer_is_accessible_and_fits_small_phones(
    live_server: Site, town: City, browser: Browser, scheme: str
) -> None:
    with phone(browser, permissions=(), color_scheme=scheme) as context:
        page = context.new_page()
        for key, (_, says) in WORDS.items():
            open_code(page, live_server, town.papers[key])
            expect(page.get_by_role("heading", level=1)).to_have_text(says)
            for width in (360, 320):
                page.set_viewport_size(ViewportSize(width=width, height=640))
                assert page.evaluate(_WIDE) == 0, (key, width)
                assert axe(page) == [], (key, width)
