"""Tables of cases: the file, its steps, the duties held in it, its cancellations and papers.

Nothing here is changed or deleted once written; rules that look at other rows: `models_rules`.
"""

from datetime import date, datetime

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Date,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.types import Instant

_TRAINING_IS_ITS_SERIES = "training = (substr(series, 1, 7) = 'TREINO-')"
# A missing duty is NULL, and a CHECK that is NULL would pass.
_DUTY = "COALESCE(duty,'')"


class CaseSeries(Model):
    """The head of a city's cases of one year ("TREINO-PA-2026"); its row lock orders them."""

    __tablename__ = "case_series"
    __table_args__ = (
        CheckConstraint(_TRAINING_IS_ITS_SERIES, name="training"),
        CheckConstraint("next_value > 0", name="next_value"),
    )

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    series: Mapped[str] = mapped_column(String(20), primary_key=True)
    training: Mapped[bool] = mapped_column(Boolean)
    next_value: Mapped[int] = mapped_column(Integer, default=1)


class CaseFile(Identified, Tenanted, Model):
    """One case (processo administrativo): of one notice, or a sanction over several."""

    __tablename__ = "case_file"
    __table_args__ = (
        UniqueConstraint("municipality_id", "series", "value"),
        UniqueConstraint("notice_id"),
        CheckConstraint("path IN ('notice','warning','verbal','sanction')", name="path"),
        CheckConstraint("(path = 'sanction') = (notice_id IS NULL)", name="notice"),
        CheckConstraint(_TRAINING_IS_ITS_SERIES, name="training"),
        Index("ix_case_file_opened", "municipality_id", "opened_at", "id"),
    )

    path: Mapped[str] = mapped_column(String(10))
    series: Mapped[str] = mapped_column(String(20))
    value: Mapped[int] = mapped_column(Integer)
    training: Mapped[bool] = mapped_column(Boolean)
    notice_id: Mapped[str | None] = mapped_column(ForeignKey("notice.id"))
    offender_person_id: Mapped[str | None] = mapped_column(ForeignKey("person.id"), index=True)
    driver_id: Mapped[str | None] = mapped_column(ForeignKey("driver.id"))
    platform_id: Mapped[str | None] = mapped_column(ForeignKey("platform.id"), index=True)
    vehicle_id: Mapped[str | None] = mapped_column(ForeignKey("vehicle.id"), index=True)
    code: Mapped[str] = mapped_column(String(40))  # of the infraction; "" for a sanction
    happened_at: Mapped[datetime] = mapped_column(Instant)
    opened_at: Mapped[datetime] = mapped_column(Instant)
    ruleset_slug: Mapped[str] = mapped_column(String(60))
    ruleset_version: Mapped[str] = mapped_column(String(20))
    ruleset_hash: Mapped[str] = mapped_column(String(64))

    @property
    def number(self) -> str:
        """As it is printed."""
        return case_number(self.series, self.value)


def case_number(series: str, value: int) -> str:
    """ "TREINO-PA-2026/000001"."""
    return f"{series}/{value:06d}"


class CaseNotice(Model):
    """A notice behind a sanction (PLA arts. 44, 45)."""

    __tablename__ = "case_notice"

    case_id: Mapped[str] = mapped_column(ForeignKey("case_file.id"), primary_key=True)
    notice_id: Mapped[str] = mapped_column(ForeignKey("notice.id"), primary_key=True)
    municipality_id: Mapped[str] = mapped_column(String(32), index=True)


