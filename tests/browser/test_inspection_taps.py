"""How many taps a whole visit takes when all is well: a taxi's first inspection, from home to result."""

import json
from collections.abc import Callable, Iterator
from contextvars import Context
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.yard import Yard, YardPhone, at_work
from tests.support import cars, cast, field
from tests.support.browser import Site, phone, session_cookie

pytestmark = pytest.mark.browser

MOST = 60
PICKER = 3  # taps in the phone's calendar: open, day, OK


def prepare(site: Site) -> Yard:
    """Planura with a taxi that was never inspected, and Hugo."""
    city = cast.planura(site.app)
    field.with_keys(city)
    taxi = cars.planura_taxi(city, inspected=False)
    return city, taxi.vehicle, Context().run(session_cookie, site, "hugo")


@pytest.fixture
def yard(live_server: Site, browser: Browser, camera_file: Path) -> Iterator[YardPhone]:
    """Hugo's phone."""
    made: Yard = live_server.database.prepared("taxi-yard", lambda: prepare(live_server))
    with phone(browser) as context:
        yield at_work(live_server, made, context, camera_file)


@dataclass
class Thumb:
    """One thumb on that page: each touch is counted, letters apart."""

    page: Page
    taps: int = 0
    keys: int = 0

    def tap(self, target: Locator) -> None:
        target.click()
        self.taps += 1

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=name, exact=True))

    def type(self, target: Locator, text: str) -> None:
        """Into a field: one tap opens the keyboard."""
        self.tap(target)
        target.press_sequentially(text)
        self.keys += len(text)

    def pick(self, target: Locator, day: str) -> None:
        """A day of the phone's calendar."""
        target.fill(day)
        self.taps += PICKER

    def next(self, step: str) -> None:
        """The main button, and the step it leads to."""
        self.tap(self.page.locator("[data-visit-next]"))
        self.page.locator(f'[data-view="inspection"][data-now="{step}"]').wait_for()


def start(thumb: Thumb) -> None:
    """From home by the plate: chassis, guide, the four sides of the car."""
    page = thumb.page
    thumb.button("Digitar placa")
    thumb.type(page.get_by_label("Placa do carro"), "FUM0B05")
    thumb.button("Consultar placa")
    thumb.button("Vistoriar")
    thumb.type(page.get_by_label("Os 6 últimos do chassi"), "123456")
    thumb.next("fee")
    thumb.type(page.get_by_label("Número da guia paga"), "20264711")
    thumb.pick(page.get_by_label("Dia do pagamento"), "2026-11-27")
    thumb.next("shots")
    for shot in range(4):
        thumb.tap(page.locator("[data-step=shots] [data-shutter]:enabled"))
        expect(page.locator(".shot-tile img")).to_have_count(shot + 1)
    thumb.next("checklist")


def read(thumb: Thumb) -> None:
    """What no tap on a group can know: what stands on the car's papers."""
    page = thumb.page
    texts = {"LV07": {"number": "5"}, "LV08": {"date": "2027-06-30", "number": "2026"}}
    texts |= {"LV10": {"number": "2024"}, "LT03": {"text": "Dec 12"}, "LT12": {"text": "Praça"}}
    for key, values in texts.items():
        for name, value in values.items():
            target = page.locator(f'[data-ask="items.{key}"] input[id$="-{name}"]')
            if target.is_visible() and not target.input_value():
                (thumb.pick if name == "date" else thumb.type)(target, value)
    for key, word in {"LV07": "ok", "LT10": "ok"}.items():
        label = page.locator(f'[data-ask="items.{key}"] label[data-mark="{word}"]')
        if label.is_visible() and not label.locator("input").is_checked():
            thumb.tap(label)
    own = page.locator('[data-ask="items.LT09"] .pick').first
    if own.is_visible() and not own.locator("input").is_checked():
        thumb.tap(own)


def walk_round(camera: Path) -> None:
    """Another film: a lens that opens again does not see what it saw before."""
    data = BytesIO()
    for n in range(256):
        Image.new("RGB", (640, 480), (255 - n, n % 16 * 16, 99)).save(data, "JPEG", quality=90)
    fresh = camera.with_suffix(".new")
    fresh.write_bytes(data.getvalue())
    fresh.replace(camera)


def shoot(page: Page, done: str) -> None:
    """One picture; the film may show a frame twice, which no living lens does: then the next one."""
    problem = page.locator(".check-camera [data-photo-problem]")
    while not page.evaluate(done):
        page.locator(".check-camera [data-shutter]:enabled").click()
        page.wait_for_function(
            f"() => ({done})() || !document.querySelector('.check-camera [data-photo-problem]').hidden"
        )
        if problem.is_visible():
            page.wait_for_timeout(100)


def photograph(thumb: Thumb) -> int:
    """All pictures that are asked, one after another."""
    page, taken = thumb.page, 0
    thumb.tap(page.locator("[data-visit-next]"))
    title = page.locator("[data-camera-title]")
    while page.locator(".check-camera[open]").count():
        shoot(
            page,
            "() => !document.querySelector('.check-camera[open]') || document.querySelector"
            f"('[data-camera-title]').textContent !== {json.dumps(title.inner_text())}",
        )
        thumb.taps += 1
        taken += 1
    return taken


def one_more(thumb: Thumb, key: str) -> int:
    """A picture that nobody asked for."""
    row = thumb.page.locator(f'[data-ask="items.{key}"]')
    group = thumb.page.locator(".check-group").filter(has=row).locator("[data-group-fold]")
    if group.get_attribute("aria-expanded") == "false":
        thumb.tap(group)
    thumb.tap(row.get_by_role("button", name="Mais uma foto"))
    shoot(thumb.page, "() => !document.querySelector('.check-camera[open]')")
    thumb.taps += 1
    expect(row.locator(".photo-thumb")).to_have_count(2)
    return 1


def test_a_whole_visit_takes_at_most_sixty_taps(
    yard: YardPhone, camera_file: Path, record_property: Callable[[str, object], None]
) -> None:
    thumb = Thumb(yard.page)
    start(thumb)
    items = yard.page.locator(".check-item").count()
    while (button := yard.page.locator("[data-group-all]:visible")).count():
        thumb.tap(button.first)
    read(thumb)
    walk_round(camera_file)
    photos = 4 + photograph(thumb) + one_more(thumb, "LV01")
    thumb.next("review")
    expect(yard.page.locator("[data-sum-word]")).to_have_text("APROVADO")
    told = f"{items} itens, {photos} fotos: {thumb.taps} toques e {thumb.keys} letras"
    print(told)
    record_property("taps", told)
    assert items >= 35 and photos >= 8 and thumb.taps <= MOST, told
    thumb.next("done")
    [row] = yard.visits(1)
    assert (row.result, row.vehicle_id) == ("approved", yard.vehicle)
