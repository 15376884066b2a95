"""Opening a notice as a document: it shows CPF and address, so reading it is an event itself."""

import json
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.evidence.queries_attachments import pictures_at_hand
from app.infractions.domain_annotations import AnnotationKind
from app.infractions.models import Notice, NoticeAnnotation
from app.infractions.numbering import number_text
from app.infractions.paper import Later, Paper
from app.infractions.queries_office import may_read
from app.infractions.queries_public import anchor_of
from app.kernel.errors import NotFound
from app.ledger.service import append
from app.persistence.transaction import transaction
from app.registry.write import own


def read_paper(
    actor: Actor,
    notice_id: str,
    *,
    now: datetime,
    why: str,
    with_photos: bool = True,
    may: Callable[[Actor, Notice], bool] = may_read,
) -> Paper:
    """The notice with all that its document shows; `why` names the document.

    For its author and for whoever may read notices in that city, or by another right to it (`may`:
    who sees a case sees its notice); NotFound for everybody else, as for what does not exist.
    """
    with transaction() as session:
        row: Notice = own(session, actor, Notice, notice_id)
        if not may(actor, row):
            raise NotFound
        paper = _paper(session, row, with_photos)
        entity = ("notice", row.id)
        append(session, actor, "notice.read", entity, {"why": why}, now=now, chain="access")
    return paper


def _paper(session: Session, row: Notice, with_photos: bool) -> Paper:
    seq, digest = anchor_of(session, row)
    return Paper(
        id=row.id,
        number=number_text(row.series, row.value),
        record=json.loads(row.payload),
        sha256=row.sha256,
        training=row.training,
        received_at=row.received_at,
        ledger_seq=seq,
        ledger_hash=digest,
        annotations=_annotations(session, row),
        photos=pictures_at_hand(session, row.municipality_id, row.id) if with_photos else {},
    )


def _annotations(session: Session, row: Notice) -> tuple[Later, ...]:
    query = (
        select(NoticeAnnotation, Person.name)
        .outerjoin(Person, Person.id == NoticeAnnotation.person_id)
        .where(NoticeAnnotation.notice_id == row.id)
        .order_by(NoticeAnnotation.recorded_at, NoticeAnnotation.id)
    )
    return tuple(
        Later(AnnotationKind(each.kind), json.loads(each.body), each.recorded_at, name or "Confere")
        for each, name in session.execute(query)
    )
