"""Calling a car to a new inspection by a day, and whom the call reached (PAT art. 12 §1; PLA art. 37)."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Self

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.inspections.models_booking import CallEvent, InspectionCall
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, Invalid, RuleRefused
from app.kernel.ids import new_id, parse_id
from app.ledger.service import append
from app.persistence.transaction import changed, transaction
from app.registry.domain_text import one_line
from app.registry.models import Vehicle
from app.registry.write import living, own, unique
from app.regulation.facts import Modality
from app.regulation.inspection_terms import inspection_law
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import Occasion


class ToWhom(StrEnum):
    """Whom a call must reach."""

    DRIVER = "driver"
    PLATFORM = "platform"


class How(StrEnum):
    """How it was delivered."""

    HAND = "hand"
    MAIL = "mail"
    ELECTRONIC = "electronic"


TO_WHOM_NAMES = {ToWhom.DRIVER: "Motorista", ToWhom.PLATFORM: "Plataforma"}
HOW_NAMES = {
    How.HAND: "Em mãos, com recibo",
    How.MAIL: "Correio, com AR",
    How.ELECTRONIC: "Eletrônica, com prova de recebimento",
}


@dataclass(frozen=True)
class Notified:
    """One delivery of a call; `receipt` is what proves it."""

    to_whom: str
    name: str
    how: str
    on_day: date
    receipt: str

    def clean(self, called_on: date, today: date) -> Self:
        """The canonical values; Invalid names the field."""
        if self.to_whom not in set(ToWhom):
            raise Invalid("Escolha quem recebeu.", field="to_whom")
        if self.how not in set(How):
            raise Invalid("Escolha como foi entregue.", field="how")
        if not called_on <= self.on_day <= today:
            raise Invalid("A entrega fica entre a convocação e hoje.", field="on_day")
        name = one_line(self.name, field="name", what="O nome", longest=120, required=True)
        receipt = one_line(
            self.receipt, field="receipt", what="A prova", longest=120, required=True
        )
        return replace(self, name=name, receipt=receipt)


def call_car(
    actor: Actor,
    vehicle_id: str,
    reasons: str,
    due_on: date,
    *,
    ruleset: Ruleset,
    now: datetime,
    id: str = "",
) -> str:
    """Call a car to an inspection up to a civil day; returns the call's id.

    Raises RuleRefused where the text has no such inspection, Invalid with a field.
    """
    actor.require(Permission.BOOKING_WRITE)
    id = parse_id(id or new_id())
    reasons = one_line(reasons, field="reasons", what="O motivo", longest=400, required=True)
    with transaction() as session:
        if _repeated(session, actor, id, vehicle_id, reasons, due_on):
            return id
        if due_on <= civil_today(now, ruleset.instrument.time_zone):
            raise Invalid("Dê um dia depois de hoje: a convocação precisa chegar.", field="due_on")
        car: Vehicle = living(session, actor, Vehicle, vehicle_id)
        basis = call_basis(ruleset, Modality(car.modality))
        session.add(
            InspectionCall(
                id=id,
                municipality_id=actor.municipality_id,
                vehicle_id=car.id,
                reasons=reasons,
                due_on=due_on,
                basis=basis[:120],
                training=ruleset.training,
                called_by=actor.person_id,
                called_at=now,
            )
        )
        body = {"call": id, "reasons": reasons, "due_on": due_on, "basis": basis}
        append(session, actor, "call.made", ("vehicle", car.id), body, now=now)
        changed(session, f"vehicle:{car.id}")
    return id


def notify(
    actor: Actor, call_id: str, data: Notified, *, ruleset: Ruleset, now: datetime, id: str = ""
) -> str:
    """Record that the call reached somebody, with its proof; returns the record's id."""
    actor.require(Permission.BOOKING_WRITE)
    id, zone = parse_id(id or new_id()), ruleset.instrument.time_zone
    with transaction() as session:
        call = own(session, actor, InspectionCall, call_id)
        if session.get(CallEvent, id) is not None:
            return id
        data = data.clean(civil_today(call.called_at, zone), civil_today(now, zone))
        with unique(session, "Esta entrega já está registrada."):
            session.add(
                CallEvent(
                    id=id,
                    municipality_id=actor.municipality_id,
                    call_id=call.id,
                    kind="notified",
                    to_whom=data.to_whom,
                    name=data.name,
                    how=data.how,
                    on_day=data.on_day,
                    receipt=data.receipt,
                    person_id=actor.person_id,
                    at=now,
                )
            )
        body = {"call": call.id, "to": data.to_whom, "how": data.how, "receipt": data.receipt}
        append(session, actor, "call.notified", ("vehicle", call.vehicle_id), body, now=now)
    return id


def withdraw_call(
    actor: Actor, call_id: str, *, reason: str, ruleset: Ruleset, now: datetime
) -> None:
    """Take a call back, with the reason; again changes nothing."""
    actor.require(Permission.BOOKING_WRITE)
    with transaction() as session:
        call = own(session, actor, InspectionCall, call_id)
        reason = one_line(reason, field="reason", what="O motivo", longest=120, required=True)
        if session.query(CallEvent).filter_by(call_id=call.id, kind="withdrawn").first():
            return
        session.add(
            CallEvent(
                municipality_id=actor.municipality_id,
                call_id=call.id,
                kind="withdrawn",
                on_day=civil_today(now, ruleset.instrument.time_zone),
                receipt=reason,
                person_id=actor.person_id,
                at=now,
            )
        )
        body = {"call": call.id, "reason": reason}
        append(session, actor, "call.withdrawn", ("vehicle", call.vehicle_id), body, now=now)
        changed(session, f"vehicle:{call.vehicle_id}")


def call_basis(ruleset: Ruleset, modality: Modality) -> str:
    """The provisions a call rests on; RuleRefused where the text has none for this car."""
    for row in inspection_law(ruleset).occasion:
        if row.id is Occasion.NOTICE and modality in row.modalities:
            return ruleset.cite_all(row.basis)
    raise RuleRefused("Esta norma não prevê convocar este carro para vistoria.")


def _repeated(
    session: Session, actor: Actor, id: str, vehicle_id: str, reasons: str, due_on: date
) -> bool:
    row = session.get(InspectionCall, id)
    if row is None:
        return False
    same = (row.municipality_id, row.vehicle_id, row.reasons, row.due_on)
    if same != (actor.municipality_id, vehicle_id, reasons, due_on):
        raise Conflict
    return True
