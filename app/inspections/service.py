"""Recording what an inspection found."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.inspections.domain import InspectionData, Result, cure_by
from app.inspections.models import InspectionResult
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, Invalid
from app.kernel.ids import new_id, parse_id
from app.ledger.service import append
from app.persistence.transaction import changed, transaction
from app.registry.models import Vehicle
from app.registry.write import living
from app.regulation.ruleset import Ruleset


def record_inspection_result(
    actor: Actor,
    vehicle_id: str,
    data: InspectionData,
    *,
    ruleset: Ruleset,
    now: datetime,
    id: str = "",
) -> str:
    """Record a result signed by the acting inspector; returns its id.

    A failure carries the last day to come back (PAT art. 12 §2; PLA T-PLA-32). Raises Invalid
    with a field, Conflict when the id holds another result.
    """
    actor.require(Permission.INSPECTION_WRITE)
    id, data = parse_id(id or new_id()), data.clean()
    if data.held_on > civil_today(now, ruleset.instrument.time_zone):
        raise Invalid("A vistoria não pode ser de um dia que ainda não chegou.", field="held_on")
    limit = cure_by(ruleset, data.held_on) if data.result == Result.FAILED else None
    with transaction() as session:
        if _repeated(session, actor, id, vehicle_id, data):
            return id
        living(session, actor, Vehicle, vehicle_id)
        session.add(
            InspectionResult(
                id=id,
                municipality_id=actor.municipality_id,
                vehicle_id=vehicle_id,
                held_on=data.held_on,
                result=data.result,
                report_number=data.report_number,
                stopped=data.stopped,
                cure_by=limit,
                inspector_person_id=actor.person_id,
                recorded_at=now,
            )
        )
        body = {
            "inspection": id,
            "held_on": data.held_on,
            "result": data.result,
            "report_number": data.report_number,
            "stopped": data.stopped,
            "cure_by": limit,
        }
        append(session, actor, "inspection.recorded", ("vehicle", vehicle_id), body, now=now)
        changed(session, f"vehicle:{vehicle_id}")
    return id


def _repeated(
    session: Session, actor: Actor, id: str, vehicle_id: str, data: InspectionData
) -> bool:
    row = session.get(InspectionResult, id)
    if row is None:
        return False
    found = InspectionData(row.held_on, row.result, row.report_number, row.stopped)
    mine = row.municipality_id == actor.municipality_id and row.vehicle_id == vehicle_id
    if not mine or found != data:
        raise Conflict
    return True
