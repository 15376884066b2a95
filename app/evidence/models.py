"""Tables of what was received as bytes: hashes of the originals, and where the copies stand."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.protection import append_only
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


class Attachment(Model):
    """A photo that a delivered record names; only such photos are taken (stored or quarantined)."""

    __tablename__ = "attachment"
    # Zero is a fact too: a phone that saved an empty photo must not lose its text for it.
    __table_args__ = (CheckConstraint("size >= 0", name="size"),)

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    entry_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)  # of the phone's JPEG
    size: Mapped[int] = mapped_column(Integer)  # bytes
    position: Mapped[int] = mapped_column(Integer)  # in the record, from 0
    caption: Mapped[str] = mapped_column(String(200), default="")
    taken_at: Mapped[datetime] = mapped_column(Instant)
    declared_by: Mapped[str] = mapped_column(String(32))  # account
    declared_at: Mapped[datetime] = mapped_column(Instant)


class AttachmentReceived(Model):
    """All bytes of a declared photo are here and equal its hash; the original is kept as evidence."""

    __tablename__ = "attachment_received"
    __table_args__ = (
        ForeignKeyConstraint(
            ["municipality_id", "entry_id", "sha256"],
            ["attachment.municipality_id", "attachment.entry_id", "attachment.sha256"],
            name="fk_attachment_received_attachment",  # the usual name is too long for PostgreSQL
        ),
        # The same photo under a second record of one stop travels once.
        Index("ix_attachment_received_photo", "municipality_id", "sha256"),
    )

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    entry_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    size: Mapped[int] = mapped_column(Integer)
    unreadable: Mapped[str] = mapped_column(String(12), default="")  # `decoding.Why`; "" if shown
    format: Mapped[str] = mapped_column(String(8), default="")  # of the original, "" if unreadable
    width: Mapped[int] = mapped_column(Integer)  # of the original as it lies; 0 if unreadable
    height: Mapped[int] = mapped_column(Integer)
    orientation: Mapped[int] = mapped_column(Integer, default=1)  # Exif 1 to 8
    account_id: Mapped[str] = mapped_column(String(32))  # who delivered the bytes
    received_at: Mapped[datetime] = mapped_column(Instant)


append_only("attachment", ("municipality_id", "entry_id", "sha256"))
append_only("attachment_received", ("municipality_id", "entry_id", "sha256"))
