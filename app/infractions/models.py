"""Tables of numbers, notices and annotations. Nothing here is changed or deleted once written.

The columns of a notice repeat parts of its frozen text for lists; the text is the document.
"""

from datetime import date, datetime

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Date,
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
from app.persistence.protection import append_only, frozen_columns, refuse_when
from app.persistence.types import Instant

ANNULMENT = text("kind = 'annulment'")
TRAINING_IS_ITS_SERIES = "training = (substr(series, 1, 7) = 'TREINO-')"


class NumberSeries(Model):
    """The head of a series ("TREINO-AI-2026"); its row lock orders who leases."""

    __tablename__ = "number_series"
    __table_args__ = (
        CheckConstraint(TRAINING_IS_ITS_SERIES.replace("series", "code"), name="training"),
        CheckConstraint("next_value > 0", name="next_value"),
    )

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    code: Mapped[str] = mapped_column(String(20), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))  # of document
    year: Mapped[int] = mapped_column(Integer)
    training: Mapped[bool] = mapped_column(Boolean)
    next_value: Mapped[int] = mapped_column(Integer, default=1)


class NumberBlock(Identified, Tenanted, Model):
    """Consecutive numbers lent to one account on one phone (PLA art. 49 XI)."""

    __tablename__ = "number_block"
    __table_args__ = (
        UniqueConstraint("municipality_id", "series", "first"),
        CheckConstraint("first > 0 AND last >= first", name="range"),
        CheckConstraint(TRAINING_IS_ITS_SERIES, name="training"),
        CheckConstraint("flag IN ('','holes')", name="flag"),
        Index("ix_number_block_holder", "municipality_id", "account_id", "device_id", "series"),
    )

    series: Mapped[str] = mapped_column(String(20))
    first: Mapped[int] = mapped_column(Integer)
    last: Mapped[int] = mapped_column(Integer)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"))
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"))
    device_id: Mapped[str] = mapped_column(String(32))
    training: Mapped[bool] = mapped_column(Boolean)
    flag: Mapped[str] = mapped_column(String(10), default="")  # leased although numbers are missing
    leased_at: Mapped[datetime] = mapped_column(Instant)


class NumberOutcome(Model):
    """How a number ended, once: written, voided with reason, lost with report, or returned."""

    __tablename__ = "number_outcome"
    __table_args__ = (
        CheckConstraint("outcome IN ('written','voided','lost','returned')", name="outcome"),
        CheckConstraint("(outcome = 'written') = (notice_id IS NOT NULL)", name="notice"),
        CheckConstraint("outcome <> 'voided' OR reason <> ''", name="reason"),
        CheckConstraint("outcome <> 'lost' OR report <> ''", name="report"),
    )

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    series: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    outcome: Mapped[str] = mapped_column(String(10))
    block_id: Mapped[str] = mapped_column(ForeignKey("number_block.id"), index=True)
    notice_id: Mapped[str | None] = mapped_column(ForeignKey("notice.id"))
    reason: Mapped[str] = mapped_column(String(400), default="")
    report: Mapped[str] = mapped_column(String(400), default="")  # "BO 2026-123"
    person_id: Mapped[str] = mapped_column(String(32))
    account_id: Mapped[str] = mapped_column(String(32))
    device_id: Mapped[str] = mapped_column(String(32), default="")  # "" from the office
    at: Mapped[datetime] = mapped_column(Instant)  # when it ended, as told
    recorded_at: Mapped[datetime] = mapped_column(Instant)


class Notice(Identified, Tenanted, Model):
    """One frozen record: Auto de Infração, Termo de Advertência, verbal warning or regularisation."""

    __tablename__ = "notice"
    __table_args__ = (
        UniqueConstraint("municipality_id", "series", "value"),
        UniqueConstraint("account_id", "key_id", "chain_seq"),
        CheckConstraint("kind IN ('notice','warning','verbal','regularisation')", name="kind"),
        CheckConstraint(f"series IS NULL OR {TRAINING_IS_ITS_SERIES}", name="training"),
        CheckConstraint("(kind = 'verbal') = (series IS NULL)", name="numbered"),
        CheckConstraint(
            "(series IS NULL) = (value IS NULL) AND (series IS NULL) = (block_id IS NULL)",
            name="number",
        ),
        CheckConstraint("ending IN ('','signed','refused','absent','evaded')", name="ending"),
        Index("ix_notice_received", "municipality_id", "received_at", "id"),
        Index("ix_notice_plate", "municipality_id", "plate", "happened_at"),
        Index("ix_notice_author", "municipality_id", "person_id", "happened_at"),
        Index("ix_notice_sha256", "sha256"),
    )

    kind: Mapped[str] = mapped_column(String(16))
    series: Mapped[str | None] = mapped_column(String(20))  # None: a verbal warning has no number
    value: Mapped[int | None] = mapped_column(Integer)
    block_id: Mapped[str | None] = mapped_column(ForeignKey("number_block.id"))
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
    stop_id: Mapped[str] = mapped_column(String(32), default="")
    group_id: Mapped[str] = mapped_column(String(32))  # all notices of one approach
    code: Mapped[str] = mapped_column(String(40))
    title: Mapped[str] = mapped_column(String(200))
    citation: Mapped[str] = mapped_column(String(400))
    class_: Mapped[str] = mapped_column(String(12), default="")
    fine_ufm: Mapped[str] = mapped_column(String(12), default="")  # decimal text
    plate: Mapped[str] = mapped_column(String(7), default="")
    vehicle_id: Mapped[str | None] = mapped_column(ForeignKey("vehicle.id"), index=True)
    driver_id: Mapped[str | None] = mapped_column(ForeignKey("driver.id"), index=True)
    offender_kind: Mapped[str] = mapped_column(String(20))
    offender_name: Mapped[str] = mapped_column(String(120), default="")
    happened_at: Mapped[datetime] = mapped_column(Instant)  # the fact, as written
    written_at: Mapped[datetime] = mapped_column(Instant)
    device_time: Mapped[datetime] = mapped_column(Instant)
    received_at: Mapped[datetime] = mapped_column(Instant)
    clock_flag: Mapped[str] = mapped_column(String(20), default="")
    late: Mapped[bool] = mapped_column(Boolean)  # after the legal hours from the fact
    flags: Mapped[str] = mapped_column(String(120), default="")  # other doubts, separated by spaces
    ending: Mapped[str] = mapped_column(String(10), default="")
    notified_on: Mapped[date | None] = mapped_column(Date)
    due_on: Mapped[date | None] = mapped_column(Date)
    ruleset_slug: Mapped[str] = mapped_column(String(60))
    ruleset_version: Mapped[str] = mapped_column(String(20))
    ruleset_hash: Mapped[str] = mapped_column(String(64))


