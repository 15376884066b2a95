"""Platforms enter, change and leave the registry (PAT art. 3; PLA arts. 7 II, 8)."""

from dataclasses import asdict
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.civil import civil_today
from app.kernel.errors import Invalid
from app.kernel.ids import new_id, parse_id
from app.ledger.service import append
from app.persistence.transaction import changed, transaction
from app.registry.domain import PlatformData
from app.registry.domain_rules import check_removal_day
from app.registry.domain_text import name_key, one_line
from app.registry.models import Platform
from app.registry.service_links import end_links
from app.registry.write import hold_version, living, put, repeated, unique
from app.regulation.ruleset import Ruleset

TAKEN = "Este CNPJ já é de uma plataforma do cadastro."


def register_platform(
    actor: Actor, data: PlatformData, *, ruleset: Ruleset, now: datetime, id: str = ""
) -> str:
    """Put a platform in the registry and return the id. It operates only once authorised."""
    actor.require(Permission.PLATFORM_WRITE)
    id, data = parse_id(id or new_id()), data.clean()
    with transaction() as session:
        if repeated(session, actor, Platform, id, data, PlatformData):
            return id
        _refuse_taken_cnpj(session, actor, data.cnpj, id)
        with unique(session, TAKEN):
            session.add(
                Platform(
                    id=id,
                    municipality_id=actor.municipality_id,
                    search_key=name_key(data.name),
                    registered_on=civil_today(now, ruleset.instrument.time_zone),
                    updated_at=now,
                    version=1,
                    **asdict(data),
                )
            )
        append(session, actor, "platform.registered", ("platform", id), asdict(data), now=now)
        changed(session, f"platform:{id}")
    return id


def edit_platform(
    actor: Actor, platform_id: str, data: PlatformData, *, version: int, now: datetime
) -> None:
    """Correct a platform's data. Raises Conflict when `version` is stale, Invalid with a field."""
    actor.require(Permission.PLATFORM_WRITE)
    data = data.clean()
    with transaction() as session:
        row: Platform = living(session, actor, Platform, platform_id)
        hold_version(row, version)
        _refuse_taken_cnpj(session, actor, data.cnpj, row.id)
        row.search_key = name_key(data.name)
        with unique(session, TAKEN):
            body = {"changes": put(row, data, now=now), "version": row.version}
        append(session, actor, "platform.edited", ("platform", row.id), body, now=now)
        changed(session, f"platform:{row.id}")


def remove_platform(
    actor: Actor, platform_id: str, *, on: date, reason: str, now: datetime
) -> None:
    """Take a platform out of the registry at the end of civil day `on`; its links end with it."""
    actor.require(Permission.PLATFORM_WRITE)
    reason = one_line(reason, field="reason", what="O motivo", longest=200, required=True)
    with transaction() as session:
        row: Platform = living(session, actor, Platform, platform_id)
        check_removal_day(row.registered_on, on, now)
        row.removed_on, row.updated_at, row.version = on, now, row.version + 1
        others = end_links(session, actor, platform_id=row.id, on=on)
        body = {"on": on, "reason": reason}
        append(session, actor, "platform.removed", ("platform", row.id), body, now=now)
        changed(session, f"platform:{row.id}", *others)


def _refuse_taken_cnpj(session: Session, actor: Actor, cnpj: str, id: str) -> None:
    other = session.scalar(
        select(Platform.id).where(
            Platform.municipality_id == actor.municipality_id,
            Platform.cnpj == cnpj,
            Platform.removed_on.is_(None),
            Platform.id != id,
        )
    )
    if other:
        raise Invalid(TAKEN, field="cnpj")
