"""Hugo's phone in the yard of Planura, with a car that was never inspected here."""

import time
from contextvars import Context
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page
from sqlalchemy import select

from app.inspections.models import Inspection
from app.persistence.base import db
from app.registry import service
from tests.support import cars, cast, outbox, permits
from tests.support.browser import Site, session_cookie
from tests.support.inspection_flow import Inspector, show_film

NEW_PLATE = "QNV5E67"
TAIL = "654321"

Yard = tuple[cast.Cast, str, dict[str, str]]


def prepare(site: Site) -> Yard:
    """The city, a new app car of it, and Hugo's session."""
    city = cast.planura(site.app)
    known = cars.planura_app(city)
    permits.permit_for(site.app, city, known)  # its platform is authorised, and the city has keys
    clerk = city.actor("bruno")
    data = cars.vehicle_data(
        plate=NEW_PLATE, modality="app", colour="Azul", renavam="", chassis=f"9BGEA48A0RG{TAIL}"
    )
    vehicle = service.register_vehicle(
        clerk, data, ruleset=cars.PLA, now=cars.ENTERED, owner=cars.OWNER
    )
    day = cars.ENTERED.date()
    service.link_vehicle_platform(
        clerk, vehicle, known.platform, day, ruleset=cars.PLA, now=cars.ENTERED
    )
    return city, vehicle, Context().run(session_cookie, site, "hugo")


@dataclass
class YardPhone:
    """`page` is Hugo's phone, the list on it; `vehicle` the new car."""

    site: Site
    cast: cast.Cast
    vehicle: str
    page: Page

    def open(self) -> None:
        """Open the field page and wait until it works."""
        self.page.goto(f"{self.site.address}/campo/")
        self.page.wait_for_function("() => 'ready' in document.body.dataset")

    def sees(self, view: str) -> None:
        """Wait for a view."""
        self.page.locator(f'body[data-now="{view}"]').wait_for()

    def type_plate(self, text: str = NEW_PLATE) -> Inspector:
        """From the home view to the first step of a visit to that car."""
        self.page.get_by_role("button", name="Digitar placa").click()
        self.page.get_by_label("Placa do carro").fill(text)
        self.page.get_by_role("button", name="Consultar placa").click()
        self.sees("verdict")
        found = Inspector(self.page)
        found.begin()
        return found

    def offline(self, off: bool = True) -> None:
        """Take the signal away, or give it back."""
        self.page.context.set_offline(off)

    def entries(self) -> list[dict[str, Any]]:
        """The outbox as it lies on the phone."""
        return outbox.rows(self.page, "entries")

    def photos(self) -> list[str]:
        """The photos as they lie on the phone, by their hash."""
        return [row["sha256"] for row in outbox.rows(self.page, "attachments")]

    def visits(self, count: int) -> list[Inspection]:
        """Wait until the office has that many."""
        deadline = time.monotonic() + 15
        while True:
            db.session.rollback()
            found = list(db.session.scalars(select(Inspection).order_by(Inspection.started_at)))
            if len(found) >= count or time.monotonic() > deadline:
                break
            self.page.wait_for_timeout(50)
        assert len(found) == count, [row.plate for row in found]
        return found


def at_work(site: Site, made: Yard, context: BrowserContext, camera: Path) -> YardPhone:
    """Hugo signed in on that phone, list and worker in place, a living picture before the camera."""
    city, vehicle, cookie = made
    show_film(camera)
    context.add_cookies([cookie])  # type: ignore[list-item]
    found = YardPhone(site, city, vehicle, context.new_page())
    found.open()
    found.page.locator('[data-list-chip][data-age="fresh"]').wait_for()
    found.page.wait_for_function("() => navigator.serviceWorker.controller")
    return found


def prepared(site: Site) -> Yard:
    """Made once a run."""
    made: Any = site.database.prepared("yard", lambda: prepare(site))
    return made  # type: ignore[no-any-return]
