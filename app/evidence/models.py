"""Table of what was received as bytes: the hash of the original, and where the copy stands."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.types import Instant


class Evidence(Identified, Tenanted, Model):
    """One received file. The copy is named by `id` alone; the original bytes are not kept."""

    __tablename__ = "evidence"
    __table_args__ = (
        CheckConstraint("kind IN ('driver_photo')", name="kind"),
        Index("ix_evidence_subject", "subject_kind", "subject_id"),
    )

    kind: Mapped[str] = mapped_column(String(20))
    subject_kind: Mapped[str] = mapped_column(String(16))
    subject_id: Mapped[str] = mapped_column(String(32))
    sha256: Mapped[str] = mapped_column(String(64))  # of the original bytes
    size: Mapped[int] = mapped_column(Integer)  # of the original, bytes
    format: Mapped[str] = mapped_column(String(8))  # of the original: JPEG PNG WEBP
    person_id: Mapped[str] = mapped_column(String(32))  # who sent it
    received_at: Mapped[datetime] = mapped_column(Instant)
