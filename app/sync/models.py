"""Receipts of delivered entries, quarantine for what could not be taken, and device contacts.

Ids are born on phones, so every key begins with the city: nobody learns of another city's rows.
"""

from datetime import datetime

from sqlalchemy import Boolean, ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.protection import append_only
from app.persistence.types import Instant


class Receipt(Model):
    """Proof that an entry is stored: the phone may let go only against id and hash."""

    __tablename__ = "receipt"

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    entry_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    account_id: Mapped[str] = mapped_column(String(32))
    kind: Mapped[str] = mapped_column(String(20))
    sha256: Mapped[str] = mapped_column(String(64))
    received_at: Mapped[datetime] = mapped_column(Instant)


class Quarantined(Identified, Tenanted, Model):
    """An entry that was not taken (other content under one id, lost right): kept for a person."""

    __tablename__ = "quarantined"
    __table_args__ = (
        # The phone tries again for days; the same refusal is kept once.
        UniqueConstraint("municipality_id", "entry_id", "sha256", "account_id"),
        Index("ix_quarantined_when", "municipality_id", "received_at", "id"),
    )

    entry_id: Mapped[str] = mapped_column(String(32))
    account_id: Mapped[str] = mapped_column(String(32))  # who delivered it
    kind: Mapped[str] = mapped_column(String(20))
    sha256: Mapped[str] = mapped_column(String(64))  # of what arrived
    payload: Mapped[str] = mapped_column(Text)
    signature: Mapped[str] = mapped_column(String(200), default="")  # as it came
    why: Mapped[str] = mapped_column(String(200))
    received_at: Mapped[datetime] = mapped_column(Instant)


class Device(Identified, Tenanted, Model):
    """A field phone as last seen: what waits on it and how old its list is."""

    __tablename__ = "device"
    __table_args__ = (UniqueConstraint("municipality_id", "device_id"),)

    device_id: Mapped[str] = mapped_column(String(32))  # born on the phone
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"), index=True)
    label: Mapped[str] = mapped_column(String(80), default="")
    first_seen_at: Mapped[datetime] = mapped_column(Instant)
    last_seen_at: Mapped[datetime] = mapped_column(Instant)
    waiting: Mapped[int] = mapped_column(Integer, default=0)
    oldest_waiting_at: Mapped[datetime | None] = mapped_column(Instant)
    oldest_fact_at: Mapped[datetime | None] = mapped_column(Instant)  # of the notices that wait
    photos_waiting: Mapped[int] = mapped_column(Integer, default=0)
    pack_generated_at: Mapped[datetime | None] = mapped_column(Instant)
    standalone: Mapped[bool] = mapped_column(Boolean, default=False)  # installed on the home screen
    persisted: Mapped[bool] = mapped_column(
        Boolean, default=False
    )  # the browser promised to keep it
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)


append_only("receipt", ("municipality_id", "entry_id"))
append_only(
    "quarantined", ("id",), ("municipality_id", "entry_id", "sha256", "account_id")
)  # the copy that was not taken is evidence too
