"""Places and their hours, bookings, fee guides and calls (PAT art. 12; PLA arts. 16, 54)."""

from datetime import date, datetime

from sqlalchemy import (
    CheckConstraint,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.protection import append_only
from app.persistence.types import Instant

TAKES_SEAT = text("state IN ('booked','arrived','done')")
WAITING = text("state IN ('booked','arrived')")
STANDING = text("withdrawn_at IS NULL")


class InspectionPlace(Identified, Tenanted, Model):
    """Where cars are inspected. Coordinates let a visit far from it be flagged."""

    __tablename__ = "inspection_place"

    name: Mapped[str] = mapped_column(String(80))
    address: Mapped[str] = mapped_column(String(200), default="")
    latitude: Mapped[float | None] = mapped_column(Float)
    longitude: Mapped[float | None] = mapped_column(Float)
    opened_at: Mapped[datetime] = mapped_column(Instant)
    closed_at: Mapped[datetime | None] = mapped_column(Instant)
    version: Mapped[int] = mapped_column(Integer, default=1)


class InspectionHours(Identified, Tenanted, Model):
    """One stretch of a weekday (0 = Monday): minutes of the city's clock, and cars at once."""

    __tablename__ = "inspection_hours"
    __table_args__ = (
        CheckConstraint("weekday BETWEEN 0 AND 6", name="weekday"),
        CheckConstraint(
            "starts_at >= 0 AND starts_at < ends_at AND ends_at <= 1440", name="stretch"
        ),
        CheckConstraint("minutes BETWEEN 5 AND 240", name="minutes"),
        CheckConstraint("capacity BETWEEN 1 AND 20", name="capacity"),
    )

    place_id: Mapped[str] = mapped_column(ForeignKey("inspection_place.id"), index=True)
    weekday: Mapped[int] = mapped_column(Integer)
    starts_at: Mapped[int] = mapped_column(Integer)
    ends_at: Mapped[int] = mapped_column(Integer)
    minutes: Mapped[int] = mapped_column(Integer)  # per car
    capacity: Mapped[int] = mapped_column(Integer)  # cars at once


class Booking(Identified, Tenanted, Model):
    """A car's seat at a place on a day. The database keeps a seat, and a car, from being doubled."""

    __tablename__ = "booking"
    __table_args__ = (
        CheckConstraint("state IN ('booked','arrived','done','missed','cancelled')", name="state"),
        CheckConstraint("starts_at BETWEEN 0 AND 1439", name="starts_at"),
        Index(
            "uq_booking_seat",
            "place_id",
            "day",
            "starts_at",
            "seat",
            unique=True,
            sqlite_where=TAKES_SEAT,
            postgresql_where=TAKES_SEAT,
        ),
        Index(
            "uq_booking_car",
            "vehicle_id",
            unique=True,
            sqlite_where=WAITING,
            postgresql_where=WAITING,
        ),
        Index("ix_booking_day", "municipality_id", "day"),
    )

    place_id: Mapped[str] = mapped_column(ForeignKey("inspection_place.id"))
    day: Mapped[date] = mapped_column(Date)
    starts_at: Mapped[int] = mapped_column(Integer)  # minutes of the city's clock
    minutes: Mapped[int] = mapped_column(Integer)
    seat: Mapped[int] = mapped_column(Integer)  # 1 … cars at once
    vehicle_id: Mapped[str] = mapped_column(ForeignKey("vehicle.id"), index=True)
    occasion: Mapped[str] = mapped_column(String(12))
    previous_id: Mapped[str] = mapped_column(String(32), default="")  # the failed visit of a return
    call_id: Mapped[str] = mapped_column(String(32), default="")
    state: Mapped[str] = mapped_column(String(10))
    channel: Mapped[str] = mapped_column(String(10))  # office driver platform
    booked_by: Mapped[str] = mapped_column(String(32))  # person
    booked_at: Mapped[datetime] = mapped_column(Instant)
    moves: Mapped[int] = mapped_column(Integer, default=0)
    arrived_at: Mapped[datetime | None] = mapped_column(Instant)
    started_at: Mapped[datetime | None] = mapped_column(Instant)  # the visit began
    done_at: Mapped[datetime | None] = mapped_column(Instant)
    visit_id: Mapped[str] = mapped_column(String(32), default="")
    ended_at: Mapped[datetime | None] = mapped_column(Instant)  # missed or cancelled
    ended_by: Mapped[str] = mapped_column(String(32), default="")
    end_reason: Mapped[str] = mapped_column(String(200), default="")


class InspectionGuide(Identified, Tenanted, Model):
    """A fee guide that the office saw paid (PAT arts. 8 §2 VII, 12; PLA arts. 54, 55)."""

    __tablename__ = "inspection_guide"
    __table_args__ = (
        Index(
            "uq_inspection_guide_number",
            "municipality_id",
            "number",
            unique=True,
            sqlite_where=STANDING,
            postgresql_where=STANDING,
        ),
    )

    vehicle_id: Mapped[str] = mapped_column(ForeignKey("vehicle.id"), index=True)
    number: Mapped[str] = mapped_column(String(40))
    paid_on: Mapped[date] = mapped_column(Date)
    amount_ufm: Mapped[str] = mapped_column(String(12))  # decimal, as the ruleset asks it
    citation: Mapped[str] = mapped_column(String(120), default="")
    # End of the document analysis, where a term runs from it (PAT art. 12, T-PAT-14).
    analysed_on: Mapped[date | None] = mapped_column(Date)
    confirmed_by: Mapped[str] = mapped_column(String(32))  # person
    confirmed_at: Mapped[datetime] = mapped_column(Instant)
    withdrawn_by: Mapped[str] = mapped_column(String(32), default="")
    withdrawn_at: Mapped[datetime | None] = mapped_column(Instant)
    withdrawn_why: Mapped[str] = mapped_column(String(200), default="")


class InspectionCall(Identified, Tenanted, Model):
    """A car called to a new inspection by a day (PAT art. 12 §1). What follows is a CallEvent."""

    __tablename__ = "inspection_call"

    vehicle_id: Mapped[str] = mapped_column(ForeignKey("vehicle.id"), index=True)
    reasons: Mapped[str] = mapped_column(Text)
    due_on: Mapped[date] = mapped_column(Date)
    basis: Mapped[str] = mapped_column(String(120))
    training: Mapped[bool]
    called_by: Mapped[str] = mapped_column(String(32))  # person
    called_at: Mapped[datetime] = mapped_column(Instant)


class CallEvent(Identified, Tenanted, Model):
    """Whom a call reached, how, with what receipt; or that it was taken back."""

    __tablename__ = "inspection_call_event"
    __table_args__ = (
        CheckConstraint("kind IN ('notified','withdrawn')", name="kind"),
        CheckConstraint("to_whom IN ('','driver','platform')", name="to_whom"),
        UniqueConstraint("call_id", "kind", "to_whom", "on_day", "receipt"),
    )

    call_id: Mapped[str] = mapped_column(ForeignKey("inspection_call.id"), index=True)
    kind: Mapped[str] = mapped_column(String(10))
    to_whom: Mapped[str] = mapped_column(String(10), default="")
    name: Mapped[str] = mapped_column(String(120), default="")
    how: Mapped[str] = mapped_column(String(20), default="")  # hand mail electronic
    on_day: Mapped[date] = mapped_column(Date)
    receipt: Mapped[str] = mapped_column(String(120), default="")
    person_id: Mapped[str] = mapped_column(String(32))
    at: Mapped[datetime] = mapped_column(Instant)


append_only("inspection_call", ("id",))
append_only("inspection_call_event", ("id",), ("call_id", "kind", "to_whom", "on_day", "receipt"))
