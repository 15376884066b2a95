"""Results of inspections: what the verdict reads (PAT arts. 10, 12; PLA arts. 16, 27)."""

from datetime import date, datetime

from sqlalchemy import Boolean, CheckConstraint, Date, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.types import Instant


class InspectionResult(Identified, Tenanted, Model):
    """One result. A failure carries the last day to come back, when the text gives one."""

    __tablename__ = "inspection_result"
    __table_args__ = (CheckConstraint("result IN ('approved','failed')", name="result"),)

    vehicle_id: Mapped[str] = mapped_column(ForeignKey("vehicle.id"), index=True)
    held_on: Mapped[date] = mapped_column(Date)
    result: Mapped[str] = mapped_column(String(10))
    report_number: Mapped[str] = mapped_column(String(30), default="")  # laudo
    cure_by: Mapped[date | None] = mapped_column(Date)
    # A safety item failed: no work until the return (CFG-PLA-33).
    stopped: Mapped[bool] = mapped_column(Boolean, default=False)
    inspector_person_id: Mapped[str] = mapped_column(String(32))
    recorded_at: Mapped[datetime] = mapped_column(Instant)
