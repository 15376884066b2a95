"""The permit under which a car works today: its own, or its platform's (PAT art. 14; PLA art. 11 II)."""

from datetime import date

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.kernel.errors import DomainError
from app.permits import steps
from app.permits.domain import GrantKind, PermitState
from app.permits.models import Authorisation, Seal
from app.permits.service_seals import require_car
from app.registry.models import Vehicle, VehiclePlatform
from app.regulation.ruleset import Ruleset


def covering_permit(
    session: Session, vehicle: Vehicle, ruleset: Ruleset, today: date
) -> Authorisation | None:
    """The grant in force of that car under which a code may be signed today, or None."""
    for permit in _candidates(session, vehicle, ruleset, today):
        try:
            require_car(session, permit, vehicle, today, ruleset)
        except DomainError:
            continue
        if steps.state_of(session, permit, vehicle.id, today) is PermitState.VALID:
            return permit
    return None


def living_seal(session: Session, permit: Authorisation, vehicle: Vehicle) -> Seal | None:
    """The sticker that a new one would take the place of, or None."""
    query = select(Seal).where(
        Seal.municipality_id == vehicle.municipality_id,
        Seal.vehicle_id == vehicle.id,
        Seal.state != "dead",
        or_(Seal.authorisation_id == permit.id, Seal.training == permit.training),
    )
    return session.scalars(query.order_by(Seal.expires_on.desc(), Seal.number.desc())).first()


def _candidates(
    session: Session, vehicle: Vehicle, ruleset: Ruleset, today: date
) -> list[Authorisation]:
    """Grants of the car and of its platforms that last today, the car's own first."""
    linked = select(VehiclePlatform.platform_id).where(
        VehiclePlatform.vehicle_id == vehicle.id,
        VehiclePlatform.starts_on <= today,
        or_(VehiclePlatform.ends_on.is_(None), VehiclePlatform.ends_on >= today),
    )
    own = Authorisation.vehicle_id == vehicle.id
    platforms = (Authorisation.kind == GrantKind.PLATFORM.value) & (
        Authorisation.platform_id.in_(linked)
    )
    query = select(Authorisation).where(
        Authorisation.municipality_id == vehicle.municipality_id,
        or_(own, platforms),
        Authorisation.training == ruleset.training,
        Authorisation.starts_on <= today,
        Authorisation.ends_on >= today,
    )
    found = list(session.scalars(query.order_by(Authorisation.starts_on.desc(), Authorisation.id)))
    return sorted(found, key=lambda grant: grant.vehicle_id is None)
