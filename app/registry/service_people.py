"""Who acts for a platform: a person with a sign-in of a platform, from a day on, by an act."""

from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.models import Account, RoleGrant
from app.accounts.permissions import Permission, Role
from app.kernel.errors import Conflict, Invalid
from app.kernel.ids import new_id
from app.ledger.service import append
from app.persistence.transaction import changed, transaction
from app.registry.domain_text import one_line
from app.registry.models import Platform
from app.registry.models_people import PlatformPerson
from app.registry.write import living, own, unique

_TWICE = "Esta pessoa já representa a plataforma."


def link_person(
    actor: Actor, platform_id: str, login: str, act: str, starts_on: date, *, now: datetime
) -> str:
    """Let the person of a sign-in act for a platform; an open link again is returned as it is.

    Raises Invalid on `login` when no account of a platform of this city has it.
    """
    actor.require(Permission.PLATFORM_WRITE)
    act = one_line(act, field="act", what="O documento", longest=80, required=True)
    with transaction() as session:
        platform: Platform = living(session, actor, Platform, platform_id)
        if starts_on < platform.registered_on:
            raise Invalid("O vínculo não pode começar antes do cadastro.", field="starts_on")
        account = session.scalar(
            select(Account).where(
                Account.municipality_id == actor.municipality_id,
                Account.login == login.strip().lower(),
                Account.active.is_(True),
            )
        )
        if account is None or not _has_role(session, account):
            raise Invalid("Não há conta de plataforma com este acesso.", field="login")
        same = session.scalar(
            select(PlatformPerson).where(
                PlatformPerson.platform_id == platform.id,
                PlatformPerson.person_id == account.person_id,
                PlatformPerson.ends_on.is_(None),
            )
        )
        if same is not None:
            return same.id
        link = PlatformPerson(
            id=new_id(),
            municipality_id=actor.municipality_id,
            platform_id=platform.id,
            person_id=account.person_id,
            starts_on=starts_on,
            act=act,
        )
        with unique(session, _TWICE):
            session.add(link)
        body = {"link": link.id, "person": link.person_id, "starts_on": starts_on, "act": act}
        append(session, actor, "platform.person_linked", ("platform", platform.id), body, now=now)
        changed(session, f"platform:{platform.id}")
    return link.id


def end_person(actor: Actor, link_id: str, ends_on: date, *, now: datetime) -> None:
    """The person's last day for the platform; the same day again changes nothing."""
    actor.require(Permission.PLATFORM_WRITE)
    with transaction() as session:
        link = own(session, actor, PlatformPerson, link_id, lock=True)
        if link.ends_on == ends_on:
            return
        if link.ends_on is not None:
            raise Conflict("Este vínculo já foi encerrado. Confira a data no registro.")
        if ends_on < link.starts_on:
            raise Invalid("O vínculo não pode terminar antes de começar.", field="ends_on")
        link.ends_on = ends_on
        body = {"link": link.id, "person": link.person_id, "ends_on": ends_on}
        append(
            session, actor, "platform.person_ended", ("platform", link.platform_id), body, now=now
        )
        changed(session, f"platform:{link.platform_id}")


def _has_role(session: Session, account: Account) -> bool:
    """Whether the person was given the role of a platform here; its days are asked at each use."""
    query = select(RoleGrant.id).where(
        RoleGrant.person_id == account.person_id,
        RoleGrant.municipality_id == account.municipality_id,
        RoleGrant.role == Role.PLATFORM,
        RoleGrant.revoked_at.is_(None),
    )
    return session.scalars(query).first() is not None
