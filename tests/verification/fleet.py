"""Cars straight into the tables, in order on 30 November 2026, with signed codes.

No key here is real: `tests.permits.seals.private` rebuilds it from its name.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy.orm import Session

from app.inspections.models import InspectionResult
from app.kernel.ids import new_id
from app.kernel.plate import Plate
from app.permits.models import Authorisation, Restriction, Seal, SigningKey
from app.permits.token import SealCategory, SealPayload, SealType, encode
from app.persistence.transaction import changed, transaction
from app.registry import models as registry
from tests.permits.seals import private
from tests.support.cast import NOW, Cast

TODAY = date(2026, 11, 30)
FAR = date(2030, 6, 30)
EXPIRES = date(2027, 9, 15)
IBGE = {"planura-2025": 315160, "patrocinio-2020": 314810}
KEYS = {1: ("planura print", "printed"), 2: ("planura live", "live")}


@dataclass(frozen=True)
class Car:
    """Ids of one car and what hangs on it; `digits` is the text of its printed code."""

    city: str
    vehicle: str
    grant: str
    seal: str
    driver: str
    index: int
    plate: str
    digits: str
    platform: str = ""


def signing_keys(session: Session, city: str) -> None:
    """The public halves of the city's keys, printed (1) and live (2)."""
    for kid, (name, use) in KEYS.items():
        session.add(
            SigningKey(
                municipality_id=city,
                kid=kid,
                public_key=private(name + city).public_key().public_bytes_raw(),
                use=use,
                not_before=datetime(2026, 1, 1, tzinfo=UTC),
                not_after=datetime(2029, 1, 1, tzinfo=UTC),
            )
        )


def digits(city: str, payload: SealPayload) -> str:
    """The signed text of a payload, by the city's key of that number."""
    return encode(payload, private(KEYS[payload.kid][0] + city))


def payload(index: int, plate: str, **edits: Any) -> SealPayload:
    """The fields of a printed code of Planura."""
    fields: dict[str, Any] = {
        "type": SealType.PRINTED,
        "kid": 1,
        "municipality": 315160,
        "category": SealCategory.TAXI,
        "index": index,
        "plate": Plate(plate),
        "expiry": EXPIRES,
        "test": True,
    }
    return SealPayload(**{**fields, **edits})


def taxi(cast: Cast, plate: str = "ABC1D23", index: int = 1001, **edits: Any) -> Car:
    """A taxi of Planura with holder, Termo, inspection and code; `edits` go to the vehicle."""
    with transaction() as session:
        if index == 1001:
            signing_keys(session, cast.city)
        driver = _driver(session, cast, plate)
        vehicle = _vehicle(session, cast, plate, "taxi", edits)
        _link(session, cast, vehicle, driver, "holder")
        grant = _grant(session, cast, "taxi", f"12/{plate}", vehicle_id=vehicle, driver_id=driver)
        return _seal(session, cast, Car(cast.city, vehicle, grant, "", driver, index, plate, ""))


def app_car(cast: Cast, plate: str = "XYZ2E34", index: int = 2001, **edits: Any) -> Car:
    """An app car of Patrocínio with platform, policies, authorisation, driver and code."""
    with transaction() as session:
        if index == 2001:
            signing_keys(session, cast.city)
        driver = _driver(session, cast, plate)
        vehicle = _vehicle(session, cast, plate, "app", edits)
        _link(session, cast, vehicle, driver, "app")
        platform = _platform(session, cast, vehicle)
        grant = _grant(session, cast, "vehicle", f"7/{plate}", vehicle_id=vehicle)
        _policies(session, cast, vehicle, platform)
        car = Car(cast.city, vehicle, grant, "", driver, index, plate, "", platform)
        return _seal(session, cast, car, municipality=314810, category=SealCategory.APP)


def restrict(car: Car, subject: str = "authorisation", **edits: Any) -> str:
    """Suspend as a service would: write the act and say what changed."""
    subject_id = {
        "authorisation": car.grant,
        "vehicle": car.vehicle,
        "driver": car.driver,
        "platform": car.platform,
    }[subject]
    fields: dict[str, Any] = {
        "kind": "suspension",
        "starts_on": TODAY,
        "ends_on": None,
        "act": "Decreto 9/2026",
        "reasons": "segredo",
        "decided_by": "elisa",
        "decided_at": NOW,
        "training": True,
    }
    with transaction() as session:
        act = Restriction(
            id=new_id(),
            municipality_id=car.city,
            subject_kind=subject,
            subject_id=subject_id,
            **{**fields, **edits},
        )
        session.add(act)
        changed(session, f"{subject}:{subject_id}")
        return act.id


