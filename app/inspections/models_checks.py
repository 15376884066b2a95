"""Doubts about visits, what a person said of them, and the draw for re-inspection (threats.md T18)."""

from datetime import datetime

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.protection import append_only, refuse_when
from app.persistence.types import Instant


class InspectionFlag(Identified, Tenanted, Model):
    """A doubt about a visit, from its arrival or found later. `holds`: the seal waits for a review."""

    __tablename__ = "inspection_flag"
    __table_args__ = (
        UniqueConstraint("inspection_id", "kind", "other_id", "sha256"),
        Index("ix_inspection_flag_city", "municipality_id", "holds", "inspection_id"),
    )

    inspection_id: Mapped[str] = mapped_column(ForeignKey("inspection.id"))
    kind: Mapped[str] = mapped_column(String(20))
    detail: Mapped[str] = mapped_column(String(200), default="")
    other_id: Mapped[str] = mapped_column(String(32), default="")  # the other visit
    sha256: Mapped[str] = mapped_column(String(64), default="")  # the photo
    holds: Mapped[bool] = mapped_column(Boolean)
    at: Mapped[datetime] = mapped_column(Instant)


class InspectionReview(Identified, Tenanted, Model):
    """What a person other than the inspector decided. `covers`: how many flags held the seal then.

    A confirmed doubt is final: nobody clears it afterwards.
    """

    __tablename__ = "inspection_review"
    __table_args__ = (
        CheckConstraint("kind IN ('cleared','confirmed','recheck')", name="kind"),
        CheckConstraint("reasons <> ''", name="reasons"),
        CheckConstraint("covers >= 0", name="covers"),
        Index("ix_inspection_review_visit", "inspection_id", "at", "id"),
    )

    inspection_id: Mapped[str] = mapped_column(ForeignKey("inspection.id"))
    kind: Mapped[str] = mapped_column(String(10))
    reasons: Mapped[str] = mapped_column(Text)
    covers: Mapped[int] = mapped_column(Integer)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


class InspectionDraw(Tenanted, Model):
    """A visit drawn to be done again by another person; at least 5 % of the approved ones."""

    __tablename__ = "inspection_draw"
    __table_args__ = (CheckConstraint("why IN ('random','quota')", name="why"),)

    inspection_id: Mapped[str] = mapped_column(ForeignKey("inspection.id"), primary_key=True)
    why: Mapped[str] = mapped_column(String(8))
    at: Mapped[datetime] = mapped_column(Instant)


append_only("inspection_flag", ("id",), ("inspection_id", "kind", "other_id", "sha256"))
append_only("inspection_review", ("id",))
append_only("inspection_draw", ("inspection_id",))

refuse_when(
    "inspection_flag",
    "own_city",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM inspection i WHERE i.id=NEW.inspection_id "
    "AND i.municipality_id=NEW.municipality_id)",
    "vistoria de outro município",
)
# Separation of duties on the person (threats.md §4.3): nobody clears a doubt about the own visit.
refuse_when(
    "inspection_review",
    "duties",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM inspection i WHERE i.id=NEW.inspection_id "
    "AND i.municipality_id=NEW.municipality_id AND i.person_id<>NEW.person_id) "
    "OR EXISTS(SELECT 1 FROM inspection_review r WHERE r.inspection_id=NEW.inspection_id "
    "AND r.kind='confirmed')",
    "análise da própria vistoria, vistoria de outro município, ou alerta já confirmado",
)
refuse_when(
    "inspection_draw",
    "approved",
    "INSERT",
    "NOT EXISTS(SELECT 1 FROM inspection i WHERE i.id=NEW.inspection_id "
    "AND i.municipality_id=NEW.municipality_id AND i.result='approved' AND i.occasion<>'recheck')",
    "só vistoria aprovada, que não seja reinspeção, entra no sorteio",
)
