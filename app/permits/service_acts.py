"""Acts against a permit, car, driver or platform: suspend, cassate, renounce…, and lifting them."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.errors import Conflict, Invalid, RuleRefused
from app.kernel.ids import new_id
from app.ledger.service import append
from app.permits import steps
from app.permits.domain import GrantKind, require_role
from app.permits.domain_acts import (
    ACT_NAMES,
    ActRule,
    act_rule,
    bar_deadline,
    is_final,
    refuse_platform_term,
    suspension_span,
)
from app.permits.models import Authorisation, Restriction, Seal
from app.permits.service_seals import kill
from app.persistence.transaction import changed, transaction
from app.regulation.facts import RestrictionKind, Subject
from app.regulation.ruleset import Ruleset
from app.regulation.terms import bar_after_cassation


@dataclass(frozen=True)
class ActData:
    """An act as the competent authority signs it. A suspension takes `days` or `months`.

    `process` is the administrative process (PLA art. 46 §1); final acts and orders to stop
    have no length: they last until lifted.
    """

    kind: RestrictionKind
    subject: Subject
    subject_id: str
    starts_on: date
    act: str
    reasons: str
    process: str = ""
    days: int = 0
    months: int = 0
    id: str = ""


@dataclass(frozen=True)
class Imposed:
    """The receipt of an act; `ends_on` its last day, None when it lasts until lifted."""

    id: str
    ends_on: date | None


def suspend(
    actor: Actor,
    ruleset: Ruleset,
    subject: tuple[Subject, str],
    *,
    starts_on: date,
    act: str,
    reasons: str,
    now: datetime,
    days: int = 0,
    months: int = 0,
    process: str = "",
) -> Imposed:
    """Take away the right for a term (PLA arts. 40 IV, 47; PAT art. 24 I b)."""
    kind = RestrictionKind.SUSPENSION
    data = ActData(kind, *subject, starts_on, act, reasons, process, days, months)
    return impose(actor, ruleset, data, now=now)


def cassate(
    actor: Actor,
    ruleset: Ruleset,
    subject: tuple[Subject, str],
    *,
    starts_on: date,
    act: str,
    reasons: str,
    process: str,
    now: datetime,
) -> Imposed:
    """End the right for good, with the bar that follows (PLA arts. 40 V, 46, 47; PAT art. 24 I e)."""
    data = ActData(RestrictionKind.CASSATION, *subject, starts_on, act, reasons, process)
    return impose(actor, ruleset, data, now=now)


def impose(actor: Actor, ruleset: Ruleset, data: ActData, *, now: datetime) -> Imposed:
    """Put an act in effect. `Denied` for another authority's act, `RuleRefused` outside the text."""
    actor.require(Permission.PERMIT_SUSPEND)
    rule = act_rule(ruleset, data.kind)
    citation = ruleset.cite_all(rule.basis)
    require_role(actor.roles, rule.roles, citation)
    steps.require_legal(actor, ruleset, now)
    row = _row(actor, ruleset, data, rule, now)
    with transaction() as session:
        steps.lock_city(session, actor.municipality_id)
        again = session.get(Restriction, row.id) if data.id else None
        if again is not None:
            _require_same(again, row)
            return Imposed(again.id, again.ends_on)
        _require_subject(session, actor, ruleset, data)
        session.add(row)
        session.flush()
        append(session, actor, f"permit.{data.kind}", ("restriction", row.id), _body(row), now=now)
        steps.tell(session, actor.municipality_id, data.subject, data.subject_id)
        if is_final(data.kind):
            _end_for_good(session, actor, ruleset, data, row, now)
        return Imposed(row.id, row.ends_on)


def lift(actor: Actor, ruleset: Ruleset, restriction_id: str, *, act: str, now: datetime) -> None:
    """End an act before its term, by an act of the same authority. Killed seals stay dead."""
    actor.require(Permission.PERMIT_SUSPEND)
    named = steps.required(act, "act", "Informe o ato que levanta a medida.")
    with transaction() as session:
        steps.lock_city(session, actor.municipality_id)
        row = steps.own(session, actor, Restriction, restriction_id)
        kind = RestrictionKind(row.kind)
        if row.origin_id is not None:
            raise RuleRefused("Este impedimento acompanha a cassação: levante a cassação.")
        rule = act_rule(ruleset, kind)
        citation = ruleset.cite_all(rule.basis)
        require_role(actor.roles, rule.roles, citation)
        if not rule.liftable:
            raise RuleRefused(f"{ACT_NAMES[kind]} aceita não tem volta.", citation=citation)
        if row.lifted_at is not None:
            raise Conflict("Esta medida já foi levantada.")
        for each in (row, *_born_of(session, row)):
            each.lifted_at, each.lift_act = now, named
            body = {"act": named, "kind": each.kind, "subject_id": each.subject_id}
            append(session, actor, "permit.lifted", ("restriction", each.id), body, now=now)
            steps.tell(session, actor.municipality_id, Subject(each.subject_kind), each.subject_id)


