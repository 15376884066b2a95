"""Storing a notice: the frozen text, its number, its photos' names and the event, or nothing of them.

An inner step of the sync's transaction: the receipt is written beside it.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.evidence.arrival import Arrival, Swallowed
from app.evidence.declared import declare_photos
from app.evidence.payload import members_of
from app.infractions import record_checks as checks
from app.infractions.arrived import notice_arrived
from app.infractions.law import notification, send_by
from app.infractions.links import driver_of, vehicle_of
from app.infractions.models import Notice, NumberOutcome
from app.infractions.payload import NoticePayload
from app.kernel.errors import Conflict
from app.ledger.service import append


def record_notice(
    session: Session, actor: Actor, arrival: Arrival, payload: NoticePayload
) -> Notice:
    """Add the notice, its number's end, its photos' declarations and the event.

    `DomainError` when it cannot be taken: nothing is stored and the caller keeps it in quarantine.
    """
    if session.get(Notice, arrival.id) is not None:  # of another city: ids are random, so a forgery
        raise Conflict("Este número de registro não pode ser usado.")
    asked = checks.Questions(session, actor, arrival, payload)
    checks.check_signature(asked)
    doubt = checks.clock_doubt(asked)
    flags = [
        *checks.check_designation(asked, doubt),
        *checks.check_number(asked),
        *checks.check_chain(asked),
        *checks.check_law(asked),
        *checks.check_together(asked),
    ]
    notice = _row(asked, doubt, " ".join(flags))
    session.add(notice)
    session.flush()  # the number's end points to it
    if payload.number is not None:
        session.add(_written(notice, payload))
    declare_photos(session, actor, arrival.id, payload.photos, now=arrival.received_at)
    _append(session, actor, notice)
    session.flush()
    notice_arrived(session, actor, notice, now=arrival.received_at)
    _read_back(session, notice)
    return notice


def _row(asked: checks.Questions, doubt: str, flags: str) -> Notice:
    payload, arrival, actor = asked.payload, asked.arrival, asked.actor
    number = payload.number
    vehicle_id = vehicle_of(asked.session, actor.municipality_id, payload.vehicle)
    told = notification(arrival.law, members_of(arrival.text))
    return Notice(
        id=arrival.id,
        municipality_id=actor.municipality_id,
        kind=payload.kind,
        series=number.series if number else None,
        value=number.value if number else None,
        block_id=number.block if number else None,
        training=payload.training,
        payload=arrival.text,
        sha256=arrival.sha256,
        signature=arrival.signature,
        account_id=actor.account_id,
        person_id=actor.person_id,
        device_id=payload.device_id,
        key_id=payload.key_id,
        chain_seq=payload.chain.seq,
        chain_prev=payload.chain.prev,
        stop_id=payload.stop_id,
        group_id=payload.group,
        code=payload.infraction.code,
        title=payload.infraction.title,
        citation="; ".join(payload.infraction.basis),
        class_=payload.infraction.class_,
        fine_ufm=payload.fine.ufm,
        plate=payload.vehicle.plate,
        vehicle_id=vehicle_id,
        driver_id=driver_of(asked.session, actor.municipality_id, payload.driver, vehicle_id),
        offender_kind=payload.offender.kind,
        offender_name=payload.offender.name,
        happened_at=payload.happened_at,
        written_at=payload.written_at,
        device_time=payload.device_time,
        received_at=arrival.received_at,
        clock_flag=doubt,
        late=_late(asked),
        flags=flags,
        ending=payload.ending.kind if payload.ending else "",
        notified_on=told.notified_on,
        due_on=told.due.due_on if told.due else None,
        ruleset_slug=payload.ruleset.slug,
        ruleset_version=payload.ruleset.version,
        ruleset_hash=payload.ruleset.hash,
    )


def _late(asked: checks.Questions) -> bool:
    """Whether it reached the chief after the legal hours from the fact (PLA art. 49 §2)."""
    due = send_by(asked.arrival.law, asked.payload.happened_at)
    return due is not None and due.late_by(asked.arrival.received_at) > timedelta(0)


def _written(notice: Notice, payload: NoticePayload) -> NumberOutcome:
    return NumberOutcome(
        municipality_id=notice.municipality_id,
        series=notice.series,
        value=notice.value,
        outcome="written",
        block_id=notice.block_id,
        notice_id=notice.id,
        person_id=notice.person_id,
        account_id=notice.account_id,
        device_id=notice.device_id,
        at=payload.written_at,
        recorded_at=notice.received_at,
    )


def _append(session: Session, actor: Actor, notice: Notice) -> None:
    body: dict[str, Any] = {
        "kind": notice.kind,
        "series": notice.series or "",
        "value": notice.value or 0,
        "sha256": notice.sha256,
        "chain": {"seq": notice.chain_seq, "prev": notice.chain_prev},
        "key_id": notice.key_id,
        "signature": notice.signature,
        "training": notice.training,
        "late": notice.late,
        "clock_flag": notice.clock_flag,
        "flags": notice.flags.split(),
        # Columns that the text does not hold: the ledger's verification compares each with this.
        "vehicle_id": notice.vehicle_id,
        "driver_id": notice.driver_id,
        "notified_on": notice.notified_on,
        "due_on": notice.due_on,
    }
    append(
        session,
        replace(actor, device_id=notice.device_id),
        "notice.received",
        ("notice", notice.id),
        body,
        now=notice.received_at,
        occurred_at=notice.happened_at,
    )


def _read_back(session: Session, notice: Notice) -> None:
    """What was inserted is really there: a rule of the database could swallow it silently."""
    stored = session.execute(
        select(Notice.sha256, Notice.payload).where(Notice.id == notice.id)
    ).one_or_none()
    if stored is None or tuple(stored) != (notice.sha256, notice.payload):
        raise Swallowed(f"notice {notice.id}")
    if notice.series is not None:
        ended = select(NumberOutcome.notice_id).where(
            NumberOutcome.municipality_id == notice.municipality_id,
            NumberOutcome.series == notice.series,
            NumberOutcome.value == notice.value,
        )
        if session.scalar(ended) != notice.id:
            raise Swallowed(f"number of notice {notice.id}")
