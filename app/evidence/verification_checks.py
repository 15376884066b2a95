"""Checks of the ledger's verification on photos: rows against events, files against hashes."""

import hashlib
from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.evidence.models import AttachmentReceived
from app.evidence.names import original_name
from app.evidence.queries_attachments import damaged
from app.evidence.store import store
from app.kernel.canonical import instant_text
from app.ledger.checks import Scope
from app.ledger.faults import Code, Fault
from app.ledger.mirrors import Json, Key, Mirror, Source
from app.ledger.models import LedgerEvent

_FACTS = ("size", "unreadable", "format", "width", "height", "orientation")


def _key(event: LedgerEvent, body: Json) -> Key:
    return (event.municipality_id, body["entry"], event.entity_id)


def _expected(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "municipality_id": event.municipality_id,
        "entry_id": body["entry"],
        "sha256": event.entity_id,
        "account_id": event.account_id,
        "received_at": instant_text(event.recorded_at),
        **{name: body[name] for name in _FACTS},
    }


received_mirror = Mirror(
    AttachmentReceived, "foto recebida", {"photo.received": Source(_key, _expected)}
)


def photo_file_check(scope: Scope) -> Iterator[Fault]:
    """Each received original is there and has its hash."""
    for entry_id, sha256, what in damaged(scope.session, scope.municipality_id):
        yield Fault(Code.ORPHAN, what, subject=f"foto {sha256} de {entry_id}")


def photo_file_lines(session: Session, municipality_id: str) -> Iterator[dict[str, Any]]:
    """Lines of an export: the hash that each kept original has now, "" when it is not there."""
    query = select(AttachmentReceived.sha256).where(
        AttachmentReceived.municipality_id == municipality_id
    )
    for sha256 in session.scalars(query.distinct().order_by(AttachmentReceived.sha256)):
        yield {
            "table": "photo_file",
            "row": {"sha256": sha256, "found": _hash_now(municipality_id, sha256)},
        }


def _hash_now(municipality_id: str, sha256: str) -> str:
    try:
        return hashlib.sha256(store().read(original_name(municipality_id, sha256))).hexdigest()
    except (FileNotFoundError, ValueError):
        return ""