class NoticeAnnotation(Identified, Tenanted, Model):
    """What is added to a notice later; the notice itself stays as it was written."""

    __tablename__ = "notice_annotation"
    __table_args__ = (
        CheckConstraint(
            "kind IN ('late_reason','correction','completion','annulment','restitution',"
            "'clock_certified','delivery','warning_validated')",
            name="kind",
        ),
        Index("ix_notice_annotation_notice", "notice_id", "recorded_at", "id"),
        Index(
            "uq_notice_annotation_annulment",  # a document is annulled once
            "notice_id",
            unique=True,
            sqlite_where=ANNULMENT,
            postgresql_where=ANNULMENT,
        ),
    )

    notice_id: Mapped[str] = mapped_column(ForeignKey("notice.id"))
    kind: Mapped[str] = mapped_column(String(20))
    body: Mapped[str] = mapped_column(Text)  # canonical JSON
    account_id: Mapped[str] = mapped_column(String(32))
    person_id: Mapped[str] = mapped_column(String(32))
    recorded_at: Mapped[datetime] = mapped_column(Instant)
    device_id: Mapped[str] = mapped_column(String(32), default="")


frozen_columns("number_series", "municipality_id", "code", "kind", "year", "training")
append_only("number_block", ("id",), ("municipality_id", "series", "first"))
append_only("number_outcome", ("municipality_id", "series", "value"))
append_only(
    "notice",
    ("id",),
    ("municipality_id", "series", "value"),
    ("account_id", "key_id", "chain_seq"),
)
append_only("notice_annotation", ("id",))

refuse_when(
    "number_series",
    "goes_up",
    "UPDATE",
    "NEW.next_value < OLD.next_value",
    "a numeração não volta atrás",
)
refuse_when(
    "number_block",
    "in_series",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM number_series s WHERE s.municipality_id=NEW.municipality_id "
    "AND s.code=NEW.series AND s.training=NEW.training AND NEW.last<s.next_value) "
    "OR EXISTS(SELECT 1 FROM number_block b WHERE b.municipality_id=NEW.municipality_id "
    "AND b.series=NEW.series AND b.first<=NEW.last AND b.last>=NEW.first)",
    "bloco fora da série ou sobre outro",
)
refuse_when(
    "number_outcome",
    "in_block",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM number_block b WHERE b.id=NEW.block_id "
    "AND b.municipality_id=NEW.municipality_id AND b.series=NEW.series "
    "AND NEW.value BETWEEN b.first AND b.last) "
    "OR (NEW.outcome='written' AND NOT EXISTS(SELECT 1 FROM notice n WHERE n.id=NEW.notice_id "
    "AND n.municipality_id=NEW.municipality_id AND n.series=NEW.series AND n.value=NEW.value))",
    "número fora do bloco ou sem o seu documento",
)
refuse_when(
    "notice",
    "in_block",
    "INSERT",
    "NEW.series IS NOT NULL AND NOT EXISTS(SELECT 1 FROM number_block b WHERE b.id=NEW.block_id "
    "AND b.municipality_id=NEW.municipality_id AND b.series=NEW.series "
    "AND NEW.value BETWEEN b.first AND b.last AND b.training=NEW.training "
    "AND b.account_id=NEW.account_id AND b.device_id=NEW.device_id)",
    "número fora do bloco do agente e do aparelho",
)
# Separation of duties on the person (threats.md §4.3): who wrote a notice does not annul it.
refuse_when(
    "notice_annotation",
    "duties",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM notice n WHERE n.id=NEW.notice_id "
    "AND n.municipality_id=NEW.municipality_id "
    "AND NOT (NEW.kind='annulment' AND n.person_id=NEW.person_id))",
    "anulação pelo próprio autor, ou documento de outro município",
)
