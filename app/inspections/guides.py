"""Paid fee guides: the office confirms them, and a seal that waited for one is issued."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Self

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.inspections.guides_reading import GuideRow, as_row
from app.inspections.models import Inspection
from app.inspections.models_booking import InspectionGuide
from app.inspections.seals import issue_waiting
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, Invalid, RuleRefused
from app.kernel.ids import new_id, parse_id
from app.ledger.service import append
from app.permits.steps import lock_city
from app.persistence.transaction import changed, transaction
from app.registry.domain_text import one_line
from app.registry.models import Vehicle
from app.registry.write import living, own, unique
from app.regulation.ruleset import Fee, FeeOccasion, Ruleset

TAKEN = "Esta guia já foi confirmada para outro carro. Confira o número."


@dataclass(frozen=True)
class GuideData:
    """A guide as read from the receipt; `analysed_on` where the term to book runs from it."""

    number: str
    paid_on: date
    analysed_on: date | None = None

    def clean(self, today: date) -> Self:
        """The canonical values; Invalid names the field."""
        number = one_line(
            self.number, field="number", what="O número da guia", longest=40, required=True
        )
        if self.paid_on > today:
            raise Invalid("O dia do pagamento ainda não chegou.", field="paid_on")
        if self.analysed_on and self.analysed_on > today:
            raise Invalid("A análise não pode terminar no futuro.", field="analysed_on")
        return replace(self, number=number)


def inspection_fee(ruleset: Ruleset) -> Fee:
    """The fee of the inspection (PAT art. 12: 0,5 UFM; PLA art. 54 II: 2 UFM)."""
    for fee in ruleset.fees:
        if fee.occasion is FeeOccasion.INSPECTION:
            return fee
    raise RuleRefused("Esta norma não cobra taxa de vistoria.")


def confirm_guide(
    actor: Actor,
    vehicle_id: str,
    data: GuideData,
    *,
    ruleset: Ruleset,
    now: datetime,
    id: str = "",
) -> str:
    """Confirm that a car's guide is paid; returns its id. The same id again is the same guide.

    A seal that waited only for it is issued in the same transaction. Raises Invalid with a
    field, Conflict when the number stands for another car.
    """
    actor.require(Permission.BOOKING_WRITE)
    id = parse_id(id or new_id())
    data = data.clean(civil_today(now, ruleset.instrument.time_zone))
    fee = inspection_fee(ruleset)
    with transaction() as session:
        lock_city(session, actor.municipality_id)  # in the order in which seals lock
        if _repeated(session, actor, id, vehicle_id, data):
            return id
        car: Vehicle = living(session, actor, Vehicle, vehicle_id)
        amount = "" if fee.ufm is None else f"{fee.ufm.normalize():f}"
        with unique(session, TAKEN):
            session.add(
                InspectionGuide(
                    id=id,
                    municipality_id=actor.municipality_id,
                    vehicle_id=car.id,
                    number=data.number,
                    paid_on=data.paid_on,
                    analysed_on=data.analysed_on,
                    amount_ufm=amount,
                    citation=ruleset.cite_all(fee.basis)[:120],
                    confirmed_by=actor.person_id,
                    confirmed_at=now,
                )
            )
        body = {"guide": id, "number": data.number, "paid_on": data.paid_on, "ufm": amount}
        append(session, actor, "guide.confirmed", ("vehicle", car.id), body, now=now)
        changed(session, f"vehicle:{car.id}")
        issue_waiting(session, actor, car.id, ruleset=ruleset, now=now)
    return id


def withdraw_guide(actor: Actor, id: str, *, reason: str, now: datetime) -> None:
    """Take back a guide confirmed by mistake; refused once an inspection rests on it."""
    actor.require(Permission.BOOKING_WRITE)
    with transaction() as session:
        row = own(session, actor, InspectionGuide, id, lock=True)
        reason = one_line(reason, field="reason", what="O motivo", longest=200, required=True)
        if row.withdrawn_at is not None:
            return
        if _used(session, row):
            raise Conflict("Uma vistoria já usou esta guia: ela não pode ser retirada.")
        row.withdrawn_at, row.withdrawn_by, row.withdrawn_why = now, actor.person_id, reason
        body = {"guide": row.id, "number": row.number, "reason": reason}
        append(session, actor, "guide.withdrawn", ("vehicle", row.vehicle_id), body, now=now)
        changed(session, f"vehicle:{row.vehicle_id}")


def guides_of(session: Session, actor: Actor, vehicle_id: str) -> tuple[GuideRow, ...]:
    """The standing guides of a car, newest first, used or not."""
    rows = session.scalars(
        select(InspectionGuide)
        .where(
            InspectionGuide.municipality_id == actor.municipality_id,
            InspectionGuide.vehicle_id == vehicle_id,
            InspectionGuide.withdrawn_at.is_(None),
        )
        .order_by(InspectionGuide.paid_on.desc(), InspectionGuide.confirmed_at.desc())
    )
    return tuple(as_row(row) for row in rows)


def _used(session: Session, row: InspectionGuide) -> bool:
    query = select(Inspection.id).where(
        Inspection.municipality_id == row.municipality_id, Inspection.guide == row.number
    )
    return session.scalars(query).first() is not None


def _repeated(session: Session, actor: Actor, id: str, vehicle_id: str, data: GuideData) -> bool:
    row = session.get(InspectionGuide, id)
    if row is None:
        return False
    mine = row.municipality_id == actor.municipality_id and row.vehicle_id == vehicle_id
    if not mine or GuideData(row.number, row.paid_on, row.analysed_on) != data:
        raise Conflict
    return True