def _driver(session: Session, cast: Cast, plate: str) -> str:
    driver = registry.Driver(
        id=new_id(),
        municipality_id=cast.city,
        person_id=next(iter(cast.people.values())),
        name="Davi Nunes da Silva",
        search_key="DAVI NUNES DA SILVA",
        cpf=f"{abs(hash(plate)) % 10**11:011d}",
        licence_number="12345678901",
        licence_category="B",
        licence_valid_until=FAR,
        licence_first_on=date(2015, 3, 4),
        licence_issued_on=date(2025, 3, 4),
        paid_activity=True,
        toxicology_on=date(2026, 9, 15),
        card_valid_until=FAR,
        reregistered_on=date(2026, 9, 15),
        photo_id="f" * 32,
        registered_on=date(2026, 2, 10),
        updated_at=NOW,
    )
    session.add(driver)
    session.flush()
    return driver.id


def _vehicle(session: Session, cast: Cast, plate: str, modality: str, edits: Any) -> str:
    twin = Plate(plate).twin()
    fields: dict[str, Any] = {
        "make_model": "Fiat Cronos",
        "colour": "prata",
        "made_in": 2024,
        "model_year": 2025,
        "owned_since": date(2024, 5, 2),
        "licensing_valid_until": FAR,
        "licensing_city": "Planura",
        "reregistered_on": date(2026, 9, 15),
        "registered_on": date(2026, 2, 10),
    }
    vehicle = registry.Vehicle(
        id=new_id(),
        municipality_id=cast.city,
        plate=plate,
        twin=str(twin or ""),
        modality=modality,
        updated_at=NOW,
        **{**fields, **edits},
    )
    session.add(vehicle)
    session.flush()
    session.add(
        InspectionResult(
            municipality_id=cast.city,
            vehicle_id=vehicle.id,
            held_on=date(2026, 9, 15),
            result="approved",
            report_number="LV-2026/7",
            inspector_person_id="celia",
            recorded_at=NOW,
        )
    )
    return vehicle.id


def _link(session: Session, cast: Cast, vehicle: str, driver: str, role: str) -> None:
    session.add(
        registry.VehicleDriver(
            municipality_id=cast.city,
            vehicle_id=vehicle,
            driver_id=driver,
            role=role,
            starts_on=date(2026, 2, 10),
        )
    )


def _platform(session: Session, cast: Cast, vehicle: str) -> str:
    platform = registry.Platform(
        id=new_id(),
        municipality_id=cast.city,
        name="Vai Já Mobilidade",
        search_key="VAI JA MOBILIDADE",
        cnpj=new_id()[:14],
        registered_on=date(2026, 1, 10),
        updated_at=NOW,
    )
    session.add(platform)
    session.flush()
    _grant(
        session,
        cast,
        "platform",
        f"P/{platform.id[:8]}",
        platform_id=platform.id,
        ends_on=date(2027, 8, 10),
    )
    session.add(
        registry.VehiclePlatform(
            municipality_id=cast.city,
            vehicle_id=vehicle,
            platform_id=platform.id,
            starts_on=date(2026, 8, 12),
        )
    )
    return platform.id


def _policies(session: Session, cast: Cast, vehicle: str, platform: str) -> None:
    held = (("vehicle", vehicle, "owner"), ("platform", platform, "platform"))
    for subject, subject_id, purpose in (*held, ("platform", platform, "app")):
        session.add(
            registry.RegistryDocument(
                municipality_id=cast.city,
                subject_kind=subject,
                subject_id=subject_id,
                kind=f"insurance_{purpose}",
                issued_on=date(2026, 1, 1),
                valid_until=FAR,
                amount=5_000_000,
                purpose=purpose,
                recorded_at=NOW,
            )
        )


def _grant(session: Session, cast: Cast, kind: str, number: str, **edits: Any) -> str:
    fields: dict[str, Any] = {
        "starts_on": date(2026, 8, 10),
        "ends_on": date(2030, 7, 1),
        "licence_issued_on": date(2026, 8, 12),
        "rank": "nº 2, Rodoviária" if kind == "taxi" else "",
    }
    grant = Authorisation(
        id=new_id(),
        municipality_id=cast.city,
        kind=kind,
        number=number,
        act="Decreto 4/2026",
        training=True,
        ruleset="planura-2025",
        ruleset_hash="0" * 64,
        granted_at=NOW,
        **{**fields, **edits},
    )
    session.add(grant)
    session.flush()
    return grant.id


def _seal(session: Session, cast: Cast, car: Car, **edits: Any) -> Car:
    text = digits(cast.city, payload(car.index, car.plate, **edits))
    seal = Seal(
        id=new_id(),
        municipality_id=cast.city,
        number=car.index,
        authorisation_id=car.grant,
        vehicle_id=car.vehicle,
        plate=car.plate,
        kid=1,
        digits=text,
        expires_on=EXPIRES,
        issued_at=NOW,
        training=True,
    )
    session.add(seal)
    changed(session, f"vehicle:{car.vehicle}")
    session.flush()
    return Car(
        car.city,
        car.vehicle,
        car.grant,
        seal.id,
        car.driver,
        car.index,
        car.plate,
        text,
        car.platform,
    )
