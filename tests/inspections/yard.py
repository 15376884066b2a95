"""What tests of doubts share: a yard with coordinates, cars with papers, and visits of a day."""

from datetime import timedelta

from app.inspections.models_booking import InspectionPlace
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry import service
from tests.support.cars import ENTERED, PLA, Car, vehicle_data
from tests.support.cast import NOW, Cast
from tests.support.visit_phone import YARD

MORNING = NOW - timedelta(hours=3)
QUARTER = timedelta(minutes=15)


def open_yard(home: Cast) -> None:
    """One place with coordinates."""
    with transaction() as session:
        session.add(
            InspectionPlace(
                municipality_id=home.city,
                name="Pátio da Secretaria",
                latitude=YARD[0],
                longitude=YARD[1],
                opened_at=ENTERED,
            )
        )


def some_cars(home: Cast, count: int) -> list[Car]:
    """App cars of Planura, registered and nothing more."""
    found = []
    for number in range(count):
        plate = f"RTB{number // 100 % 10}{'ABCDEFGHIJ'[number // 10 % 10]}{number % 10}9"
        data = vehicle_data(
            plate=plate, modality="app", renavam="", chassis=f"9BGEA48A0RG{number:06d}"
        )
        id = service.register_vehicle(home.actor("bruno"), data, ruleset=PLA, now=ENTERED)
        found.append(Car(id, "", plate))
    db.session.rollback()
    return found
