"""What visits tell evidence about their photos: who reads them, and to look at each that comes."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.permissions import Permission
from app.evidence.hooks import on_photo_received
from app.evidence.readers import Readers, register_readers
from app.inspections.flags import examine_photo
from app.inspections.models import Inspection


def connect_photos() -> None:
    """Register both; called once at start."""
    on_photo_received(examine_photo)
    readers = Readers(_is_visit, Permission.INSPECTION_READ, Permission.INSPECTION_SEE)
    register_readers("inspection", readers)


def _is_visit(session: Session, municipality_id: str, entry_id: str) -> bool:
    query = select(Inspection.id).where(
        Inspection.municipality_id == municipality_id, Inspection.id == entry_id
    )
    return session.scalar(query) is not None
