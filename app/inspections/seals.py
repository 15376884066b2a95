"""The seal that an approved visit gives: at once, when somebody pastes it, or once a wait has ended.

In a yearly renewal a good sticker stands on the windscreen: it dies only when the new one is put
there. `plan` says which of these it is; nothing here signs by itself (app.permits.service_seals).
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.inspections.guides_used import guide_good
from app.inspections.holding import is_open
from app.inspections.law import civil_day, serves
from app.inspections.models import Inspection, InspectionResult, InspectionSeal
from app.inspections.results import add_result
from app.kernel.errors import Denied, DomainError, NotFound, RuleRefused
from app.permits.conditions import last_day_allowed
from app.permits.covering import covering_permit, living_seal
from app.permits.models import Authorisation, Seal
from app.permits.service_seals import Issued, Order, issue, receipt
from app.permits.steps import lock_city, require_legal
from app.persistence.transaction import transaction
from app.registry.models import Vehicle
from app.regulation.ruleset import Ruleset


class Wait(StrEnum):
    """Why an approved visit has given no seal."""

    NOTHING = ""  # none is due: not approved, or the standing sticker covers it all
    GIVEN = "given"
    READY = "ready"  # it comes out when somebody pastes it
    DUE = "due"  # nothing stands: it comes out by itself
    DOUBT = "doubt"
    GUIDE = "guide"
    PERMIT = "permit"
    UNKNOWN = "unknown"


WORDS = {
    Wait.NOTHING: "",
    Wait.GIVEN: "",
    Wait.READY: "Selo novo pronto. Toque em Entregar selo novo quando ele for colado no carro.",
    Wait.DUE: "O selo ainda não saiu. Avise a secretaria.",
    Wait.DOUBT: "Há um alerta nesta vistoria. O selo espera a análise da chefia.",
    Wait.GUIDE: "O selo espera a secretaria confirmar a guia da taxa.",
    Wait.PERMIT: "O selo sai quando a autorização deste carro estiver em vigor.",
    Wait.UNKNOWN: "A placa não está no cadastro. Leve o caso à secretaria.",
}


@dataclass(frozen=True)
class Plan:
    """What the visit's seal waits for, and what it would be signed from."""

    wait: Wait
    permit: Authorisation | None = None
    vehicle: Vehicle | None = None
    former: Seal | None = None
    seal: Seal | None = None  # the one it gave

    @property
    def words(self) -> str:
        """The wait in a sentence; "" when nothing is waited for."""
        return WORDS[self.wait]


def plan(
    session: Session, actor: Actor, visit: Inspection, ruleset: Ruleset, now: datetime
) -> Plan:
    """What the visit's approval means for the car's seal at this moment."""
    given = session.get(InspectionSeal, visit.id)
    if given is not None:
        return Plan(Wait.GIVEN, seal=session.get(Seal, given.seal_id))
    if visit.result != "approved" or not serves(ruleset, visit.occasion):
        return Plan(Wait.NOTHING)
    if visit.vehicle_id is None:
        return Plan(Wait.UNKNOWN)
    if is_open(session, visit.id):
        return Plan(Wait.DOUBT)
    if not _latest(session, visit):
        return Plan(Wait.NOTHING)
    if "guide_unknown" in visit.flags.split() and not guide_good(
        session, visit.municipality_id, visit.vehicle_id, visit.id, visit.guide
    ):
        return Plan(Wait.GUIDE)
    vehicle = session.get_one(Vehicle, visit.vehicle_id)
    return _from_permit(session, actor, vehicle, ruleset, civil_day(ruleset, now))


def _from_permit(
    session: Session, actor: Actor, vehicle: Vehicle, ruleset: Ruleset, today: date
) -> Plan:
    permit = covering_permit(session, vehicle, ruleset, today)
    if permit is None:
        return Plan(Wait.PERMIT)
    try:
        allowed = last_day_allowed(session, actor, vehicle.id, ruleset, today)
    except RuleRefused:
        return Plan(Wait.NOTHING)  # a later failure stands against it
    last = permit.ends_on if allowed is None else min(permit.ends_on, allowed)
    former = living_seal(session, permit, vehicle)
    if former is None or former.expires_on < today:
        return Plan(Wait.DUE, permit, vehicle, former)
    if former.expires_on >= last:
        return Plan(Wait.NOTHING)
    return Plan(Wait.READY, permit, vehicle, former)


