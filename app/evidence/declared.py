"""Saying which photos may come for a record: their names stand in the frozen text."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.evidence.models import Attachment
from app.evidence.payload import PhotoPart


def declare_photos(
    session: Session, actor: Actor, entry_id: str, photos: Sequence[PhotoPart], *, now: datetime
) -> None:
    """Say that the bytes of these photos may come for this record; an inner step."""
    seen = set()
    for position, photo in enumerate(photos):
        key = (actor.municipality_id, entry_id, photo.sha256)
        if photo.sha256 in seen or session.get(Attachment, key) is not None:
            continue
        seen.add(photo.sha256)
        session.add(
            Attachment(
                municipality_id=actor.municipality_id,
                entry_id=entry_id,
                sha256=photo.sha256,
                size=photo.size,
                position=position,
                caption=photo.caption,
                taken_at=photo.taken_at,
                declared_by=actor.account_id,
                declared_at=now,
            )
        )
