"""Inner steps the verbs share: rows of the actor's own city, the city's lock, what an act touches."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, Invalid, NotFound, RuleRefused
from app.permits import domain
from app.permits.models import Authorisation, Pause, Restriction, SealCounter
from app.persistence.transaction import changed
from app.registry.models import Driver, Platform, Vehicle, VehicleDriver, VehiclePlatform
from app.regulation.facts import Period, RestrictionKind, Subject
from app.regulation.facts import Restriction as RestrictionFact
from app.regulation.guard import may_issue
from app.regulation.ruleset import Ruleset

Owned = Authorisation | Driver | Pause | Platform | Restriction | Vehicle
Row = TypeVar("Row", bound=Owned)

SUBJECT_MODELS: dict[Subject, type[Authorisation] | type[Driver] | type[Platform] | type[Vehicle]]
SUBJECT_MODELS = {
    Subject.AUTHORISATION: Authorisation,
    Subject.DRIVER: Driver,
    Subject.PLATFORM: Platform,
    Subject.VEHICLE: Vehicle,
}


def own(session: Session, actor: Actor, model: type[Row], id: str | None) -> Row:
    """The row of the actor's city, or `NotFound`: strangers and missing ones read alike."""
    row = session.get(model, id) if id else None
    if row is None or row.municipality_id != actor.municipality_id:
        raise NotFound
    return row


def living(session: Session, actor: Actor, model: type[Row], id: str, field: str) -> Row:
    """The registered, not removed row a form names; `Invalid` on its field."""
    row = session.get(model, id) if id else None
    if (
        row is None
        or row.municipality_id != actor.municipality_id
        or getattr(row, "removed_on", None) is not None
    ):
        raise Invalid("Não está no cadastro. Cadastre antes ou escolha outro.", field=field)
    return row


def lock_city(session: Session, municipality_id: str) -> SealCounter:
    """The city's row that orders grants and seals; made when first needed, without a race."""
    session.execute(
        text(
            "INSERT INTO seal_counter (municipality_id, last_index) VALUES (:city, 0) "
            "ON CONFLICT DO NOTHING"
        ),
        {"city": municipality_id},
    )
    return session.get_one(
        SealCounter, municipality_id, with_for_update=True, populate_existing=True
    )


def require_legal(actor: Actor, ruleset: Ruleset, now: datetime) -> None:
    """In a text in force, refuse what the guard refuses; in training everything may be tried."""
    if ruleset.training:
        return
    # No permit or seal is reckoned in UFM; the fees that are ask for it themselves.
    answer = may_issue(ruleset, now, now, ufm_known=True, agent_designated=bool(actor.designations))
    if not answer.allowed:
        reasons = " ".join(refusal.reason for refusal in answer.refusals)
        citations = "; ".join(dict.fromkeys(r.citation for r in answer.refusals if r.citation))
        raise RuleRefused(reasons, citation=citations)


def today_of(ruleset: Ruleset, now: datetime) -> date:
    """The civil day in the ruleset's city."""
    return civil_today(now, ruleset.instrument.time_zone)


def required(value: str, field: str, message: str, *, most: int = 80, citation: str = "") -> str:
    """A text that must be there, tidied; `Invalid` with its field otherwise."""
    tidy = " ".join(value.split())
    if not tidy:
        raise Invalid(message, field=field, citation=citation)
    if len(tidy) > most:
        raise Invalid(f"Use até {most} caracteres.", field=field)
    return tidy


def same_receipt(row: Any, municipality_id: str, **content: object) -> None:
    """A write that arrives again with its id: fine if the content is the same, else `Conflict`."""
    if row.municipality_id != municipality_id or any(
        getattr(row, name) != value for name, value in content.items()
    ):
        raise Conflict


def lasting(day: date, authorisation: type[Authorisation] = Authorisation) -> Any:
    """SQL: the grant lasts on or after a day and no final act ended it."""
    ended = (
        select(Restriction.id)
        .where(
            Restriction.municipality_id == authorisation.municipality_id,
            Restriction.subject_id == authorisation.id,
            Restriction.kind.in_([kind.value for kind in domain.FINAL_KINDS]),
            Restriction.lifted_at.is_(None),
        )
        .exists()
    )
    return (authorisation.ends_on >= day) & ~ended


def restrictions_on(
    session: Session, municipality_id: str, subject_ids: Iterable[str]
) -> list[Restriction]:
    """Acts not lifted against any of these subjects, oldest first."""
    query = (
        select(Restriction)
        .where(
            Restriction.municipality_id == municipality_id,
            Restriction.subject_id.in_(list(subject_ids)),
            Restriction.lifted_at.is_(None),
        )
        .order_by(Restriction.starts_on, Restriction.id)
    )
    return list(session.scalars(query))


