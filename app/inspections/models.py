"""Visits (vistorias), frozen as the inspector's phone wrote them, and the results the verdict reads.

The columns of a visit repeat parts of its frozen text for lists; the text is the document.
"""

from datetime import date, datetime

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.protection import append_only, frozen_columns, refuse_when
from app.persistence.types import Instant

_TRAINING_IS_ITS_SERIES = "training = (substr({}, 1, 7) = 'TREINO-')"


class ReportSeries(Model):
    """The head of a city's reports (laudos) of one year ("TREINO-LV-2026"); its row lock orders them."""

    __tablename__ = "report_series"
    __table_args__ = (
        CheckConstraint(_TRAINING_IS_ITS_SERIES.format("series"), name="training"),
        CheckConstraint("next_value > 0", name="next_value"),
    )

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    series: Mapped[str] = mapped_column(String(20), primary_key=True)
    training: Mapped[bool] = mapped_column(Boolean)
    next_value: Mapped[int] = mapped_column(Integer, default=1)


class Inspection(Identified, Tenanted, Model):
    """One visit, frozen. `vehicle_id` is None when the city's registry does not know the plate."""

    __tablename__ = "inspection"
    __table_args__ = (
        UniqueConstraint("municipality_id", "report_series", "report_value"),
        UniqueConstraint("account_id", "key_id", "chain_seq"),
        CheckConstraint("result IN ('approved','failed','pending')", name="result"),
        CheckConstraint("modality IN ('taxi','app')", name="modality"),
        CheckConstraint(_TRAINING_IS_ITS_SERIES.format("report_series"), name="training"),
        CheckConstraint("result = 'failed' OR NOT stopped", name="stopped"),
        CheckConstraint("occasion <> 'first' OR previous_id IS NULL", name="first"),
        CheckConstraint(
            "occasion NOT IN ('return','recheck') OR previous_id IS NOT NULL", name="previous"
        ),
        Index("ix_inspection_received", "municipality_id", "received_at", "id"),
        Index("ix_inspection_held", "municipality_id", "held_on", "id"),
        Index("ix_inspection_car", "vehicle_id", "held_on"),
        Index("ix_inspection_author", "municipality_id", "person_id", "started_at"),
        Index("ix_inspection_sha256", "sha256"),
        Index("ix_inspection_previous", "previous_id"),
    )

    vehicle_id: Mapped[str | None] = mapped_column(ForeignKey("vehicle.id"))
    plate: Mapped[str] = mapped_column(String(7))
    modality: Mapped[str] = mapped_column(String(8))
    occasion: Mapped[str] = mapped_column(String(12))
    previous_id: Mapped[str | None] = mapped_column(ForeignKey("inspection.id"))
    booking_id: Mapped[str] = mapped_column(String(32), default="")
    call_id: Mapped[str] = mapped_column(String(32), default="")
    result: Mapped[str] = mapped_column(String(10))  # as the server judged the answers
    report_series: Mapped[str] = mapped_column(String(20))  # laudo
    report_value: Mapped[int] = mapped_column(Integer)
    training: Mapped[bool] = mapped_column(Boolean)
    payload: Mapped[str] = mapped_column(Text)  # the canonical text: the document itself
    sha256: Mapped[str] = mapped_column(String(64))
    signature: Mapped[str] = mapped_column(String(128))  # of the phone, P-256 raw r‖s, hex
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"))
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"))
    device_id: Mapped[str] = mapped_column(String(32))
    key_id: Mapped[str] = mapped_column(String(16))
    chain_seq: Mapped[int] = mapped_column(Integer)
    chain_prev: Mapped[str] = mapped_column(String(64))
    started_at: Mapped[datetime] = mapped_column(Instant)
    finished_at: Mapped[datetime] = mapped_column(Instant)
    device_time: Mapped[datetime] = mapped_column(Instant)
    received_at: Mapped[datetime] = mapped_column(Instant)
    held_on: Mapped[date] = mapped_column(Date)  # the civil day that counts
    cure_by: Mapped[date | None] = mapped_column(Date)  # last day to come back after a failure
    # Last good day of an approval; None where it follows the platform (CFG-PAT-20).
    valid_until: Mapped[date | None] = mapped_column(Date)
    stopped: Mapped[bool] = mapped_column(Boolean, default=False)  # no work until the return
    guide: Mapped[str] = mapped_column(String(40), default="")  # fee guide, as typed
    place_text: Mapped[str] = mapped_column(String(200), default="")
    latitude: Mapped[float | None] = mapped_column(Float)  # degrees
    longitude: Mapped[float | None] = mapped_column(Float)
    clock_flag: Mapped[str] = mapped_column(String(20), default="")
    flags: Mapped[str] = mapped_column(String(200), default="")  # words, separated by spaces
    ruleset_slug: Mapped[str] = mapped_column(String(60))
    ruleset_version: Mapped[str] = mapped_column(String(20))
    ruleset_hash: Mapped[str] = mapped_column(String(64))

    @property
    def report(self) -> str:
        """The laudo's number as it is printed."""
        return report_text(self.report_series, self.report_value)


