"""Recording a report on paper from before the city used Confere: what a visit here never replaces."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.city_calendar import calendar_around
from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.inspections.domain import EarlierData, Result, cure_by
from app.inspections.models import Inspection, InspectionResult
from app.inspections.results import store_result
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, Invalid
from app.kernel.ids import new_id, parse_id
from app.persistence.transaction import transaction
from app.registry.models import Vehicle
from app.registry.write import living
from app.regulation.inspection_terms import stops
from app.regulation.ruleset import Ruleset


def record_earlier_result(
    actor: Actor,
    vehicle_id: str,
    data: EarlierData,
    *,
    ruleset: Ruleset,
    now: datetime,
    id: str = "",
) -> str:
    """Record a paper report of a visit held before the car's first one here; returns its id.

    A failure carries the last day to come back (PAT art. 12 §2; PLA T-PLA-32). Raises Invalid
    with a field, Conflict when the id holds another result or the car was already inspected here.
    """
    actor.require(Permission.INSPECTION_IMPORT)
    id, data = parse_id(id or new_id()), data.clean()
    if data.held_on > civil_today(now, ruleset.instrument.time_zone):
        raise Invalid("A vistoria não pode ser de um dia que ainda não chegou.", field="held_on")
    with transaction() as session:
        if _repeated(session, actor, id, vehicle_id, data):
            return id
        living(session, actor, Vehicle, vehicle_id)
        _require_first(session, vehicle_id, data)
        row = _row(session, actor, ruleset, id, vehicle_id, data, now)
        store_result(session, actor, row, now=now)
    return id


def _row(
    session: Session,
    actor: Actor,
    ruleset: Ruleset,
    id: str,
    vehicle_id: str,
    data: EarlierData,
    now: datetime,
) -> InspectionResult:
    failed = data.result == Result.FAILED
    calendar = calendar_around(session, actor.municipality_id, data.held_on)
    return InspectionResult(
        id=id,
        municipality_id=actor.municipality_id,
        vehicle_id=vehicle_id,
        held_on=data.held_on,
        result=data.result,
        report_number=data.report_number,
        # A norm that stops every failed car stops this one too (CFG-PLA-33 by_norm).
        stopped=failed and (data.stopped or stops(ruleset, safety_failed=False)),
        cure_by=cure_by(ruleset, data.held_on, calendar) if failed else None,
        source="earlier",
        visit_id=None,
        training=ruleset.training,
        inspector_person_id=actor.person_id,
        recorded_at=now,
    )


def _require_first(session: Session, vehicle_id: str, data: EarlierData) -> None:
    query = select(Inspection.id).where(
        Inspection.vehicle_id == vehicle_id, Inspection.held_on <= data.held_on
    )
    if session.scalar(query.limit(1)) is not None:
        raise Conflict(
            "Este carro já foi vistoriado aqui. Um laudo em papel só entra se for anterior."
        )


def _repeated(session: Session, actor: Actor, id: str, vehicle_id: str, data: EarlierData) -> bool:
    row = session.get(InspectionResult, id)
    if row is None:
        return False
    found = (row.held_on, row.result, row.report_number, row.municipality_id, row.vehicle_id)
    wanted = (data.held_on, data.result, data.report_number, actor.municipality_id, vehicle_id)
    if found != wanted or row.source != "earlier" or (data.stopped and not row.stopped):
        raise Conflict
    return True
