"""Each contact of a phone leaves a trace: what waits on it, and how old its list is."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from flask import current_app
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.device_keys import PublicKey, register_key
from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.infractions.numbering import Report
from app.infractions.service_numbers import Holder, OpenBlock, lend_missing, open_blocks
from app.kernel.beacon import Bearer, beacon_key, make_beacon
from app.kernel.errors import Invalid
from app.kernel.payload import read_instant
from app.persistence.transaction import transaction
from app.regulation.ruleset import Ruleset
from app.sync.models import Device

_HEX_ID = re.compile(r"[0-9a-f]{32}")
_WAITING_MAX = 1_000_000


@dataclass(frozen=True)
class Contact:
    """What a phone says of itself (field contract, POST /campo/ola)."""

    device_id: str
    label: str
    waiting: int
    oldest_waiting_at: datetime | None
    pack_generated_at: datetime | None
    standalone: bool
    persisted: bool
    photos_waiting: int = 0  # of records whose text is here, or not yet
    oldest_fact_at: datetime | None = None  # when the fact of the oldest waiting notice happened
    key: PublicKey | None = None
    reports: Mapping[str, Report] = field(default_factory=dict)  # series → what it says of it

    @classmethod
    def from_json(cls, body: dict[str, object]) -> "Contact":
        """`Invalid` naming the first field that cannot be taken."""
        device_id, waiting = body.get("device_id"), body.get("waiting")
        if not isinstance(device_id, str) or not _HEX_ID.fullmatch(device_id):
            raise Invalid("O aparelho não se identificou.", field="device_id")
        if type(waiting) is not int or not 0 <= waiting <= _WAITING_MAX:
            raise Invalid("Quantidade em espera inválida.", field="waiting")
        label = body.get("label")
        return cls(
            device_id,
            label.replace("\0", "")[:80] if isinstance(label, str) else "",
            waiting,
            _moment(body, "oldest_waiting_at"),
            _moment(body, "pack_generated_at"),
            body.get("standalone") is True,
            body.get("persisted") is True,
            _photos(body.get("photos_waiting")),
            _moment(body, "oldest_fact_at"),
            PublicKey.from_json(body["key"]) if body.get("key") is not None else None,
            Report.all_from_json(body.get("numbers")),
        )


def record_contact(
    actor: Actor, contact: Contact, *, law: Ruleset, now: datetime
) -> list[OpenBlock]:
    """Bring the phone's row up to date, keep its key, lend missing numbers; its open blocks.

    The contact itself is no ledger event: nothing is decided, and a shift makes thousands.
    """
    actor.require(Permission.FIELD_CHECK)
    try:
        return _record(actor, contact, law, now)
    except IntegrityError:
        return _record(actor, contact, law, now)  # two tabs met at the first contact


def _record(actor: Actor, contact: Contact, law: Ruleset, now: datetime) -> list[OpenBlock]:
    with transaction() as session:
        device = _device(session, actor, contact.device_id) or Device(
            municipality_id=actor.municipality_id, device_id=contact.device_id, first_seen_at=now
        )
        device.account_id = actor.account_id
        device.label = contact.label
        device.last_seen_at = now
        device.waiting = contact.waiting
        device.oldest_waiting_at = contact.oldest_waiting_at if contact.waiting else None
        device.oldest_fact_at = contact.oldest_fact_at if contact.waiting else None
        device.photos_waiting = contact.photos_waiting
        device.pack_generated_at = contact.pack_generated_at
        device.standalone = contact.standalone
        device.persisted = contact.persisted
        session.add(device)
        if contact.key is not None:
            register_key(session, actor, contact.device_id, contact.key, now=now)
        holder = Holder(actor, contact.device_id, contact.waiting, contact.reports)
        lend_missing(session, holder, law, now=now)
        return open_blocks(session, holder)


def beacon_for(actor: Actor, device_id: str, *, now: datetime) -> str:
    """The instant of this contact, sealed for the actor's account on that phone."""
    key = beacon_key(current_app.config["LEDGER_KEY"])
    return make_beacon(key, Bearer(actor.municipality_id, actor.account_id, device_id), now)


def _device(session: Session, actor: Actor, device_id: str) -> Device | None:
    query = select(Device).where(
        Device.municipality_id == actor.municipality_id, Device.device_id == device_id
    )
    return session.scalar(query.with_for_update())


def _photos(told: object) -> int:
    """Phones of the first release do not tell it."""
    if told is None:
        return 0
    if type(told) is not int or not 0 <= told <= _WAITING_MAX:
        raise Invalid("Quantidade de fotos em espera inválida.", field="photos_waiting")
    return told


def _moment(body: dict[str, object], name: str) -> datetime | None:
    value = body.get(name)
    if value is None:
        return None
    try:
        return read_instant(value)
    except ValueError:
        raise Invalid("Hora fora do formato.", field=name) from None
