"""Read models of verdicts, and what is recorded at the car: stops and plate reports."""

from datetime import date, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.protection import append_only
from app.persistence.types import Instant


class SealCard(Model):
    """All that a look-up of one code needs, in one row and no join.

    `levels` is the public timeline: "g2027-02-28;a2027-09-15;r" (level, last day).
    `segments` the agent's: JSON `[[until, level, [[code, params, level], …]], …]`, `until` an ISO
    day or null (never changes by itself), level green, amber or red (of a finding also info).
    `drivers`: JSON list of {id, name, initials, photo, role, segments}, where segments hold only
    what the driver adds; the pair's level is the worse of both. No row of a later day than the
    last `until` may be believed: the card is stale and must be rebuilt.
    """

    __tablename__ = "seal_card"
    __table_args__ = (
        Index("ix_seal_card_plate", "municipality_id", "plate"),
        Index("ix_seal_card_rebuilt", "municipality_id", "rebuilt_at"),
    )

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    seal_index: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    seal_id: Mapped[str] = mapped_column(String(32))
    vehicle_id: Mapped[str] = mapped_column(String(32), index=True)
    state: Mapped[str] = mapped_column(String(10))
    plate: Mapped[str] = mapped_column(String(7))
    twin: Mapped[str] = mapped_column(String(7), default="")
    make_model: Mapped[str] = mapped_column(String(60))
    colour: Mapped[str] = mapped_column(String(20))
    modality: Mapped[str] = mapped_column(String(8))
    operator: Mapped[str] = mapped_column(String(120), default="")  # platform name or taxi rank
    permit_number: Mapped[str] = mapped_column(String(30))
    expires_on: Mapped[date] = mapped_column(Date)
    valid_until: Mapped[date | None] = mapped_column(Date)  # last day of the permit
    inspection_until: Mapped[date | None] = mapped_column(Date)
    levels: Mapped[str] = mapped_column(Text)
    segments: Mapped[str] = mapped_column(Text)
    drivers: Mapped[str] = mapped_column(Text, default="[]")
    rebuilt_at: Mapped[datetime] = mapped_column(Instant)


class FieldPack(Model):
    """The state of a city's field pack: `changes` grows with the cards, `sequence` with each pack."""

    __tablename__ = "field_pack"

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    changes: Mapped[int] = mapped_column(BigInteger, default=0)
    sequence: Mapped[int] = mapped_column(BigInteger, default=0)


class Stop(Identified, Tenanted, Model):
    """One approach in the street (abordagem), as it was seen there; never changed afterwards."""

    __tablename__ = "stop"
    __table_args__ = (
        CheckConstraint("plate_confirmed IN ('same','different')", name="plate_confirmed"),
        Index("ix_stop_when", "municipality_id", "happened_at"),
        Index("ix_stop_received", "municipality_id", "received_at", "id"),
    )

    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"))
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    device_id: Mapped[str] = mapped_column(String(32), default="")
    happened_at: Mapped[datetime] = mapped_column(Instant)  # corrected by the known clock offset
    device_time: Mapped[datetime] = mapped_column(Instant)
    received_at: Mapped[datetime] = mapped_column(Instant)
    clock_flag: Mapped[str] = mapped_column(String(20), default="")
    offset_ms: Mapped[int] = mapped_column(BigInteger, default=0)  # added to device_time
    last_server_at: Mapped[datetime | None] = mapped_column(Instant)  # last server time seen
    # The act of designation held on the day of the fact, but no more at delivery.
    designation_ended: Mapped[bool] = mapped_column(Boolean, default=False)
    latitude: Mapped[float | None] = mapped_column(Float)
    longitude: Mapped[float | None] = mapped_column(Float)
    accuracy_m: Mapped[int | None] = mapped_column(Integer)
    position_at: Mapped[datetime | None] = mapped_column(Instant)
    place: Mapped[str] = mapped_column(String(200), default="")  # typed address
    seal_index: Mapped[int | None] = mapped_column(BigInteger)
    vehicle_id: Mapped[str | None] = mapped_column(ForeignKey("vehicle.id"), index=True)
    plate_read: Mapped[str] = mapped_column(String(7))
    plate_seen: Mapped[str] = mapped_column(String(7), default="")  # when different
    plate_confirmed: Mapped[str] = mapped_column(String(10))
    driver_id: Mapped[str | None] = mapped_column(ForeignKey("driver.id"))
    driver_other: Mapped[str] = mapped_column(String(120), default="")  # typed, not on the list
    how: Mapped[str] = mapped_column(String(10))  # live printed late plate
    verdict: Mapped[str] = mapped_column(String(10))
    findings: Mapped[str] = mapped_column(Text, default="[]")
    pack_age_s: Mapped[int | None] = mapped_column(Integer)  # null: answered online
    pack_generated_at: Mapped[datetime | None] = mapped_column(Instant)
    outcome: Mapped[str] = mapped_column(String(20))  # released guided other
    note: Mapped[str] = mapped_column(Text, default="")
    training: Mapped[bool] = mapped_column(Boolean)


class PlateReport(Identified, Tenanted, Model):
    """Somebody says the plate on the car is another: a passenger's tap or an agent's."""

    __tablename__ = "plate_report"
    __table_args__ = (Index("ix_plate_report_when", "municipality_id", "reported_at"),)

    source: Mapped[str] = mapped_column(String(10))  # passenger agent
    seal_index: Mapped[int] = mapped_column(BigInteger)
    plate: Mapped[str] = mapped_column(String(7))
    plate_seen: Mapped[str] = mapped_column(String(7), default="")
    address_prefix: Mapped[str] = mapped_column(String(45), default="")  # truncated, LGPD
    stop_id: Mapped[str | None] = mapped_column(ForeignKey("stop.id"))
    reported_at: Mapped[datetime] = mapped_column(Instant)
    seen_by: Mapped[str] = mapped_column(String(32), default="")  # office person who handled it
    handled_at: Mapped[datetime | None] = mapped_column(Instant)


append_only("stop", ("id",))
