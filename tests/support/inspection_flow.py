"""An inspector doing a visit in the field app, step by step, as the page asks."""

import json
import re
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, expect

FRAMES = 240
SIDES = 4
# What a person reads off the papers of a sound car, by item: Planura, then Patrocínio.
READ = {
    "LV07": {"number": "5"},
    "LV08": {"date": "2027-06-30", "number": "2026"},
    "LV10": {"number": "2024"},
    "LA01": {"number": "2024"},
    "LA02": {"number": "4"},
    "LT03": {"text": "Decreto 12"},
    "LT12": {"text": "Rodoviária"},
    "PV02": {"number": "2024"},
    "PV03": {"number": "4"},
    "PV04": {"number": "5"},
    "PV15": {"date": "2026-11-20"},
    "PV16": {"date": "2027-06-30"},
    "PV18": {"number": "60000", "date": "2027-06-30"},
}

_PICTURES = 'document.querySelectorAll(".shot-tile img").length'
_TITLE = '(document.querySelector("dialog[open] [data-camera-title]")?.textContent ?? "")'


def show_film(file: Path) -> None:
    """A living picture before the fake camera: no frame is the one before it."""
    fresh = file.with_suffix(".new")
    fresh.write_bytes(_film())
    fresh.replace(file)


@cache
def _film() -> bytes:
    data = BytesIO()
    for n in range(FRAMES):
        colour = (n % 16 * 16, n // 16 * 16, 255 - n)
        Image.new("RGB", (640, 480), colour).save(data, "JPEG", quality=90)
    return data.getvalue()


@dataclass
class Inspector:
    """The open visit on a phone; each verb does one step and, where told, goes on."""

    page: Page
    taps: int = 0

    def tap(self, name: str, *, exact: bool = True) -> None:
        """A button by its name."""
        self.page.get_by_role("button", name=name, exact=exact).click()
        self.taps += 1

    def at(self, step: str) -> None:
        """Wait for a step."""
        self.page.locator(f'[data-view="inspection"][data-now="{step}"]').wait_for()

    def go_on(self) -> None:
        """The main action, whatever it says."""
        self.page.locator("[data-visit-next]").click()
        self.taps += 1

    def begin(self) -> None:
        """From a verdict."""
        self.tap("Vistoriar")
        self.at("identify")

    def chassis(self, tail: str) -> None:
        """Type what stands on the car."""
        self.page.get_by_label("Os 6 últimos do chassi").fill(tail)

    def chassis_said(self) -> Locator:
        """What the page says of it."""
        return self.page.locator("[data-chassis-said]")

    def identify(self, tail: str = "123456") -> None:
        """The car is the one of the registry."""
        self.at("identify")
        expect(self.page.locator("[data-visit-position]")).to_have_text("Lugar: ±12 m, bom")
        self.told()
        self.chassis(tail)
        self.go_on()

    def told(self) -> None:
        """The registry has answered, or there is no signal to ask it."""
        asking = re.compile("Buscando")
        expect(self.page.locator(".visit-identify [data-registry-said]")).not_to_have_text(asking)

    def pay(self, guide: str = "2026/4711", day: str = "2026-11-27") -> None:
        """The guide in the driver's hand."""
        self.at("fee")
        self.page.get_by_label("Número da guia paga").fill(guide)
        self.page.get_by_label("Dia do pagamento").fill(day)
        self.go_on()

    def shoot(self, already: int = 0, until: int = SIDES) -> None:
        """The sides of the car, each once."""
        self.at("shots")
        for shot in range(already, until):
            self.shutter("[data-step=shots]", f"{_PICTURES} > {shot}")

    def shots(self) -> None:
        """All sides, and on."""
        self.shoot()
        self.go_on()

    def item(self, key: str) -> Locator:
        """A row of the checklist."""
        return self.page.locator(f'[data-ask="items.{key}"]')

    def mark(self, key: str, word: str) -> None:
        """Tap an answer: ok, nc, na."""
        self.item(key).locator(f'label[data-mark="{word}"]').click()
        self.taps += 1

    def read(self, key: str, values: dict[str, str]) -> None:
        """Type what was read, where it is asked and not known."""
        for name, value in values.items():
            field = self.item(key).locator(f'input[id$="-{name}"]')
            if field.is_visible() and not field.input_value():
                field.fill(value)

    def all_well(self) -> None:
        """Each group at once, then what must be read, then the pictures that are asked."""
        self.at("checklist")
        for _ in range(self.page.locator(".check-group").count()):
            button = self.page.locator("[data-group-all]:visible").first
            if not button.count():
                break
            button.click()
            self.taps += 1
        for key, values in READ.items():
            if self.item(key).count():
                self.unfold(key)
                self.read(key, values)
        self.photograph()

    def unfold(self, key: str) -> None:
        """Open the group of an item."""
        group = self.page.locator(".check-group").filter(has=self.item(key))
        fold = group.locator("[data-group-fold]")
        if fold.get_attribute("aria-expanded") == "false":
            fold.click()
            self.taps += 1

    def photograph(self) -> None:
        """Each picture that the list still asks for."""
        while self.page.locator("[data-visit-next]").inner_text().startswith("Fotografar"):
            self.go_on()
            self.take_all()

    def take_all(self) -> None:
        """With the camera of the list open: one tap a picture until it closes."""
        dialog = self.page.locator("[data-check-camera]")
        while dialog.is_visible():
            title = dialog.locator("[data-camera-title]").inner_text()
            self.shutter("[data-check-camera]", f"{_TITLE} !== {json.dumps(title)}")

    def shutter(self, box: str, done: str) -> None:
        """One picture; the film may show the frame of before, which the page refuses."""
        problem = self.page.locator(f"{box} [data-photo-problem]")
        while True:
            self.page.locator(f"{box} [data-shutter]:enabled").click()
            self.taps += 1
            refused = f'document.querySelector("{box} [data-photo-problem]")?.hidden === false'
            self.page.wait_for_function(f"() => ({done}) || ({refused})")
            if not problem.is_visible():
                return

    def to_review(self) -> None:
        """From the first step to the result, all well, the guide typed."""
        self.identify()
        self.pay()
        self.shots()
        self.all_well()
        self.go_on()
        self.at("review")

    def finish(self) -> None:
        """Freeze it."""
        self.at("review")
        self.go_on()
        self.at("done")

    def word(self) -> str:
        """The word of the result."""
        return self.page.locator("[data-result-word]").inner_text()
