"""What the registry knows of a car and its people, for who is writing a notice about them.

Each answer is personal data read and one event of the access chain (requirements.md §§7.2, 7.3).
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.accounts.queries import City
from app.infractions.recent import recent_about
from app.kernel.canonical import instant_text
from app.kernel.civil import civil_today
from app.kernel.errors import Invalid
from app.ledger.service import append
from app.permits.asked_car import AskedCar, asked_cars
from app.permits.models import Authorisation
from app.persistence.transaction import transaction
from app.registry.models import Driver, Owner, Platform, Vehicle, VehicleDriver, VehiclePlatform
from app.registry.short_ids import driver_named

Json = dict[str, Any]
# Nothing here decides appeals yet, so nobody's record of final decisions is known.
_PRIMARY: Final = {
    "known": False,
    "words": "Não há decisões definitivas registradas aqui: confirme com a Secretaria.",
}


@dataclass(frozen=True)
class Asked:
    """A car by its code's index or its plate, and a driver by the short id of the card."""

    car: AskedCar
    driver: str = ""

    @classmethod
    def from_json(cls, body: dict[str, object]) -> "Asked":
        """`Invalid` unless a plate or an index is given; `driver_id` is another name of `driver`."""
        driver = body.get("driver") or body.get("driver_id") or ""
        if not isinstance(driver, str):
            raise Invalid("Digite uma placa.", field="plate")
        return cls(AskedCar.from_json(body), driver[:32])


def prefill(actor: Actor, city: City, asked: Asked, *, now: datetime) -> Json:
    """`{found, vehicle, driver, owner, permit, operator, primary, recent, server_now}`.

    Members are named as in the record; what is not known is "" or null. The driver is told only
    when tied to this car.
    """
    actor.require(Permission.NOTICE_WRITE)
    today = civil_today(now, city.time_zone)
    with transaction() as session:
        car = next(iter(asked_cars(session, city.id, asked.car)), None)
        driver = _driver(session, actor, asked.driver, car)
        owner = session.get(Owner, car.owner_id) if car and car.owner_id else None
        grant = _grant(session, car, today) if car else None
        plate = car.plate if car else asked.car.plate
        answer = {
            "found": car is not None,
            "vehicle": _vehicle_json(car, asked) if car else None,
            "driver": _driver_json(driver, asked) if driver else None,
            "owner": _owner_json(owner) if owner else None,
            "permit": {"number": grant.number if grant else ""},
            "operator": _operator(session, grant) if grant else None,
            "primary": dict(_PRIMARY),
            "recent": recent_about(session, actor, plate, now),
            "server_now": instant_text(now),
        }
        body = {
            "plate": plate,
            "driver": driver.id if driver else "",
            "owner": owner.id if owner else "",
        }
        entity = ("vehicle", car.id) if car else ("city", city.id)
        append(session, actor, "notice.data_read", entity, body, now=now, chain="access")
    return answer


def _driver(session: Session, actor: Actor, short: str, car: Vehicle | None) -> Driver | None:
    if not short or car is None:
        return None
    driver = driver_named(session, actor.municipality_id, short, car.id)
    tied = select(VehicleDriver.driver_id).where(VehicleDriver.vehicle_id == car.id)
    return driver if driver is not None and driver.id in set(session.scalars(tied)) else None


def _grant(session: Session, car: Vehicle, today: date) -> Authorisation | None:
    """The car's own authorisation, else its platform's; one in force before an ended one."""
    platforms = select(VehiclePlatform.platform_id).where(
        VehiclePlatform.vehicle_id == car.id,
        VehiclePlatform.starts_on <= today,
        or_(VehiclePlatform.ends_on.is_(None), VehiclePlatform.ends_on >= today),
    )
    query = select(Authorisation).where(
        Authorisation.municipality_id == car.municipality_id,
        or_(
            Authorisation.vehicle_id == car.id,
            Authorisation.platform_id.in_(platforms) & Authorisation.vehicle_id.is_(None),
        ),
    )
    found = session.scalars(query)
    return max(found, key=lambda row: _rank(row, car, today), default=None)


def _rank(grant: Authorisation, car: Vehicle, today: date) -> tuple[bool, bool, date]:
    in_force = grant.starts_on <= today <= grant.ends_on
    return in_force, grant.vehicle_id == car.id, grant.ends_on


def _operator(session: Session, grant: Authorisation) -> Json | None:
    """Who holds the authorisation: a taxi's driver, or the platform."""
    if grant.driver_id:
        holder = session.get_one(Driver, grant.driver_id)
        return {"kind": "authorised_driver", "name": holder.name, "tax_id": holder.cpf}
    if grant.platform_id:
        platform = session.get_one(Platform, grant.platform_id)
        return {"kind": "platform", "name": platform.name, "tax_id": platform.cnpj}
    return None


def _vehicle_json(car: Vehicle, asked: Asked) -> Json:
    return {
        "plate": car.plate,
        "make_model": car.make_model,
        "colour": car.colour,
        "chassis": car.chassis,
        "renavam": car.renavam,
        "modality": car.modality,
        "seal_index": asked.car.seal_index,
    }


def _driver_json(driver: Driver, asked: Asked) -> Json:
    return {
        "id": asked.driver,
        "name": driver.name,
        "cpf": driver.cpf,
        "id_card": driver.id_card,
        "id_card_issued_on": _day(driver.id_card_issued_on),
        "licence": driver.licence_number,
        "licence_category": driver.licence_category,
        "address": driver.address,
    }


def _owner_json(owner: Owner) -> Json:
    return {
        "name": owner.name,
        "tax_id": owner.tax_id,
        "id_card": owner.id_card,
        "id_card_issued_on": _day(owner.id_card_issued_on),
        "licence": owner.licence_number,
        "licence_category": owner.licence_category,
        "address": owner.address,
    }


def _day(day: date | None) -> str:
    return day.isoformat() if day else ""
