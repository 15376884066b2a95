"""A car as a phone asks for it: by the index of its code or by its plate."""

from dataclasses import dataclass
from typing import Self

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.kernel.errors import Invalid
from app.kernel.plate import Plate
from app.permits.models import Seal
from app.registry.models import Vehicle


@dataclass(frozen=True)
class AskedCar:
    """A plate without its hyphen ("" when not given), or the index of a code."""

    plate: str = ""
    seal_index: int | None = None

    @classmethod
    def from_json(cls, body: dict[str, object]) -> Self:
        """`Invalid` unless a plate or an index is given."""
        plate, index = body.get("plate") or "", body.get("seal_index")
        if not isinstance(plate, str):
            raise Invalid("Digite uma placa.", field="plate")
        if index is not None and not (type(index) is int and 0 <= index < 2**32):
            raise Invalid("Selo inválido. Leia o código de novo.", field="seal_index")
        if not plate and index is None:
            raise Invalid("Leia um código ou digite uma placa.", field="plate")
        return cls(Plate.parse(plate).text if plate else "", index)


def asked_cars(session: Session, municipality_id: str, asked: AskedCar) -> list[Vehicle]:
    """The living cars meant: that of the code, else those of the plate in either pattern, exact first."""
    query = select(Vehicle).where(
        Vehicle.municipality_id == municipality_id, Vehicle.removed_on.is_(None)
    )
    if asked.seal_index is not None:
        of_seal = select(Seal.vehicle_id).where(
            Seal.municipality_id == municipality_id, Seal.number == asked.seal_index
        )
        return list(session.scalars(query.where(Vehicle.id.in_(of_seal))))
    same = or_(Vehicle.plate == asked.plate, Vehicle.twin == asked.plate)
    found = session.scalars(query.where(same).order_by(Vehicle.plate).limit(4))
    return sorted(found, key=lambda car: car.plate != asked.plate)
