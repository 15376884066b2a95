"""From the short driver id of a card back to the driver, inside the city only."""

from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.registry.models import Driver, VehicleDriver

# Eight characters tell a city's drivers apart; the car settles the rest.
DRIVER_ID_LENGTH: Final = 8


def driver_named(
    session: Session, municipality_id: str, short: str, vehicle_id: str | None = None
) -> Driver | None:
    """The one driver whose id begins so; among several, the one tied to the car; else None.

    Two drivers of one city may share eight characters: nobody is better than the wrong one.
    """
    if len(short) < DRIVER_ID_LENGTH or set(short) - set("0123456789abcdef"):
        return None
    query = select(Driver).where(
        Driver.municipality_id == municipality_id, Driver.id.between(short, short + "g")
    )
    found = list(session.scalars(query.limit(20)))
    if len(found) > 1 and vehicle_id:
        links = select(VehicleDriver.driver_id).where(VehicleDriver.vehicle_id == vehicle_id)
        tied = set(session.scalars(links))
        found = [driver for driver in found if driver.id in tied]
    return found[0] if len(found) == 1 else None
