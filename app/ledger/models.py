"""Tables of the ledger: events (never purged), their bodies (purgeable) and chain heads."""

from datetime import date, datetime

from sqlalchemy import BigInteger, Date, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Model
from app.persistence.protection import append_only, frozen_columns
from app.persistence.types import Instant


class LedgerEvent(Model):
    """One link. `hash` covers every other column except `mac`; `body_commit` covers the body."""

    __tablename__ = "ledger_event"

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    chain: Mapped[str] = mapped_column(String(8), primary_key=True)  # main, access
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    prev_hash: Mapped[str] = mapped_column(String(64))
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    mac: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(60), index=True)
    entity: Mapped[str] = mapped_column(String(40))
    entity_id: Mapped[str] = mapped_column(String(64), index=True)
    person_id: Mapped[str] = mapped_column(String(32))
    account_id: Mapped[str] = mapped_column(String(32))
    device_id: Mapped[str] = mapped_column(String(32))
    occurred_at: Mapped[datetime] = mapped_column(Instant)
    recorded_at: Mapped[datetime] = mapped_column(Instant)
    body_commit: Mapped[str] = mapped_column(String(64))


class LedgerBody(Model):
    """The content of an event. Deleting it (erasure) leaves the chain whole: salt goes too."""

    __tablename__ = "ledger_body"

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    chain: Mapped[str] = mapped_column(String(8), primary_key=True)
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    salt: Mapped[bytes] = mapped_column(LargeBinary(32))
    body: Mapped[str] = mapped_column(Text)


class LedgerHead(Model):
    """Last link of each chain; its row lock orders the writers."""

    __tablename__ = "ledger_head"

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    chain: Mapped[str] = mapped_column(String(8), primary_key=True)
    seq: Mapped[int] = mapped_column(BigInteger, default=0)
    hash: Mapped[str] = mapped_column(String(64), default="")


class LedgerAnchor(Model):
    """The daily head as it was published: canonical JSON (anchors.py), one per civil day."""

    __tablename__ = "ledger_anchor"

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    document: Mapped[str] = mapped_column(Text)


append_only("ledger_event", ("municipality_id", "chain", "seq"), ("hash",))
append_only("ledger_anchor", ("municipality_id", "day"))
# A body may be erased; it never becomes another one.
frozen_columns("ledger_body", "municipality_id", "chain", "seq", "salt", "body")
