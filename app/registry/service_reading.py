"""Opening personal data is itself an event, in the access chain (requirements.md §7.3)."""

from datetime import datetime

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.ledger.service import append
from app.persistence.transaction import transaction
from app.registry.queries_detail import DriverDetail, OwnerDetail, driver_for, owner_for


def read_driver(actor: Actor, driver_id: str, *, now: datetime, why: str) -> DriverDetail:
    """A driver with CPF, CNH and address; `why` names the page. NotFound for strangers."""
    actor.require(Permission.DRIVER_READ)
    with transaction() as session:
        found = driver_for(actor, driver_id)
        entity = ("driver", driver_id)
        append(session, actor, "driver.read", entity, {"why": why}, now=now, chain="access")
    return found


def read_owner(actor: Actor, owner_id: str, *, now: datetime, why: str) -> OwnerDetail:
    """An owner with CPF or CNPJ and address; `why` names the page. NotFound for strangers."""
    actor.require(Permission.VEHICLE_WRITE)
    with transaction() as session:
        found = owner_for(actor, owner_id)
        entity = ("owner", owner_id)
        append(session, actor, "owner.read", entity, {"why": why}, now=now, chain="access")
    return found
