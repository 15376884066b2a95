"""Days the city itself declares: its holidays, optional days and days without office."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, Date, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.types import Instant

STANDING = text("withdrawn_at IS NULL")


class CityDay(Identified, Tenanted, Model):
    """One declared day with the act that declares it; a day withdrawn stays as history."""

    __tablename__ = "city_day"
    __table_args__ = (
        CheckConstraint("kind IN ('municipal','optional','closing')", name="kind"),
        Index(
            "uq_city_day_standing",
            "municipality_id",
            "day",
            unique=True,
            sqlite_where=STANDING,
            postgresql_where=STANDING,
        ),
    )

    day: Mapped[date] = mapped_column(Date)
    kind: Mapped[str] = mapped_column(String(10))
    name: Mapped[str] = mapped_column(String(80))
    act: Mapped[str] = mapped_column(String(80), default="")  # "Decreto 12/2026"
    recorded_by: Mapped[str] = mapped_column(String(32))  # person
    recorded_at: Mapped[datetime] = mapped_column(Instant)
    withdrawn_by: Mapped[str] = mapped_column(String(32), default="")
    withdrawn_at: Mapped[datetime | None] = mapped_column(Instant)
