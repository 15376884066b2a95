"""The script of a town's notices: contacts, deliveries, photos, what is added, explained numbers."""

import hashlib
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from app.accounts.permissions import Role
from app.demo.notice_record import photos_of, record_of
from app.demo.phone import Phone
from app.demo.stage import Stage, Step, made
from app.demo.table_notices import DemoNotice, DemoNumber, Later
from app.evidence.attachments import receive
from app.evidence.models import Attachment, AttachmentReceived
from app.infractions.domain_annotations import AnnotationKind
from app.infractions.models import Notice, NoticeAnnotation, NumberOutcome
from app.infractions.payload import SIGNED_CONTEXT
from app.infractions.service_annotations import annotate
from app.infractions.service_explain import Explanation, explain_number
from app.kernel.canonical import instant_text
from app.persistence.base import db

_ROLES: Final = {
    "chief": Role.CHIEF,
    "clerk": Role.CLERK,
    "secretary": Role.SECRETARY,
}
_FROM_PHONE: Final = {AnnotationKind.LATE_REASON, AnnotationKind.DELIVERY}
_LAST_CONTACT: Final = (-1, 1380)


def notice_steps(stage: Stage) -> Iterator[Step]:
    """All steps of the papers of a town, in no order of days."""
    phone = Phone(stage)
    for paper in stage.town.papers:
        if isinstance(paper, DemoNotice):
            yield from _notice(phone, paper)
        elif paper.outcome != "waiting":
            yield _explained(phone, paper)
    if stage.town.papers:
        yield _contact(phone, *_LAST_CONTACT)


def _notice(phone: Phone, paper: DemoNotice) -> Iterator[Step]:
    id, arrives = phone.stage.id("notice", paper.key), paper.minutes + paper.travels
    if paper.contact:
        yield _contact(phone, paper.at, paper.minutes - paper.contact)
    yield _step(paper.at, arrives, partial(_send, phone, paper, id), made(Notice, id))
    for place in range(paper.arrived):
        run = partial(_photo, phone, paper, id, place)
        yield _step(paper.at, arrives + 1 + place, run, partial(_photo_came, id, place))
    for later in paper.then:
        yield _later(phone, paper, later)


def _step(
    at: int, minutes: int, run: Callable[[], object], done: Callable[[Session], bool]
) -> Step:
    return Step(at, run, done, minutes)


def _contact(phone: Phone, at: int, minutes: int) -> Step:
    now = phone.stage.now(at, minutes)

    def done(session: Session) -> bool:
        met_at = phone.last_contact()
        return met_at is not None and met_at >= now

    return _step(at, minutes, partial(phone.meet, now, _waits_since(phone, now)), done)


def _waits_since(phone: Phone, now: datetime) -> datetime | None:
    """Since when a record waits on the phone that never comes."""
    papers = phone.stage.town.papers
    waiting = [p for p in papers if isinstance(p, DemoNumber) and p.outcome == "waiting"]
    times = [phone.written_at(paper) for paper in waiting]
    return min((moment for moment in times if moment < now), default=None)


def _send(phone: Phone, paper: DemoNotice, id: str) -> None:
    now = phone.stage.now(paper.at, paper.minutes + paper.travels)
    phone.send("notice", id, record_of(phone, paper), now=now, context=SIGNED_CONTEXT)


def _photo(phone: Phone, paper: DemoNotice, id: str, place: int) -> None:
    notice = db.session.get_one(Notice, id)
    content = photos_of(paper, notice.plate)[place]
    sha256 = hashlib.sha256(content).hexdigest()
    now = phone.stage.now(paper.at, paper.minutes + paper.travels + 1 + place)
    receive(phone.actor, id, sha256, 0, content, now=now)


def _photo_came(id: str, place: int, session: Session) -> bool:
    query = select(AttachmentReceived.sha256).join(
        Attachment,
        (Attachment.entry_id == AttachmentReceived.entry_id)
        & (Attachment.sha256 == AttachmentReceived.sha256),
    )
    found = query.where(Attachment.entry_id == id, Attachment.position == place)
    return session.scalar(found) is not None


def _later(phone: Phone, paper: DemoNotice, later: Later) -> Step:
    stage = phone.stage
    id = stage.id("annotation", paper.key, later.kind)
    run = partial(_say if later.kind in _FROM_PHONE else _annotate, phone, paper, later, id)
    return _step(later.at, later.minutes, run, made(NoticeAnnotation, id))


def _say(phone: Phone, paper: DemoNotice, later: Later, id: str) -> None:
    """The author adds it on the phone."""
    now = phone.stage.now(later.at, later.minutes)
    told = {
        "account_id": phone.actor.account_id,
        "device_id": phone.device_id,
        "notice_id": phone.stage.id("notice", paper.key),
        "kind": later.kind.value,
        "text": later.body["text"],
        "at": instant_text(now),
    }
    phone.send("annotation", id, told, now=now)


def _annotate(phone: Phone, paper: DemoNotice, later: Later, id: str) -> None:
    stage = phone.stage
    now = stage.now(later.at, later.minutes)
    author = stage.holder(_ROLES[later.by])
    body = {name: text.format(year=now.year) for name, text in later.body.items()}
    annotate(author, stage.id("notice", paper.key), later.kind, body, id=id, now=now)


def _explained(phone: Phone, paper: DemoNumber) -> Step:
    stage = phone.stage

    def done(session: Session) -> bool:
        told = (NumberOutcome.municipality_id == stage.city.id) & (
            NumberOutcome.reason == paper.reason
        )
        return bool(session.scalar(select(exists().where(told))))

    run = _void if paper.outcome == "voided" else _lose
    return _step(paper.told_at, paper.told_minutes, partial(run, phone, paper), done)


def _void(phone: Phone, paper: DemoNumber) -> None:
    """The agent says on the phone why the number was not used."""
    now = phone.stage.now(paper.told_at, paper.told_minutes)
    told = {
        "account_id": phone.actor.account_id,
        "device_id": phone.device_id,
        **(phone.number(paper) or {}),
        "outcome": "voided",
        "reason": paper.reason,
        "at": instant_text(phone.written_at(paper)),
    }
    phone.send("number", phone.stage.id("number", paper.key), told, now=now)


def _lose(phone: Phone, paper: DemoNumber) -> None:
    """The chief records the loss of what was written with it."""
    stage, number = phone.stage, phone.number(paper) or {}
    now = stage.now(paper.told_at, paper.told_minutes)
    told = Explanation(
        number["series"],
        number["value"],
        "lost",
        paper.reason,
        paper.report.format(year=now.year),
        phone.written_at(paper),
    )
    explain_number(stage.holder(Role.CHIEF), told, now=now)
