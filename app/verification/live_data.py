"""What the driver's page shows, as plain JSON values: his cars, what is missing, his codes, his phone.

Dates leave as dd/mm/aaaa, sentences as the driver reads them today; instants as ISO text in UTC.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.accounts.queries import City, city
from app.inspections.booking_next import next_visits
from app.kernel.civil import civil_today, format_date
from app.kernel.errors import NotFound, RuleRefused
from app.kernel.names import short_name
from app.permits.keys import signing_key
from app.permits.models import LiveDevice
from app.permits.service_seals import seal_address
from app.persistence.base import db
from app.registry.models import Driver, Vehicle
from app.regulation.facts import Modality
from app.regulation.ruleset import Ruleset
from app.regulation.verdict import Audience, Level, Reason
from app.verification.live import code_maker, living_device
from app.verification.live_cars import OwnCar, cars_of, driver_of, live_refusal, seal_refusal
from app.verification.live_codes import LiveWindow, symbol
from app.verification.timelines import inspection_until

_MODALITIES = {Modality.TAXI: "Táxi", Modality.APP: "Aplicativo"}


@dataclass(frozen=True)
class CarPhone:
    """What the office sees of a car's phone: whose it is, since when, its last fetch."""

    vehicle_id: str
    plate: str
    device_id: str = ""
    label: str = ""
    driver: str = ""
    enrolled_at: datetime | None = None
    last_fetch_at: datetime | None = None


def own_permits(actor: Actor, law: Ruleset, *, now: datetime) -> dict[str, Any]:
    """Everything the page shows to the signed-in driver; `driver` is null for a stranger."""
    actor.require(Permission.OWN_PERMIT_SHOW)
    session, home = db.session(), city(actor.municipality_id)
    today = civil_today(now, home.time_zone)
    driver = driver_of(session, actor)
    cars = cars_of(session, driver, law, today) if driver else []
    visits = next_visits(session, actor.municipality_id, [car.record.vehicle.id for car in cars])
    return {
        "owner": actor.account_id,
        "server_now": iso(now),
        "zone": home.time_zone,
        "training": law.training,
        "city": {"label": home.label, "phone": home.phone},
        "driver": {"name": short_name(driver.name)} if driver else None,
        "cars": [
            _car(session, actor, home, car, today, now)
            | {"visit": visits.get(car.record.vehicle.id, "")}
            for car in cars
        ],
    }


def phone_of_car(actor: Actor, vehicle_id: str) -> CarPhone:
    """The phone of a car for the office; NotFound for a car of another city."""
    actor.require(Permission.SEAL_ISSUE)
    session = db.session()
    vehicle = session.get(Vehicle, vehicle_id)
    if vehicle is None or vehicle.municipality_id != actor.municipality_id:
        raise NotFound
    device = living_device(session, actor.municipality_id, vehicle_id)
    if device is None:
        return CarPhone(vehicle.id, vehicle.plate)
    return CarPhone(
        vehicle.id,
        vehicle.plate,
        device.id,
        device.label,
        session.get_one(Driver, device.driver_id).name,
        device.enrolled_at,
        device.last_fetch_at,
    )


def windows_json(windows: list[LiveWindow], now: datetime) -> dict[str, Any]:
    """The answer to the phone: each window with start, digits and symbol, and the server's clock."""
    return {
        "server_now": iso(now),
        "windows": [
            {
                "start": iso(window.start),
                "digits": window.digits,
                "bits": symbol(seal_address(window.digits)),
            }
            for window in windows
        ],
    }


def iso(moment: datetime) -> str:
    """`2026-11-30T13:00:00.000Z`, as a browser writes it."""
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def _car(
    session: Session, actor: Actor, home: City, car: OwnCar, today: date, now: datetime
) -> dict[str, Any]:
    vehicle, verdict = car.record.vehicle, car.verdict(today)
    permit = car.record.permit_on(today)
    refusal = live_refusal(session, car, today)
    return {
        "vehicle_id": vehicle.id,
        "plate": vehicle.plate,
        "model": f"{vehicle.make_model}, {vehicle.colour.lower()}",
        "modality": _MODALITIES[Modality(vehicle.modality)],
        "permit": _permit(car, permit.number if permit else "", permit.ends_on if permit else None),
        "level": verdict.level.value,
        "banner": verdict.banner.text(Audience.DRIVER, today) if verdict.banner else "",
        "reasons": [_reason(reason, today) for reason in verdict.told_to_agent],
        "dates": [
            {"name": name, "date": format_date(day), "days": (day - today).days}
            for name, day in _dates(car, today)
            if day is not None
        ],
        "seal": _seal(car),
        "static": _static(session, home, car, today, now),
        "live": _live(refusal),
        "device": _device(session, actor, home, vehicle.id),
    }


def _permit(car: OwnCar, number: str, ends_on: date | None) -> dict[str, str]:
    return {
        "name": car.law.word("permit"),
        "number": number,
        "until": format_date(ends_on) if ends_on else "",
    }


def _reason(reason: Reason, today: date) -> dict[str, str]:
    day = reason.fields.get("date")
    ahead = isinstance(day, date) and day >= today and reason.level is Level.AMBER
    return {
        "level": reason.level.value,
        "text": reason.text(Audience.DRIVER, today),
        "by": format_date(day) if ahead and isinstance(day, date) else "",
        "citation": reason.citation,
    }


def _dates(car: OwnCar, today: date) -> Iterator[tuple[str, date | None]]:
    """What runs out and when, as far as the law of the city asks for it."""
    law, vehicle, driver = car.law, car.record.vehicle, car.driver
    permit = car.record.permit_on(today)
    facts = car.record.facts(today, driver_id=driver.id)
    yield law.word("permit"), permit.ends_on if permit else None
    for check, name, day in (
        ("inspection_valid", "Vistoria", inspection_until(facts, law, today)),
        ("licensing_valid", "CRLV", vehicle.licensing_valid_until),
        ("driver_licence", "CNH", driver.licence_valid_until),
        ("card_valid", law.word("driver_card"), driver.card_valid_until),
    ):
        if law.check(check).applies:
            yield name, day


def _seal(car: OwnCar) -> dict[str, Any] | None:
    if car.seal is None:
        return None
    return {"number": car.seal.number, "until": format_date(car.seal.expires_on)}


def _static(
    session: Session, home: City, car: OwnCar, today: date, now: datetime
) -> dict[str, str] | None:
    """The code without live proof; none in any state of the permit but in force (threats.md T05)."""
    if seal_refusal(session, car, today) is not None:
        return None
    try:
        signer = signing_key(session, home, "printed", now)
    except RuleRefused:  # no key on this server: the page still opens, without a code
        return None
    digits = code_maker(car, car.law).static(signer)
    return {"digits": digits, "bits": symbol(seal_address(digits))}


def _live(refusal: RuleRefused | None) -> dict[str, Any]:
    if refusal is None:
        return {"allowed": True, "why": "", "citation": ""}
    return {"allowed": False, "why": refusal.message, "citation": refusal.citation}


def _device(session: Session, actor: Actor, home: City, vehicle_id: str) -> dict[str, Any] | None:
    device: LiveDevice | None = living_device(session, actor.municipality_id, vehicle_id)
    if device is None:
        return None
    return {
        "id": device.id,
        "label": device.label,
        "mine": device.account_id == actor.account_id,
        "enrolled_on": format_date(civil_today(device.enrolled_at, home.time_zone)),
    }
