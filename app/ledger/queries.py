"""Reads of the anchors for pages."""

from datetime import date

from sqlalchemy import select

from app.ledger.anchors import Anchor, read_anchor
from app.ledger.models import LedgerAnchor
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
