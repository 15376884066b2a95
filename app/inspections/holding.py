"""Whether a doubt holds an approval, and its seal, until a person has looked; and who looked last."""

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.inspections.models_checks import InspectionFlag, InspectionReview


def is_open(session: Session, inspection_id: str) -> bool:
    """Whether a doubt about the visit has not been cleared, or its re-inspection was ordered.

    A clearing covers the doubts that stood then; one that comes later opens the visit again.
    """
    review, holding = last_review(session, inspection_id), holding_count(session, inspection_id)
    if review is None:
        return holding > 0
    return review.kind != "cleared" or review.covers < holding


def holding_count(session: Session, inspection_id: str) -> int:
    """How many doubts of the visit hold its seal."""
    query = select(func.count()).where(
        InspectionFlag.inspection_id == inspection_id, InspectionFlag.holds
    )
    return session.scalar(query) or 0


def last_review(session: Session, inspection_id: str) -> InspectionReview | None:
    """The latest decision about a visit; a confirmed doubt is the last one."""
    query = (
        select(InspectionReview)
        .where(InspectionReview.inspection_id == inspection_id)
        .order_by(
            (InspectionReview.kind == "confirmed").desc(),
            InspectionReview.at.desc(),
            InspectionReview.covers.desc(),
        )
        .limit(1)
    )
    return session.scalar(query)


def still_counts(visit_id: InstrumentedAttribute[str | None]) -> ColumnElement[bool]:
    """Results whose visit nobody confirmed to be irregular: only they let a car work."""
    confirmed = select(InspectionReview.inspection_id).where(InspectionReview.kind == "confirmed")
    return or_(visit_id.is_(None), visit_id.not_in(confirmed))
