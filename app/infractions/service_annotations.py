"""Adding to a notice: corrections, completions, annulments and what its author says later.

The original is not touched; each addition is a row and an event.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.designations import NotDesignated, held, street_grants
from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.infractions.domain_annotations import RULES, AnnotationKind, checked_body
from app.infractions.models import Notice, NoticeAnnotation
from app.infractions.payload_later import AnnotationPayload
from app.kernel.canonical import canonical, instant_text
from app.kernel.errors import Conflict, Denied, NotFound
from app.kernel.ids import parse_id
from app.ledger.service import append
from app.persistence.transaction import transaction
from app.regulation.case_facts import PATH_OF
from app.regulation.vocabulary import DocumentKind


class OwnNotice(Denied):
    """Separation of duties, by the person and not by the sign-in (threats.md §4.3)."""

    message = "Quem lavrou o documento não o anula. Outra pessoa deve decidir."


class DecidedInCase(Conflict):
    """What has a case is annulled there: by proposal, by another person, with a process number."""

    message = "Este documento tem processo: a anulação é proposta e decidida nele."


def annotate(
    actor: Actor,
    notice_id: str,
    kind: AnnotationKind,
    body: Mapping[str, str],
    *,
    id: str,
    now: datetime,
) -> str:
    """Add to a notice of the actor's city; the annotation's id.

    Same id and same words: nothing more happens. `NotFound` for strangers, `Denied` without the
    permission or for the author's own annulment, `Invalid` naming a field, `Conflict` for an id
    with other words, a second annulment, or the annulment of a document that has a case.
    """
    rule = RULES[kind]
    actor.require(rule.permission)
    words = canonical(checked_body(kind, body)).decode()
    id = parse_id(id)
    try:
        with transaction() as session:
            notice = _notice(session, actor, notice_id)
            if rule.by_author and notice.person_id != actor.person_id:
                raise NotFound
            if kind is AnnotationKind.ANNULMENT:
                _check_annulment(session, actor, notice, id)
            return _once(session, actor, notice, kind, words, id=id, now=now)
    except IntegrityError:  # two people at once: the index of annulments, or one id twice
        raise Conflict("Outra pessoa gravou ao mesmo tempo. Abra o documento de novo.") from None


def annul_by_case(
    session: Session,
    actor: Actor,
    notice: Notice,
    body: Mapping[str, str],
    *,
    id: str,
    now: datetime,
) -> None:
    """The annulment that a case decided, under the id of its step; an inner step of that decision."""
    words = canonical(checked_body(AnnotationKind.ANNULMENT, body)).decode()
    _check_another(session, actor, notice, id)
    _once(session, actor, notice, AnnotationKind.ANNULMENT, words, id=id, now=now)


def annotate_from_phone(
    session: Session,
    actor: Actor,
    entry_id: str,
    payload: AnnotationPayload,
    *,
    time_zone: str,
    now: datetime,
) -> None:
    """The author adds a reason or a delivery from the phone; an inner step of the sync.

    The permission is asked of today or of the day the notice was written: who lost the role since
    may still explain a delay.
    """
    notice = session.get(Notice, payload.notice_id)
    own = (actor.municipality_id, actor.person_id)
    if notice is None or (notice.municipality_id, notice.person_id) != own:
        raise Conflict("O documento a que isto se refere não está aqui. Envie-o primeiro.")
    actor = replace(actor, device_id=payload.device_id)
    grants = street_grants(session, actor, Permission.NOTICE_WRITE)
    if not any(held(grant, at, time_zone) for grant in grants for at in (now, notice.happened_at)):
        raise NotDesignated
    kind = AnnotationKind(payload.kind)
    body = checked_body(kind, {"text": payload.text, "at": instant_text(payload.at)})
    _once(session, actor, notice, kind, canonical(body).decode(), id=entry_id, now=now)


def _notice(session: Session, actor: Actor, notice_id: str) -> Notice:
    notice = session.get(Notice, notice_id)
    if notice is None or notice.municipality_id != actor.municipality_id:
        raise NotFound
    return notice


def _check_annulment(session: Session, actor: Actor, notice: Notice, id: str) -> None:
    if DocumentKind(notice.kind) in PATH_OF:
        raise DecidedInCase
    _check_another(session, actor, notice, id)


def _check_another(session: Session, actor: Actor, notice: Notice, id: str) -> None:
    if notice.person_id == actor.person_id:
        raise OwnNotice
    query = select(NoticeAnnotation.id).where(
        NoticeAnnotation.notice_id == notice.id,
        NoticeAnnotation.kind == AnnotationKind.ANNULMENT.value,
    )
    if session.scalar(query) not in {None, id}:
        raise Conflict("Este documento já foi anulado. Confira o ato anterior.")


def _once(
    session: Session,
    actor: Actor,
    notice: Notice,
    kind: AnnotationKind,
    words: str,
    *,
    id: str,
    now: datetime,
) -> str:
    row = session.get(NoticeAnnotation, id)
    if row is not None:
        same = (row.municipality_id, row.notice_id, row.kind, row.body)
        if same != (actor.municipality_id, notice.id, kind.value, words):
            raise Conflict
        return id
    body = {"annotation": id, "kind": kind.value, "text": json.loads(words)}
    append(session, actor, "notice.annotated", ("notice", notice.id), body, now=now)
    session.add(
        NoticeAnnotation(
            id=id,
            municipality_id=actor.municipality_id,
            notice_id=notice.id,
            kind=kind.value,
            body=words,
            account_id=actor.account_id,
            person_id=actor.person_id,
            recorded_at=now,
            device_id=actor.device_id,
        )
    )
    session.flush()
    return id
