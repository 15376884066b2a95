"""Keeping what could not be taken, whole and once, for a person to look at; its photos may still come."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.evidence.declared import declare_photos
from app.evidence.payload import PhotoPart
from app.infractions.payload import PHOTOS_MAX as NOTICE_PHOTOS
from app.inspections.payload import PHOTOS_MAX as VISIT_PHOTOS
from app.kernel.errors import Invalid
from app.kernel.ids import new_id
from app.kernel.json_text import read_object
from app.ledger.service import append
from app.persistence.transaction import transaction
from app.sync.models import Quarantined

_PHOTOS_MAX = {"notice": NOTICE_PHOTOS, "inspection": VISIT_PHOTOS}
_PHOTO: TypeAdapter[PhotoPart] = TypeAdapter(PhotoPart)


class Refusable(Protocol):
    """The parts of an entry that are kept."""

    @property
    def id(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def payload(self) -> str: ...
    @property
    def signature(self) -> str: ...
    @property
    def content(self) -> bytes: ...


def keep(actor: Actor, entry: Refusable, why: str, now: datetime) -> None:
    """Store the entry as it came, with the reason; the same content under one id is kept once."""
    arrived = hashlib.sha256(entry.content).hexdigest()
    try:
        with transaction() as session:
            if not _kept(session, actor, entry, arrived):
                row = _row(actor, entry, arrived, why, now)
                session.add(row)
                _append(session, actor, row)
                photos = photos_of(actor.account_id, entry.kind, entry.payload)
                declare_photos(session, actor, entry.id, photos, now=now)
    except IntegrityError:
        return  # a parallel delivery kept the same just now


def _row(actor: Actor, entry: Refusable, arrived: str, why: str, now: datetime) -> Quarantined:
    return Quarantined(
        id=new_id(),
        municipality_id=actor.municipality_id,
        entry_id=entry.id,
        account_id=actor.account_id,
        kind=entry.kind.replace("\0", "\ufffd"),
        sha256=arrived,
        payload=entry.content.decode("utf-8").replace("\0", "\ufffd"),
        signature=entry.signature,
        why=why[:200],
        received_at=now,
    )


def _append(session: Session, actor: Actor, row: Quarantined) -> None:
    """What was refused is evidence too: its bytes are bound to the chain."""
    body = {
        "id": row.id,
        "kind": row.kind,
        "sha256": row.sha256,
        "stored": hashlib.sha256(row.payload.encode()).hexdigest(),  # differs when NUL was replaced
        "signature": row.signature,
        "why": row.why,
    }
    entity = ("entry", row.entry_id)
    append(session, actor, "entry.quarantined", entity, body, now=row.received_at)


def _kept(session: Session, actor: Actor, entry: Refusable, arrived: str) -> bool:
    query = select(Quarantined.id).where(
        Quarantined.municipality_id == actor.municipality_id,
        Quarantined.entry_id == entry.id,
        Quarantined.sha256 == arrived,
        Quarantined.account_id == actor.account_id,
    )
    return session.scalar(query) is not None


def photos_of(account_id: str, kind: str, payload: str) -> list[PhotoPart]:
    """What can be understood of the photos of a refused record of the account's own."""
    if kind not in _PHOTOS_MAX:
        return []
    try:
        members: Mapping[str, object] = read_object(payload)
    except Invalid:
        return []
    photos = members.get("photos")
    if members.get("account_id") != account_id or not isinstance(photos, list):
        return []
    return [part for photo in photos[: _PHOTOS_MAX[kind]] if (part := _photo(photo)) is not None]


def _photo(value: object) -> PhotoPart | None:
    try:
        return _PHOTO.validate_python(value)
    except ValidationError:
        return None
