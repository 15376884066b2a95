"""Who could sit in a commission: people with that role in force, in this city."""

from datetime import date, datetime

from sqlalchemy import or_, select

from app.accounts.domain import Actor
from app.accounts.models import Person, RoleGrant
from app.accounts.permissions import Role
from app.persistence.base import db


def roll(actor: Actor, role: Role, day: date, now: datetime) -> dict[str, str]:
    """Person id → name, by name, of those whose act is in force on that civil day."""
    query = (
        select(Person.id, Person.name)
        .join(RoleGrant, RoleGrant.person_id == Person.id)
        .where(
            RoleGrant.municipality_id == actor.municipality_id,
            RoleGrant.role == role.value,
            RoleGrant.starts_on <= day,
            or_(RoleGrant.ends_on.is_(None), RoleGrant.ends_on >= day),
            or_(RoleGrant.revoked_at.is_(None), RoleGrant.revoked_at > now),
        )
        .order_by(Person.name, Person.id)
    )
    return {id: name for id, name in db.session.execute(query)}


def names_of(ids: set[str]) -> dict[str, str]:
    """Person id → name."""
    query = select(Person.id, Person.name).where(Person.id.in_(ids))
    return {id: name for id, name in db.session.execute(query)}
