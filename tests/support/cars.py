"""Three cars in good standing on 30 November 2026, put in the registry by its own verbs.

Authorisations and seals are not here: `tests/support/permits.py` adds them.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime

from app.inspections.domain import EarlierData
from app.inspections.service_earlier import record_earlier_result
from app.registry import service
from app.registry.domain import DriverData, OwnerData, PlatformData, VehicleData
from app.registry.domain_documents import DocumentData
from app.regulation.loader import load_all
from app.regulation.ruleset import Ruleset
from tests.support.cast import Cast

ENTERED = datetime(2026, 2, 10, 13, 0, tzinfo=UTC)
RENEWED = datetime(2026, 9, 15, 13, 0, tzinfo=UTC)
FAR = date(2030, 6, 30)
PLA: Ruleset = load_all()["planura-2025"]
PAT: Ruleset = load_all()["patrocinio-2020"]
DAVI_CPF = "98765432100"


@dataclass(frozen=True)
class Car:
    """Ids of a car and of those around it; `platform` is empty for a taxi."""

    vehicle: str
    driver: str
    plate: str
    platform: str = ""


def vehicle_data(**edits: object) -> VehicleData:
    """A sound car of 2024, licensed in Planura."""
    return VehicleData(
        **{
            "plate": "FUM0B05",
            "modality": "taxi",
            "make_model": "Chevrolet Onix Plus",
            "colour": "Branco",
            "made_in": 2024,
            "model_year": 2024,
            "chassis": "9BGEA48A0RG123456",
            "renavam": "40560865693",
            "owned_since": date(2024, 5, 2),
            "licensing_valid_until": FAR,
            "licensing_city": "Planura",
            "reregistered_on": RENEWED.date(),
            **edits,
        }  # type: ignore[arg-type]
    )


def driver_data(**edits: object) -> DriverData:
    """A driver whose licence and card are in date; `cpf` and `name` are Davi's."""
    return DriverData(
        **{
            "name": "Davi Nunes",
            "cpf": DAVI_CPF,
            "id_card": "MG-12.345.678",
            "id_card_issuer": "SSP/MG",
            "id_card_issued_on": date(2010, 3, 4),
            "licence_number": "59796888141",
            "licence_category": "B",
            "licence_valid_until": FAR,
            "licence_first_on": date(2015, 3, 4),
            "licence_issued_on": date(2024, 3, 4),
            "paid_activity": True,
            "card_number": "C-0001",
            "card_valid_until": FAR,
            "reregistered_on": RENEWED.date(),
            "address": "Rua Monte Carmelo, 120",
            "phone": "34998761234",
            **edits,
        }  # type: ignore[arg-type]
    )


PLATFORM = PlatformData(
    "Vai Junto Tecnologia", "12ABC34501DE35", "oi@vaijunto.example", "34998765432"
)
OWNER = OwnerData("Davi Nunes", DAVI_CPF)


def planura_taxi(cast: Cast, *, inspected: bool = True, owner_cpf: str = DAVI_CPF) -> Car:
    """FUM0B05, a taxi of Planura; Davi owns it and drives it. `inspected` on paper, in September."""
    clerk = cast.actor("bruno")
    owner = OwnerData("Davi Nunes", owner_cpf)
    vehicle = service.register_vehicle(clerk, vehicle_data(), ruleset=PLA, now=ENTERED, owner=owner)
    driver = service.register_driver(clerk, driver_data(), ruleset=PLA, now=ENTERED)
    _link(cast, "bruno", vehicle, driver, "holder", PLA)
    if inspected:
        _inspect(cast, "celia", vehicle, PLA)
    return Car(vehicle, driver, "FUM0B05")


def planura_app(cast: Cast) -> Car:
    """RTA2C34, an app car of Planura; Iara drives it for Vai Junto."""
    clerk = cast.actor("bruno")
    car = vehicle_data(plate="RTA2C34", modality="app", colour="Prata", renavam="", chassis="")
    vehicle = service.register_vehicle(clerk, car, ruleset=PLA, now=ENTERED, owner=OWNER)
    person = driver_data(name="Iara Conceição Dias", cpf="94580730224", card_number="C-0002")
    driver = service.register_driver(clerk, person, ruleset=PLA, now=ENTERED)
    platform = service.register_platform(clerk, PLATFORM, ruleset=PLA, now=ENTERED)
    _link(cast, "bruno", vehicle, driver, "app", PLA, platform)
    _inspect(cast, "celia", vehicle, PLA)
    return Car(vehicle, driver, "RTA2C34", platform)


def patrocinio_app(cast: Cast) -> Car:
    """QXV7D81, an app car of Patrocínio with every policy; João drives it for Vai Junto."""
    clerk = cast.actor("bruno-pat")
    car = vehicle_data(plate="QXV7D81", modality="app", licensing_city="Patrocínio")
    vehicle = service.register_vehicle(clerk, car, ruleset=PAT, now=ENTERED, owner=OWNER)
    person = driver_data(name="João Pereira d'Ávila", cpf="15736819384", card_number="")
    driver = service.register_driver(clerk, person, ruleset=PAT, now=ENTERED)
    platform = service.register_platform(clerk, PLATFORM, ruleset=PAT, now=ENTERED)
    _link(cast, "bruno-pat", vehicle, driver, "app", PAT, platform)
    _inspect(cast, "celia-pat", vehicle, PAT)
    for subject, kind in (
        (("platform", platform), "insurance_platform"),
        (("platform", platform), "insurance_app"),
        (("vehicle", vehicle), "insurance_owner"),
        (("driver", driver), "toxicology"),
    ):
        paper = DocumentData(kind, "1", RENEWED.date(), date(2027, 9, 15), 5_000_000)
        service.record_document(clerk, subject, paper, ruleset=PAT, now=RENEWED)
    return Car(vehicle, driver, "QXV7D81", platform)


def _link(
    cast: Cast, login: str, vehicle: str, driver: str, role: str, law: Ruleset, platform: str = ""
) -> None:
    clerk, day = cast.actor(login), ENTERED.date()
    service.link_driver(clerk, vehicle, driver, role, day, ruleset=law, now=ENTERED)
    if platform:
        service.link_vehicle_platform(clerk, vehicle, platform, day, ruleset=law, now=ENTERED)
        service.link_driver_platform(clerk, driver, platform, day, now=ENTERED)


def _inspect(cast: Cast, login: str, vehicle: str, law: Ruleset) -> None:
    found = EarlierData(RENEWED.date(), "approved", "LV-2026/031")
    record_earlier_result(cast.actor(login), vehicle, found, ruleset=law, now=RENEWED)