def _row(
    actor: Actor, ruleset: Ruleset, data: ActData, rule: ActRule, now: datetime
) -> Restriction:
    citation = ruleset.cite_all(rule.basis)
    reasons = steps.required(
        data.reasons, "reasons", "Escreva os motivos do ato.", most=4000, citation=citation
    )
    act = steps.required(data.act, "act", "Informe o ato, com número e ano.", citation=citation)
    process = " ".join(data.process.split())
    if rule.needs_process:
        message = "Informe o processo administrativo: sem ele o ato é nulo."
        process = steps.required(process, "process", message, citation=citation)
    return Restriction(
        id=data.id or new_id(),
        municipality_id=actor.municipality_id,
        kind=data.kind.value,
        subject_kind=data.subject.value,
        subject_id=data.subject_id,
        starts_on=data.starts_on,
        ends_on=_end(ruleset, data, now),
        act=act,
        process=process,
        reasons=reasons,
        decided_by=actor.person_id,
        decided_at=now,
        training=ruleset.training,
    )


def _end(ruleset: Ruleset, data: ActData, now: datetime) -> date | None:
    if data.kind is RestrictionKind.SUSPENSION:
        span = suspension_span(ruleset, data.starts_on, days=data.days, months=data.months)
        return span.last
    if data.starts_on > steps.today_of(ruleset, now):
        raise Invalid("Este ato vale desde já: não use data futura.", field="starts_on")
    return None


def _require_subject(session: Session, actor: Actor, ruleset: Ruleset, data: ActData) -> None:
    rule = act_rule(ruleset, data.kind)
    if data.subject not in rule.subjects:
        raise RuleRefused(
            f"Esta norma não aplica {ACT_NAMES[data.kind].lower()} a esse alvo.",
            citation=ruleset.cite_all(rule.basis),
        )
    row = steps.own(session, actor, steps.SUBJECT_MODELS[data.subject], data.subject_id)
    if isinstance(row, Authorisation):
        refuse_platform_term(ruleset, data.kind, GrantKind(row.kind))
    standing = steps.restrictions_on(session, actor.municipality_id, [data.subject_id])
    if any(is_final(RestrictionKind(r.kind)) for r in standing):
        raise Conflict("Já há um ato que encerrou este direito.")


def _require_same(stored: Restriction, row: Restriction) -> None:
    names = [
        "kind",
        "subject_kind",
        "subject_id",
        "starts_on",
        "ends_on",
        "act",
        "process",
        "reasons",
    ]
    steps.same_receipt(stored, row.municipality_id, **{n: getattr(row, n) for n in names})


def _end_for_good(
    session: Session,
    actor: Actor,
    ruleset: Ruleset,
    data: ActData,
    row: Restriction,
    now: datetime,
) -> None:
    """Kill the living seals and, after a cassation, bar the person (PLA arts. 12 §2, 46)."""
    if data.subject is Subject.AUTHORISATION:
        living = select(Seal).where(
            Seal.municipality_id == actor.municipality_id,
            Seal.authorisation_id == data.subject_id,
            Seal.state != "dead",
        )
        for seal in session.scalars(living):
            kill(session, actor, seal, f"{ACT_NAMES[data.kind]}: {row.act}"[:80], now)
    if data.kind is RestrictionKind.CASSATION:
        _bar(session, actor, ruleset, data, row, now)
    changed(session, f"city:{actor.municipality_id}")


def _bar(
    session: Session,
    actor: Actor,
    ruleset: Ruleset,
    data: ActData,
    origin: Restriction,
    now: datetime,
) -> None:
    deadline = bar_deadline(ruleset)
    driver_id: str | None = data.subject_id
    if data.subject is Subject.AUTHORISATION:
        driver_id = session.get_one(Authorisation, data.subject_id).driver_id
    if not deadline or driver_id is None:
        return  # a platform is not a person whom art. 46 bars
    row = Restriction(
        id=new_id(),
        municipality_id=actor.municipality_id,
        kind=RestrictionKind.IMPEDIMENT.value,
        subject_kind=Subject.DRIVER.value,
        subject_id=driver_id,
        starts_on=data.starts_on,
        ends_on=bar_after_cassation(ruleset, deadline, data.starts_on).last,
        act=origin.act,
        process=origin.process,
        origin_id=origin.id,
        reasons=f"Impedimento por cassação ({ruleset.cite('art. 46')}).",
        decided_by=actor.person_id,
        decided_at=now,
        training=ruleset.training,
    )
    session.add(row)
    session.flush()
    append(session, actor, "permit.impediment", ("restriction", row.id), _body(row), now=now)
    steps.tell(session, actor.municipality_id, Subject.DRIVER, driver_id)


def _born_of(session: Session, row: Restriction) -> list[Restriction]:
    return list(session.scalars(select(Restriction).where(Restriction.origin_id == row.id)))


def _body(row: Restriction) -> dict[str, object]:
    names = [
        "kind",
        "subject_kind",
        "subject_id",
        "starts_on",
        "ends_on",
        "act",
        "process",
        "reasons",
        "training",
    ]
    return {name: getattr(row, name) for name in names}
