"""What the quotas count: lasting grants of the same kind, training apart from legal."""

from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.permits import steps
from app.permits.domain import GrantData, GrantKind
from app.permits.models import Authorisation, Population
from app.registry.models import Vehicle
from app.regulation.quotas import Counts
from app.regulation.ruleset import Ruleset


def latest_population(session: Session, municipality_id: str) -> Population | None:
    """The IBGE figure of the latest reference date (CFG-PLA-03)."""
    return session.scalar(
        select(Population)
        .where(Population.municipality_id == municipality_id)
        .order_by(Population.reference_on.desc(), Population.recorded_at.desc())
        .limit(1)
    )


def active_taxis(session: Session, municipality_id: str, ruleset: Ruleset, day: date) -> int:
    """Termos that last on that day."""
    return _count(session, municipality_id, ruleset, GrantKind.TAXI, day)


def counts_for(session: Session, actor: Actor, ruleset: Ruleset, data: GrantData) -> Counts:
    """The counts that bear on one more grant of this kind; call it under the city's lock."""
    city, day = actor.municipality_id, data.starts_on
    if data.kind is GrantKind.TAXI:
        population = latest_population(session, city)
        return Counts(
            taxis=active_taxis(session, city, ruleset, day),
            population=population.inhabitants if population else None,
        )
    if data.kind is GrantKind.PLATFORM:
        return Counts(platforms=_count(session, city, ruleset, GrantKind.PLATFORM, day))
    return Counts(vehicles_of_platform=_cars(session, city, ruleset, data))


def _count(
    session: Session, municipality_id: str, ruleset: Ruleset, kind: GrantKind, day: date
) -> int:
    query = select(func.count()).where(
        Authorisation.municipality_id == municipality_id,
        Authorisation.kind == kind.value,
        Authorisation.training == ruleset.training,
        steps.lasting(day),
    )
    return session.scalar(query) or 0


def _cars(session: Session, municipality_id: str, ruleset: Ruleset, data: GrantData) -> int:
    query = (
        select(func.count(Authorisation.vehicle_id.distinct()))
        .join(Vehicle, Vehicle.id == Authorisation.vehicle_id)
        .where(
            Authorisation.municipality_id == municipality_id,
            Authorisation.kind == GrantKind.VEHICLE.value,
            Authorisation.platform_id == data.platform_id,
            Authorisation.training == ruleset.training,
            steps.lasting(data.starts_on),
        )
    )
    # the taxi of PAT art. 31 needs no authorisation and by default takes no place (CFG-PAT-03)
    if ruleset.decision("CFG-PAT-03") != "per_platform_with_taxis":
        query = query.where(Vehicle.taxi_on_platform.is_(False))
    return session.scalar(query) or 0
