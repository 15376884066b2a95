"""What stands of a notice today: the frozen record with everything added to it later.

The state is never stored: it is read from the annotations each time (threats.md §3.5).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.infractions.domain_annotations import AnnotationKind
from app.infractions.models import Notice, NoticeAnnotation


@dataclass(frozen=True)
class NoticeState:
    """A notice as it counts. Instants are those of the annotation; texts are the newest ones.

    `completed` are the data added by the office, by field; `owner_pending`: the owner's data are
    still to come (PLA art. 49 V, CFG-PLA-26).
    """

    annulled_at: datetime | None
    annulment_act: str
    late_reason: str
    delivered_at: datetime | None
    clock_certified_at: datetime | None
    warning_decision: str
    completed: Mapping[str, str]
    corrections: int
    owner_pending: bool

    @property
    def counts(self) -> bool:
        """Whether the document still has effect."""
        return self.annulled_at is None


def state_of(session: Session, notice: Notice) -> NoticeState:
    """The state of a notice already loaded for somebody who may see it."""
    query = (
        select(NoticeAnnotation)
        .where(NoticeAnnotation.notice_id == notice.id)
        .order_by(NoticeAnnotation.recorded_at, NoticeAnnotation.id)
    )
    return state_from(json.loads(notice.payload), session.scalars(query))


def state_from(record: Mapping[str, Any], annotations: Iterable[NoticeAnnotation]) -> NoticeState:
    """The state from the record and its annotations, oldest first."""
    last: dict[str, tuple[datetime, dict[str, str]]] = {}
    completed: dict[str, str] = {}
    corrections = 0
    for row in annotations:
        body = json.loads(row.body)
        last[row.kind] = (row.recorded_at, body)
        corrections += row.kind == AnnotationKind.CORRECTION
        if row.kind == AnnotationKind.COMPLETION:
            completed |= {name: text for name, text in body.items() if name != "source"}
    pending = bool(record["owner"]["pending"]) and "owner_name" not in completed
    return NoticeState(
        annulled_at=_when(last, AnnotationKind.ANNULMENT),
        annulment_act=_said(last, AnnotationKind.ANNULMENT, "act"),
        late_reason=_said(last, AnnotationKind.LATE_REASON, "text") or record["late_reason"],
        delivered_at=_when(last, AnnotationKind.DELIVERY),
        clock_certified_at=_when(last, AnnotationKind.CLOCK_CERTIFIED),
        warning_decision=_said(last, AnnotationKind.WARNING_VALIDATED, "decision"),
        completed=completed,
        corrections=corrections,
        owner_pending=pending,
    )


def _when(
    last: Mapping[str, tuple[datetime, dict[str, str]]], kind: AnnotationKind
) -> datetime | None:
    return last[kind][0] if kind in last else None


def _said(
    last: Mapping[str, tuple[datetime, dict[str, str]]], kind: AnnotationKind, field: str
) -> str:
    return last[kind][1].get(field, "") if kind in last else ""


@dataclass(frozen=True)
class ChainHole:
    """Records missing in the sequence of one key: `missing` are their places, from 1."""

    account_id: str
    device_id: str
    key_id: str
    missing: tuple[int, ...]


def chain_holes(session: Session, municipality_id: str) -> list[ChainHole]:
    """Phones of a city whose sequence of records has a gap: something written never arrived."""
    counted = (
        select(
            Notice.account_id,
            Notice.device_id,
            Notice.key_id,
            func.max(Notice.chain_seq),
            func.count(),
        )
        .where(Notice.municipality_id == municipality_id)
        .group_by(Notice.account_id, Notice.device_id, Notice.key_id)
        .order_by(Notice.account_id, Notice.key_id)
    )
    return [
        ChainHole(account, device, key, _missing(session, account, key, last))
        for account, device, key, last, here in session.execute(counted)
        if here < last
    ]


def _missing(session: Session, account_id: str, key_id: str, last: int) -> tuple[int, ...]:
    places = select(Notice.chain_seq).where(
        Notice.account_id == account_id, Notice.key_id == key_id
    )
    here = set(session.scalars(places))
    # A forged record may claim any place: what is shown stays readable.
    return tuple(seq for seq in range(1, min(last, 100_000)) if seq not in here)[:1000]