def report_text(series: str, value: int) -> str:
    """ "TREINO-LV-2026/000012"."""
    return f"{series}/{value:06d}"


class InspectionDefect(Model):
    """One item that failed in a visit, and the day by which it must be put right."""

    __tablename__ = "inspection_defect"

    inspection_id: Mapped[str] = mapped_column(ForeignKey("inspection.id"), primary_key=True)
    key: Mapped[str] = mapped_column(String(24), primary_key=True)  # "PV11.3"
    municipality_id: Mapped[str] = mapped_column(String(32), index=True)
    item_id: Mapped[str] = mapped_column(String(16))
    label: Mapped[str] = mapped_column(String(300))
    citation: Mapped[str] = mapped_column(String(400))
    note: Mapped[str] = mapped_column(Text, default="")
    blocking: Mapped[bool] = mapped_column(Boolean)
    safety: Mapped[bool] = mapped_column(Boolean)
    due_on: Mapped[date | None] = mapped_column(Date)


class InspectionResult(Identified, Tenanted, Model):
    """What the verdict reads: one row per visit that counts (same id), or per earlier paper report.

    An approval in doubt (`app.inspections.holding`) has no row until a person cleared it.
    """

    __tablename__ = "inspection_result"
    __table_args__ = (
        CheckConstraint("result IN ('approved','failed')", name="result"),
        CheckConstraint("source IN ('visit','earlier')", name="source"),
        CheckConstraint("(source = 'visit') = (visit_id IS NOT NULL)", name="visit"),
        CheckConstraint(
            "source = 'visit' OR result = 'failed' OR report_number <> ''", name="report"
        ),
    )

    vehicle_id: Mapped[str] = mapped_column(ForeignKey("vehicle.id"), index=True)
    held_on: Mapped[date] = mapped_column(Date)
    result: Mapped[str] = mapped_column(String(10))
    report_number: Mapped[str] = mapped_column(String(30), default="")  # laudo
    cure_by: Mapped[date | None] = mapped_column(Date)
    # A safety item failed: no work until the return (CFG-PLA-33).
    stopped: Mapped[bool] = mapped_column(Boolean, default=False)
    source: Mapped[str] = mapped_column(String(8), default="earlier", server_default="earlier")
    visit_id: Mapped[str | None] = mapped_column(ForeignKey("inspection.id"))
    training: Mapped[bool] = mapped_column(Boolean, default=True, server_default=true())
    inspector_person_id: Mapped[str] = mapped_column(String(32))  # of an earlier one: who wrote it
    recorded_at: Mapped[datetime] = mapped_column(Instant)


class InspectionSeal(Model):
    """The code that a visit gave: one per visit, once."""

    __tablename__ = "inspection_seal"
    __table_args__ = (UniqueConstraint("seal_id"),)

    inspection_id: Mapped[str] = mapped_column(ForeignKey("inspection.id"), primary_key=True)
    municipality_id: Mapped[str] = mapped_column(String(32), index=True)
    seal_id: Mapped[str] = mapped_column(ForeignKey("seal.id"))
    person_id: Mapped[str] = mapped_column(String(32))
    at: Mapped[datetime] = mapped_column(Instant)


