"""Each contact of a phone leaves a trace: what waits on it, and how old its list is."""

import re
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.errors import Invalid
from app.persistence.transaction import transaction
from app.sync.models import Device
from app.verification.stops_payload import read_instant

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
        )


def record_contact(actor: Actor, contact: Contact, *, now: datetime) -> None:
    """Bring the phone's row up to date; it is registered at its first contact.

    No ledger event: nothing is decided here, and a shift makes thousands.
    """
    actor.require(Permission.FIELD_CHECK)
    try:
        _record(actor, contact, now)
    except IntegrityError:
        _record(actor, contact, now)  # two tabs met at the first contact


def _record(actor: Actor, contact: Contact, now: datetime) -> None:
    with transaction() as session:
        device = _device(session, actor, contact.device_id) or Device(
            municipality_id=actor.municipality_id, device_id=contact.device_id, first_seen_at=now
        )
        device.account_id = actor.account_id
        device.label = contact.label
        device.last_seen_at = now
        device.waiting = contact.waiting
        device.oldest_waiting_at = contact.oldest_waiting_at if contact.waiting else None
        device.pack_generated_at = contact.pack_generated_at
        device.standalone = contact.standalone
        device.persisted = contact.persisted
        session.add(device)


def _device(session: Session, actor: Actor, device_id: str) -> Device | None:
    query = select(Device).where(
        Device.municipality_id == actor.municipality_id, Device.device_id == device_id
    )
    return session.scalar(query.with_for_update())


def _moment(body: dict[str, object], name: str) -> datetime | None:
    value = body.get(name)
    if value is None:
        return None
    try:
        return read_instant(value)
    except ValueError:
        raise Invalid("Hora fora do formato.", field=name) from None
