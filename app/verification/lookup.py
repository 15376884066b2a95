"""Asking by plate: verdict, service, car and date; no name, no photo, no permit number (T01)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import select

from app.accounts import queries
from app.accounts.queries import City
from app.kernel.civil import civil_today
from app.kernel.plate import Plate
from app.persistence.base import db
from app.registry.models import Vehicle
from app.regulation.ruleset import Ruleset
from app.regulation.verdict import Level, judge
from app.verification.facts import record_of
from app.verification.record import Record


@dataclass(frozen=True)
class PlateAnswer:
    """What anybody may know of a plate; `valid_until` only where the car may work."""

    plate: str
    mercosul: bool
    level: Level
    modality: str
    make_model: str
    colour: str
    valid_until: date | None
    city: City
    law: Ruleset


def cities_of(plate: Plate) -> list[City]:
    """Cities in whose registry the plate, or its twin of the other pattern, stands; by name."""
    query = select(Vehicle.municipality_id).where(
        Vehicle.plate.in_(_patterns(plate)), Vehicle.removed_on.is_(None)
    )
    found = set(db.session.scalars(query))
    return [city for city in queries.cities() if city.id in found]


def look_up(
    plate: Plate, city: City, law_of: Callable[[City], Ruleset], now: datetime
) -> PlateAnswer | None:
    """The answer in one city; the exact plate before its twin."""
    law, today = law_of(city), civil_today(now, city.time_zone)
    query = select(Vehicle.id, Vehicle.plate).where(
        Vehicle.municipality_id == city.id,
        Vehicle.plate.in_(_patterns(plate)),
        Vehicle.removed_on.is_(None),
    )
    rows = {found: id for id, found in db.session.execute(query)}
    vehicle_id = rows.get(plate.text) or next(iter(rows.values()), None)
    if vehicle_id is None:
        return None
    record = record_of(db.session(), vehicle_id, municipality_id=city.id, law=law, on=today)
    return _answer(record, city, law, today)


def _answer(record: Record, city: City, law: Ruleset, today: date) -> PlateAnswer:
    level = judge(record.facts(today), law, today).level
    permit, car = record.permit_on(today), record.vehicle
    plate = Plate(car.plate)
    return PlateAnswer(
        plate=plate.display(),
        mercosul=plate.is_mercosul,
        level=level,
        modality=car.modality,
        make_model=car.make_model,
        colour=car.colour,
        valid_until=permit.ends_on if permit and level is not Level.RED else None,
        city=city,
        law=law,
    )


def _patterns(plate: Plate) -> list[str]:
    twin = plate.twin()
    return [plate.text, *([twin.text] if twin else [])]