class CaseDuty(Model):
    """The one exclusive duty that a person holds in a case: no two fit under this key."""

    __tablename__ = "case_duty"
    __table_args__ = (
        UniqueConstraint("case_id", "person_id", "duty"),  # what a step points to
        CheckConstraint("duty IN ('author','homologator','judge','commission')", name="duty"),
    )

    case_id: Mapped[str] = mapped_column(ForeignKey("case_file.id"), primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"), primary_key=True)
    municipality_id: Mapped[str] = mapped_column(String(32), index=True)
    duty: Mapped[str] = mapped_column(String(12))
    at: Mapped[datetime] = mapped_column(Instant)


class CaseStep(Identified, Tenanted, Model):
    """One step, taken once. The id was made with the form, so a repeated sending is harmless."""

    __tablename__ = "case_step"
    __table_args__ = (
        UniqueConstraint("case_id", "seq"),
        ForeignKeyConstraint(
            ["case_id", "person_id", "duty"],
            ["case_duty.case_id", "case_duty.person_id", "case_duty.duty"],
        ),
        CheckConstraint(
            f"step NOT IN ('homologate','archive') OR {_DUTY} = 'homologator'", name="homologator"
        ),
        CheckConstraint(f"substr(step, 1, 6) <> 'judge_' OR {_DUTY} = 'judge'", name="judge"),
        CheckConstraint(
            f"step NOT IN ('hear','report') OR {_DUTY} = 'commission'", name="commission"
        ),
        CheckConstraint("(person_id = 'system') = (role_grant_id IS NULL)", name="designation"),
        CheckConstraint("on_day <= acted_on", name="on_day"),
        Index("ix_case_step_state", "municipality_id", "state_after", "at", "id"),
    )

    case_id: Mapped[str] = mapped_column(ForeignKey("case_file.id"))
    seq: Mapped[int] = mapped_column(Integer)  # 1, 2, 3 … inside the case
    step: Mapped[str] = mapped_column(String(32))
    state_after: Mapped[str] = mapped_column(String(32))
    at: Mapped[datetime] = mapped_column(Instant)
    acted_on: Mapped[date] = mapped_column(Date)  # the civil day of `at`
    on_day: Mapped[date] = mapped_column(Date)  # from which it has effect
    person_id: Mapped[str] = mapped_column(String(32))  # "system": a day has passed
    account_id: Mapped[str] = mapped_column(String(32))
    role_grant_id: Mapped[str | None] = mapped_column(ForeignKey("role_grant.id"))
    duty: Mapped[str | None] = mapped_column(String(12))
    body: Mapped[str] = mapped_column(Text)  # canonical JSON of the answers
    sha256: Mapped[str] = mapped_column(String(64))  # `domain.step_hash`
    prev_sha256: Mapped[str] = mapped_column(String(64))  # "" before the first
    off_hours: Mapped[bool] = mapped_column(Boolean)


class CaseCancelling(Model):
    """The seat that a cancelling step takes: so many a day and person, so many a day and city.

    The step points here and this points to the step, so that neither is there alone.
    """

    __tablename__ = "case_cancelling"
    __table_args__ = (
        UniqueConstraint("municipality_id", "process_number"),
        UniqueConstraint("municipality_id", "day", "person_id", "person_slot"),
        UniqueConstraint("municipality_id", "day", "city_slot"),
        CheckConstraint("person_slot BETWEEN 1 AND 3", name="person_slot"),
        CheckConstraint("city_slot BETWEEN 1 AND 10", name="city_slot"),
        CheckConstraint("proposed_by <> person_id", name="proposed_by"),
        CheckConstraint("process_number <> ''", name="process_number"),
    )

    step_id: Mapped[str] = mapped_column(
        ForeignKey("case_step.id", deferrable=True, initially="DEFERRED"), primary_key=True
    )
    municipality_id: Mapped[str] = mapped_column(String(32), index=True)
    case_id: Mapped[str] = mapped_column(ForeignKey("case_file.id"))
    day: Mapped[date] = mapped_column(Date)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"))
    person_slot: Mapped[int] = mapped_column(Integer)
    city_slot: Mapped[int] = mapped_column(Integer)
    proposal_id: Mapped[str] = mapped_column(ForeignKey("case_step.id"))
    proposed_by: Mapped[str] = mapped_column(ForeignKey("person.id"))
    process_number: Mapped[str] = mapped_column(String(60))  # as `domain.process_key` writes it
    off_hours: Mapped[bool] = mapped_column(Boolean)


class CaseDocument(Identified, Tenanted, Model):
    """A paper of a step: made by the city or handed in; its bytes lie in the store of evidence."""

    __tablename__ = "case_document"
    __table_args__ = (
        UniqueConstraint("case_id", "step_id", "kind"),
        CheckConstraint("size > 0", name="size"),
    )

    case_id: Mapped[str] = mapped_column(ForeignKey("case_file.id"))
    step_id: Mapped[str] = mapped_column(ForeignKey("case_step.id"))
    kind: Mapped[str] = mapped_column(String(32))
    number: Mapped[str] = mapped_column(String(60), default="")
    name: Mapped[str] = mapped_column(String(120), default="")  # of the file, as it was handed in
    media_type: Mapped[str] = mapped_column(String(60))
    size: Mapped[int] = mapped_column(Integer)  # bytes
    sha256: Mapped[str] = mapped_column(String(64))
    made_at: Mapped[datetime] = mapped_column(Instant)
