"""Who may see a stored photo."""

from pathlib import Path

from sqlalchemy import select

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.evidence.models import Evidence
from app.evidence.store import photo_path, thumbnail_path
from app.kernel.errors import NotFound
from app.persistence.base import db
from app.registry.models import Driver
from app.registry.write import own

_STAFF = (Permission.DRIVER_READ, Permission.FIELD_CHECK)


def photo_for(actor: Actor, evidence_id: str, *, small: bool = False) -> Path:
    """The file of a driver's photo: for the office, agents on duty, and the driver in person.

    NotFound for everybody else (requirements.md §7.2), and when the file is gone.
    """
    row = own(db.session(), actor, Evidence, evidence_id)
    allowed = any(actor.can(permission) for permission in _STAFF)
    if not allowed and _person_of(row.subject_id) != actor.person_id:
        raise NotFound
    path = thumbnail_path(row.id) if small else photo_path(row.id)
    if not path.is_file():
        raise NotFound
    return path


def _person_of(driver_id: str) -> str | None:
    return db.session.scalar(select(Driver.person_id).where(Driver.id == driver_id))
