"""What anybody who holds the paper may learn of a notice by its code: never a person, never a plate.

Nothing that was typed leaves here, only codes, numbers and days: words come from the norm.
"""

import json
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.infractions.models import Notice, NoticeAnnotation
from app.infractions.numbering import number_text
from app.kernel.content_code import hash_range
from app.ledger.queries import event_of
from app.persistence.base import db


@dataclass(frozen=True)
class PublicNotice:
    """The public part of one frozen record (requirements.md §7.2).

    `deadline_days` and `regularise_days` are 0 where the document gives none; `ledger_seq` is 0
    where no event names the notice, which the ledger's verification reports.
    """

    municipality_id: str
    kind: str
    number: str  # "" for a verbal warning
    code: str  # of the infraction
    happened_at: datetime
    received_at: datetime
    training: bool
    annulled_at: datetime | None
    due_on: date | None
    deadline_days: int
    regularise_days: int
    ruleset_slug: str
    ledger_seq: int
    ledger_hash: str


def public_notice(prefix: str) -> PublicNotice | None:
    """The notice whose SHA-256 begins with these hex digits; None for none, or for more than one.

    Looked up in all cities: the hash is a name that nobody can guess.
    """
    query = select(Notice).where(Notice.sha256.between(*hash_range(prefix))).limit(2)
    rows = list(db.session.scalars(query))
    return _public(rows[0]) if len(rows) == 1 else None


def _public(row: Notice) -> PublicNotice:
    record = json.loads(row.payload)
    deadline = record.get("deadline") or {}
    seq, digest = anchor_of(db.session(), row)
    return PublicNotice(
        municipality_id=row.municipality_id,
        kind=row.kind,
        number=number_text(row.series, row.value),
        code=row.code,
        happened_at=row.happened_at,
        received_at=row.received_at,
        training=row.training,
        annulled_at=_annulled_at(row),
        due_on=row.due_on,
        deadline_days=int(deadline.get("days") or 0),
        regularise_days=int((record.get("regularise") or {}).get("days") or 0),
        ruleset_slug=row.ruleset_slug,
        ledger_seq=seq,
        ledger_hash=digest,
    )


def anchor_of(session: Session, row: Notice) -> tuple[int, str]:
    """Where the ledger holds the notice's arrival: place in the chain and hash, or (0, "")."""
    return event_of(session, row.municipality_id, "notice.received", ("notice", row.id))


def _annulled_at(row: Notice) -> datetime | None:
    query = select(NoticeAnnotation.recorded_at).where(
        NoticeAnnotation.notice_id == row.id, NoticeAnnotation.kind == "annulment"
    )
    return db.session.scalar(query.order_by(NoticeAnnotation.recorded_at).limit(1))
