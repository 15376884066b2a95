"""Photos that already served another visit: by their bytes, and by how they look (threats.md T18)."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.evidence.models import Attachment, PhotoPrint
from app.evidence.prints import is_same_picture, shares_a_band
from app.inspections.models import Inspection


@dataclass(frozen=True)
class Twin:
    """A photo of this visit, and the photo of another that is the same."""

    sha256: str
    other_id: str
    other_sha256: str


def same_bytes(session: Session, visit: Inspection, hashes: Collection[str]) -> list[Twin]:
    """Photos that another visit of the city declares too."""
    query = (
        select(Attachment.sha256, Attachment.entry_id)
        .join(Inspection, Inspection.id == Attachment.entry_id)
        .where(
            Attachment.municipality_id == visit.municipality_id,
            Attachment.sha256.in_(hashes),
            Attachment.entry_id != visit.id,
        )
        .order_by(Attachment.entry_id, Attachment.sha256)
    )
    return [Twin(sha256, other, sha256) for sha256, other in session.execute(query)]


def same_look(session: Session, visit: Inspection, sha256: str) -> list[Twin]:
    """Photos of other visits of the city that are copies of this one, however saved anew."""
    own = print_of(session, visit, sha256)
    if own is None or own.plain:
        return []
    query = (
        select(PhotoPrint)
        .join(Inspection, Inspection.id == PhotoPrint.entry_id)
        .where(
            PhotoPrint.municipality_id == visit.municipality_id,
            PhotoPrint.entry_id != visit.id,
            PhotoPrint.sha256 != sha256,  # found by their bytes already
            shares_a_band(own.print),
        )
        .order_by(PhotoPrint.entry_id, PhotoPrint.sha256)
    )
    found = session.scalars(query)
    return [Twin(sha256, p.entry_id, p.sha256) for p in found if is_same_picture(own, p)]


def same_side(session: Session, visit: Inspection, sha256: str, sides: Collection[str]) -> bool:
    """Whether another side of the car in this very visit is a copy of this photo."""
    own = print_of(session, visit, sha256)
    others = [print_of(session, visit, side) for side in sides if side != sha256]
    return own is not None and any(o is not None and is_same_picture(own, o) for o in others)


def print_of(session: Session, visit: Inspection, sha256: str) -> PhotoPrint | None:
    """How a photo of the visit looks; None before its bytes came, or when it cannot be shown."""
    return session.get(PhotoPrint, (visit.municipality_id, visit.id, sha256))
