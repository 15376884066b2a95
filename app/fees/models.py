"""The UFM of each year. A corrected value is a further row with its own act; the newest counts."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.protection import append_only
from app.persistence.types import Instant


class UfmValue(Identified, Tenanted, Model):
    """What one UFM is worth in a civil year, by which act (PAT art. 25 p.u.; neither text has it)."""

    __tablename__ = "ufm_value"
    __table_args__ = (
        CheckConstraint("year BETWEEN 2000 AND 2199", name="year"),
        CheckConstraint("centavos <> '' AND act <> ''", name="told"),
        Index("ix_ufm_value_year", "municipality_id", "year", "at"),
    )

    year: Mapped[int] = mapped_column(Integer)
    centavos: Mapped[str] = mapped_column(String(20))  # decimal text: fractions of one are exact
    act: Mapped[str] = mapped_column(String(120))
    person_id: Mapped[str] = mapped_column(String(32))
    at: Mapped[datetime] = mapped_column(Instant)


append_only("ufm_value", ("id",))
