"""The licence to stop for a time: grant, extend once, come back early (PLA art. 29)."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.errors import Conflict, Invalid, RuleRefused
from app.kernel.ids import new_id
from app.ledger.service import append
from app.permits import steps
from app.permits.domain import GrantKind
from app.permits.domain_acts import pause_deadline
from app.permits.models import Authorisation, Pause
from app.persistence.transaction import transaction
from app.registry.models import Vehicle
from app.regulation.facts import Subject
from app.regulation.ruleset import Ruleset
from app.regulation.terms import Span, pause_extension, pause_term


@dataclass(frozen=True)
class PauseData:
    """A licence as asked: `reason` is theft, accident, replacement or other; `days` from day 1."""

    vehicle_id: str
    reason: str
    starts_on: date
    days: int
    act: str
    id: str = ""


@dataclass(frozen=True)
class Paused:
    """The receipt: last day without service."""

    id: str
    ends_on: date


def pause(actor: Actor, ruleset: Ruleset, data: PauseData, *, now: datetime) -> Paused:
    """Let a taxi stop for a reason, up to its maximum; `RuleRefused` beyond it."""
    actor.require(Permission.PERMIT_GRANT)
    steps.require_legal(actor, ruleset, now)
    deadline = pause_deadline(ruleset, data.reason)
    span = pause_term(ruleset, deadline, data.starts_on, data.days)
    act = steps.required(data.act, "act", "Informe o ato ou despacho.", citation=span.citation)
    with transaction() as session:
        steps.lock_city(session, actor.municipality_id)
        again = session.get(Pause, data.id) if data.id else None
        if again is not None:
            content = {"vehicle_id": data.vehicle_id, "reason": data.reason, "act": act}
            steps.same_receipt(
                again, actor.municipality_id, starts_on=span.first, ends_on=span.last, **content
            )
            return Paused(again.id, again.ends_on)
        steps.living(session, actor, Vehicle, data.vehicle_id, "vehicle_id")
        _require_termo(session, actor, data, span)
        _require_free(session, actor, data.vehicle_id, span)
        row = Pause(
            id=data.id or new_id(),
            municipality_id=actor.municipality_id,
            vehicle_id=data.vehicle_id,
            reason=data.reason,
            starts_on=span.first,
            ends_on=span.last,
            act=act,
            recorded_at=now,
        )
        session.add(row)
        session.flush()
        _record(session, actor, row, "pause.granted", now)
        return Paused(row.id, row.ends_on)


def extend_pause(
    actor: Actor, ruleset: Ruleset, pause_id: str, *, days: int, act: str, now: datetime
) -> Paused:
    """Prolong a licence by `days` (PLA art. 29 §1; CFG-PLA-16: once, at most as long again)."""
    actor.require(Permission.PERMIT_GRANT)
    named = steps.required(act, "act", "Informe o ato da prorrogação.")
    with transaction() as session:
        steps.lock_city(session, actor.municipality_id)
        row = steps.own(session, actor, Pause, pause_id)
        granted = Span(row.starts_on, row.ends_on, "", ruleset.cite("art. 29 §1"))
        span = pause_extension(
            ruleset,
            pause_deadline(ruleset, row.reason),
            granted,
            days,
            already_extended=row.first_ends_on is not None,
        )
        _require_free(session, actor, row.vehicle_id, span, but=row.id)
        row.first_ends_on = row.first_ends_on or row.ends_on
        row.ends_on, row.extension_act = span.last, named
        _record(session, actor, row, "pause.extended", now)
        return Paused(row.id, row.ends_on)


def end_pause(actor: Actor, pause_id: str, *, back_on: date, now: datetime) -> Paused:
    """Come back before the term: `back_on` is the first day of service."""
    actor.require(Permission.PERMIT_GRANT)
    with transaction() as session:
        row = steps.own(session, actor, Pause, pause_id)
        last = back_on - timedelta(days=1)
        if not row.starts_on <= last < row.ends_on:
            raise Invalid("A volta deve cair dentro da licença.", field="back_on")
        row.ends_on = last
        _record(session, actor, row, "pause.ended", now)
        return Paused(row.id, row.ends_on)


def _require_termo(session: Session, actor: Actor, data: PauseData, span: Span) -> None:
    """Only the holder of a Termo asks (art. 29: "o autorizado")."""
    termo = select(Authorisation.id).where(
        Authorisation.municipality_id == actor.municipality_id,
        Authorisation.vehicle_id == data.vehicle_id,
        Authorisation.kind == GrantKind.TAXI.value,
        Authorisation.starts_on <= data.starts_on,
        steps.lasting(data.starts_on),
    )
    if session.scalar(termo) is None:
        raise RuleRefused("Só quem tem Termo vigente pode pedir licença.", citation=span.citation)


def _require_free(
    session: Session, actor: Actor, vehicle_id: str, span: Span, but: str = ""
) -> None:
    for other in steps.pauses_of(session, actor.municipality_id, vehicle_id):
        if other.id != but and other.starts_on <= span.last and span.first <= other.ends_on:
            raise Conflict(
                f"Já há licença de {other.starts_on:%d/%m/%Y} a {other.ends_on:%d/%m/%Y}."
            )


def _record(session: Session, actor: Actor, row: Pause, kind: str, now: datetime) -> None:
    body = {
        "vehicle_id": row.vehicle_id,
        "reason": row.reason,
        "starts_on": row.starts_on,
        "ends_on": row.ends_on,
        "act": row.extension_act or row.act,
    }
    append(session, actor, kind, ("pause", row.id), body, now=now)
    steps.tell(session, actor.municipality_id, Subject.VEHICLE, row.vehicle_id)
