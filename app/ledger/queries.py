"""Reads of the anchors for pages, and where the ledger holds one record."""

from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.ledger.anchors import Anchor, read_anchor
from app.ledger.models import LedgerAnchor, LedgerEvent
from app.persistence.base import db


def last_anchors(municipality_id: str, limit: int) -> list[Anchor]:
    """The newest anchors of a city, newest first; one that was spoiled is left to `verify`."""
    query = (
        select(LedgerAnchor.document)
        .where(LedgerAnchor.municipality_id == municipality_id)
        .order_by(LedgerAnchor.day.desc())
        .limit(limit)
    )
    found = []
    for text in db.session.scalars(query):
        try:
            found.append(read_anchor(text))
        except ValueError:
            continue
    return found


def anchor_document(municipality_id: str, day: date) -> str | None:
    """The text of one anchor, as it stands; None when that day has none."""
    row = db.session.get(LedgerAnchor, (municipality_id, day))
    return row.document if row else None


def event_of(
    session: Session, municipality_id: str, kind: str, entity: tuple[str, str]
) -> tuple[int, str]:
    """Place in the main chain and hash of the first event of a kind about an entity, or (0, "")."""
    query = select(LedgerEvent.seq, LedgerEvent.hash).where(
        LedgerEvent.municipality_id == municipality_id,
        LedgerEvent.chain == "main",
        LedgerEvent.kind == kind,
        LedgerEvent.entity == entity[0],
        LedgerEvent.entity_id == entity[1],
    )
    found = session.execute(query.order_by(LedgerEvent.seq).limit(1)).one_or_none()
    return (found[0], found[1]) if found else (0, "")
