"""Receipts of delivered entries, quarantine for what could not be taken, and device contacts."""

from datetime import datetime

from sqlalchemy import ForeignKey, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.protection import append_only
from app.persistence.types import Instant


class Receipt(Model):
    """Proof that an entry is stored: the phone may let go only against id and hash."""

    __tablename__ = "receipt"

    entry_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    municipality_id: Mapped[str] = mapped_column(String(32), index=True)
    account_id: Mapped[str] = mapped_column(String(32))
    kind: Mapped[str] = mapped_column(String(20))
    sha256: Mapped[str] = mapped_column(String(64))
    received_at: Mapped[datetime] = mapped_column(Instant)


class Quarantined(Identified, Tenanted, Model):
    """An entry that was not taken (other content under one id, lost right): kept for a person."""

    __tablename__ = "quarantined"

    entry_id: Mapped[str] = mapped_column(String(32), index=True)
    account_id: Mapped[str] = mapped_column(String(32))
    kind: Mapped[str] = mapped_column(String(20))
    sha256: Mapped[str] = mapped_column(String(64))
    payload: Mapped[str] = mapped_column(Text)
    why: Mapped[str] = mapped_column(String(200))
    received_at: Mapped[datetime] = mapped_column(Instant)


class Device(Identified, Tenanted, Model):
    """A field phone as last seen: what waits on it and how old its list is."""

    __tablename__ = "device"

    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"), index=True)
    label: Mapped[str] = mapped_column(String(80), default="")
    first_seen_at: Mapped[datetime] = mapped_column(Instant)
    last_seen_at: Mapped[datetime] = mapped_column(Instant)
    waiting: Mapped[int] = mapped_column(Integer, default=0)
    oldest_waiting_at: Mapped[datetime | None] = mapped_column(Instant)
    pack_generated_at: Mapped[datetime | None] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)


append_only("receipt", ("entry_id",))
