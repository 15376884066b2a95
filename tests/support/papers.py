"""Permits on paper, one for each verdict: granted, sealed and printed by the city, then photographed."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Final

import pypdfium2
import zxingcpp
from flask import Flask
from PIL import Image, ImageFilter

from app.accounts.queries import city
from app.documents.permit import PermitSheet, render_permit
from app.inspections.domain import EarlierData
from app.inspections.service_earlier import record_earlier_result
from app.permits import qr
from app.permits.queries_detail import permit_for as detail_of
from app.permits.service_acts import suspend
from app.permits.service_seals import reprint_seal
from app.permits.sheets import printable_seal, sheet_of
from app.registry import service
from app.registry.domain import OwnerData
from app.regulation.facts import Subject
from tests.support import cars, cast, permits
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.permits import Permit

FRAME: Final = (1280, 720)
GREY: Final = (118, 120, 116)
DPI: Final = 200
_PIXELS_PER_MM: Final = DPI / 25.4
# Size of each part on the sheet, and where its code begins within it (app/documents/typst).
_PARTS: Final = {"windscreen": (178, 73, 10, 13), "card": (92, 56, 5, 10)}

# What the agent's band says, and what the passenger reads.
WORDS: Final = {
    "green": ("Autorizado", "Autorizado"),
    "amber": ("Atenção", "Autorizado"),
    "red": ("Não autorizado", "Não autorizado"),
    "suspended": ("Não autorizado", "Não autorizado"),
    "dead": ("Selo cancelado", "Código cancelado"),
    "forged": ("Código falso", "Não reconhecido"),
    "foreign": ("Outra cidade", "Autorizado"),  # one address serves both cities
}
_SOUND: Final = (cars.RENEWED.date(), cars.RENEWED.date())
# Last inspection and last re-registration.
_TAXIS: Final = {
    "amber": (cars.RENEWED.date(), date(2025, 12, 10)),
    "red": _SOUND,
    "suspended": _SOUND,
    "dead": _SOUND,
}
_CPFS: Final = ("39053344705", "17033259581", "20481773606", "61190428571")


@dataclass(frozen=True)
class Paper:
    """A printed permit; `word` is what the agent's band says of it, `says` what the passenger reads."""

    key: str
    url: str
    plate: str
    pdf: bytes
    word: str
    says: str

    @property
    def digits(self) -> str:
        """The text of its code."""
        return self.url.rpartition("/")[2]

    def held_up(self, part: str = "windscreen", tilt: float = 0.0) -> Image.Image:
        """The part as a camera of 1280 × 720 sees it: filling the frame, tilted, a little soft."""
        cut = _part(self.pdf, part)
        scale = min((FRAME[0] - 60) / cut.width, (FRAME[1] - 60) / cut.height)
        size = (round(cut.width * scale), round(cut.height * scale))
        cut = cut.resize(size, Image.Resampling.LANCZOS)
        scene = Image.new("RGB", FRAME, GREY)
        scene.paste(cut, ((FRAME[0] - size[0]) // 2, (FRAME[1] - size[1]) // 2))
        turned = scene.rotate(tilt, Image.Resampling.BICUBIC, fillcolor=GREY)
        return turned.filter(ImageFilter.GaussianBlur(0.7))


@dataclass(frozen=True)
class City:
    """Planura with its printed permits; `home` acts without the web."""

    home: Cast
    papers: dict[str, Paper]


def page_of(pdf: bytes, number: int, dpi: float) -> Image.Image:
    """One page of a PDF as an image."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        image: Image.Image = document[number].render(scale=dpi / 72).to_pil()
    finally:
        document.close()
    return image.convert("RGB")


def _part(pdf: bytes, part: str) -> Image.Image:
    """A part of the sheet, cut out around its code as scissors would."""
    sheet = page_of(pdf, 0, DPI)
    codes = sorted(zxingcpp.read_barcodes(sheet), key=lambda code: code.position.top_left.y)
    corner = codes[list(_PARTS).index(part)].position.top_left
    width, height, left, top = (round(mm * _PIXELS_PER_MM) for mm in _PARTS[part])
    x, y = max(0, corner.x - left), max(0, corner.y - top)
    return sheet.crop((x, y, min(sheet.width, x + width), min(sheet.height, y + height)))


def printed_city(app: Flask) -> City:
    """A permit for each verdict; what ends a permit's force comes after it was printed."""
    home = cast.planura(app)
    made = {"green": _permit(app, home, cars.planura_taxi(home))}
    for number, (key, (inspected, renewed)) in enumerate(_TAXIS.items()):
        made[key] = _permit(app, home, _taxi(home, number, inspected, renewed))
    papers = {key: _printed(home, key, *sealed) for key, sealed in made.items()}
    papers["forged"] = _forged(home, *made["green"])
    away = cast.patrocinio(app)
    papers["foreign"] = _printed(away, "foreign", *_permit(app, away, cars.patrocinio_app(away)))
    law, (stopped, lost) = permits.law(home), (made[key][1] for key in ("suspended", "dead"))
    suspend_permit(home, stopped)
    _fail(home, made["red"][0])
    reprint_seal(permits.secretary(home), law, lost.seal.id, "Para-brisa quebrado", now=NOW)
    return City(home, papers)


def suspend_permit(home: Cast, permit: Permit) -> None:
    """The mayor suspends it for 30 days, from today."""
    suspend(
        permits.mayor(home),
        permits.law(home),
        (Subject.AUTHORISATION, permit.id),
        starts_on=NOW.date(),
        days=30,
        act="Decreto 41/2026",
        process="PA 7/2026",
        reasons="Conduziu sem o cartão.",
        now=NOW,
    )


def _fail(home: Cast, car: Car) -> None:
    """It failed at the beginning of November and never came back; a code is only signed before."""
    result = EarlierData(date(2026, 11, 3), "failed", "LV-2026/210")
    record_earlier_result(home.actor("celia"), car.vehicle, result, ruleset=cars.PLA, now=NOW)


def _permit(app: Flask, home: Cast, car: Car) -> tuple[Car, Permit]:
    return car, permits.permit_for(app, home, car)


def _printed(home: Cast, key: str, car: Car, permit: Permit) -> Paper:
    return Paper(key, permit.url, car.plate, render_permit(_sheet(home, permit)), *WORDS[key])


def _forged(home: Cast, car: Car, permit: Permit) -> Paper:
    """The same sheet, drawn by somebody who changed one digit of the code."""
    last = (int(permit.url[-1]) + 1) % 10
    url = f"{permit.url[:-1]}{last}"
    sheet = replace(_sheet(home, permit), qr=qr.svg(url))
    return Paper("forged", url, car.plate, render_permit(sheet), *WORDS["forged"])


def _sheet(home: Cast, permit: Permit) -> PermitSheet:
    detail = detail_of(permits.secretary(home), permit.id, on=NOW.date())
    seal = printable_seal(detail, permit.seal.id)
    return sheet_of(detail, seal, city(home.city), permits.law(home))


def _taxi(home: Cast, number: int, inspected: date, renewed: date) -> Car:
    """A taxi with an owner who drives it; invented people with valid numbers."""
    plate, cpf = f"GHX{number}A2{number}", _CPFS[number]
    clerk, law, now = home.actor("bruno"), cars.PLA, cars.ENTERED
    data = cars.vehicle_data(
        plate=plate, chassis="", renavam="", make_model="Fiat Cronos", reregistered_on=renewed
    )
    owner = OwnerData("Lúcia Prates", cpf)
    person = cars.driver_data(name="Lúcia Prates", cpf=cpf, card_number=f"C-10{number}")
    vehicle = service.register_vehicle(clerk, data, ruleset=law, now=now, owner=owner)
    driver = service.register_driver(clerk, person, ruleset=law, now=now)
    service.link_driver(clerk, vehicle, driver, "holder", now.date(), ruleset=law, now=now)
    result = EarlierData(inspected, "approved", f"LV-2026/10{number}")
    record_earlier_result(home.actor("celia"), vehicle, result, ruleset=law, now=cars.RENEWED)
    return Car(vehicle, driver, plate)
