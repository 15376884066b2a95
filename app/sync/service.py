"""Taking what phones deliver: once per id, with a receipt, or into quarantine; never lost.

Repeating is harmless: the same id and hash get the first receipt again.
"""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.queries import City
from app.evidence.arrival import Arrival, Swallowed
from app.kernel.errors import Conflict, DomainError, Invalid
from app.persistence.transaction import transaction
from app.regulation.ruleset import Ruleset
from app.sync.kinds import KINDS, Kind
from app.sync.models import Receipt
from app.sync.quarantine import keep

_HEX_ID = re.compile(r"[0-9a-f]{32}")
_HEX_HASH = re.compile(r"[0-9a-f]{64}")
_SIGNATURE_MAX = 200


@dataclass(frozen=True)
class Entry:
    """One delivery: id born on the phone, kind, hash of the payload's UTF-8, and the payload."""

    id: str
    kind: str
    schema: int
    sha256: str
    payload: str
    signature: str = ""  # of the phone's key, hex; notices and visits have one

    @classmethod
    def from_json(cls, body: dict[str, object]) -> "Entry":
        """`Invalid` when the envelope itself is malformed: there is nothing to keep under."""
        id, sha256, payload = body.get("id"), body.get("sha256"), body.get("payload")
        kind, schema, signature = body.get("kind"), body.get("schema"), body.get("signature", "")
        if not isinstance(id, str) or not _HEX_ID.fullmatch(id):
            raise Invalid("O registro veio sem número. Envie de novo.", field="id")
        if not isinstance(sha256, str) or not _HEX_HASH.fullmatch(sha256):
            raise Invalid("O registro veio sem o resumo do conteúdo.", field="sha256")
        if not isinstance(payload, str):
            raise Invalid("O registro veio sem conteúdo.", field="payload")
        if not isinstance(kind, str) or type(schema) is not int:
            raise Invalid("O registro veio sem o tipo.", field="kind")
        if not isinstance(signature, str):
            raise Invalid("A assinatura do aparelho não foi entendida.", field="signature")
        signed = signature[:_SIGNATURE_MAX].replace("\0", "")
        return cls(id, kind[:20], schema, sha256, payload, signed)

    @property
    def content(self) -> bytes:
        """The payload as hashed; a lone surrogate cannot be hashed alike and stays visible."""
        return self.payload.encode("utf-8", "replace")


@dataclass(frozen=True)
class Delivered:
    """The receipt. `replayed`: the server had it already. `given`: what the server gave the record."""

    id: str
    sha256: str
    received_at: datetime
    replayed: bool
    given: dict[str, Any] | None = None


class Refused(DomainError):
    """Kept in quarantine; `cause` says whether to answer 409 (Conflict) or 422 (Invalid)."""

    def __init__(self, cause: DomainError) -> None:
        super().__init__(cause.message, field=cause.field, citation=cause.citation)
        self.cause = cause


def deliver(actor: Actor, entry: Entry, city: City, law: Ruleset, *, now: datetime) -> Delivered:
    """The entry, its receipt and its event in one transaction; or `Refused`, with the entry kept.

    Permissions are asked of the day of the fact, not of today, by each kind's `write`.
    """
    arrival = Arrival(entry.id, entry.sha256, entry.payload, entry.signature, now, city, law)
    try:
        kind, payload = _read(actor, entry)
        return _store(actor, entry, arrival, kind, payload)
    except DomainError as refusal:
        keep(actor, entry, refusal.message, now)
        raise Refused(refusal) from None


def _read(actor: Actor, entry: Entry) -> tuple[Kind, Any]:
    if hashlib.sha256(entry.content).hexdigest() != entry.sha256:
        raise Invalid("O conteúdo não confere com o resumo enviado.", field="sha256")
    kind = KINDS.get((entry.kind, entry.schema))
    if kind is None:
        raise Invalid(f"Tipo de registro desconhecido: {entry.kind} {entry.schema}.", field="kind")
    payload = kind.read(entry.payload)
    if payload.account_id != actor.account_id:
        raise Conflict("Este registro é de outro agente. Quem o fez deve entrar para enviar.")
    return kind, payload


def _store(actor: Actor, entry: Entry, arrival: Arrival, kind: Kind, payload: Any) -> Delivered:
    try:
        return _store_once(actor, entry, arrival, kind, payload)
    except IntegrityError:
        # Two met: the other's receipt, number or place in the chain is there now, and is told.
        return _store_once(actor, entry, arrival, kind, payload)


def _store_once(
    actor: Actor, entry: Entry, arrival: Arrival, kind: Kind, payload: Any
) -> Delivered:
    with transaction() as session:
        receipt = session.get(Receipt, (actor.municipality_id, entry.id))
        if receipt is not None:
            if receipt.sha256 != entry.sha256:
                raise Conflict("Já existe outro registro com este número. Os dois foram guardados.")
            given = kind.told(session, actor, arrival) if kind.told else None
            return Delivered(entry.id, receipt.sha256, receipt.received_at, True, given)
        # The receipt first: of two equal deliveries at once the second waits here, holding nothing.
        session.add(_receipt(actor, entry, arrival.received_at))
        session.flush()
        kind.write(session, actor, arrival, payload)
        _read_back(session, actor, entry)
        given = kind.told(session, actor, arrival) if kind.told else None
    return Delivered(entry.id, entry.sha256, arrival.received_at, False, given)


def _receipt(actor: Actor, entry: Entry, now: datetime) -> Receipt:
    return Receipt(
        municipality_id=actor.municipality_id,
        entry_id=entry.id,
        account_id=actor.account_id,
        kind=entry.kind,
        sha256=entry.sha256,
        received_at=now,
    )


def _read_back(session: Session, actor: Actor, entry: Entry) -> None:
    """The receipt is really there: a rule of the database could swallow it silently."""
    session.flush()
    query = select(Receipt.sha256).where(
        Receipt.municipality_id == actor.municipality_id, Receipt.entry_id == entry.id
    )
    if session.scalar(query) != entry.sha256:
        raise Swallowed(f"receipt {entry.id}")
