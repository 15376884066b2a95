"""The fixtures of browser tests, and Ana's phone in Planura with two licensed cars."""

import re
import time
from contextvars import Context
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, FilePayload, Page, expect
from sqlalchemy import select

from app.permits.qr import matrix
from app.persistence.base import db
from app.verification.models import Stop
from tests.support import cars, cast, permits
from tests.support.browser import (  # noqa: F401  (fixtures)
    Site,
    browser,
    browser_context,
    camera_file,
    code_scene,
    live_server,
    playwright,
    server,
    session_cookie,
    show_camera,
)

_ENTRIES = """() => new Promise((resolve, reject) => {
  const opened = indexedDB.open("campo");
  opened.onerror = () => reject(opened.error);
  opened.onsuccess = () => {
    const database = opened.result;
    const all = database.transaction("entries").objectStore("entries").getAll();
    all.onsuccess = () => { database.close(); resolve(all.result); };
  };
})"""


@dataclass
class Street:
    """Planura with a taxi and an app car, both with a seal; `page` is Ana's phone."""

    site: Site
    cast: cast.Cast
    taxi: permits.Permit
    page: Page
    camera: Path

    def open(self) -> None:
        """Open the field page and wait until it works."""
        self.page.goto(f"{self.site.address}/campo/")
        self.ready()

    def ready(self) -> None:
        """Wait until the page has drawn what the phone knows."""
        self.page.wait_for_function("() => 'ready' in document.body.dataset")

    def hold_up(self, url: str) -> None:
        """Show a code to the camera."""
        show_camera(self.camera, code_scene(matrix(url)))

    def scan(self, url: str) -> None:
        """From the home view, read a code with the camera."""
        self.hold_up(url)
        self.page.get_by_role("button", name="Ler código").click()
        self.sees("verdict")

    def photograph(self, scene: Image.Image) -> None:
        """On the scanner view, hand in a photo."""
        data = BytesIO()
        scene.save(data, "PNG")
        photo = FilePayload(name="foto.png", mimeType="image/png", buffer=data.getvalue())
        self.page.locator("[data-photo]").set_input_files([photo])

    def type_plate(self, text: str) -> None:
        """From the home view, look a plate up."""
        self.page.get_by_role("button", name="Digitar placa").click()
        self.page.get_by_label("Placa do carro").fill(text)
        self.page.get_by_role("button", name="Consultar placa").click()

    def sees(self, view: str) -> None:
        """Wait for a view."""
        self.page.locator(f'body[data-now="{view}"]').wait_for()

    def check_word(self, text: str) -> None:
        """Wait for the word on the band."""
        expect(self.page.locator("[data-word]")).to_have_text(text)

    def check_source(self, pattern: str) -> None:
        """Wait for what the answer rests on."""
        expect(self.page.locator("[data-source]")).to_have_text(re.compile(pattern))

    def stop_form(self) -> None:
        """From a verdict to the form of the stop, nobody at the wheel."""
        self.page.get_by_role("button", name="Placa confere, continuar").click()
        self.page.get_by_role("button", name="Continuar sem motorista").click()
        self.sees("stop")

    def finish_stop(self, outcome: str = "Orientado") -> None:
        """Choose how it ended and register; back on the home view."""
        self.page.get_by_label(outcome, exact=True).check()
        self.page.get_by_role("button", name="Registrar abordagem").click()
        self.sees("home")

    def offline(self, off: bool = True) -> None:
        """Take the signal away, or give it back."""
        self.page.context.set_offline(off)

    def entries(self) -> list[dict[str, Any]]:
        """The outbox as it lies on the phone."""
        return list(self.page.evaluate(_ENTRIES))

    def stops(self) -> list[Stop]:
        """What the office has."""
        db.session.rollback()
        return list(db.session.scalars(select(Stop).order_by(Stop.happened_at)))

    def check_stops(self, count: int) -> list[Stop]:
        """Wait until the office has that many."""
        deadline = time.monotonic() + 15
        while len(found := self.stops()) < count and time.monotonic() < deadline:
            self.page.wait_for_timeout(50)
        assert len(found) == count, [(s.plate_read, s.note) for s in found]
        return found


Planura = tuple[cast.Cast, permits.Permit, dict[str, str]]


def _planura(site: Site) -> Planura:
    city = cast.planura(site.app)
    taxi = permits.permit_for(site.app, city, cars.planura_taxi(city))
    return city, taxi, Context().run(session_cookie, site, "ana")


def at_work(site: Site, made: Planura, context: BrowserContext, camera: Path) -> Street:
    """Ana signed in on that phone, the list on it, the worker in charge."""
    city, taxi, cookie = made
    show_camera(camera, Image.new("RGB", (1280, 720), "grey"))
    context.add_cookies([cookie])  # type: ignore[list-item]
    found = Street(site, city, taxi, context.new_page(), camera)
    found.open()
    found.page.locator('[data-list-chip][data-age="fresh"]').wait_for()
    found.page.wait_for_function("() => navigator.serviceWorker.controller")
    return found


@pytest.fixture
def planura(live_server: Site) -> Planura:  # noqa: F811
    """The city, its taxi, and Ana's session; made once a run."""
    prepared = live_server.database.prepared
    return prepared("planura", lambda: _planura(live_server))  # type: ignore[no-any-return]


@pytest.fixture
def street(
    live_server: Site,  # noqa: F811
    planura: Planura,
    browser_context: BrowserContext,  # noqa: F811
    camera_file: Path,  # noqa: F811
) -> Street:
    """An ordinary day: camera, place and signal."""
    return at_work(live_server, planura, browser_context, camera_file)