def _latest(session: Session, visit: Inspection) -> bool:
    """Whether this visit's approval is the car's newest result."""
    query = (
        select(InspectionResult.id)
        .where(InspectionResult.vehicle_id == visit.vehicle_id)
        .order_by(InspectionResult.held_on.desc(), InspectionResult.recorded_at.desc())
    )
    return session.scalar(query.limit(1)) == visit.id


def issue_at_once(
    session: Session, actor: Actor, visit: Inspection, ruleset: Ruleset, *, now: datetime
) -> Issued | None:
    """The seal of an approved visit where no sticker stands; an inner step under the city's lock.

    A city without a signing key still gets its visit: the seal then waits.
    """
    found = plan(session, actor, visit, ruleset, now)
    if found.wait is not Wait.DUE:
        return None
    try:
        with session.begin_nested():
            require_legal(actor, ruleset, now)
            return _give(session, actor, visit, found, ruleset, now)
    except DomainError:
        return None


def issue_waiting(
    session: Session, actor: Actor, vehicle_id: str, *, ruleset: Ruleset, now: datetime
) -> Issued | None:
    """What a car's approved visits waited for, where it may come out now: result, then seal.

    Called when a guide is confirmed or a doubt cleared; an inner step. Take `lock_city` before
    the caller's own events, in the order in which seals lock.
    """
    lock_city(session, actor.municipality_id)
    _count_cleared(session, actor, vehicle_id, ruleset, now)
    query = (
        select(Inspection)
        .join(InspectionResult, InspectionResult.visit_id == Inspection.id)
        .where(
            Inspection.municipality_id == actor.municipality_id,
            Inspection.vehicle_id == vehicle_id,
            Inspection.result == "approved",
        )
        .order_by(InspectionResult.held_on.desc(), InspectionResult.recorded_at.desc())
    )
    visit = session.scalars(query.limit(1)).first()
    return issue_at_once(session, actor, visit, ruleset, now=now) if visit else None


def _count_cleared(
    session: Session, actor: Actor, vehicle_id: str, ruleset: Ruleset, now: datetime
) -> None:
    """Approvals that a doubt kept from counting, and a person has cleared."""
    counted = select(InspectionResult.visit_id).where(InspectionResult.vehicle_id == vehicle_id)
    query = select(Inspection).where(
        Inspection.municipality_id == actor.municipality_id,
        Inspection.vehicle_id == vehicle_id,
        Inspection.result == "approved",
        Inspection.id.not_in(counted.where(InspectionResult.visit_id.is_not(None))),
    )
    for visit in session.scalars(query.order_by(Inspection.started_at, Inspection.id)).all():
        if serves(ruleset, visit.occasion) and not is_open(session, visit.id):
            add_result(session, actor, visit, now=now)


def deliver_seal(actor: Actor, inspection_id: str, *, ruleset: Ruleset, now: datetime) -> Issued:
    """The new seal of a renewal, in the moment it is pasted: the former one dies in the same step.

    A second tap gets the same receipt. `RuleRefused` says what it waits for.
    """
    if not (actor.can(Permission.INSPECTION_WRITE) or actor.can(Permission.SEAL_ISSUE)):
        raise Denied
    require_legal(actor, ruleset, now)
    with transaction() as session:
        lock_city(session, actor.municipality_id)
        visit = session.get(Inspection, inspection_id)
        if visit is None or visit.municipality_id != actor.municipality_id:
            raise NotFound
        found = plan(session, actor, visit, ruleset, now)
        if found.seal is not None:
            return receipt(found.seal)
        if found.wait not in {Wait.READY, Wait.DUE}:
            raise RuleRefused(found.words or "Esta vistoria não dá selo novo.")
        return _give(session, actor, visit, found, ruleset, now)


def _give(
    session: Session, actor: Actor, visit: Inspection, found: Plan, ruleset: Ruleset, now: datetime
) -> Issued:
    if found.permit is None or found.vehicle is None:
        raise RuntimeError("a seal without its permit")
    order = Order(found.permit, found.vehicle, told={"inspection": visit.id})
    issued = issue(session, actor, ruleset, order, now=now, former=found.former)
    session.add(
        InspectionSeal(
            inspection_id=visit.id,
            municipality_id=visit.municipality_id,
            seal_id=issued.id,
            person_id=actor.person_id,
            at=now,
        )
    )
    session.flush()
    return issued
