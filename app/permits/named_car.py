"""Which car of a city a written plate or a read code names; none is better than the wrong one."""

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.permits.models import Seal
from app.registry.models import Vehicle


def named_car(
    session: Session, municipality_id: str, plate: str, seal_index: int | None
) -> str | None:
    """The car of the written plate, in either pattern; of two, the one whose code was read."""
    if not plate:
        return None
    query = select(Vehicle.id).where(
        Vehicle.municipality_id == municipality_id,
        or_(Vehicle.plate == plate, Vehicle.twin == plate),
    )
    if seal_index is not None:
        of_seal = select(Seal.vehicle_id).where(
            Seal.municipality_id == municipality_id, Seal.number == seal_index
        )
        found = session.scalar(query.where(Vehicle.id.in_(of_seal)))
        if found is not None:
            return found
    return session.scalar(query.where(Vehicle.removed_on.is_(None)).limit(1))
