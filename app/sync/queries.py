"""What the office sees of the phones: their last contact, what waits on them, what was refused."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import and_, select

from app.accounts.domain import Actor
from app.accounts.models import Account, Person
from app.accounts.permissions import Permission
from app.infractions.law import send_by
from app.infractions.payload_words import FIELDS as NOTICE_FIELDS
from app.kernel.civil import format_instant
from app.kernel.payload import read_instant
from app.persistence.base import db
from app.regulation.deadlines import DueDate
from app.regulation.ruleset import Ruleset
from app.sync.models import Device, Quarantined, Receipt
from app.verification.field_card import LIST_GOOD_FOR
from app.verification.stops_words import FIELDS, VALUES

DEVICES_MAX: Final = 500
QUARANTINE_MAX: Final = 100
_WORDS: Final = {**NOTICE_FIELDS, **FIELDS}
_FRESH: Final = timedelta(hours=24)  # design.md §5: under 24 h a list may say green
_WAITING_LONG: Final = timedelta(hours=24)


@dataclass(frozen=True)
class DeviceRow:
    """One phone. `list_state`: fresh, old, stale or none. `send_by`: of its oldest unsent notice."""

    device_id: str
    label: str
    agent: str
    last_seen_at: datetime
    waiting: int
    oldest_waiting_at: datetime | None
    waits_long: bool
    photos_waiting: int
    send_by: DueDate | None  # None where nothing waits, or the text counts no hours
    overdue: bool
    pack_generated_at: datetime | None
    list_state: str
    standalone: bool
    persisted: bool


@dataclass(frozen=True)
class QuarantinedRow:
    """One refused entry; `delivered_at` when the very same content was taken later."""

    entry_id: str
    agent: str
    why: str
    received_at: datetime
    delivered_at: datetime | None
    fields: Mapping[str, str]
    payload: str


def devices(actor: Actor, law: Ruleset, *, now: datetime) -> list[DeviceRow]:
    """Phones of the city: those with unsent records first, the longest waiting on top."""
    actor.require(Permission.STOP_READ)
    query = (
        select(Device, Person.name)
        .join(Account, Account.id == Device.account_id)
        .join(Person, Person.id == Account.person_id)
        .where(Device.municipality_id == actor.municipality_id, Device.revoked_at.is_(None))
        .order_by(Device.last_seen_at.desc(), Device.id)
        .limit(DEVICES_MAX)
    )
    rows = [_device(device, name, law, now) for device, name in db.session.execute(query)]
    return sorted(rows, key=lambda row: (not row.waiting, row.oldest_waiting_at or now))


def quarantine(actor: Actor, time_zone: str) -> list[QuarantinedRow]:
    """Refused entries of the city, newest first; instants in its zone."""
    actor.require(Permission.QUARANTINE_READ)
    same = and_(
        Receipt.municipality_id == Quarantined.municipality_id,
        Receipt.entry_id == Quarantined.entry_id,
        Receipt.sha256 == Quarantined.sha256,
    )
    query = (
        select(Quarantined, Person.name, Receipt.received_at)
        .join(Account, Account.id == Quarantined.account_id)
        .join(Person, Person.id == Account.person_id)
        .outerjoin(Receipt, same)
        .where(Quarantined.municipality_id == actor.municipality_id)
        .order_by(Quarantined.received_at.desc(), Quarantined.id.desc())
        .limit(QUARANTINE_MAX)
    )
    return [
        QuarantinedRow(
            row.entry_id,
            name,
            row.why,
            row.received_at,
            delivered,
            _fields(row.payload, time_zone),
            row.payload,
        )
        for row, name, delivered in db.session.execute(query)
    ]


def _device(device: Device, agent: str, law: Ruleset, now: datetime) -> DeviceRow:
    oldest = device.oldest_waiting_at
    due = send_by(law, device.oldest_fact_at) if device.oldest_fact_at else None
    return DeviceRow(
        device_id=device.device_id,
        label=device.label or f"aparelho {device.device_id[:6]}",
        agent=agent,
        last_seen_at=device.last_seen_at,
        waiting=device.waiting,
        oldest_waiting_at=oldest,
        waits_long=oldest is not None and now - oldest > _WAITING_LONG,
        photos_waiting=device.photos_waiting,
        send_by=due,
        overdue=due is not None and due.late_by(now) > timedelta(0),
        pack_generated_at=device.pack_generated_at,
        list_state=_list_state(device.pack_generated_at, now),
        standalone=device.standalone,
        persisted=device.persisted,
    )


def _list_state(generated_at: datetime | None, now: datetime) -> str:
    if generated_at is None:
        return "none"
    age = now - generated_at
    if age >= LIST_GOOD_FOR:
        return "stale"
    return "old" if age >= _FRESH else "fresh"


def _fields(payload: str, zone: str) -> Mapping[str, str]:
    """The members of a readable payload in words, by their Portuguese names; empty when it is none."""
    try:
        members = json.loads(payload)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(members, dict):
        return {}
    return {
        _WORDS.get(name, name[:60]): _shown(name, value, zone)
        for name, value in list(members.items())[:60]
    }


def _shown(name: str, value: object, zone: str) -> str:
    """What was refused may be anything: what is not understood is shown as it came."""
    if value is None or value == "":
        return "—"
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)[:4000]
    try:
        return format_instant(read_instant(value), zone)
    except ValueError:
        return VALUES.get(name, {}).get(value, value)[:4000]
