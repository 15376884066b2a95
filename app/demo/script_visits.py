"""The script of a town's yard: each visit delivered by its phone, its photos, the seal pasted later."""

import json
from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from app.demo.script_guides import guide_step
from app.demo.stage import Stage, Step, made
from app.demo.table_visits import DemoVisit
from app.demo.visit_phone import Dated, VisitPhone, dated_visits
from app.demo.visit_record import content_of, met_at, record_of
from app.evidence.attachments import receive
from app.evidence.models import Attachment, AttachmentReceived
from app.inspections.models import Inspection, InspectionSeal
from app.inspections.occasions import fee_of
from app.inspections.payload import SIGNED_CONTEXT
from app.inspections.seals import deliver_seal
from app.persistence.base import db
from app.regulation.vocabulary import Occasion

_PASTED = timedelta(minutes=8)


def visit_steps(stage: Stage) -> Iterator[Step]:
    """All visits of a town, in the order of time."""
    for dated in dated_visits(stage):
        yield from _visit(VisitPhone(stage, dated.visit.by), dated)


def _visit(phone: VisitPhone, dated: Dated) -> Iterator[Step]:
    stage, visit = phone.stage, dated.visit
    id = stage.id("visit", visit.key)
    if visit.guide == "confirmed" and not visit.booking and _paid(stage, visit):
        at = stage.offset(stage.working(visit.at)) - 2
        yield guide_step(stage, visit.key, visit.car, at)
    run = partial(_send, phone, dated, id)
    yield stage.step_at(dated.arrives, run, made(Inspection, id))
    if visit.photos:
        run, done = partial(_photos, phone, dated, id), partial(_photos_came, id)
        yield stage.step_at(dated.arrives + timedelta(minutes=1), run, done)
    if visit.pasted >= 0:
        moment = dated.arrives + _PASTED + timedelta(days=visit.pasted)
        paste = partial(deliver_seal, phone.actor, id, ruleset=stage.law, now=moment)
        yield stage.step_at(moment, paste, made(InspectionSeal, id))


def _paid(stage: Stage, visit: DemoVisit) -> bool:
    """Whether the text asks a fee for that occasion."""
    return fee_of(stage.law, Occasion(visit.occasion)).asked


def _send(phone: VisitPhone, dated: Dated, id: str) -> None:
    phone.meet(met_at(dated), None)
    record = record_of(phone, dated)
    db.session.rollback()
    phone.send("inspection", id, record, now=dated.arrives, context=SIGNED_CONTEXT)


def _photos(phone: VisitPhone, dated: Dated, id: str) -> None:
    record = json.loads(db.session.get_one(Inspection, id).payload)
    now = dated.arrives + timedelta(minutes=1)
    for photo in record["photos"]:
        content = content_of(phone.stage, dated.visit, photo["caption"])
        receive(phone.actor, id, photo["sha256"], 0, content, now=now)


def _photos_came(id: str, session: Session) -> bool:
    """Whether every photo that the visit declares is here."""
    came = exists().where(
        AttachmentReceived.entry_id == Attachment.entry_id,
        AttachmentReceived.sha256 == Attachment.sha256,
    )
    missing = session.scalar(select(Attachment.sha256).where(Attachment.entry_id == id, ~came))
    return missing is None and session.get(Inspection, id) is not None
