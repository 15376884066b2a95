"""Tables of authorisations, acts against them, pauses, seals, signing keys and live codes."""

from datetime import date, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.protection import append_only, frozen_columns
from app.persistence.types import Instant


class Authorisation(Identified, Tenanted, Model):
    """A grant: taxi Termo, platform authorisation, or a car's (PAT arts. 3, 14; PLA arts. 7 to 10)."""

    __tablename__ = "authorisation"
    __table_args__ = (
        UniqueConstraint("municipality_id", "number"),
        CheckConstraint("kind IN ('taxi','platform','vehicle')", name="kind"),
    )

    kind: Mapped[str] = mapped_column(String(10))
    number: Mapped[str] = mapped_column(String(30))
    driver_id: Mapped[str | None] = mapped_column(ForeignKey("driver.id"), index=True)  # holder
    platform_id: Mapped[str | None] = mapped_column(ForeignKey("platform.id"), index=True)
    vehicle_id: Mapped[str | None] = mapped_column(ForeignKey("vehicle.id"), index=True)
    act: Mapped[str] = mapped_column(String(80))
    process: Mapped[str] = mapped_column(String(80), default="")  # bidding, analysis or protocol
    rank: Mapped[str] = mapped_column(String(60), default="")  # taxi rank of the Termo
    starts_on: Mapped[date] = mapped_column(Date)
    ends_on: Mapped[date] = mapped_column(Date)  # last good day
    licence_issued_on: Mapped[date | None] = mapped_column(Date)  # alvará, PAT art. 14
    renewal_filed_on: Mapped[date | None] = mapped_column(Date)
    training: Mapped[bool] = mapped_column(Boolean)
    ruleset: Mapped[str] = mapped_column(String(60))
    ruleset_hash: Mapped[str] = mapped_column(String(64))
    granted_at: Mapped[datetime] = mapped_column(Instant)


class Restriction(Identified, Tenanted, Model):
    """An act in effect against a vehicle, driver, platform or authorisation (kinds: facts.py)."""

    __tablename__ = "restriction"

    kind: Mapped[str] = mapped_column(String(16))
    subject_kind: Mapped[str] = mapped_column(String(16))
    subject_id: Mapped[str] = mapped_column(String(32), index=True)
    starts_on: Mapped[date] = mapped_column(Date)
    ends_on: Mapped[date | None] = mapped_column(Date)  # last restricted day
    act: Mapped[str] = mapped_column(String(80))
    process: Mapped[str] = mapped_column(String(80), default="")  # PLA art. 46 §1
    origin_id: Mapped[str | None] = mapped_column(ForeignKey("restriction.id"))  # born of that act
    reasons: Mapped[str] = mapped_column(Text)
    decided_by: Mapped[str] = mapped_column(String(32))
    decided_at: Mapped[datetime] = mapped_column(Instant)
    lifted_at: Mapped[datetime | None] = mapped_column(Instant)
    lift_act: Mapped[str] = mapped_column(String(80), default="")
    training: Mapped[bool] = mapped_column(Boolean)


class Pause(Identified, Tenanted, Model):
    """Licence to stop for a time (PLA art. 29)."""

    __tablename__ = "pause"

    vehicle_id: Mapped[str] = mapped_column(ForeignKey("vehicle.id"), index=True)
    reason: Mapped[str] = mapped_column(String(20))  # theft accident replacement other
    starts_on: Mapped[date] = mapped_column(Date)
    ends_on: Mapped[date] = mapped_column(Date)
    act: Mapped[str] = mapped_column(String(80))
    first_ends_on: Mapped[date | None] = mapped_column(Date)  # before the extension of §1
    extension_act: Mapped[str] = mapped_column(String(80), default="")
    recorded_at: Mapped[datetime] = mapped_column(Instant)


class Population(Identified, Tenanted, Model):
    """Inhabitants by IBGE, with source and date: the base of the taxi quota (PLA art. 8 p.u.)."""

    __tablename__ = "population"
    __table_args__ = (CheckConstraint("inhabitants > 0", name="inhabitants"),)

    inhabitants: Mapped[int] = mapped_column(Integer)
    reference_on: Mapped[date] = mapped_column(Date)
    source: Mapped[str] = mapped_column(String(120))
    recorded_at: Mapped[datetime] = mapped_column(Instant)


