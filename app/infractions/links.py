"""Which car and driver of this city's registry a notice speaks of; none is better than the wrong one."""

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.infractions.payload import DriverPart, VehiclePart
from app.permits.models import Seal
from app.registry.models import Driver, Vehicle
from app.registry.short_ids import driver_named


def vehicle_of(session: Session, municipality_id: str, written: VehiclePart) -> str | None:
    """The car of the written plate, in either pattern; of two, the one whose code was read."""
    if not written.plate:
        return None
    query = select(Vehicle.id).where(
        Vehicle.municipality_id == municipality_id,
        or_(Vehicle.plate == written.plate, Vehicle.twin == written.plate),
    )
    if written.seal_index is not None:
        of_seal = select(Seal.vehicle_id).where(
            Seal.municipality_id == municipality_id, Seal.number == written.seal_index
        )
        found = session.scalar(query.where(Vehicle.id.in_(of_seal)))
        if found is not None:
            return found
    return session.scalar(query.where(Vehicle.removed_on.is_(None)).limit(1))


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
