"""A town at work on several screens at once: driver, office, inspector, agent, passenger."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import Context
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect
from sqlalchemy import select

from app.inspections.models import Inspection
from app.permits.models import Seal
from app.persistence.base import db
from tests.browser.yard import YardPhone
from tests.support.browser import Site, phone, session_cookie
from tests.support.cast import Cast
from tests.support.inspection_flow import Inspector

_READY = "() => 'ready' in document.body.dataset"
FRAMES = 300
# The phone's watch, which a test may put forward as the server's.
WATCH = "const real = Date.now; window.later = %d; Date.now = () => real() + window.later;"


@dataclass
class Town:
    """One running city; each screen is a browser of its own."""

    site: Site
    browser: Browser
    stack: ExitStack
    screens: list[Page] = field(default_factory=list)
    home: Cast = field(default_factory=lambda: Cast("", {}, {}))
    passed: timedelta = timedelta()

    @property
    def app(self) -> Flask:
        """The application behind the server."""
        return self.site.app

    def screen(self, login: str = "", path: str = "/") -> Page:
        """A phone signed in as somebody, or nobody's."""
        context = self.stack.enter_context(phone(self.browser))
        if login:
            cookie: Any = Context().run(session_cookie, self.site, login)
            context.add_cookies([cookie])
        context.add_init_script(WATCH % _ms(self.passed))
        page = context.new_page()
        self.screens.append(page)
        page.goto(self.site.address + path)
        return page

    def later(self, wait: timedelta) -> None:
        """Time goes by, at the office and on every screen."""
        self.passed += wait
        before = self.site.clock
        self.site.clock = lambda: before() + wait
        for page in self.screens:
            page.evaluate("(ms) => { window.later = ms; }", _ms(self.passed))

    def field_phone(self, login: str) -> Page:
        """A phone with the field app, its list fresh, the worker in charge."""
        page = self.screen(login, "/campo/")
        page.wait_for_function(_READY)
        page.locator('[data-list-chip][data-age="fresh"]').wait_for()
        page.wait_for_function("() => navigator.serviceWorker.controller")
        return page

    def yard_phone(self, login: str = "hugo") -> YardPhone:
        """The inspector's phone."""
        return YardPhone(self.site, self.home, "", self.field_phone(login))

    def public(self, page: Page, digits: str) -> Locator:
        """What a passenger reads on top of the page of a code."""
        page.goto(f"{self.site.address}/v/{digits}")
        return page.locator("h1")


def _ms(wait: timedelta) -> int:
    return round(wait.total_seconds() * 1000)


def show_yard(camera: Path) -> None:
    """A new living picture before the fake camera: no frame is like another, or like one before."""
    film = BytesIO()
    for _ in range(FRAMES):
        spots = Image.effect_noise((12, 9), 90).resize((640, 480), Image.Resampling.BICUBIC)
        spots.convert("RGB").save(film, "JPEG", quality=70)
    fresh = camera.with_suffix(".new")
    fresh.write_bytes(film.getvalue())
    fresh.replace(camera)


def look_up(agent: Page, plate: str) -> Locator:
    """The band an agent sees, the plate just typed."""
    agent.goto(agent.url.partition("#")[0])
    agent.wait_for_function(_READY)
    agent.get_by_role("button", name="Digitar placa").click()
    agent.get_by_label("Placa do carro").fill(plate)
    agent.get_by_role("button", name="Consultar placa").click()
    expect(agent.locator("[data-source]")).to_have_text(re.compile("Consultado agora"))
    return agent.locator("[data-band]")


def from_day_list(hugo: YardPhone, plate: str) -> Inspector:
    """From home over the list of the day to the first step of a visit to that car."""
    hugo.page.get_by_role("button", name="Vistoriar", exact=True).click()
    hugo.sees("day")
    hugo.page.locator(".day-row").filter(has_text=plate).click()
    visit = Inspector(hugo.page)
    visit.at("identify")
    return visit


def identified(town: "Town", visit: Inspector, tail: str = "123456") -> None:
    """The end of the chassis number as it stands on the car, and the four sides; ten minutes."""
    visit.at("identify")
    visit.told()
    visit.chassis(tail)
    visit.go_on()
    visit.shots()
    visit.at("checklist")
    town.later(timedelta(minutes=10))


def fail(visit: Inspector, key: str, note: str) -> None:
    """An item that fails, with its picture and why."""
    visit.at("checklist")
    visit.unfold(key)
    visit.mark(key, "nc")
    visit.item(key).get_by_role("button", name="Fotografar").click()
    visit.take_all()
    visit.item(key).get_by_label("O que está errado?").fill(note)


def concluded(visit: Inspector) -> str:
    """All else well, frozen and heard by the office: the word on the screen."""
    visit.all_well()
    visit.go_on()
    visit.finish()
    expect(visit.page.locator("[data-result-report]")).to_be_visible(timeout=15_000)
    return visit.word()


def visits() -> list[Inspection]:
    """What the office has, oldest first."""
    db.session.rollback()
    return list(db.session.scalars(select(Inspection).order_by(Inspection.received_at)))


def seals() -> list[Seal]:
    """Every code of the city, by its number."""
    db.session.rollback()
    return list(db.session.scalars(select(Seal).order_by(Seal.number)))


@contextmanager
def opened_town(site: Site, browser: Browser, camera: Path) -> Iterator[Town]:
    """The town; a living picture stands before every camera."""
    show_yard(camera)
    with ExitStack() as stack:
        yield Town(site, browser, stack)


@pytest.fixture
def town(live_server: Site, browser: Browser, camera_file: Path) -> Iterator[Town]:
    """No city yet: each story makes its own."""
    with opened_town(live_server, browser, camera_file) as found:
        yield found
