"""A car that worked leaves the registry after its exit inspection (PLA art. 23 XII).

Where the text has no exit list, and for a car that never had a seal, nothing is asked.
"""

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.inspections.models import Inspection
from app.kernel.errors import Invalid
from app.permits.models import Seal
from app.registry.models import Vehicle
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import ChecklistName


def require_exit(session: Session, actor: Actor, vehicle: Vehicle, ruleset: Ruleset) -> None:
    """Raises `Invalid` with the provision unless an approved exit visit follows the last seal."""
    items = [
        item
        for item in ruleset.items
        if item.list_ is ChecklistName.EXIT and vehicle.modality in item.modalities
    ]
    if not items:
        return
    newest = session.scalar(
        select(Seal.issued_at)
        .where(Seal.municipality_id == actor.municipality_id, Seal.vehicle_id == vehicle.id)
        .order_by(Seal.issued_at.desc())
        .limit(1)
    )
    if newest is None:
        return
    left = exists().where(
        Inspection.municipality_id == actor.municipality_id,
        Inspection.vehicle_id == vehicle.id,
        Inspection.occasion == "exit",
        Inspection.result == "approved",
        Inspection.finished_at >= newest,
    )
    if not session.scalar(select(left)):
        raise Invalid(
            "Falta a vistoria de saída aprovada: o carro deve voltar sem faixa, selo e dístico. "
            "Se ele não pode vir (furto, perda total), escreva o motivo e o documento.",
            field="without_exit",
            citation=ruleset.cite_all(items[0].basis),
        )
