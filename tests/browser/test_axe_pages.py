"""Every page that a link leads to, for who sees most of it: WCAG 2.2 AA, 320 px, CSP, console.

The list is `url_map`: a page that no link reaches, and that stands in no list below, fails.
"""

from contextvars import Context
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from sqlalchemy import select

from app.infractions.models import Notice
from app.inspections.models import Inspection
from app.kernel.content_code import content_code
from app.persistence.base import db
from app.verification.gateway import answers_of
from tests.support.browser import Site, axe, phone, session_cookie
from tests.support.cast import PEOPLE
from tests.support.office import Seen, busy_office, reached

pytestmark = pytest.mark.browser
LOGINS = ["", *(login for login, *_ in PEOPLE)]
# Answers that are no page: files, data, pictures, workers, the probe.
NO_PAGES = {
    "anchors.document",
    "assets.file",
    "bookings.calendar_entry",
    "cases.paper",
    "cases.post_edital",
    "cases.post_labels",
    "driver.data",
    "driver.worker",
    "evidence.attachment",
    "evidence.photo",
    "field.attachment",
    "field.hello",
    "field.inspection_day",
    "field.pack",
    "field.photo",
    "pages.health",
    "infractions.pdf",
    "inspections.numbers_csv",
    "inspections.report_pdf",
    "inspections.seal_pdf",
    "permits.sheet",
    "pwa.field_file",
    "pwa.field_manifest",
    "pwa.manifest",
    "pwa.worker",
}
ONLY_WITH_DEMO = {"demo.code", "demo.codes"}
ONLY_REDIRECTS = {"cases.by_notice", "pages.start", "verification.report_plate"}
_USUAL: ViewportSize = {"width": 360, "height": 740}
_NARROWEST: ViewportSize = {"width": 320, "height": 568}
_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def _walk(site: Site) -> list[Seen]:
    """Each page once, as whoever sees most on it."""
    town = busy_office(site.app)
    green = town.papers["green"]
    doors = [
        "/",
        "/entrar",
        "/inicio",
        "/norma",
        f"/consulta?placa={green.plate}",
        f"/v/{green.digits}",
        f"/a/{_code(site, Notice)}",
        f"/l/{_code(site, Inspection)}",
        "/permissao/",
        "/campo/",
    ]
    best: dict[str, Seen] = {}
    for login in LOGINS:
        answers_of(site.app).limits.clear()
        for seen in reached(site.app, login, _client(site, login), doors, _alone):
            if seen.endpoint not in best or best[seen.endpoint].size < seen.size:
                best[seen.endpoint] = seen
    return list(best.values())


def _code(site: Site, kind: type[Notice] | type[Inspection]) -> str:
    """The public code of a record, as its paper shows it."""
    with site.app.app_context():
        return content_code(db.session.scalars(select(kind.sha256)).first() or "")


def _alone(do: Any, *args: Any, **options: Any) -> Any:
    return Context().run(do, *args, **options)


def _client(site: Site, login: str) -> Any:
    client = site.app.test_client()
    if login:
        cookie = _alone(session_cookie, site, login)
        client.set_cookie("confere", cookie["value"], domain="127.0.0.1")
    return client


@pytest.fixture
def pages(live_server: Site) -> list[Seen]:
    """What links lead to; walked once a run."""
    answers_of(live_server.app).limits.clear()
    found: list[Seen] = live_server.database.prepared("office", lambda: _walk(live_server))
    answers_of(live_server.app).store.forget()
    return found


def html_endpoints(app: Flask) -> set[str]:
    """Every GET endpoint that is said to be a page."""
    all_of_them = {r.endpoint for r in app.url_map.iter_rules() if "GET" in (r.methods or set())}
    return all_of_them - NO_PAGES - ONLY_WITH_DEMO - ONLY_REDIRECTS


def test_a_link_leads_to_every_page(live_server: Site, pages: list[Seen]) -> None:
    found = {seen.endpoint for seen in pages if seen.address}
    assert html_endpoints(live_server.app) - found == set()


@pytest.mark.parametrize("login", LOGINS)
def test_every_page_is_accessible_and_fits(
    live_server: Site, pages: list[Seen], browser: Browser, login: str
) -> None:
    mine = [seen for seen in pages if seen.address and seen.login == login]
    problems: dict[str, list[str]] = {}
    with phone(browser, permissions=(), color_scheme="light") as context:
        page = _signed_in(context, live_server, login)
        for seen in mine:
            page.goto(live_server.address + seen.address)
            _settle(page, seen)
            if wrong := _problems(page):
                problems[f"{seen.endpoint} {seen.address}"] = wrong
    assert problems == {}


def _signed_in(context: BrowserContext, site: Site, login: str) -> Page:
    if login:
        context.add_cookies([_alone(session_cookie, site, login)])
    return context.new_page()


def _settle(page: Page, seen: Seen) -> None:
    """The two apps draw themselves."""
    if seen.endpoint == "field.shell":
        page.wait_for_function("() => 'ready' in document.body.dataset")
    if seen.endpoint == "driver.permit":
        page.wait_for_load_state("networkidle")


def _problems(page: Page) -> list[str]:
    """By day, by night, and on the narrowest phone."""
    page.set_viewport_size(_USUAL)
    page.emulate_media(color_scheme="light")
    found = [f"day: {line}" for line in axe(page)]
    page.emulate_media(color_scheme="dark")
    found += [f"night: {line}" for line in axe(page)]
    page.set_viewport_size(_NARROWEST)
    if wider := page.evaluate(_WIDE):
        found.append(f"{wider} px too wide at 320")
    return found + [f"CSP: {line}" for line in page.evaluate("() => window.violations")]
