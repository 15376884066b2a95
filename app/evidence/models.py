"""Tables of what was received as bytes: hashes of the originals, and where the copies stand."""

from datetime import datetime

from sqlalchemy import Boolean, CheckConstraint, ForeignKeyConstraint, Index, Integer, String
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
    __table_args__ = (
        # Zero is a fact too: a phone that saved an empty photo must not lose its text for it.
        CheckConstraint("size >= 0", name="size"),
        # The same bytes under another record (threats.md T18).
        Index("ix_attachment_photo", "municipality_id", "sha256"),
    )

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


class PhotoPrint(Model):
    """How a received photo looks: near images of two records are found by it (threats.md T18).

    A band is 16 of the 128 bits of `print`: two near prints share one, or nearly (prints.py).
    """

    __tablename__ = "photo_print"
    __table_args__ = (
        ForeignKeyConstraint(
            ["municipality_id", "entry_id", "sha256"],
            ["attachment.municipality_id", "attachment.entry_id", "attachment.sha256"],
            name="fk_photo_print_attachment",
        ),
        *(Index(f"ix_photo_print_band_{n}", "municipality_id", f"band_{n}") for n in range(8)),
    )

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    entry_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    print: Mapped[str] = mapped_column(String(32))  # hex
    fine: Mapped[str] = mapped_column(String(128))  # 512 bits, hex: decides among the candidates
    plain: Mapped[bool] = mapped_column(Boolean)  # nothing to see: alike to every other
    tagged: Mapped[bool] = mapped_column(Boolean)  # with the Exif of a camera app
    band_0: Mapped[int] = mapped_column(Integer)
    band_1: Mapped[int] = mapped_column(Integer)
    band_2: Mapped[int] = mapped_column(Integer)
    band_3: Mapped[int] = mapped_column(Integer)
    band_4: Mapped[int] = mapped_column(Integer)
    band_5: Mapped[int] = mapped_column(Integer)
    band_6: Mapped[int] = mapped_column(Integer)
    band_7: Mapped[int] = mapped_column(Integer)


append_only("photo_print", ("municipality_id", "entry_id", "sha256"))
append_only("attachment", ("municipality_id", "entry_id", "sha256"))
append_only("attachment_received", ("municipality_id", "entry_id", "sha256"))
