"""Granting: a Termo, a platform's authorisation, or a car's, within quota and for its term."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.errors import Conflict, Invalid, RuleRefused
from app.kernel.ids import new_id
from app.ledger.service import append
from app.permits import steps
from app.permits.counting import counts_for, latest_population
from app.permits.domain import (
    GrantData,
    GrantKind,
    covers,
    grant_rule,
    grant_term,
    require_role,
)
from app.permits.models import Authorisation, Population
from app.persistence.transaction import changed, transaction
from app.registry.models import Driver, Platform, Vehicle
from app.regulation.effects import effect
from app.regulation.facts import Period, Subject
from app.regulation.quotas import quotas
from app.regulation.ruleset import Ruleset

TRAINING_SERIES = "TREINO-"


@dataclass(frozen=True)
class Granted:
    """The receipt of a grant; `ends_on` is its last good day."""

    id: str
    number: str
    ends_on: date


def grant_authorisation(
    actor: Actor, ruleset: Ruleset, data: GrantData, *, now: datetime
) -> Granted:
    """Grant, or refuse with the citation: competence, one per person, quota, missing act."""
    actor.require(Permission.PERMIT_GRANT)
    rule = grant_rule(ruleset, data.kind)
    basis = ruleset.cite_all(rule.basis)
    require_role(actor.roles, rule.roles, basis)
    steps.require_legal(actor, ruleset, now)
    act = steps.required(
        data.act, "act", "Informe o ato de quem concede, com número e ano.", citation=basis
    )
    process = steps.required(
        data.process,
        "process",
        f"Informe o número: {rule.process.lower()}.",
        citation=ruleset.cite(rule.process_basis),
    )
    with transaction() as session:
        steps.lock_city(session, actor.municipality_id)
        again = session.get(Authorisation, data.id) if data.id else None
        if again is not None:
            _require_same(again, actor, data, act)
            return Granted(again.id, again.number, again.ends_on)
        row = _new(session, actor, ruleset, data, now)
        row.act, row.process = act, process
        session.add(row)
        session.flush()
        append(session, actor, "permit.granted", ("authorisation", row.id), _body(row), now=now)
        steps.tell(session, actor.municipality_id, Subject.AUTHORISATION, row.id)
        changed(session, f"city:{actor.municipality_id}")
        return Granted(row.id, row.number, row.ends_on)


def record_population(
    actor: Actor, inhabitants: int, *, reference_on: date, source: str, now: datetime
) -> str:
    """Enter the IBGE figure that fixes the number of taxis (PLA art. 8 p.u.); the latest counts."""
    actor.require(Permission.PERMIT_PREPARE)
    named = steps.required(source, "source", "Informe a fonte do IBGE.", most=120)
    if inhabitants < 1:
        raise Invalid("Informe o número de habitantes.", field="inhabitants")
    with transaction() as session:
        row = Population(
            id=new_id(),
            municipality_id=actor.municipality_id,
            inhabitants=inhabitants,
            reference_on=reference_on,
            source=named,
            recorded_at=now,
        )
        session.add(row)
        body = {"inhabitants": inhabitants, "reference_on": reference_on, "source": named}
        append(session, actor, "population.recorded", ("population", row.id), body, now=now)
        changed(session, f"city:{actor.municipality_id}")
        return row.id


def _require_same(row: Authorisation, actor: Actor, data: GrantData, act: str) -> None:
    steps.same_receipt(
        row,
        actor.municipality_id,
        kind=data.kind.value,
        driver_id=data.driver_id or None,
        platform_id=data.platform_id or None,
        vehicle_id=data.vehicle_id or None,
        starts_on=data.starts_on,
        act=act,
    )


def _new(
    session: Session, actor: Actor, ruleset: Ruleset, data: GrantData, now: datetime
) -> Authorisation:
    _require_people(session, actor, data)
    _require_single(session, actor, ruleset, data)
    _require_quota(session, actor, ruleset, data)
    term = grant_term(
        ruleset,
        data.kind,
        starts_on=data.starts_on,
        licence_issued_on=data.licence_issued_on,
        platform_ends_on=_platform_end(session, actor, data),
    )
    return Authorisation(
        id=data.id or new_id(),
        municipality_id=actor.municipality_id,
        kind=data.kind.value,
        number=_number(session, actor, ruleset, data),
        driver_id=data.driver_id or None,
        platform_id=data.platform_id or None,
        vehicle_id=data.vehicle_id or None,
        rank=data.rank.strip(),
        starts_on=data.starts_on,
        ends_on=term.last,
        licence_issued_on=data.licence_issued_on,
        training=ruleset.training,
        ruleset=ruleset.slug,
        ruleset_hash=ruleset.hash,
        granted_at=now,
    )


def _require_people(session: Session, actor: Actor, data: GrantData) -> None:
    if data.kind is GrantKind.TAXI or data.driver_id:
        steps.living(session, actor, Driver, data.driver_id, "driver_id")
        _require_no_bar(session, actor, data)
    if data.kind is not GrantKind.TAXI:
        steps.living(session, actor, Platform, data.platform_id, "platform_id")
    if data.kind is not GrantKind.PLATFORM:
        vehicle = steps.living(session, actor, Vehicle, data.vehicle_id, "vehicle_id")
        if vehicle.modality != ("taxi" if data.kind is GrantKind.TAXI else "app"):
            raise Invalid("A modalidade do carro no cadastro é outra.", field="vehicle_id")


def _require_no_bar(session: Session, actor: Actor, data: GrantData) -> None:
    """Nobody barred by an act in effect gets a grant (PLA art. 46)."""
    for act in steps.restrictions_on(session, actor.municipality_id, [data.driver_id]):
        if covers(Period(act.starts_on, act.ends_on), data.starts_on):
            until = f" até {act.ends_on:%d/%m/%Y}" if act.ends_on else ""
            raise RuleRefused(f"Este condutor está impedido{until} ({act.act}).", field="driver_id")


@effect("guard", "one_authorisation")
@effect("guard", "one_vehicle")
def _require_single(session: Session, actor: Actor, ruleset: Ruleset, data: GrantData) -> None:
    """One grant per person or platform, one Termo per car (PLA arts. 9, 11 I)."""
    mine = select(Authorisation.number).where(
        Authorisation.municipality_id == actor.municipality_id,
        Authorisation.kind == data.kind.value,
        Authorisation.training == ruleset.training,
        steps.lasting(data.starts_on),
    )
    if data.kind is GrantKind.TAXI:
        person = select(Driver.person_id).where(Driver.id == data.driver_id).scalar_subquery()
        same_person = select(Driver.id).where(
            Driver.municipality_id == actor.municipality_id, Driver.person_id == person
        )
        holder = mine.where(Authorisation.driver_id.in_(same_person))
        _refuse_second(session, holder, "driver_id", _cite(ruleset, "art. 9"), "Esta pessoa")
        car = mine.where(Authorisation.vehicle_id == data.vehicle_id)
        _refuse_second(session, car, "vehicle_id", _cite(ruleset, "art. 11 I"), "Este carro")
        return
    holder = mine.where(Authorisation.platform_id == data.platform_id)
    if data.kind is GrantKind.VEHICLE:
        car = holder.where(Authorisation.vehicle_id == data.vehicle_id)
        _refuse_second(session, car, "vehicle_id", _cite(ruleset, "art. 8"), "Este carro")
        return
    _refuse_second(
        session, holder, "platform_id", _cite(ruleset, "art. 9", "art. 3"), "Esta plataforma"
    )


def _refuse_second(session: Session, query: object, field: str, citation: str, who: str) -> None:
    number = session.scalar(query)  # type: ignore[call-overload]
    if number is not None:
        raise RuleRefused(
            f"{who} já tem a autorização {number}. Só cabe uma.", field=field, citation=citation
        )


def _cite(ruleset: Ruleset, *refs: str) -> str:
    known = {provision.ref for provision in ruleset.provisions}
    wanted = {"PLA": refs[0], "PAT": refs[-1]}.get(ruleset.code, refs[0])
    return ruleset.cite(wanted) if wanted in known else ""


def _require_quota(session: Session, actor: Actor, ruleset: Ruleset, data: GrantData) -> None:
    if data.kind is GrantKind.TAXI and latest_population(session, actor.municipality_id) is None:
        raise RuleRefused(
            "Falta a população do IBGE, que fixa o número de táxis. Registre-a antes.",
            citation=ruleset.cite_all(ruleset.check("quota_kept").basis),
        )
    for quota in quotas(ruleset, counts_for(session, actor, ruleset, data)):
        quota.require_place()


def _platform_end(session: Session, actor: Actor, data: GrantData) -> date | None:
    if data.kind is not GrantKind.VEHICLE:
        return None
    return session.scalar(
        select(func.max(Authorisation.ends_on)).where(
            Authorisation.municipality_id == actor.municipality_id,
            Authorisation.kind == GrantKind.PLATFORM.value,
            Authorisation.platform_id == data.platform_id,
            Authorisation.starts_on <= data.starts_on,
            steps.lasting(data.starts_on),
        )
    )


_SERIES = {GrantKind.TAXI: "T", GrantKind.PLATFORM: "P", GrantKind.VEHICLE: "V"}


def _number(session: Session, actor: Actor, ruleset: Ruleset, data: GrantData) -> str:
    prefix = TRAINING_SERIES if ruleset.training else ""
    typed = " ".join(data.number.split()).removeprefix(TRAINING_SERIES)
    if typed:
        number = prefix + typed
        if len(number) > 30:
            raise Invalid("Use até 23 caracteres no número.", field="number")
    else:
        head = f"{prefix}{_SERIES[data.kind]}-{data.starts_on.year}-"
        number = f"{head}{_next_in_series(session, actor, head):04d}"
    taken = select(Authorisation.id).where(
        Authorisation.municipality_id == actor.municipality_id, Authorisation.number == number
    )
    if session.scalar(taken) is not None:
        raise Conflict(f"Já existe a autorização {number}. Confira o número.", field="number")
    return number


def _next_in_series(session: Session, actor: Actor, head: str) -> int:
    numbers = session.scalars(
        select(Authorisation.number).where(
            Authorisation.municipality_id == actor.municipality_id,
            Authorisation.number.startswith(head, autoescape=True),
        )
    )
    tails = (number.removeprefix(head) for number in numbers)
    return max((int(tail) for tail in tails if tail.isdecimal()), default=0) + 1


def _body(row: Authorisation) -> dict[str, object]:
    names = [
        "kind",
        "number",
        "driver_id",
        "platform_id",
        "vehicle_id",
        "act",
        "process",
        "rank",
        "starts_on",
        "ends_on",
        "licence_issued_on",
        "training",
        "ruleset",
        "ruleset_hash",
    ]
    return {name: getattr(row, name) for name in names}
