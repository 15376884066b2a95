"""Taking what phones deliver: once per id, with a receipt, or into quarantine; never lost.

Repeating is harmless: the same id and hash get the first receipt again.
"""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.kernel.errors import Conflict, DomainError, Invalid
from app.persistence.transaction import transaction
from app.sync.models import Quarantined, Receipt
from app.verification.models import Stop
from app.verification.stops import Circumstances, NotDesignated, write_stop
from app.verification.stops_payload import StopPayload, read_payload

STOP, SCHEMA = "stop", 1
_HEX_ID = re.compile(r"[0-9a-f]{32}")
_HEX_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Entry:
    """One delivery: id born on the phone, kind, hash of the payload's UTF-8, and the payload."""

    id: str
    kind: str
    schema: int
    sha256: str
    payload: str

    @classmethod
    def from_json(cls, body: dict[str, object]) -> "Entry":
        """`Invalid` when the envelope itself is malformed: there is nothing to keep under."""
        id, sha256, payload = body.get("id"), body.get("sha256"), body.get("payload")
        kind, schema = body.get("kind"), body.get("schema")
        if not isinstance(id, str) or not _HEX_ID.fullmatch(id):
            raise Invalid("O registro veio sem número. Envie de novo.", field="id")
        if not isinstance(sha256, str) or not _HEX_HASH.fullmatch(sha256):
            raise Invalid("O registro veio sem o resumo do conteúdo.", field="sha256")
        if not isinstance(payload, str):
            raise Invalid("O registro veio sem conteúdo.", field="payload")
        if not isinstance(kind, str) or type(schema) is not int:
            raise Invalid("O registro veio sem o tipo.", field="kind")
        return cls(id, kind[:20], schema, sha256, payload)

    @property
    def content(self) -> bytes:
        """The payload as hashed; a lone surrogate cannot be hashed alike and stays visible."""
        return self.payload.encode("utf-8", "replace")


@dataclass(frozen=True)
class Delivered:
    """The receipt. `replayed`: the server had it already."""

    id: str
    sha256: str
    received_at: datetime
    replayed: bool


class Refused(DomainError):
    """Kept in quarantine; `cause` says whether to answer 409 (Conflict) or 422 (Invalid)."""

    def __init__(self, cause: DomainError) -> None:
        super().__init__(cause.message, field=cause.field, citation=cause.citation)
        self.cause = cause


def record_stop(
    actor: Actor, entry: Entry, *, time_zone: str, training: bool, now: datetime
) -> Delivered:
    """Stop, receipt, plate report and event in one transaction; or `Refused`, with the entry kept.

    The permission is asked of the day of the fact, not of today (`stops.write_stop`).
    """
    try:
        payload = _read(actor, entry)
        known = Circumstances(now, time_zone, training, entry.sha256)
        return _store(actor, entry, payload, known)
    except (Conflict, Invalid, NotDesignated) as refusal:
        _quarantine(actor, entry, refusal.message, now)
        raise Refused(refusal) from None


def _read(actor: Actor, entry: Entry) -> StopPayload:
    if hashlib.sha256(entry.content).hexdigest() != entry.sha256:
        raise Invalid("O conteúdo não confere com o resumo enviado.", field="sha256")
    if (entry.kind, entry.schema) != (STOP, SCHEMA):
        raise Invalid(f"Tipo de registro desconhecido: {entry.kind} {entry.schema}.", field="kind")
    payload = read_payload(entry.payload)
    if payload.account_id != actor.account_id:
        raise Conflict("Este registro é de outro agente. Quem o fez deve entrar para enviar.")
    return payload


def _store(actor: Actor, entry: Entry, payload: StopPayload, known: Circumstances) -> Delivered:
    try:
        return _store_once(actor, entry, payload, known)
    except IntegrityError:
        # A double tap: both found no receipt and the other was faster. Its receipt is there now.
        return _store_once(actor, entry, payload, known)


def _store_once(
    actor: Actor, entry: Entry, payload: StopPayload, known: Circumstances
) -> Delivered:
    with transaction() as session:
        receipt = session.get(Receipt, (actor.municipality_id, entry.id))
        if receipt is not None:
            if receipt.sha256 != entry.sha256:
                raise Conflict("Já existe outro registro com este número. Os dois foram guardados.")
            return Delivered(entry.id, receipt.sha256, receipt.received_at, replayed=True)
        if session.get(Stop, entry.id) is not None:  # of another city: ids are random, so a forgery
            raise Conflict("Este número de registro não pode ser usado.")
        write_stop(session, actor, entry.id, payload, known)
        session.add(_receipt(actor, entry, known.received_at))
    return Delivered(entry.id, entry.sha256, known.received_at, replayed=False)


def _receipt(actor: Actor, entry: Entry, now: datetime) -> Receipt:
    return Receipt(
        municipality_id=actor.municipality_id,
        entry_id=entry.id,
        account_id=actor.account_id,
        kind=entry.kind,
        sha256=entry.sha256,
        received_at=now,
    )


def _quarantine(actor: Actor, entry: Entry, why: str, now: datetime) -> None:
    """Keep what arrived, once, for a person to look at."""
    arrived = hashlib.sha256(entry.content).hexdigest()
    try:
        with transaction() as session:
            if not _kept(session, actor, entry, arrived):
                session.add(
                    Quarantined(
                        municipality_id=actor.municipality_id,
                        entry_id=entry.id,
                        account_id=actor.account_id,
                        kind=entry.kind,
                        sha256=arrived,
                        payload=entry.content.decode("utf-8").replace("\0", "\ufffd"),
                        why=why[:200],
                        received_at=now,
                    )
                )
    except IntegrityError:
        return  # a parallel delivery kept the same just now


def _kept(session: Session, actor: Actor, entry: Entry, arrived: str) -> bool:
    query = select(Quarantined.id).where(
        Quarantined.municipality_id == actor.municipality_id,
        Quarantined.entry_id == entry.id,
        Quarantined.sha256 == arrived,
        Quarantined.account_id == actor.account_id,
    )
    return session.scalar(query) is not None
