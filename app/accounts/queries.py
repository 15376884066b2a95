"""Who is signed in, and which city this is: the reads behind every request."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor, Designation
from app.accounts.models import Account, Municipality, Person, RoleGrant, WebSession
from app.accounts.permissions import Role
from app.accounts.service import token_hash
from app.kernel.civil import civil_today
from app.persistence.base import db
from app.regulation.effects import effect


@dataclass(frozen=True)
class City:
    """A municipality as every page needs it."""

    id: str
    slug: str
    name: str
    uf: str
    ibge: str
    time_zone: str
    ruleset: str
    host: str
    phone: str

    @property
    def label(self) -> str:
        """ "Planura/MG"."""
        return f"{self.name}/{self.uf}"


def city(municipality_id: str) -> City:
    """The city by id; raises LookupError when the installation does not know it."""
    row = db.session.get(Municipality, municipality_id)
    if row is None:
        raise LookupError(municipality_id)
    return _city(row)


def cities() -> list[City]:
    """All cities of this installation, by name."""
    return [_city(m) for m in db.session.scalars(select(Municipality).order_by(Municipality.name))]


def _city(row: Municipality) -> City:
    return City(
        row.id,
        row.slug,
        row.name,
        row.uf,
        row.ibge,
        row.time_zone,
        row.ruleset,
        row.host,
        row.phone,
    )


def actor_of_token(token: str, now: datetime) -> Actor | None:
    """The actor of a session secret, or None when it ended, expired or never was.

    Roles are read at each request, so a revoked role stops on the next one.
    """
    found = db.session.execute(
        select(WebSession, Account, Person, Municipality.time_zone)
        .join(Account, Account.id == WebSession.account_id)
        .join(Person, Person.id == Account.person_id)
        .join(Municipality, Municipality.id == WebSession.municipality_id)
        .where(
            WebSession.id == token_hash(token),
            WebSession.ended_at.is_(None),
            WebSession.expires_at > now,
            Account.active.is_(True),
        )
    ).one_or_none()
    if found is None:
        return None
    web, account, person, zone = found
    return Actor(
        municipality_id=web.municipality_id,
        person_id=person.id,
        account_id=account.id,
        name=person.name,
        designations=designations(
            db.session(), person.id, web.municipality_id, civil_today(now, zone)
        ),
        device_id=web.device_id,
        session_id=web.id,
    )


@effect("guard", "agent_designation")
def designations(
    session: Session, person_id: str, municipality_id: str, today: date
) -> tuple[Designation, ...]:
    """Roles of a person in a city whose act is in force on a civil day."""
    rows = session.scalars(
        select(RoleGrant).where(
            RoleGrant.person_id == person_id,
            RoleGrant.municipality_id == municipality_id,
            RoleGrant.revoked_at.is_(None),
            RoleGrant.starts_on <= today,
            or_(RoleGrant.ends_on.is_(None), RoleGrant.ends_on >= today),
        )
    )
    return tuple(
        Designation(Role(r.role), r.act, r.registration, r.starts_on, r.ends_on) for r in rows
    )
