"""Receiving photos: checked, re-encoded, stored, and named in the ledger by their hash."""

import hashlib
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.evidence.images import make_safe
from app.evidence.models import Evidence
from app.evidence.store import forget, keep
from app.kernel.errors import Conflict
from app.kernel.ids import new_id, parse_id
from app.ledger.service import append
from app.persistence.transaction import changed, transaction
from app.registry.models import Driver
from app.registry.write import living


def set_driver_photo(
    actor: Actor, driver_id: str, content: bytes, *, now: datetime, id: str = ""
) -> str:
    """Make `content` the driver's photo; returns the evidence's id.

    Same id and same bytes: the first receipt again. Raises Invalid (field "photo") for what is
    no acceptable photo, Conflict when the id holds another file, NotFound for strangers.
    """
    actor.require(Permission.DRIVER_WRITE)
    id, sha256 = parse_id(id or new_id()), hashlib.sha256(content).hexdigest()
    copies = make_safe(content)  # takes long: never while holding the write lock
    with transaction() as session:
        if _repeated(session, actor, id, driver_id, sha256):
            return id
        person: Driver = living(session, actor, Driver, driver_id)
        session.add(
            Evidence(
                id=id,
                municipality_id=actor.municipality_id,
                kind="driver_photo",
                subject_kind="driver",
                subject_id=person.id,
                sha256=sha256,
                size=len(content),
                format=copies.format,
                person_id=actor.person_id,
                received_at=now,
            )
        )
        person.photo_id = id
        body = {"evidence": id, "sha256": sha256}
        append(session, actor, "driver.photographed", ("driver", person.id), body, now=now)
        changed(session, f"driver:{person.id}")
        session.flush()  # a taken id fails here, before files are written under it
        try:
            keep(id, copies)
        except OSError:
            forget(id)
            raise
    return id


def _repeated(session: Session, actor: Actor, id: str, driver_id: str, sha256: str) -> bool:
    row = session.get(Evidence, id)
    if row is None:
        return False
    found = (row.municipality_id, row.subject_id, row.sha256)
    if found != (actor.municipality_id, driver_id, sha256):
        raise Conflict
    return True