class Seal(Identified, Tenanted, Model):
    """One issued code. The index is dense per city and never reused; a reprint kills the former.

    `state` is the life of this sticker alone: "valid" until killed, then "dead" for good. A
    suspension of car, driver or permit never touches it: the verdict reads the restriction, and
    the sticker is good again the day after the last restricted one. "suspended" stands for a
    sticker the office holds back by hand; no verb writes it yet.
    """

    __tablename__ = "seal"
    __table_args__ = (
        UniqueConstraint("municipality_id", "number"),
        CheckConstraint("state IN ('valid','suspended','dead')", name="state"),
    )

    number: Mapped[int] = mapped_column(BigInteger)  # the "seal index" of qr-token.md
    authorisation_id: Mapped[str] = mapped_column(ForeignKey("authorisation.id"), index=True)
    vehicle_id: Mapped[str] = mapped_column(ForeignKey("vehicle.id"), index=True)
    plate: Mapped[str] = mapped_column(String(7))
    kid: Mapped[int] = mapped_column(Integer)
    digits: Mapped[str] = mapped_column(String(200))
    expires_on: Mapped[date] = mapped_column(Date)
    state: Mapped[str] = mapped_column(String(10), default="valid")
    issued_at: Mapped[datetime] = mapped_column(Instant)
    dead_at: Mapped[datetime | None] = mapped_column(Instant)
    dead_reason: Mapped[str] = mapped_column(String(80), default="")
    replaces_id: Mapped[str | None] = mapped_column(ForeignKey("seal.id"))
    training: Mapped[bool] = mapped_column(Boolean)


class SealCounter(Model):
    """Last index given in a city; its row lock orders issuers."""

    __tablename__ = "seal_counter"

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    last_index: Mapped[int] = mapped_column(BigInteger, default=0)


class SigningKey(Model):
    """Public half of a key; the private half is a file outside the database (qr-token.md §4)."""

    __tablename__ = "signing_key"

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kid: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    public_key: Mapped[bytes] = mapped_column(LargeBinary(32))
    use: Mapped[str] = mapped_column(String(10))  # printed live list
    not_before: Mapped[datetime] = mapped_column(Instant)
    not_after: Mapped[datetime] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)


class SignedKeyset(Model):
    """What phones load: all public keys under the root's signature. The latest sequence counts."""

    __tablename__ = "signed_keyset"

    sequence: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    issued_at: Mapped[datetime] = mapped_column(Instant)
    document: Mapped[bytes] = mapped_column(LargeBinary)


class LiveDevice(Identified, Tenanted, Model):
    """The one phone that may show a car's live code; holds a P-256 key it cannot export."""

    __tablename__ = "live_device"
    # Two phones that enrol at once meet here: the car has one that is not revoked.
    __table_args__ = (
        Index(
            "uq_live_device_car",
            "municipality_id",
            "vehicle_id",
            unique=True,
            sqlite_where=text("revoked_at IS NULL"),
            postgresql_where=text("revoked_at IS NULL"),
        ),
    )

    vehicle_id: Mapped[str] = mapped_column(ForeignKey("vehicle.id"), index=True)
    driver_id: Mapped[str] = mapped_column(ForeignKey("driver.id"), index=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"))
    public_key: Mapped[str] = mapped_column(Text)  # JWK, canonical JSON
    label: Mapped[str] = mapped_column(String(40), default="")  # the driver's name for it
    enrolled_at: Mapped[datetime] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)
    last_fetch_at: Mapped[datetime | None] = mapped_column(Instant)
    last_asked_at: Mapped[datetime | None] = mapped_column(Instant)  # signed by the phone


append_only("signed_keyset", ("sequence",))
# A key number names one key for ever; only its revocation may be written.
frozen_columns("signing_key", "kid", "public_key", "use", "municipality_id")
# Training never becomes legal, and an issued code is never rewritten.
frozen_columns("authorisation", "training", "number", "municipality_id")
frozen_columns("restriction", "training", "kind", "subject_id", "municipality_id")
frozen_columns("seal", "training", "number", "digits", "plate", "vehicle_id", "municipality_id")
# A phone that lost its key is another phone.
frozen_columns("live_device", "public_key", "vehicle_id", "account_id", "municipality_id")