class InspectionMissed(Identified, Tenanted, Model):
    """A car that did not come: to a booking, a return or a call (PAT arts. 12, 28 I, II)."""

    __tablename__ = "inspection_missed"
    __table_args__ = (Index("ix_inspection_missed_car", "vehicle_id", "due_on"),)

    vehicle_id: Mapped[str] = mapped_column(ForeignKey("vehicle.id"))
    occasion: Mapped[str] = mapped_column(String(12))
    booking_id: Mapped[str] = mapped_column(String(32), default="")
    previous_id: Mapped[str | None] = mapped_column(ForeignKey("inspection.id"))
    call_id: Mapped[str] = mapped_column(String(32), default="")
    due_on: Mapped[date] = mapped_column(Date)  # the booked day, or the last day of the term
    training: Mapped[bool] = mapped_column(Boolean)
    person_id: Mapped[str] = mapped_column(String(32))
    recorded_at: Mapped[datetime] = mapped_column(Instant)


frozen_columns("report_series", "municipality_id", "series", "training")
append_only(
    "inspection",
    ("id",),
    ("municipality_id", "report_series", "report_value"),
    ("account_id", "key_id", "chain_seq"),
)
append_only("inspection_defect", ("inspection_id", "key"))
append_only("inspection_seal", ("inspection_id",), ("seal_id",))
append_only("inspection_missed", ("id",))
append_only("inspection_result", ("id",))

refuse_when(
    "report_series",
    "goes_up",
    "UPDATE",
    "NEW.next_value < OLD.next_value",
    "a numeração não volta atrás",
)
refuse_when(
    "inspection",
    "in_series",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM report_series s WHERE s.municipality_id=NEW.municipality_id "
    "AND s.series=NEW.report_series AND s.training=NEW.training "
    "AND NEW.report_value>0 AND NEW.report_value<s.next_value)",
    "laudo fora da série",
)
# Separation of duties on the person (threats.md §4.3, SoD-7), and one car through its visits.
refuse_when(
    "inspection",
    "duties",
    "INSERT",
    "(NEW.previous_id IS NOT NULL AND NOT EXISTS(SELECT 1 FROM inspection p "
    "WHERE p.id=NEW.previous_id AND p.municipality_id=NEW.municipality_id "
    "AND COALESCE(p.vehicle_id,'')=COALESCE(NEW.vehicle_id,'') "
    "AND NOT (NEW.occasion='recheck' AND p.person_id=NEW.person_id))) "
    "OR EXISTS(SELECT 1 FROM vehicle_driver l JOIN driver d ON d.id=l.driver_id "
    "WHERE l.vehicle_id=NEW.vehicle_id AND d.person_id=NEW.person_id "
    "AND l.starts_on<=NEW.held_on AND (l.ends_on IS NULL OR l.ends_on>=NEW.held_on))",
    "reinspeção pela mesma pessoa, vistoria anterior de outro carro, ou carro do próprio vistoriador",
)
# No result without its visit: a typed approval is refused (T18).
refuse_when(
    "inspection_result",
    "of_visit",
    "INSERT",
    "(NEW.source='visit' AND (NEW.id<>NEW.visit_id OR NOT EXISTS(SELECT 1 FROM inspection i "
    "WHERE i.id=NEW.visit_id AND i.municipality_id=NEW.municipality_id "
    "AND i.vehicle_id=NEW.vehicle_id AND i.result=NEW.result AND i.held_on=NEW.held_on))) "
    "OR (NEW.source='earlier' AND EXISTS(SELECT 1 FROM inspection i "
    "WHERE i.vehicle_id=NEW.vehicle_id AND i.held_on<=NEW.held_on))",
    "resultado sem a sua vistoria, ou laudo anterior depois da primeira vistoria",
)
refuse_when(
    "inspection_seal",
    "of_car",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM inspection i JOIN seal s ON s.vehicle_id=i.vehicle_id "
    "WHERE i.id=NEW.inspection_id AND s.id=NEW.seal_id AND i.result='approved' "
    "AND i.municipality_id=NEW.municipality_id AND s.municipality_id=NEW.municipality_id)",
    "selo de outro carro, ou de vistoria não aprovada",
)
