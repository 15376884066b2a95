"""Whether a person's act of designation held on the day of a fact (PLA art. 37; threats §4.3, 12).

Asked when a record arrives, perhaps days later: an act that ended since is told, not refused.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.models import RoleGrant
from app.accounts.permissions import ROLE_PERMISSIONS, Permission
from app.kernel.civil import civil_today
from app.kernel.errors import DomainError
from app.kernel.phone_clock import Moment


class NotDesignated(DomainError):
    """The person had no act of designation on the day of the fact (kept in quarantine)."""

    message = "Seu ato de designação não valia nessa data. O registro ficou guardado para a chefia."


def street_grants(session: Session, actor: Actor, permission: Permission) -> list[RoleGrant]:
    """Every grant, past and present, of a role that allows `permission` to this person here."""
    roles = sorted(role for role, allowed in ROLE_PERMISSIONS.items() if permission in allowed)
    query = select(RoleGrant).where(
        RoleGrant.person_id == actor.person_id,
        RoleGrant.municipality_id == actor.municipality_id,
        RoleGrant.role.in_(roles),
    )
    return list(session.scalars(query))


def held(grant: RoleGrant, at: datetime, time_zone: str) -> bool:
    """Whether the act was in force on the civil day of `at` and not revoked before it."""
    day = civil_today(at, time_zone)
    in_days = grant.starts_on <= day and (grant.ends_on is None or day <= grant.ends_on)
    return in_days and (grant.revoked_at is None or grant.revoked_at > at)


def designation_ended(
    grants: Sequence[RoleGrant], moment: Moment, received_at: datetime, time_zone: str
) -> bool:
    """Whether the act that held on the day of the fact has ended since; `NotDesignated` without one.

    Where the phone's clock is doubtful, an act that holds today is enough: the flag tells the rest.
    """
    now_held = any(held(grant, received_at, time_zone) for grant in grants)
    if any(held(grant, moment.happened_at, time_zone) for grant in grants):
        return not now_held
    if moment.flag and now_held:
        return False
    raise NotDesignated
