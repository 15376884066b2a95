"""Which car and driver of this city's registry a notice speaks of; none is better than the wrong one."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.infractions.payload import DriverPart, VehiclePart
from app.permits.named_car import named_car
from app.registry.models import Driver
from app.registry.short_ids import driver_named


def vehicle_of(session: Session, municipality_id: str, written: VehiclePart) -> str | None:
    """The car of the written plate or the read code."""
    return named_car(session, municipality_id, written.plate, written.seal_index)


def driver_of(
    session: Session, municipality_id: str, written: DriverPart, vehicle_id: str | None
) -> str | None:
    """The driver chosen from the card, unless another CPF was written; else the driver of the CPF."""
    cpf = "".join(digit for digit in written.cpf if digit.isdigit())
    if written.id:
        named = driver_named(session, municipality_id, written.id, vehicle_id)
        if named is not None and cpf in {"", named.cpf}:
            return named.id
    if not cpf:
        return None
    query = select(Driver.id).where(
        Driver.municipality_id == municipality_id, Driver.cpf == cpf, Driver.removed_on.is_(None)
    )
    return session.scalar(query)