def pauses_of(session: Session, municipality_id: str, *vehicle_ids: str) -> list[Pause]:
    """All licences to pause of these cars, oldest first."""
    query = (
        select(Pause)
        .where(Pause.municipality_id == municipality_id, Pause.vehicle_id.in_(vehicle_ids))
        .order_by(Pause.starts_on)
    )
    return list(session.scalars(query))


def state_of(
    session: Session, permit: Authorisation, vehicle_id: str | None, today: date
) -> domain.PermitState:
    """What the permit of that car is worth today."""
    return states_of(session, [(permit, vehicle_id)], today)[0]


def states_of(
    session: Session, pairs: Sequence[tuple[Authorisation, str | None]], today: date
) -> list[domain.PermitState]:
    """The states of (permit, car) pairs of one city, with three queries for all of them."""
    if not pairs:
        return []
    city = pairs[0][0].municipality_id
    subjects = _subjects(session, pairs)
    acts = restrictions_on(session, city, {id for ids in subjects for id in ids})
    pauses = pauses_of(session, city, *{vehicle for _, vehicle in pairs if vehicle})
    return [
        domain.permit_state(
            Period(permit.starts_on, permit.ends_on),
            tuple(as_fact(act) for act in acts if act.subject_id in mine),
            tuple(Period(p.starts_on, p.ends_on) for p in pauses if p.vehicle_id == vehicle),
            today,
        )
        for (permit, vehicle), mine in zip(pairs, subjects, strict=True)
    ]


def subjects_of(session: Session, permit: Authorisation, vehicle_id: str | None) -> set[str]:
    """Ids whose restrictions weigh on a permit: itself, car, holder, platform and its own grant."""
    return _subjects(session, [(permit, vehicle_id)])[0]


def _subjects(
    session: Session, pairs: Sequence[tuple[Authorisation, str | None]]
) -> list[set[str]]:
    grants = session.execute(
        select(Authorisation.platform_id, Authorisation.id, Authorisation.ends_on).where(
            Authorisation.municipality_id == pairs[0][0].municipality_id,
            Authorisation.kind == domain.GrantKind.PLATFORM.value,
            Authorisation.platform_id.in_(
                {p.platform_id for p, _ in pairs if p.kind == domain.GrantKind.VEHICLE}
            ),
        )
    ).all()
    found: list[set[str]] = []
    for permit, vehicle in pairs:
        own_ids = {permit.id, vehicle, permit.driver_id, permit.platform_id}
        if permit.kind == domain.GrantKind.VEHICLE:
            own_ids |= {
                id
                for platform, id, ends_on in grants
                if platform == permit.platform_id and ends_on >= permit.starts_on
            }
        found.append({id for id in own_ids if id})
    return found


def as_fact(row: Restriction) -> RestrictionFact:
    """A row as the pure part knows it."""
    return RestrictionFact(
        RestrictionKind(row.kind),
        Subject(row.subject_kind),
        Period(row.starts_on, row.ends_on),
        row.act,
    )


def tell(session: Session, municipality_id: str, subject: Subject, id: str) -> None:
    """Say `changed` for a subject and every car whose verdict hangs on it."""
    vehicles = _vehicles(session, municipality_id, subject, id)
    changed(session, f"{subject.value}:{id}", *(f"vehicle:{vehicle}" for vehicle in vehicles))


def _vehicles(session: Session, city: str, subject: Subject, id: str) -> set[str]:
    if subject is Subject.VEHICLE:
        return {id}
    if subject is Subject.AUTHORISATION:
        permit = session.get_one(Authorisation, id)
        if permit.kind == domain.GrantKind.PLATFORM and permit.platform_id:
            return _vehicles(session, city, Subject.PLATFORM, permit.platform_id)
        return {permit.vehicle_id} if permit.vehicle_id else set()
    if subject is Subject.DRIVER:
        links = select(VehicleDriver.vehicle_id).where(
            VehicleDriver.municipality_id == city, VehicleDriver.driver_id == id
        )
        holder = Authorisation.driver_id == id
    else:
        links = select(VehiclePlatform.vehicle_id).where(
            VehiclePlatform.municipality_id == city, VehiclePlatform.platform_id == id
        )
        holder = Authorisation.platform_id == id
    held = select(Authorisation.vehicle_id).where(
        Authorisation.municipality_id == city, holder, Authorisation.vehicle_id.is_not(None)
    )
    return {v for v in (*session.scalars(links), *session.scalars(held)) if v}
